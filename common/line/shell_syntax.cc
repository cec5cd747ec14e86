#include "line/shell_syntax.h"

#include <span>

namespace synapse {
namespace {

struct Meaning {
  std::string_view text;
  const char* meaning;
};

std::string Find(std::span<const Meaning> table, std::string_view text) {
  for (const Meaning& row : table) {
    if (row.text == text) return row.meaning;
  }
  return "";
}

constexpr Meaning kOperators[] = {
    {"|", "Pass the output of the command before it to the one behind it"},
    {"|&", "Pass output and errors of the command before it to the next one"},
    {"&&", "Run the next command only if this one succeeds"},
    {"||", "Run the next command only if this one fails"},
    {";", "Run the next command when this one has ended"},
    {"&", "Run the command in the background"},
    {"&!", "Run the command in the background and forget its job"},
    {"&|", "Run the command in the background and forget its job"},
    {"(", "Begin a group of commands that run in a subshell"},
    {")", "End the group"},
    {"()", "Define a function of this name"},
    {";;", "End the commands of this pattern"},
    {";&", "Go on with the commands of the next pattern"},
    {";;&", "Compare the next patterns too"},
    {";|", "Compare the next patterns too"},
};

constexpr Meaning kReserved[] = {
    {"if", "Run a command, and look whether it succeeds"},
    {"then", "Begin the commands that run if it succeeds"},
    {"elif", "Look at another command if the earlier ones fail"},
    {"else", "Begin the commands that run if none succeeds"},
    {"fi", "End the condition"},
    {"for", "Run the commands between do and done for each word"},
    {"foreach", "Run the commands up to end for each word"},
    {"select", "Ask for one of the words, again and again"},
    {"in", "Begin the list of words or patterns"},
    {"while", "Repeat the commands as long as a command succeeds"},
    {"until", "Repeat the commands until a command succeeds"},
    {"do", "Begin the commands of the loop"},
    {"done", "End the loop"},
    {"case", "Compare a word with patterns"},
    {"esac", "End the patterns"},
    {"function", "Define a function of the following name"},
    {"repeat", "Run a command that many times"},
    {"{", "Begin a group of commands in this shell"},
    {"}", "End the group"},
    {"!", "Turn success into failure, and failure into success"},
    {"[[", "Begin a condition that the shell evaluates"},
    {"]]", "End the condition"},
    {"coproc", "Run a command in the background, connected by pipes"},
    {"always", "Begin commands that run however the group ends"},
    {"nocorrect", "Run the command without a correction of its words"},
};

constexpr Meaning kTests[] = {
    {"-e", "True if the path exists"},
    {"-a", "True if the path exists"},
    {"-f", "True if the path is a regular file"},
    {"-d", "True if the path is a directory"},
    {"-L", "True if the path is a symbolic link"},
    {"-h", "True if the path is a symbolic link"},
    {"-r", "True if the path can be read"},
    {"-w", "True if the path can be written"},
    {"-x", "True if the path can be executed or entered"},
    {"-s", "True if the file exists and is not empty"},
    {"-b", "True if the path is a block device"},
    {"-c", "True if the path is a character device"},
    {"-p", "True if the path is a named pipe"},
    {"-S", "True if the path is a socket"},
    {"-t", "True if the file descriptor is a terminal"},
    {"-O", "True if the path belongs to the user"},
    {"-G", "True if the path belongs to the user's group"},
    {"-z", "True if the text is empty"},
    {"-n", "True if the text is not empty"},
    {"-v", "True if the variable is set"},
    {"-o", "True if the shell option is on"},
    {"==", "True if the text matches the pattern"},
    {"=", "True if the text matches the pattern"},
    {"!=", "True if the text does not match the pattern"},
    {"=~", "True if the text matches the regular expression"},
    {"<", "True if the text sorts before the other one"},
    {">", "True if the text sorts behind the other one"},
    {"-eq", "True if the numbers are equal"},
    {"-ne", "True if the numbers differ"},
    {"-lt", "True if the number is less than the other one"},
    {"-le", "True if the number is at most the other one"},
    {"-gt", "True if the number is greater than the other one"},
    {"-ge", "True if the number is at least the other one"},
    {"-nt", "True if the file is newer than the other one"},
    {"-ot", "True if the file is older than the other one"},
    {"-ef", "True if both paths name the same file"},
    {"!", "True if the following condition is false"},
    {"&&", "True if both conditions are true"},
    {"||", "True if one of the conditions is true"},
    {"(", "Begin a group of conditions"},
    {")", "End the group"},
};

std::string NameOfDescriptor(std::string_view number) {
  if (number == "0") return "standard input";
  if (number == "1") return "standard output";
  if (number == "2") return "standard error";
  return "file descriptor " + std::string(number);
}

// The descriptor in front of a redirection: "2" of `2>`; "&" of `&>`.
std::string_view DescriptorOf(std::string_view op) {
  const size_t end = op.find_first_of("<>");
  return op.substr(0, end);
}

std::string MeaningOfDuplicate(std::string_view from, std::string_view to,
                               bool is_input) {
  const std::string name = NameOfDescriptor(from);
  if (to == "-") return "Close " + name;
  if (is_input) return "Read " + name + " from " + NameOfDescriptor(to);
  return "Send " + name + " to where " + NameOfDescriptor(to) + " goes";
}

}  // namespace

std::string MeaningOfOperator(std::string_view op) {
  return Find(kOperators, op);
}

std::string MeaningOfReserved(std::string_view word) {
  return Find(kReserved, word);
}

std::string MeaningOfTest(std::string_view word) { return Find(kTests, word); }

bool ReplacesTarget(std::string_view op) {
  return WritesTarget(op) && op.find(">>") == op.npos &&
         op.find("<>") == op.npos;
}

bool WritesTarget(std::string_view op) { return op.find('>') != op.npos; }

std::string MeaningOfRedirect(std::string_view op) {
  const std::string_view number = DescriptorOf(op);
  const std::string_view rest = op.substr(std::min(number.size(), op.size()));
  if (rest.empty()) return "";
  const bool is_input = rest.starts_with('<');
  const std::string_view own = number.empty() ? (is_input ? "0" : "1") : number;
  if (rest.starts_with("<<<")) return "Read the following word as input";
  if (rest.starts_with("<<")) {
    return "Read the lines up to the delimiter as input";
  }
  if (rest.starts_with("<>")) {
    return "Open the file for reading and writing as " + NameOfDescriptor(own);
  }
  if (rest.size() > 1 && rest[1] == '&') {
    const std::string_view to = rest.substr(2);
    if (to.empty() && (is_input || !number.empty())) {
      return (is_input ? "Read " : "Send ") + NameOfDescriptor(own) +
             (is_input ? " from the descriptor"
                       : " to where the descriptor goes");
    }
    if (!to.empty() && to != "|") return MeaningOfDuplicate(own, to, is_input);
  }
  if (is_input) return "Read " + NameOfDescriptor(own) + " from the file";
  const bool both = number == "&" || rest.starts_with(">&");
  const std::string what =
      both ? "standard output and standard error" : NameOfDescriptor(own);
  if (rest.starts_with(">>")) return "Append " + what + " to the file";
  const bool forces = rest.ends_with('|') || rest.ends_with('!');
  return "Write " + what + " to the file" +
         (forces ? ", even where noclobber forbids it" : "");
}

}  // namespace synapse
