// RecordSplitter: cuts a stream of bytes into records: the lines of JSON lines,
// or the elements of one JSON array, whatever their layout.
//
// Bounds:   a record longer than `max_record` is passed over without being
// kept. Recovery: the end of a file that is being written to is no whole line
// and is
//           no record; whole() says from where to read on.
// Tested by tests/transcript/splitter_test.cc, fuzzed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace synapse {

class RecordSplitter {
 public:
  // `offset`: where in the file the record begins. The view lasts for the call.
  using Visit = std::function<void(std::string_view record, uint64_t offset)>;

  // `from`: the offset of the first byte that is fed; 0: an array is possible.
  RecordSplitter(size_t max_record, uint64_t from, Visit visit)
      : max_record_(max_record),
        visit_(std::move(visit)),
        mode_(from == 0 ? Mode::kUnknown : Mode::kLines),
        at_(from),
        begin_(from),
        whole_(from) {}

  void Feed(std::string_view bytes);
  // Behind the last whole record that was handed out or passed over.
  uint64_t whole() const { return whole_; }
  // Records that were passed over.
  size_t too_long() const { return too_long_; }
  // The record that is open is one of them; up to where was read.
  bool is_skipping() const { return skipping_; }
  uint64_t read() const { return at_; }

 private:
  enum class Mode { kUnknown, kLines, kArray };
  void FeedLines(std::string_view bytes);
  void FeedArray(std::string_view bytes);
  void Keep(std::string_view bytes);
  void EndRecord();

  const size_t max_record_;
  const Visit visit_;
  Mode mode_;
  uint64_t at_;     // of the next byte
  uint64_t begin_;  // of the record that is open
  uint64_t whole_;
  size_t too_long_ = 0;
  std::string open_;  // what is there of it
  bool skipping_ = false;
  // Of an array:
  size_t depth_ = 0;
  bool in_string_ = false, escaped_ = false;
};

}  // namespace synapse
