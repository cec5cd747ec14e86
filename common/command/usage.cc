// Usage, help and the parsing of arguments, from the table of subcommands.
#include <algorithm>

#include "command/command.h"

namespace synapse {
namespace {

constexpr size_t kLineEnd = 80;
constexpr size_t kHelpColumn = 18;

std::vector<std::string> SplitAt(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// "text|json", "ok|failed|N", "N".
std::string ValueUsage(const Term& term) {
  std::string out = term.values;
  std::replace(out.begin(), out.end(), ' ', '|');
  return out + (*term.values && *term.value ? "|" : "") + term.value;
}

std::string NameAndValue(const Term& term) {
  const std::string value = ValueUsage(term);
  return term.name + std::string(*term.name && !value.empty() ? " " : "") +
         value;
}

// "[--limit N]", "FILE...".
std::string TermUsage(const Term& term) {
  std::string out = NameAndValue(term);
  if (term.need == Need::kMany || term.need == Need::kSome) out += "...";
  const bool wanted = term.need == Need::kRequired || term.need == Need::kSome;
  return wanted ? out : "[" + out + "]";
}

// `line` and the pieces after it, wrapped before the 80th column, with an
// indentation for the following rows.
std::string Wrapped(std::string line, size_t indent,
                    const std::vector<std::string>& pieces) {
  std::string out;
  bool first = true;
  for (const std::string& piece : pieces) {
    if (!first && line.size() + 1 + piece.size() > kLineEnd) {
      out += line + "\n";
      line = std::string(indent, ' ');
      first = true;
    }
    line += (first ? "" : " ") + piece;
    first = false;
  }
  return out + line + "\n";
}

std::vector<std::string> FormUsage(const Subcommand& sub, const Form& form) {
  std::vector<std::string> out = {sub.name};
  if (*form.action) out.push_back(form.action);
  for (const Term& term : form.terms) out.push_back(TermUsage(term));
  return out;
}

std::string UsageRows(const Subcommand& sub, const Form& form,
                      std::string line) {
  const size_t indent = line.size() + std::string_view(sub.name).size() + 1;
  return Wrapped(std::move(line), indent, FormUsage(sub, form));
}

// One option with its help next to it, or below it if the name is too long.
std::string TermHelp(const Term& term, size_t indent) {
  if (!*term.help) return "";
  std::string line = std::string(indent, ' ') + NameAndValue(term);
  std::string out;
  if (line.size() + 2 > kHelpColumn) {
    out = line + "\n";
    line.clear();
  }
  for (const std::string& text : SplitAt(term.help, '\n')) {
    line.resize(kHelpColumn, ' ');
    out += Wrapped(std::move(line), kHelpColumn, SplitAt(text, ' '));
    line.clear();
  }
  return out;
}

// The form that the arguments match; null if its name is unknown.
const Form* FormOf(const Subcommand& sub,
                   const std::vector<std::string>& args) {
  for (const Form& form : sub.forms) {
    if (!*form.action || (!args.empty() && args[0] == form.action)) {
      return &form;
    }
  }
  return nullptr;
}

// Returns "a, b or c" for "a b c".
std::string OneOf(std::string_view words) {
  std::string out;
  const std::vector<std::string> all = SplitAt(words, ' ');
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0) out += i + 1 == all.size() ? " or " : ", ";
    out += all[i];
  }
  return out;
}

std::string ActionsOf(const Subcommand& sub) {
  std::string out;
  for (const Form& form : sub.forms) {
    out += (out.empty() ? "" : " ") + std::string(form.action);
  }
  return out;
}

// Why the value of an option or an argument is wrong, or "".
std::string WhyNotValue(const Term& term, const std::string& value) {
  if (*term.value) return "";
  for (const std::string& known : SplitAt(term.values, ' ')) {
    if (value == known) return "";
  }
  return (*term.name ? term.name : value) + ": expected " + OneOf(term.values);
}

// The same of arguments by their positions. Where there are fewer arguments
// than terms, the optional terms are the ones that are left out.
std::string WhyNotArguments(std::span<const Term> terms,
                            const std::vector<std::string>& arguments) {
  std::vector<const Term*> positions;
  for (const Term& term : terms) {
    if (!*term.name) positions.push_back(&term);
  }
  size_t left_out =
      positions.size() - std::min(positions.size(), arguments.size());
  auto argument = arguments.begin();
  for (const Term* term : positions) {
    if (left_out > 0 && term->need == Need::kOptional) {
      --left_out;
      continue;
    }
    if (argument == arguments.end()) break;
    std::string why = WhyNotValue(*term, *argument++);
    if (!why.empty()) return why;
  }
  const bool any_number =
      std::any_of(positions.begin(), positions.end(), [](const Term* term) {
        return term->need == Need::kMany || term->need == Need::kSome;
      });
  if (any_number || argument == arguments.end()) return "";
  return *argument + ": not expected";
}

}  // namespace

