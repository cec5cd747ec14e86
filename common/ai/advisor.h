// Advisor: decides which lines a language model is asked about, what the
// request says about the shell, and when nothing is asked. desk.h makes the
// requests.
//
// No request is made about a line that is private (learn/privacy.h), holds a
// secret, begins with a blank, or is not one row. None is made in an incognito
// shell, or in a directory that the settings exclude.
// Tested by tests/ai/advisor_test.cc and tests/ai/desk_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/desk.h"
#include "learn/incognito.h"
#include "learn/privacy.h"

namespace synapse {

// The line as displayed.
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
    const IncognitoMode& incognito;
    std::function<std::string(const std::string& cwd)> branch;
    std::function<std::vector<AiCommand>()> recent;  // oldest first
  };
  explicit Advisor(Parts parts);

  void SetSettings(AiSettings settings);
  const AiSettings& settings() const { return desk_.settings(); }
  // The glue watches for answers: requests are made from now on.
  void Begin();
  bool asks() const { return asks_; }

  // REQUIRES: asks().
  void Consider(const AiLine& line);
  // Requests the command line for `# what I want`; returns it once it is known.
  void Wish(const AiLine& line);
  std::string_view WishFor(std::string_view line) const {
    return desk_.WishFor(line);
  }

  // A key asks what the line does. Returns the text to show meanwhile. The
  // answer, or the reason for none, becomes the desk's note.
  std::string Explain(const AiLine& line);
  // A key asks for a corrected form of the last failed line. REQUIRES: the line
  // is empty; otherwise the result says so.
  std::string Fix(const AiLine& line);

  // Why nothing may be sent about that line in that directory, or null.
  const char* WhyNot(const std::string& line, const std::string& cwd) const;
  AiFacts Facts(AiTask task, const std::string& line,
                const std::string& cwd) const;
  bool HasSecret(std::string_view text) const {
    return p_.desk.has_secret(text);
  }

  // Writes tokens, answers and outcomes to the index, unless this shell is
  // incognito. After an error the next call tries again.
  void Save();

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
