// The table of subcommands: it defines every option, argument and value once.
// Usage and help are generated from it, ParseArgs uses it, and
// tests/command/pages_test.cc compares specs/synapse.json and synapse(1) with
// it.
#include "command/command.h"

namespace synapse {
namespace {

constexpr const char* kActions = "accepted dismissed edited ignored";

constexpr Term kSuggestTerms[] = {
    {"--limit", "N", "",
     "Print at most N suggestions, 1 to 5000 (default: suggest.max_results)"},
    {"--format", "", "text json fzf",
     "Set the format: text: one a line; json; fzf: text, tab, description"},
    {"--cursor", "N", "",
     "Set the cursor's offset in bytes (default: the end)"},
    {"--explain", "", "",
     "Explain how the line was parsed, and each suggestion"},
    {"--include-low-confidence", "", "",
     "Also print suggestions with a low confidence"},
    {"--strict", "", "", "Exit with status 1 without a suggestion"},
    {"", "BUFFER", "", "", Need::kMany},
};
constexpr Term kExplainTerms[] = {
    {"--json", "", "", "Print one JSON object"},
    {"", "LINE", "", "", Need::kSome},
};
constexpr Term kSearchTerms[] = {
    {"--in", "", "commands files directories notes tasks all",
     "Set the kinds of results (default: search.in)"},
    {"--scope", "", "session cwd repo host global",
     "Search this session, directory, repository, machine, or all (default: search.scope)"},
    {"--limit", "N", "", "Print at most N results (default 25)"},
    {"--format", "", "text json fzf",
     "Set the format: "
     "text: time, exit status, command, or kind and text; json: "
     "one object; fzf: command, tab, time, exit status, directory"},
    {"--exit", "N", "ok failed", "Select runs by exit status; only commands"},
    {"--explain", "", "", "Explain the score of each result"},
    {"", "QUERY", "", "", Need::kMany},
};
constexpr Term kHistoryListTerms[] = {
    {"--limit", "N", "", "Print at most N commands (default 25)"},
    {"--agent", "", "", "List commands of coding agents instead of your own"},
    {"--format", "", "text json",
     "Set the format: text: time, exit status, command; json"},
};
constexpr Term kHistoryImportTerms[] = {
    {"", "FILE", "zsh bash fish atuin hishtory histdb",
     "Select a shell's history, or a file (default: the running shell's)"},
};
constexpr Term kHistoryExportTerms[] = {
    {"--all", "", "", "Export all records of the store"},
    {"--bundle", "FILE", "",
     "Write the commands to FILE instead, encrypted with the key of\n"
     "`synapse sync key`, or with one that is printed once"},
};
constexpr Term kHistoryForgetTerms[] = {
    {"", "PATTERN", "", "Forget commands that match this regular expression"},
    {"--exact", "TEXT", "", "Forget the command that equals TEXT"},
    {"--last", "", "", "Forget the command that ran last"},
    {"--since", "T", "", "Forget only runs since T: 2h, 3d, 2024-12-31"},
    {"--cwd", "D", "", "Forget only runs in directory D"},
    {"--dry-run", "", "", "Only print what would be forgotten"},
};
constexpr Term kHistoryPruneTerms[] = {
    {"--older-than", "DAYS", "",
     "Remove older commands (default: history.max_days)"},
    {"--keep", "N", "", "Keep only the newest N (default: history.max_events)"},
};
constexpr Form kHistoryForms[] = {
    {"list", kHistoryListTerms, "List the latest commands, newest last"},
    {"import", kHistoryImportTerms,
     "Import a history file, a bundle, or the output of `export`; "
     "commands that the store "
     "has are not added again"},
    {"export", kHistoryExportTerms,
     "Print every event as a JSON line, oldest first"},
    {"forget", kHistoryForgetTerms,
     "Remove every run of the matching commands, "
     "and all data learned from them; "
     "a later import does not restore them. One of PATTERN, --exact and --last "
     "is required, or --since or --cwd."},
    {"prune", kHistoryPruneTerms, "Remove old commands"},
};

constexpr Term kSpecShowTerms[] = {
    {"--source", "", "", "Print where the spec comes from instead"},
    {"", "COMMAND", "", "", Need::kRequired},
};
constexpr Term kSpecDiffTerms[] = {{"", "COMMAND", "", "", Need::kRequired}};
constexpr Term kSpecCheckTerms[] = {
    {"--style", "", "", "Check the wording of descriptions too"},
    {"", "FILE", "", "", Need::kSome},
};
constexpr Term kSpecGenerateTerms[] = {
    {"--ai", "", "", "Let the language model of ai.provider write the spec"},
    {"--force", "", "", "Replace an earlier generated spec"},
    {"--installed", "", "", "Generate specs of all commands on PATH"},
    {"", "COMMAND", "", "", Need::kMany},
};
constexpr Form kSpecForms[] = {
    {"list", {}, "List commands with a spec"},
    {"show", kSpecShowTerms, "Print a spec as JSON"},
    {"check", kSpecCheckTerms, "Validate spec files"},
    {"generate", kSpecGenerateTerms,
     "Generate a spec from the manual page, completion files and --help"},
    {"diff", kSpecDiffTerms,
     "Compare the spec of Synapse with the installed manual"},
};

constexpr Term kDoctorTerms[] = {
    {"--format", "", "text json", "Set the format of the report"},
    {"--repair", "", "", "Recover damaged logs, and rebuild the index first"},
};

constexpr Term kConfigListTerms[] = {
    {"--format", "", "text json", "Set the format of the list"},
};
constexpr Term kConfigKeyTerms[] = {{"", "KEY", "", "", Need::kRequired}};
constexpr Term kConfigSetTerms[] = {
    {"", "KEY", "", "", Need::kRequired},
    {"", "VALUE", "", "", Need::kRequired},
};
constexpr Form kConfigForms[] = {
    {"list", kConfigListTerms, "List settings: value, type, origin"},
    {"get", kConfigKeyTerms, "Print the value of a setting"},
    {"set", kConfigSetTerms,
     "Write a setting to the file; its comments are kept"},
    {"unset", kConfigKeyTerms,
     "Remove a setting from the file; its default applies"},
};

constexpr Term kFeedbackTerms[] = {
    {"", "", kActions, "Name the outcome"},
    {"", "SUGGESTION", "", "", Need::kRequired},
    {"--executed", "LINE", "", "Name the line that ran in the end"},
    {"--action", "", kActions, "Name the outcome, instead of the argument"},
};
constexpr Term kStatsTerms[] = {
    {"--since", "T", "", "Start at T: 2h, 3d, 2024-12-31 (default 30d)"},
    {"--format", "", "text json html",
     "Set the format: text: as wide as the terminal; json; html: one page, to "
     "open from disk"},
};

constexpr Term kRecordsExportTerms[] = {
    {"--for", "", "sft rank dpo eval",
     "sft: context and beginning, and the suggestion that ran\n"
     "rank: each list, its viewed suggestions, the accepted one\n"
     "dpo: pairs: the line that ran, against each viewed one that did not\n"
     "eval: the lines that ran, as `synapse replay` reads them",
     Need::kRequired},
    {"--test-share", "S", "",
     "Assign this share of the sessions to the split `test` (default 0.1)"},
    {"", "FILE", "", "", Need::kMany},
};
constexpr Term kRecordsCompareTerms[] = {{"", "FILE", "", "", Need::kMany}};
constexpr Form kRecordsForms[] = {
    {"export", kRecordsExportTerms, "Print training sets as JSON lines"},
    {"compare", kRecordsCompareTerms,
     "Compare how often the suggestions of each version of the weights ran"},
};

constexpr Term kLearnTerms[] = {
    {"--transcript", "PATH", "",
     "Read a file, or all *.jsonl and *.json below a directory",
     Need::kRequired},
    {"--format", "", "text json", "Set the format of the counts"},
};
constexpr Term kReflectTerms[] = {
    {"--since", "T", "", "Start at T: 2h, 7d, 2024-12-31 (default 30d)"},
    {"--format", "", "text json", "Set the format of the page"},
    {"--alias", "N", "", "Print only the alias of finding N"},
};
constexpr Term kReflectShowTerms[] = {{"", "REF", "", "", Need::kRequired}};
constexpr Term kReflectOutdatedTerms[] = {
    {"", "N", "", "", Need::kRequired},
    {"--since", "T", "", "Use the page that starts at T (default 30d)"},
};
constexpr Term kReflectPromptTerms[] = {
    {"", "TRANSCRIPT", "", "", Need::kRequired}};
constexpr Term kReflectTakeTerms[] = {{"", "ANSWER", "", "", Need::kRequired}};
constexpr Form kReflectForms[] = {
    {"show", kReflectShowTerms,
     "Print the raw event of a reference: event:12, feedback:3, conv:ID, "
     "trajectory:SESSION:event:N"},
    {"outdated", kReflectOutdatedTerms, "Mark finding N as outdated"},
    {"prompt", kReflectPromptTerms,
     "Print a request to a language model about a transcript; nothing is sent"},
    {"take", kReflectTakeTerms,
     "Read the answer of a language model from a file"},
    {"", kReflectTerms, ""},
};
constexpr Term kLearnStatsTerms[] = {
    {"--format", "", "text json", "Set the format of the figures"},
};
constexpr Term kLearnReplayTerms[] = {{"", "PATH", "", "", Need::kSome}};
constexpr Form kLearnForms[] = {
    {"stats", kLearnStatsTerms,
     "Count searches with poor results, "
     "and the links learned from later finds"},
    {"replay", kLearnReplayTerms,
     "Measure how often earlier sessions answer a search in these transcripts; "
     "nothing is recorded"},
    {"", kLearnTerms, ""},
};

constexpr Term kTuneTerms[] = {
    {"--commands", "N", "",
     "Replay the newest N (default 1000); half of them are predicted"},
    {"--apply", "", "", "Set rank.factors if the result is better"},
    {"--reset", "", "", "Reset rank.factors to the default"},
};
constexpr Term kAiPreviewTerms[] = {
    {"--task", "", "complete intent request fix explain spec",
     "Select the request (default: complete; intent for an empty LINE)"},
    {"", "LINE", "", "", Need::kMany},
};
constexpr Term kAiAskTerms[] = {{"", "WISH", "", "", Need::kSome}};
constexpr Term kAiFixTerms[] = {
    {"--output", "", "",
     "Read the output of the command from stdin, and send it"},
    {"", "LINE", "", "", Need::kMany},
};
constexpr Term kAiExplainTerms[] = {{"", "LINE", "", "", Need::kSome}};
constexpr Form kAiForms[] = {
    {"preview", kAiPreviewTerms,
     "Print the request about LINE without sending it"},
    {"ask", kAiAskTerms, "Print a command line that does WISH"},
    {"fix", kAiFixTerms, "Correct the line that failed last, or LINE"},
    {"explain", kAiExplainTerms, "Explain LINE in plain words"},
};
constexpr Term kIncognitoTerms[] = {
    {"", "", "off ephemeral no_send",
     "off: learn and record commands\n"
     "ephemeral: learn commands in this shell only, write nothing\n"
     "no_send: learn and record nothing"},
    {"--forget", "", "",
     "With off: forget what this shell learned while ephemeral"},
};
constexpr Term kSyncDirectoryTerms[] = {
    {"", "DIR", "", "The folder that something else carries", Need::kRequired},
};
constexpr Term kSyncNowTerms[] = {
    {"--background", "", "", "Do nothing if a pass was done within sync.every"},
};
constexpr Form kSyncForms[] = {
    {"init", kSyncDirectoryTerms, "Make a folder and its key, and join it"},
    {"join", kSyncDirectoryTerms,
     "Join a folder; the key's words are read from standard input"},
    {"now", kSyncNowTerms, "Read and write the folder now"},
    {"status", {}, "Print machines, commands, bytes, and what is waiting"},
    {"key", {}, "Print the key as words, for another machine"},
    {"rotate", {}, "Make a new key; the other machines join again with it"},
};
constexpr Term kInitTerms[] = {{"", "", "zsh bash", "", Need::kRequired}};
constexpr Term kDriveTerms[] = {
    {"--store", "DIR", "", "Set the directory of the store", Need::kRequired},
    {"--factors", "LIST", "",
     "Set rank.factors: NAME=FACTOR, separated by commas"},
};
constexpr Term kReplayTerms[] = {
    {"--format", "", "text json", "Set the format of the figures"},
    {"--steps", "", "",
     "Print each command, its rank and the first five instead"},
    {"--features", "", "", "Print the features for scripts/fit-lines instead"},
    {"--list-features", "", "",
     "Print the features for scripts/fit-order instead"},
    {"--cap", "N", "", "Use only the first N commands of each file"},
    {"--first", "N", "",
     "Compute a bound: choose the best of the first N suggestions"},
    {"--take", "", "word component",
     "Set how much a key takes of a ghost (default: word); component: of a path up to its next slash"},
    {"--tree", "", "",
     "Make the files that the lines imply, in a temporary directory"},
    {"", "CORPUS.jsonl", "", "", Need::kSome},
};
constexpr Term kHelpTerms[] = {
    {"", "SUBCOMMAND", "tour", "tour: Try the keys, in nine steps"},
    {"", "N", "", "Show one step of the tour"},
};

constexpr Form kSuggestForms[] = {{"", kSuggestTerms, ""}};
constexpr Form kExplainForms[] = {{"", kExplainTerms, ""}};
constexpr Form kSearchForms[] = {{"", kSearchTerms, ""}};
constexpr Form kDoctorForms[] = {{"", kDoctorTerms, ""}};
constexpr Form kFeedbackForms[] = {{"", kFeedbackTerms, ""}};
constexpr Form kStatsForms[] = {{"", kStatsTerms, ""}};
constexpr Form kTuneForms[] = {{"", kTuneTerms, ""}};
constexpr Form kIncognitoForms[] = {{"", kIncognitoTerms, ""}};
constexpr Form kInitForms[] = {{"", kInitTerms, ""}};
constexpr Form kDriveForms[] = {{"", kDriveTerms, ""}};
constexpr Form kReplayForms[] = {{"", kReplayTerms, ""}};
constexpr Form kVersionForms[] = {{"", {}, ""}};
constexpr Form kHelpForms[] = {{"", kHelpTerms, ""}};

constexpr Subcommand kSubcommands[] = {
    {"suggest", "suggest what comes next on a line",
     "Prints suggestions for BUFFER, best first; without BUFFER for an empty "
     "line.\nWrite -- before a BUFFER that begins with a dash.\n",
     kSuggestForms, RunSuggest, NeedsEngine::kYes},
    {"explain", "explain each part of a line",
     "Prints a row for each part of LINE: the part, its kind, and its meaning "
     "by\nthe specs; what a path or pattern is here now; and what is dangerous. "
     "Nothing\nis run, and no language model is asked. Several words are joined "
     "by blanks:\nquote a LINE that has quotes or operators, and write -- before "
     "one with\noptions.\n",
     kExplainForms, RunExplain, NeedsEngine::kYes},
    {"search", "find commands, files, notes and tasks",
     "Prints results for QUERY, best first: commands of the history, files and\n"
     "directories of the repository, notes (comments that were typed) and tasks "
     "of the\nproject, each once. Without QUERY the latest commands. Exit status 1 "
     "when there\nis no result. Write -- before a QUERY that begins with a dash.\n\n"
     "  words         in any order; other forms of a word, its beginning and typos\n"
     "                count less\n"
     "  'word         exactly;  ^word, word$: at the beginning, the end\n"
     "  !word         excluded\n\n"
     "After a search with poor results, the files and commands used next are\n"
     "learned for similar searches (search.learn; `synapse learn stats`).\n",
     kSearchForms, RunSearch, NeedsEngine::kStore},
    {"history", "list, import, export and forget commands", "", kHistoryForms,
     RunHistory, NeedsEngine::kStore},
    {"spec", "list, check, compare and generate completion specs", "",
     kSpecForms, RunSpec, NeedsEngine::kYes},
    {"doctor", "report the state, and what to do about problems",
     "Prints versions, the state of the store, and problems; exit status 0 "
     "without\nproblems.\n",
     kDoctorForms, RunDoctor, NeedsEngine::kYes},
    {"config", "list and change settings",
     "Open shells apply changes at their next prompt. synapse-config(5) describes\n"
     "the keys.\n",
     kConfigForms, RunConfig, NeedsEngine::kYes},
    {"feedback", "record the outcome of a suggestion",
     "Records the outcome of a suggestion that another program showed, such as a\n"
     "picker of your own. It counts for a while, as at the prompt.\n",
     kFeedbackForms, RunFeedback, NeedsEngine::kStore},
    {"stats", "report what suggestions saved",
     "Prints how many keys were saved, how often suggestions ran, the time to\n"
     "decide and the position, by day, source, command and directory, and\n"
     "suggestions that were not good enough.\n",
     kStatsForms, RunStats, NeedsEngine::kStore},
    {"records", "export and compare recorded suggestions",
     "Reads the records of tracking.history, or the named files. A broken line "
     "is\nreported and skipped.\n",
     kRecordsForms, RunRecords, NeedsEngine::kYes},
    {"learn", "learn from searches and coding agents",
     "Reads transcripts of Claude Code and Codex. Commands that an agent ran are\n"
     "stored separately: `synapse history list --agent`. They are suggested after\n"
     "your own. Events that were read before are not added again.\n",
     kLearnForms, RunLearn, NeedsEngine::kStore},
    {"reflect", "report findings about past commands",
     "Prints corrections, repeated failures, commands that work in another\n"
     "directory, preferences, and work that is repeated by hand, with references\n"
     "to the events.\n",
     kReflectForms, RunReflect, NeedsEngine::kStore},
    {"tune", "compute factors of the ranking from your commands",
     "Replays the newest commands with other factors of the ranking, one at a\n"
     "time, keeps those that save more keys, and prints their effect on\n"
     "sessions that were held out. Without --apply nothing is changed.\n",
     kTuneForms, RunTune, NeedsEngine::kStore},
    {"ai", "ask a language model about a line",
     "Asks the model of ai.provider, and waits for it. Answers are checked: one\n"
     "line, installed commands, options in their specs. Nothing is run. Secrets\n"
     "are never sent, and neither is anything from an incognito shell.\n",
     kAiForms, RunAi, NeedsEngine::kYes},
    {"incognito", "set what this shell records",
     "Sets how this shell learns, or prints it. privacy.incognito sets the "
     "initial\nmode.\n",
     kIncognitoForms, RunIncognito, NeedsEngine::kYes},
    {"sync", "share the history with your other machines",
     "Reads and writes encrypted files in a folder that something else carries: "
     "git,\nrsync, Syncthing, NFS. It runs by itself after a prompt "
     "(sync.every). See\nsynapse-sync(7).\n",
     kSyncForms, RunSync, NeedsEngine::kStore},
    {"init", "print the code for the shell's rc file",
     "Prints code that loads Synapse. Add one of these lines to the rc file:\n"
     "  ~/.zshrc    eval \"$(synapse init zsh)\"\n"
     "  ~/.bashrc   eval \"$(synapse init bash)\"\n",
     kInitForms, RunInit, NeedsEngine::kNo},
    {"drive", "serve JSON lines on stdin and stdout",
     "For tests and measurement: one request a line, one reply each. The request\n"
     "sets the clock and the directory; data of the user is not read.\n\n"
     "  {\"op\":\"suggest\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"buffer\":B,\"cursor\":N,\"limit\":N}\n"
     "  {\"op\":\"command\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"cmd\":C,\"exit\":N,\"duration_ms\":N,\"ephemeral\":BOOL}\n"
     "  {\"op\":\"feedback\",\"ts\":SECONDS,\"action\":A,\n"
     "   \"suggestion\":S,\"executed\":E}\n"
     "  {\"op\":\"search\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"query\":Q,\"in\":KIND,\"scope\":SCOPE,\"limit\":N}\n",
     kDriveForms, RunDrive, NeedsEngine::kNo},
    {"replay", "measure predictions on recorded histories",
     "Each file is one user's history, a JSON object a line in the order of "
     "time:\n\"cmd\", and where known \"ts\" (seconds), \"cwd\", \"exit\", "
     "\"session\". Each command\nis predicted and then learned, starting "
     "without data, in memory.\n\n"
     "  next1 next5   the next line is the first, or among the first five, on "
     "an\n                empty line\n"
     "  mrr           mean reciprocal rank of the line among the first ten\n"
     "  save          share of keystrokes saved by taking whole lines\n"
     "  saveword      the same, when words may be taken one by one\n"
     "  wrong         share of these keystrokes at which a ghost with a wrong "
     "next\n                word is read\n\n"
     "A suggestion that would be no ghost is not taken, and not read.\n",
     kReplayForms, RunReplay, NeedsEngine::kNo},
    {"version", "print the version", "", kVersionForms, RunVersion,
     NeedsEngine::kNo},
    {"help", "print this help, or a tour", "", kHelpForms, RunHelp,
     NeedsEngine::kNo},
};

}  // namespace

std::span<const Subcommand> Subcommands() { return kSubcommands; }

}  // namespace synapse
