// help tour: the keys, in five screens of 24 rows and 80 columns.
#include "command/tour.h"

namespace synapse {
namespace {

// Brackets mark text that is grey at the prompt.
const std::vector<std::string> kScreens = {
    R"(1 of 5: THE GHOST

  While you type, what is likely to follow stands in grey behind the cursor
  (in brackets here):

    $ git ch[eckout main]

    Right, End, Ctrl-E, Ctrl-F    take all of it
    Ctrl-Right, Alt-Right, Alt-F  take a word
    just type on                  it stays while it fits, and goes when not

  On an empty line it is the command that is likely to come next.
  With the cursor inside the line every key does what it did before. Nothing
  is run until you press Enter, and taking is one step of undo.

  Keys of your own, with bindkey (zsh) or bind (bash):
    synapse-take-character, synapse-take-component (up to the next slash),
    synapse-take-and-run
)",
    R"(2 of 5: TAB

    $ git ch[eckout main]

    Tab                           the next word goes into the line
    Tab again                     the next alternative in its place
    Shift-Tab                     the previous one
    Esc Tab                       what Tab did before

  Where nothing is suggested, Tab completes as it always did.

  Tab can do other things:
    synapse config set prompt.tab cycle       shows one suggestion after another
    synapse config set prompt.tab shell       what it did before
)",
    R"(3 of 5: THE LIST

    Ctrl-Space or Alt-/           all that fits, below the line

    > che                                                            1 of 2
      checkout     subcommand  Switch branches or restore files        spec
      cherry-pick  subcommand  Apply the changes of some commits       spec

    letters                       narrow it
    Up, Down, PageUp, PageDown    move
    Enter                         puts it into the line; Alt-Enter runs it
    Esc                           leaves; the line is as it was

  An exclamation mark stands before what is dangerous.
)",
    R"(4 of 5: THE HISTORY

    synapse config set prompt.ctrl_r true

    Ctrl-R                        searches what you ran
    Ctrl-R again                  this session, this directory, this repository
    'word  ^word  word$  !word    as it stands, at the begin, at the end, not
    Shift-Delete or F2            forgets the selected command for ever

  The same on the command line:
    synapse search --scope repo --exit failed make
    synapse history import fish
)",
    R"(5 of 5: WHAT IT KNOWS, AND WHAT NOT

    Shift-Delete                  forgets the suggestion that is shown
    a blank before a line         it is not recorded
    synapse incognito ephemeral   this shell writes nothing down
    synapse history forget TEXT   takes out what matches, for good

    synapse config list           every setting, and where it is from
    synapse doctor                whether all is well, and what to do
    synapse suggest --explain -- 'git ch'     why that is suggested

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
