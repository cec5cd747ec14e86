#include "line/keywords.h"

#include <string>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("keywords: the words that are due in a compound command") {
  struct Case {
    const char* left;
    const char* due;  // joined by blanks
  };
  for (const Case& c : {
           Case{"for f in *; ", "do"},
           Case{"for f in *\n", "do"},
           Case{"for f in *; do ", ""},
           Case{"for f in *; do echo $f; ", "done"},
           Case{"for f in *; do echo $f\n\n", "done"},
           Case{"for f in *; do echo $f && ", ""},
           Case{"for f in *; do echo $f | ", ""},
           Case{"for f in *; do echo $f; done; ", ""},
           Case{"while read x; ", "do"},
           Case{"while ", ""},
           Case{"until x; do sleep 1 & ", "done"},
           Case{"repeat 3; ", "do"},
           Case{"if true; ", "then"},
           Case{"if true; then ", ""},
           Case{"if true; then ls; ", "fi else elif"},
           Case{"if true; then ls; else ", ""},
           Case{"if true; then ls; else ls; ", "fi"},
           Case{"if a; then b; elif c; ", "then"},
           Case{"if a; then b; fi; ", ""},
           Case{"if ! a=1 b; ", "then"},
           Case{"while x; do if y; ", "then"},
           Case{"while x; do if y; then z; fi; ", "done"},
           Case{"case $x in ", "esac"},
           Case{"case $x in a) ", ""},
           Case{"case $x in a) ls;; ", "esac"},
           Case{"{ ls; ", "}"},
           Case{"f() { ls; ", "}"},
           Case{"for f in *; do (ls; ", ""},
           Case{"for f in *; do (ls); ", "done"},
           Case{"echo $(for f in *; do ls; ", "done"},
           Case{"for f in *; do echo $(ls; ", ""},
           Case{"echo for x in y; ", ""},
           Case{"echo x > if; ", ""},
           Case{"'if' true; ", ""},
           Case{"done; fi; }; ", ""},
           Case{"; ; ", ""},
           Case{"", ""},
       }) {
    CAPTURE(std::string(c.left));
    std::string due;
    for (std::string_view word : DueKeywords(c.left, "")) {
      due += (due.empty() ? "" : " ") + std::string(word);
    }
    CHECK(due == std::string(c.due));
  }
  CHECK(DueKeywords("if true; then ls; ", "el").size() == 2);
  CHECK(DueKeywords("if true; then ls; ", "d").empty());
}

}  // namespace synapse
