#include "explain/shell_words.h"

#include "explain/line_parts.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE("shell words: the forms of a parameter") {
  const auto of = [](std::string_view use) {
    return MeaningOfParameter(use, "x");
  };
  CHECK(of("$x") == "value of the variable x");
  CHECK(of("${x}") == "value of the variable x");
  CHECK(of("${x:-y}") ==
        "value of the variable x, or y if it is unset or empty");
  CHECK(of("${x:=y}") ==
        "value of the variable x, which is set to y if it is unset or empty");
  CHECK(of("${x+y}") ==
        "value of the variable x replaced by y; empty if the variable is "
        "unset");
  CHECK(of("${#x}") == "length of the value of the variable x");
  CHECK(of("${x##*/}") ==
        "value of the variable x without the longest beginning that matches "
        "*/");
  CHECK(of("${x%.c}") ==
        "value of the variable x without the shortest end that matches .c");
  CHECK(of("${x//a/b}") ==
        "value of the variable x with every match of a replaced by b");
  CHECK(of("${x/a}") ==
        "value of the variable x with the first match of a removed");
  CHECK(of("${x^^}") == "value of the variable x in upper case");
  CHECK(of("${x:1:2}") ==
        "value of the variable x, from character 1 on, 2 of them");
  CHECK(of("${!x}") == "value of the variable whose name is in x");
  CHECK(of("${x[@]}") == "all values of the array x");
  CHECK(of("${#x[@]}") == "number of values of the array x");
  CHECK(of("${!x[@]}") == "the keys of the array x");
  CHECK(of("${x[2]}") == "value 2 of the array x");
  // Unfinished, and hostile.
  for (std::string_view text : {"${x", "${x[", "${", "${}", "${x:", "${x/"}) {
    CHECK(!of(text).empty());
    CHECK(!of(std::string(text) + "}").empty());
  }
}

TEST_CASE("shell words: operands and assignments") {
  CHECK(MeaningOfOperand("cd", "-", "directory") ==
        "the directory before this one (OLDPWD)");
  CHECK(MeaningOfOperand("cat", "-", "file") == "standard input or output");
  CHECK(MeaningOfOperand("git", "-", "branch") ==
        "the branch that was checked out before");
  CHECK(MeaningOfOperand("echo", "-", "") == "");
  CHECK(MeaningOfOperand("kill", "%1", "process") == "job 1");
  CHECK(MeaningOfOperand("fg", "%?make", "job") ==
        "the job whose line contains make");
  CHECK(MeaningOfOperand("vim", "+42", "file") == "line to begin at");
  CHECK(MeaningOfOperand("vim", "+wq", "file") ==
        "command to run when the file is open");
  CHECK(MeaningOfOperand("date", "+%F", "") == "");
  CHECK(MeaningOfOperand("date", "%s", "") == "");
  CHECK(MeaningOfAssignment("a=(1 2)", false) == "Set the array in this shell");
  CHECK(MeaningOfAssignment("a+=x", false) ==
        "Append to the variable in this shell");
  CHECK(MeaningOfAssignment("a=1", true) ==
        "Set the variable for this command only");
}

TEST_CASE("shell words: in a line") {
  SpecStore specs{{testing::SourceFile("specs")}};
  const auto meaning = [&](std::string_view line, std::string_view text) {
    for (const LinePart& part : PartsOf(line, specs, AliasLookup{}).parts) {
      if (part.text == text) return part.meaning;
    }
    return std::string("no such part");
  };
  CHECK(meaning("cd -", "-") == "the directory before this one (OLDPWD)");
  CHECK(meaning("find . -exec rm {} \\;", "{}") == "the path that was found");
  CHECK(meaning("ls | xargs -I% mv % %.bak", "%.bak") ==
        "% stands for each line of the input");
  CHECK(meaning("echo $((1 + 2))", "$((1 + 2))") ==
        "result of the arithmetic expression");
  CHECK(meaning("echo a$((1 + 2))", "$((1 + 2))") ==
        "result of the arithmetic expression");
  CHECK(meaning("echo {01..9..4}", "{01..9..4}") == "stands for 01 05 09");
  CHECK(meaning("echo {5..1..2}", "{5..1..2}") == "stands for 5 3 1");
  CHECK(meaning("case $x in a|b) ls;; esac", "|") ==
        "Compare the following pattern too");
  CHECK(meaning("coproc N { cat; }", "N") ==
        "array of the descriptors of its pipes");
  CHECK(meaning("f() { ls; }", "f") == "name of the function");
  CHECK(meaning("cat <<'E'\n$x\nE\n", "'E'") ==
        "Ends the lines of input, which are read as they are written");
}

}  // namespace synapse
