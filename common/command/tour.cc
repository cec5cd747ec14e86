// help tour: the keys, in five screens of 24 rows and 80 columns.
#include "command/tour.h"

namespace synapse {
namespace {

// Brackets mark text that is grey at the prompt.
const std::vector<std::string> kScreens = {
    R"(1 of 5: THE GHOST

  While you type, grey text after the cursor shows the probable rest of the
  line (in brackets here):

    $ git ch[eckout main]

    Right, End, Ctrl-E, Ctrl-F    take all of it
    Ctrl-Right, Alt-Right, Alt-F  take a word
    keep typing                   it stays while it fits

  On an empty line it is the command that probably comes next.
  With the cursor inside the line every key runs its earlier binding. Nothing
  is run until you press Enter. Undo removes a taken ghost in one step.

  You can bind keys of your own, with bindkey (zsh) or bind (bash):
    synapse-take-character, synapse-take-component (up to the next slash),
    synapse-take-and-run
)",
    R"(2 of 5: TAB

    $ git ch[eckout main]

    Tab                           inserts the next word
    Tab again                     replaces it by the next alternative
    Shift-Tab                     the previous one
    Esc Tab                       the earlier binding of Tab

  Without a suggestion Tab completes as before.

  Other actions of Tab:
    synapse config set prompt.tab cycle       shows one suggestion after another
    synapse config set prompt.tab shell       keeps the earlier binding
)",
    R"(3 of 5: THE LIST

    Ctrl-Space or Alt-/           all suggestions, below the line

    > che                                                            1 of 2
      checkout     subcommand  Switch branches or restore files        spec
      cherry-pick  subcommand  Apply the changes of some commits       spec

    letters                       filter the list
    Up, Down, PageUp, PageDown    move
    Enter                         inserts the row; Alt-Enter also runs it
    Esc                           closes the list; the line is unchanged

  An exclamation mark marks a dangerous row.

    Alt-H                         what each part of the line does, below it;
                                  synapse explain LINE says it too
)",
    R"(4 of 5: THE HISTORY

    synapse config set prompt.ctrl_r true

    Ctrl-R                        searches your commands
    Ctrl-R again                  this session, this directory, this repository
    'word  ^word  word$  !word    exact, at the begin, at the end, without
    Shift-Delete or F2            forgets the selected command for ever

  The same on the command line:
    synapse search --scope repo --exit failed make
    synapse history import fish
)",
    R"(5 of 5: PRIVACY AND SETTINGS

    Shift-Delete                  forgets the suggestion on show
    a blank before a line         it is not recorded
    synapse incognito ephemeral   this shell writes nothing to files
    synapse history forget TEXT   removes matching commands for ever

    synapse config list           lists settings and their origin
    synapse doctor                reports problems, and what to do
    synapse suggest --explain -- 'git ch'     explains suggestions

  Everything stays on this machine. More: man synapse
)",
};

}  // namespace

const std::vector<std::string>& TourScreens() { return kScreens; }

std::string Tour() {
  std::string out;
  for (const std::string& screen : kScreens) {
    if (!out.empty()) out += "\n";
    out += screen;
  }
  return out;
}

}  // namespace synapse
