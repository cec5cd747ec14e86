// Advisor: which lines a language model is asked about, what it is told of the
// shell, and when nothing is. desk.h does the asking.
//
// Nothing is asked about a line that is private (learn/privacy.h), holds a
// secret, begins with a blank or is not one row, nor in a shell that is
// incognito or a directory that the settings name.
// Tested by tests/ai/desk_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/desk.h"
#include "learn/privacy.h"

namespace synapse {

// The line as it is on show.
struct AiLine {
  const std::string& buffer;
  size_t cursor;
  const std::string& cwd;
};

class Advisor {
 public:
  struct Parts {
    AiDesk::Parts desk;
    std::string shell_name, home;
    std::function<const Privacy&()> privacy;
    std::function<Incognito()> incognito;
    std::function<std::string(const std::string& cwd)> branch;
    std::function<std::vector<AiCommand>()> recent;  // the oldest first
  };
  explicit Advisor(Parts parts);

  void SetSettings(AiSettings settings);
  const AiSettings& settings() const { return desk_.settings(); }
  // The glue watches for answers: from now on a model is asked.
  void Begin();
  bool asks() const { return asks_; }

  // REQUIRES: asks().
  void Consider(const AiLine& line);
  // `# what I want` is to become a command line; the one that it became.
  void Wish(const AiLine& line);
  std::string_view WishFor(std::string_view line) const {
    return desk_.WishFor(line);
  }

  // A key asks what the line does; the answer, or why there is none, is the
  // desk's note. What is to be shown meanwhile.
  std::string Explain(const AiLine& line);
  // A key asks for the line that failed last, put right. REQUIRES: the line on
  // show is empty, or the answer says so.
  std::string Fix(const AiLine& line);

  // Why nothing may be sent about that line there, or null.
  const char* WhyNot(const std::string& line, const std::string& cwd) const;
  AiFacts Facts(AiTask task, const std::string& line,
                const std::string& cwd) const;
  bool HasSecret(std::string_view text) const {
    return p_.desk.has_secret(text);
  }

  AiDesk& desk() { return desk_; }
  const AiDesk& desk() const { return desk_; }

 private:
  static constexpr size_t kMaxLine = 400;  // bytes

  AiDesk::Parts DeskParts();

  const Parts p_;
  AiDesk desk_;
  bool begun_ = false, asks_ = false;
};

}  // namespace synapse
