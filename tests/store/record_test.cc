#include "store/record.h"

#include "store/keys.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE("record: sessions and feedback come back, cut ones do not") {
  SessionRecord s{"s1", "host", "user", "zsh", "/dev/pts/1", "/w", 5, 7, 42};
  FeedbackRecord f;
  f.action = FeedbackAction::kDismissed;
  f.at_ms = -3;
  f.latency_us = 12;
  f.session = "s1";
  f.buffer = "gi";
  f.suggestion = std::string("git\0x", 5);
  f.executed = "ls";
  f.origin = {7, 9};
  f.viewed = {0, 1, 2, 1};
  f.source = "spec";
  std::string session = EncodeSession(s), feedback = EncodeFeedback(f);
  auto s2 = DecodeSession(session);
  REQUIRE(s2);
  CHECK(EncodeSession(*s2) == session);
  CHECK(s2->terminal == "/dev/pts/1");
  CHECK(s2->end_ms == 7);
  CHECK(s2->pid == 42);
  auto f2 = DecodeFeedback(feedback);
  REQUIRE(f2);
  CHECK(EncodeFeedback(*f2) == feedback);
  CHECK(f2->suggestion == f.suggestion);
  CHECK(f2->origin.ordinal == 9);
  for (size_t cut = 0; cut < session.size(); ++cut) {
    CHECK_FALSE(DecodeSession(session.substr(0, cut)));
  }
  CHECK(f2->viewed == f.viewed);
  CHECK(f2->source == "spec");
  // Older records end before the source, and before the viewed suggestions.
  size_t older = feedback.size() - 4 - f.source.size();
  CHECK(DecodeFeedback(feedback.substr(0, older))->viewed == f.viewed);
  CHECK(DecodeFeedback(feedback.substr(0, older))->source.empty());
  const size_t without_source = older;
  older -= 4 + f.viewed.size();
  for (size_t cut = 0; cut < without_source; ++cut) {
    CHECK(DecodeFeedback(feedback.substr(0, cut)).has_value() ==
          (cut == older));
  }
  CHECK(DecodeFeedback(feedback.substr(0, older))->viewed.empty());
  // The fields of a later version are skipped.
  CHECK(DecodeSession(session + "more"));
  CHECK(DecodeFeedback(feedback + "more"));
  feedback[2] = 9;  // no such action
  CHECK_FALSE(DecodeFeedback(feedback));
}

TEST_CASE("record: each kind is known by its first byte") {
  Event e;
  e.command = "ls";
  e.origin = {1, 2};
  auto event = DecodeRecord(EncodeRecord(e));
  REQUIRE(event);
  CHECK(std::get<Event>(*event).origin.ordinal == 2);
  auto session =
      DecodeRecord(EncodeRecord(SessionRecord{"s", "", "", "", "", ""}));
  REQUIRE(session);
  CHECK(std::get<SessionRecord>(*session).session == "s");
  auto feedback = DecodeRecord(EncodeRecord(FeedbackRecord{}));
  REQUIRE(feedback);
  CHECK(std::holds_alternative<FeedbackRecord>(*feedback));
  CHECK_FALSE(DecodeRecord(""));
  CHECK_FALSE(DecodeRecord("Q"));
}

TEST_CASE("record: an event of the first schema has no origin") {
  Event e;
  e.command = "ls";
  std::string bytes = EncodeEvent(e);
  auto old = DecodeEvent(bytes.substr(0, bytes.size() - 16));
  REQUIRE(old);
  CHECK(old->origin.stream == 0);
}

TEST_CASE("record: bytes are the same on every machine") {
  CHECK(EncodeSession({"ab", "", "", "", "", "", 258, 0, 1}) ==
        std::string("S\1\2\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0", 22) +
            std::string("\2\0\0\0ab", 6) + std::string(20, '\0'));
  CHECK(KindKey('o', 1) == std::string("o\0\0\0\0\0\0\0\1", 9));
}

}  // namespace synapse
