// help tour: steps of at most 20 rows of 80 columns. The files that they name
// are those of tour_shell.cc.
#include "command/tour.h"

namespace synapse {
namespace {

// Brackets mark text that is grey at the prompt.
const std::vector<TourStep> kTourSteps = {
    {R"(1 of 9: THE GREY TEXT

  Type `cat s`. Grey text after the cursor (in brackets here) shows how the line
  probably continues:

    $ cat s[oups/lentil.md]

  Right, End, Ctrl-E, Ctrl-F      take all of it, then Enter runs the line
  keep typing                     it stays while it fits

  Nothing is run until you press Enter. On an empty line the grey text is the
  command that probably comes next.
)",
     "cat soups/*"},
    {R"(2 of 9: ONE WORD OF IT

  Type `gr`. Take two words of the grey text, and type another word behind them.

    $ gr[ep -rn salt soups]

  Ctrl-Right, Alt-F               take a word
  Alt-Right                       take a word, or a path up to its next slash

  Commands for keys of your own (bindkey, bind):

  synapse-take-component          up to the next slash
  synapse-take-character          one character
  synapse-take-and-run            all of it, and Enter
)",
     "grep *"},
    {R"(3 of 9: TAB

  Type `cat s` and press Tab several times.

  Tab                             inserts the next word; again: another word
  Shift-Tab                       the word before, and what you typed
  Esc Tab                         the shell's own completion

  synapse config set prompt.tab cycle     shows one suggestion after another
  synapse config set prompt.tab shell     leaves Tab to the shell
)",
     "cat *"},
    {R"(4 of 9: THE LIST

  Type `tar -` and press Ctrl-Space. Type `gz`: letters filter the list.

  Ctrl-Space, Alt-/               all suggestions, with what each does
  Up, Down, PageUp, PageDown      move
  Enter                           inserts the row; Alt-Enter also runs it
  Esc                             closes the list; the line is unchanged

  An exclamation mark marks a dangerous row. Then delete the line by Ctrl-U and
  press Enter.
)",
     "tar*"},
    {R"(5 of 9: A COMMAND THAT FAILED

  Run `cat sups/tomato.md`. It fails, and on the next, empty line the grey text
  is the corrected command. Take it and run it.

  The same happens after `mkdir a/b`, after `gti status`, after `git push` of a
  branch without an upstream, and some dozens of other failures.
)",
     "cat soups/tomato.md", "cat sups/*"},
    {R"(6 of 9: WHAT A LINE DOES

  Type `tar -czf all.tar.gz soups > log`, and press Alt-H before Enter.

  Alt-H                           what each part of the line does, what its
                                  files and patterns are, what is dangerous
  synapse explain LINE            prints the same
  synapse suggest --explain LINE  why each suggestion is there
)",
     "tar *"},
    {R"(7 of 9: THE HISTORY

  Run `synapse search salt`.

  synapse search WORDS            finds commands, files and notes of all shells
  Ctrl-R                          searches the commands, after
                                  synapse config set prompt.ctrl_r true
  Ctrl-R again                    this session, this directory, this repository
  'word  ^word  word$  !word      exact, at the start, at the end, without
  synapse history import fish     takes over another history

  A search that finds nothing teaches too: the file that you open next is found
  by the same words from then on.
)",
     "synapse search *"},
    {R"(8 of 9: WHAT IS NOT KEPT

  Run `synapse incognito ephemeral`. This shell then writes nothing to files.

  synapse incognito no_send       it learns nothing at all; `off` ends either
  a blank before a line           the line is not recorded, and neither is one
                                  with a password or a key in it
  Shift-Delete                    forgets the suggestion on show, for ever;
                                  in the list and the search also F2
  synapse history forget TEXT     forgets all commands with that text
  Esc                             hides the grey text until the line changes
  synapse-toggle                  a command for a key: no grey text, and again
)",
     "synapse incognito *"},
    {R"(9 of 9: WHAT FEW PEOPLE FIND

  synapse stats                   the keys that you did not type
  synapse reflect                 your habits: what fails again and again, what
                                  you type by hand again and again
  synapse reflect --alias 1       prints an alias or a function for finding 1
  synapse config set learn.transcripts ~/.claude/projects
                                  suggests the commands that coding agents ran
  # unpack a tar file             a wish as a comment: with a language model
                                  (ai.provider) its command is the grey text
  synapse sync init DIR           one history for all your machines, encrypted,
                                  in a folder that you carry yourself
  synapse config list             all settings
  synapse doctor                  what does not work, and what to do about it

  Nothing leaves this machine but by `sync` and `ai`, which you set up. More:
  man synapse
)",
     ""},
};

}  // namespace

const std::vector<TourStep>& TourSteps() { return kTourSteps; }

std::string Tour() {
  std::string out;
  for (const TourStep& step : kTourSteps) {
    if (!out.empty()) out += "\n";
    out += step.screen;
  }
  return out;
}

}  // namespace synapse
