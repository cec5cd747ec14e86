#include "manual/completion_file.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::string ShownCompletion(const CommandDraft& command,
                            const std::string& before = "") {
  std::string out;
  for (const OptionDraft& option : command.options) {
    out += before;
    for (const std::string& name : option.names) out += name + " ";
    if (!option.args.empty()) {
      out += "<" + option.args[0].name;
      for (const auto& value : option.args[0].values) out += "|" + value.value;
      out += "> ";
    }
    out += ": " + option.description + "\n";
  }
  for (const CommandDraft& sub : command.subcommands) {
    out += before + sub.names[0] + " = " + sub.description + "\n";
    out += ShownCompletion(sub, before + sub.names[0] + " ");
  }
  return out;
}

}  // namespace

TEST_CASE("completion file: fish") {
  CHECK(ShownCompletion(SpecOfFish(
            "# comment\ncomplete -c tool -s a -l all -d 'Show \\'all\\''\n"
            "complete -c tool -l color -xa 'always never'\n"
            "complete -c tool -n __fish_use_subcommand -a add -d 'Add one'\n"
            "complete -c tool -n '__fish_seen_subcommand_from add' -s f -d "
            "Force\n"
            "complete -c tool -n 'test -f x' -s z -d Never\n"
            "complete -c other -s b -d No\n"
            "complete -c tool -a '(ls)'\n",
            "tool")) ==
        "-a --all : Show 'all'\n--color <value|always|never> : \n"
        "add = Add one\nadd -f : Force\n");
}

TEST_CASE("completion file: zsh") {
  CHECK(ShownCompletion(SpecOfZsh(
            "#compdef tool\n_tool() {\n  local cmds\n  _arguments -s -S \\\n"
            "    '(-a --all)'{-a,--all}'[show all]' \\\n"
            "    '*-v[tell more]' \\\n"
            "    '--color=[use colors]:when:(always never)' \\\n"
            "    '-o+[write]:file:_files' \\\n    ': :->cmds' \\\n"
            "    $others -- '-x[no]'\n"
            "  commands=('add:Add one' 'rm:Remove')\n"
            "  case $words in\n  add) _arguments '-n[not here]';;\n  esac\n}\n"
            "_tool_add() {\n  _arguments '-f[force]'\n}\n"
            "_else() { _arguments '-q[no]' }\n",
            "tool")) ==
        "-a --all : show all\n-v : tell more\n"
        "--color <when|always|never> : use colors\n-o <file> : write\n"
        "add = Add one\nadd -f : force\nrm = Remove\n");
}

TEST_CASE("completion file: bash") {
  CHECK(
      ShownCompletion(SpecOfBash(
          "_tool() {\n  case $prev in\n    -f|--format)\n"
          "      COMPREPLY=($(compgen -W 'json text' -- \"$cur\")) ;;\n"
          "  esac\n  if [[ $cur == -* ]]; then\n"
          "    COMPREPLY=($(compgen -W '--all --out= -x' -- \"$cur\"))\n  fi\n"
          "  COMPREPLY=($(compgen -W \"$(ls) --no\" -- \"$cur\"))\n}\n",
          "tool")) ==
      "-f --format <value|json|text> : \n--all : \n--out <value> : \n-x : \n");
}

}  // namespace synapse
