// The table of subcommands: it defines every option, argument and value once.
// Usage and help are generated from it, ParseArgs uses it, and
// tests/command/pages_test.cc compares specs/synapse.json and synapse(1) with
// it.
#include "command/command.h"

namespace synapse {
namespace {

constexpr const char* kActions = "accepted dismissed edited ignored";

constexpr Term kSuggestTerms[] = {
    {"--limit", "N", "", "at most N suggestions, 1 to 200 (suggest.max_results)"},
    {"--format", "", "text json fzf",
     "text: one a line; json; fzf: text, tab, description"},
    {"--cursor", "N", "", "the cursor's offset in bytes (the end)"},
    {"--explain", "", "", "how the line was understood, and why each one"},
    {"--include-low-confidence", "", "", "also what is hardly likely"},
    {"--strict", "", "", "exit status 1 when there is nothing"},
    {"", "BUFFER", "", "", Need::kMany},
};
constexpr Term kSearchTerms[] = {
    {"--in", "", "commands files directories notes tasks all",
     "what is looked through (search.in)"},
    {"--scope", "", "session cwd repo global",
     "of this session, directory, repository, or all (search.scope)"},
    {"--limit", "N", "", "at most N results (25)"},
    {"--format", "", "text json fzf",
     "text: time, exit status, command, or kind and text; json: one object; fzf: "
     "command, tab, time, exit status, directory"},
    {"--exit", "N", "ok failed", "only runs that ended so; commands alone"},
    {"--explain", "", "", "why each has its score"},
    {"", "QUERY", "", "", Need::kMany},
};
constexpr Term kHistoryListTerms[] = {
    {"--limit", "N", "", "at most N commands (25)"},
    {"--agent", "", "", "those of coding agents, not your own"},
    {"--format", "", "text json", "text: time, exit status, command; json"},
};
constexpr Term kHistoryImportTerms[] = {
    {"", "FILE", "zsh bash fish atuin",
     "whose history, or which file (the running shell's)"},
};
constexpr Term kHistoryExportTerms[] = {
    {"--all", "", "", "everything that the store holds"},
};
constexpr Term kHistoryForgetTerms[] = {
    {"", "PATTERN", "", "commands that this regular expression matches"},
    {"--exact", "TEXT", "", "the command that is exactly TEXT"},
    {"--last", "", "", "the command that ran last"},
    {"--since", "T", "", "only runs since then: 2h, 3d, 2024-12-31"},
    {"--cwd", "D", "", "only runs in that directory"},
    {"--dry-run", "", "", "only show what would go"},
};
constexpr Term kHistoryPruneTerms[] = {
    {"--older-than", "DAYS", "", "what is older goes (history.max_days)"},
    {"--keep", "N", "", "only the newest N stay (history.max_events)"},
};
constexpr Form kHistoryForms[] = {
    {"list", kHistoryListTerms, "the latest commands, newest last"},
    {"import", kHistoryImportTerms,
     "takes in a history file, or what `export` printed; what is there already "
     "is not doubled"},
    {"export", kHistoryExportTerms,
     "every event as a JSON line, oldest first"},
    {"forget", kHistoryForgetTerms,
     "takes out every run of the commands that match, and all that was learned "
     "from them; they do not come back from a history file. Wanted is one of "
     "PATTERN, --exact and --last, or --since or --cwd."},
    {"prune", kHistoryPruneTerms, "takes out what is old"},
};

constexpr Term kSpecShowTerms[] = {{"", "COMMAND", "", "", Need::kRequired}};
constexpr Term kSpecCheckTerms[] = {{"", "FILE", "", "", Need::kSome}};
constexpr Term kSpecGenerateTerms[] = {
    {"--ai", "", "", "the language model that ai.provider names writes it"},
    {"--force", "", "", "in place of one that was generated before"},
    {"", "COMMAND", "", "", Need::kRequired},
};
constexpr Form kSpecForms[] = {
    {"list", {}, "every command with a spec"},
    {"show", kSpecShowTerms, "a spec as JSON"},
    {"check", kSpecCheckTerms, "validates spec files"},
    {"generate", kSpecGenerateTerms,
     "a spec out of what COMMAND --help prints"},
};

constexpr Term kDoctorTerms[] = {
    {"--format", "", "text json", "the form of the report"},
    {"--repair", "", "", "builds the index anew from the events first"},
};

constexpr Term kConfigListTerms[] = {
    {"--format", "", "text json", "the form of the list"},
};
constexpr Term kConfigKeyTerms[] = {{"", "KEY", "", "", Need::kRequired}};
constexpr Term kConfigSetTerms[] = {
    {"", "KEY", "", "", Need::kRequired},
    {"", "VALUE", "", "", Need::kRequired},
};
constexpr Form kConfigForms[] = {
    {"list", kConfigListTerms, "every setting: value, type, where it is from"},
    {"get", kConfigKeyTerms, "its value"},
    {"set", kConfigSetTerms, "writes it to the file; comments stay"},
    {"unset", kConfigKeyTerms, "takes it out of the file again"},
};

constexpr Term kFeedbackTerms[] = {
    {"", "", kActions, "what became of it"},
    {"", "SUGGESTION", "", "", Need::kRequired},
    {"--executed", "LINE", "", "what was run in its place, or of it"},
    {"--action", "", kActions, "what became of it, instead of the argument"},
};
constexpr Term kStatsTerms[] = {
    {"--since", "T", "", "from then on: 2h, 3d, 2024-12-31 (30d)"},
    {"--format", "", "text json html",
     "text: as wide as the terminal; json; html: a page of its own, to be "
     "opened from disk"},
};

constexpr Term kRecordsExportTerms[] = {
    {"--for", "", "sft rank dpo eval",
     "sft: context and beginning, and the suggestion that ran\n"
     "rank: each list, what of it was viewed, what was accepted\n"
     "dpo: pairs: what ran, against what was viewed and did not\n"
     "eval: the lines that ran, as `synapse replay` reads them",
     Need::kRequired},
    {"--test-share", "S", "", "of the sessions, to the split `test` (0.1)"},
    {"", "FILE", "", "", Need::kMany},
};
constexpr Term kRecordsCompareTerms[] = {{"", "FILE", "", "", Need::kMany}};
constexpr Form kRecordsForms[] = {
    {"export", kRecordsExportTerms, "training sets as JSON lines"},
    {"compare", kRecordsCompareTerms,
     "how often what each version of the weights suggested was what ran"},
};

constexpr Term kLearnTerms[] = {
    {"--transcript", "PATH", "", "a file, or all *.jsonl and *.json below a directory",
     Need::kRequired},
    {"--format", "", "text json", "the form of the counts"},
};
constexpr Term kReflectTerms[] = {
    {"--since", "T", "", "from then on: 2h, 7d, 2024-12-31 (30d)"},
    {"--format", "", "text json", "the form of the page"},
    {"--alias", "N", "", "only the text of the alias that finding N offers"},
};
constexpr Term kReflectShowTerms[] = {{"", "REF", "", "", Need::kRequired}};
constexpr Term kReflectOutdatedTerms[] = {
    {"", "N", "", "", Need::kRequired},
    {"--since", "T", "", "of the page that the number is on (30d)"},
};
constexpr Term kReflectPromptTerms[] = {
    {"", "TRANSCRIPT", "", "", Need::kRequired}};
constexpr Term kReflectTakeTerms[] = {{"", "ANSWER", "", "", Need::kRequired}};
constexpr Form kReflectForms[] = {
    {"show", kReflectShowTerms,
     "the raw event behind a reference: event:12, feedback:3, conv:ID, "
     "trajectory:SESSION:event:N"},
    {"outdated", kReflectOutdatedTerms, "finding N does not hold any more"},
    {"prompt", kReflectPromptTerms,
     "what to ask a language model about a transcript; nothing is sent"},
    {"take", kReflectTakeTerms, "takes in what one answered, out of a file"},
    {"", kReflectTerms, ""},
};
constexpr Term kLearnStatsTerms[] = {
    {"--format", "", "text json", "the form of the figures"},
};
constexpr Term kLearnReplayTerms[] = {{"", "PATH", "", "", Need::kSome}};
constexpr Form kLearnForms[] = {
    {"stats", kLearnStatsTerms,
     "how many searches found little, and what was learned of what was found in "
     "their place"},
    {"replay", kLearnReplayTerms,
     "how often a search in these transcripts is answered by what earlier "
     "sessions opened; nothing is kept"},
    {"", kLearnTerms, ""},
};

constexpr Term kTuneTerms[] = {
    {"--commands", "N", "", "how many (1000): half of them are predicted"},
    {"--apply", "", "", "sets rank.factors, where that is better"},
    {"--reset", "", "", "goes back to the weights as they are"},
};
constexpr Term kAiPreviewTerms[] = {
    {"--task", "", "complete intent request fix explain spec",
     "what is asked (complete; of an empty LINE intent)"},
    {"", "LINE", "", "", Need::kMany},
};
constexpr Term kAiAskTerms[] = {{"", "WISH", "", "", Need::kSome}};
constexpr Term kAiFixTerms[] = {
    {"--output", "", "", "with what the command printed, read from stdin"},
    {"", "LINE", "", "", Need::kMany},
};
constexpr Term kAiExplainTerms[] = {{"", "LINE", "", "", Need::kSome}};
constexpr Form kAiForms[] = {
    {"preview", kAiPreviewTerms, "what would be sent about LINE, and sends nothing"},
    {"ask", kAiAskTerms, "the command line that does it"},
    {"fix", kAiFixTerms, "the line that failed last, or LINE, corrected"},
    {"explain", kAiExplainTerms, "what LINE does, in plain words"},
};
constexpr Term kIncognitoTerms[] = {
    {"", "", "off ephemeral no_send",
     "off: what is run is learned and kept\n"
     "ephemeral: it is suggested in this shell, and written nowhere\n"
     "no_send: nothing is learned"},
    {"--forget", "", "", "with off: what was ephemeral is not suggested"},
};
constexpr Term kInitTerms[] = {{"", "", "zsh bash", "", Need::kRequired}};
constexpr Term kDriveTerms[] = {
    {"--store", "DIR", "", "the directory of the store", Need::kRequired},
};
constexpr Term kReplayTerms[] = {
    {"--format", "", "text json", "the form of the figures"},
    {"--steps", "", "",
     "each command, its rank and the first five, in place of the figures"},
    {"--features", "", "",
     "what scripts/fit-lines fits the weights of lines to, in place of them"},
    {"--cap", "N", "", "only the first N commands of each file"},
    {"--first", "N", "",
     "a bound: as if the best of the first N suggestions were chosen"},
    {"", "CORPUS.jsonl", "", "", Need::kSome},
};
constexpr Term kHelpTerms[] = {
    {"", "SUBCOMMAND", "tour", "tour: the keys, in five screens"},
    {"", "N", "", "one screen of the tour"},
};

constexpr Form kSuggestForms[] = {{"", kSuggestTerms, ""}};
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
    {"suggest", "what could come next on a line",
     "Prints suggestions for BUFFER, best first. Without BUFFER: for an empty "
     "line.\nA BUFFER that begins with a dash stands behind --.\n",
     kSuggestForms, RunSuggest, NeedsEngine::kYes},
    {"search", "commands, files, notes and tasks that fit",
     "Prints what fits QUERY, best first: commands of the history, files and\n"
     "directories of the repository, notes (comments that were typed) and tasks "
     "of the\nproject, each once. Without QUERY the latest commands. Exit status 1 "
     "when there\nis nothing. A QUERY that begins with a dash stands behind --.\n\n"
     "  words         in any order; forms of a word, its beginning and a misspelt\n"
     "                one count less\n"
     "  'word         as it stands;  ^word, word$: at the beginning, the end\n"
     "  !word         must not be there\n\n"
     "What is opened or run behind a search that found little is found by the next\n"
     "one like it (search.learn; `synapse learn stats`).\n",
     kSearchForms, RunSearch, NeedsEngine::kYes},
    {"history", "what is kept of the commands that ran", "", kHistoryForms,
     RunHistory, NeedsEngine::kYes},
    {"spec", "the completion specs", "", kSpecForms, RunSpec,
     NeedsEngine::kYes},
    {"doctor", "whether all is well, and what to do",
     "Shows versions, the store, what is off and why; exit status 0 when all is "
     "well.\n",
     kDoctorForms, RunDoctor, NeedsEngine::kYes},
    {"config", "the settings",
     "Shells that are open take it over at their next prompt. The keys are\n"
     "described in synapse-config(5).\n",
     kConfigForms, RunConfig, NeedsEngine::kYes},
    {"feedback", "what became of a suggestion",
     "Takes in what became of a suggestion that Synapse did not show itself, as "
     "in a\npicker of your own. It counts for a while, as at the prompt.\n",
     kFeedbackForms, RunFeedback, NeedsEngine::kYes},
    {"stats", "what suggestions saved, and which of them",
     "Shows how many keys were not typed, how often what was suggested ran, "
     "how\nlong that took, which suggestion it was, by day, source, command "
     "and\ndirectory, and what was not good enough.\n",
     kStatsForms, RunStats, NeedsEngine::kYes},
    {"records", "training sets out of what was suggested",
     "Reads what tracking.history kept, or the files that are named. A broken "
     "line is\nreported and skipped.\n",
     kRecordsForms, RunRecords, NeedsEngine::kYes},
    {"learn", "from searches, and from what coding agents did",
     "Reads transcripts of Claude Code and Codex. Commands that an agent ran are\n"
     "kept apart from your own: `synapse history list --agent`. They are offered\n"
     "behind yours. What was read already is not doubled.\n",
     kLearnForms, RunLearn, NeedsEngine::kYes},
    {"reflect", "what happened, and what to make of it",
     "Shows what was put right, what keeps failing, what works elsewhere, what "
     "is\nalways done so, and what is done by hand again and again, with "
     "references to\nthe events behind it.\n",
     kReflectForms, RunReflect, NeedsEngine::kYes},
    {"tune", "factors of the ranking, learned from what you ran",
     "Replays the newest commands with other factors of the ranking, one at a\n"
     "time, keeps those that save more keys, and shows what they bring on\n"
     "sessions that were held out. Nothing is changed without --apply.\n",
     kTuneForms, RunTune, NeedsEngine::kYes},
    {"ai", "what a language model says of a line",
     "Asks the model that ai.provider names, and waits for it. Answers are checked:\n"
     "one line, commands that are here, options that their specs know. Nothing is\n"
     "run. Secrets are never sent, nor is anything of a shell that is incognito.\n",
     kAiForms, RunAi, NeedsEngine::kYes},
    {"incognito", "what this shell leaves behind",
     "Sets how this shell learns, or prints it. privacy.incognito is how it "
     "starts.\n",
     kIncognitoForms, RunIncognito, NeedsEngine::kYes},
    {"init", "the line for the shell's rc file",
     "Prints what loads Synapse; put this into the rc file:\n"
     "  ~/.zshrc    eval \"$(synapse init zsh)\"\n"
     "  ~/.bashrc   eval \"$(synapse init bash)\"\n",
     kInitForms, RunInit, NeedsEngine::kNo},
    {"drive", "JSON lines on stdin and stdout",
     "For tests and measurement: one request a line, one reply each. The clock "
     "and the\ndirectory are the request's; nothing of the user's own is "
     "read.\n\n"
     "  {\"op\":\"suggest\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"buffer\":B,\"cursor\":N,\"limit\":N}\n"
     "  {\"op\":\"command\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"cmd\":C,\"exit\":N,\"duration_ms\":N,\"ephemeral\":BOOL}\n"
     "  {\"op\":\"feedback\",\"ts\":SECONDS,\"action\":A,\n"
     "   \"suggestion\":S,\"executed\":E}\n"
     "  {\"op\":\"search\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,\n"
     "   \"query\":Q,\"in\":KIND,\"scope\":SCOPE,\"limit\":N}\n",
     kDriveForms, RunDrive, NeedsEngine::kNo},
    {"replay", "how well recorded histories are foreseen",
     "Each file is one user's history, a JSON object a line in the order of "
     "time:\n\"cmd\", and where known \"ts\" (seconds), \"cwd\", \"exit\", "
     "\"session\". Each command\nis predicted first and learned then, from "
     "nothing, in memory.\n\n"
     "  next1 next5   the next line is the first, or among the first five, on "
     "an\n                empty line\n"
     "  mrr           mean reciprocal rank of the line among the first ten\n"
     "  save          share of keystrokes saved by taking whole lines\n"
     "  saveword      the same, when words may be taken one by one\n",
     kReplayForms, RunReplay, NeedsEngine::kNo},
    {"version", "the version", "", kVersionForms, RunVersion, NeedsEngine::kNo},
    {"help", "this help, and a tour", "", kHelpForms, RunHelp, NeedsEngine::kNo},
};

}  // namespace

std::span<const Subcommand> Subcommands() { return kSubcommands; }

}  // namespace synapse