std::string UsageOf(const Subcommand& sub, const Form& form) {
  std::string out;
  for (const std::string& piece : FormUsage(sub, form)) {
    out += (out.empty() ? "" : " ") + piece;
  }
  return out;
}

std::string HelpOf(const Subcommand& sub) {
  std::string out;
  for (const Form& form : sub.forms) {
    out += UsageRows(sub, form,
                     out.empty() ? "usage: synapse " : "       synapse ");
  }
  out += std::string("\n") + sub.summary + "\n";
  if (*sub.help) out += std::string("\n") + sub.help;
  for (const Form& form : sub.forms) {
    std::string terms;
    const bool named = *form.action;
    for (const Term& term : form.terms) terms += TermHelp(term, named ? 4 : 2);
    if (named) {
      out += std::string("\n") + sub.name + " " + form.action + "\n" +
             Wrapped("    ", 4, SplitAt(form.help, ' '));
    } else if (!terms.empty()) {
      out += "\n";
    }
    out += terms;
  }
  return out;
}

int Usage(const CommandInput& input, const char* name, std::string_view why) {
  Fail(input, name, why, 2);
  const Subcommand* sub = FindSubcommand(name);
  if (!sub) return 2;
  const Form* form = FormOf(*sub, input.args);
  if (form) {
    input.io.Err(UsageRows(*sub, *form, "usage: synapse "));
    return 2;
  }
  std::string actions = ActionsOf(*sub);
  std::replace(actions.begin(), actions.end(), ' ', '|');
  input.io.Err(std::string("usage: synapse ") + sub->name + " " + actions +
               " [...]\n");
  return 2;
}

int UnknownAction(const CommandInput& input, const char* name) {
  const std::string known = OneOf(ActionsOf(*FindSubcommand(name)));
  return Usage(
      input, name,
      (input.args.empty() ? "" : input.args[0] + ": ") + "expected " + known);
}

bool ParsedArgs::Has(std::string_view name) const {
  for (const auto& [key, value] : options) {
    if (key == name) return true;
  }
  return false;
}

std::string ParsedArgs::Get(std::string_view name,
                            std::string_view fallback) const {
  for (auto it = options.rbegin(); it != options.rend(); ++it) {
    if (it->first == name) return it->second;
  }
  return std::string(fallback);
}

ParsedArgs ParseArgs(std::span<const std::string> args,
                     std::span<const Term> terms) {
  ParsedArgs out;
  for (size_t i = 0; i < args.size() && out.error.empty(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--") {
      out.rest.insert(out.rest.end(),
                      args.begin() + static_cast<ptrdiff_t>(i) + 1, args.end());
      break;
    }
    if (!arg.starts_with('-') || arg == "-") {
      out.rest.push_back(arg);
      continue;
    }
    const size_t equals = arg.find('=');
    const std::string name = arg.substr(0, equals);
    const auto term =
        std::find_if(terms.begin(), terms.end(),
                     [&](const Term& t) { return name == t.name; });
    if (term == terms.end() || (equals != arg.npos && !term->takes_value())) {
      out.error = name + ": no such option";
    } else if (!term->takes_value()) {
      out.options.emplace_back(name, "");
    } else if (equals == arg.npos && i + 1 == args.size()) {
      out.error = name + ": a value is missing";
    } else {
      out.options.emplace_back(
          name, equals == arg.npos ? args[++i] : arg.substr(equals + 1));
      out.error = WhyNotValue(*term, out.options.back().second);
    }
  }
  if (out.error.empty()) out.error = WhyNotArguments(terms, out.rest);
  for (const Term& term : terms) {
    if (!out.error.empty() || !*term.name || term.need != Need::kRequired ||
        out.Has(term.name)) {
      continue;
    }
    out.error = NameAndValue(term) + " is missing";
  }
  return out;
}

ParsedArgs ParseArgs(const CommandInput& input, const char* name) {
  const Subcommand& sub = *FindSubcommand(name);
  const Form& form = *FormOf(sub, input.args);
  return ParseArgs(std::span(input.args).subspan(*form.action ? 1 : 0),
                   form.terms);
}

}  // namespace synapse
