# The correction of a line that failed.

test_a_command_that_is_not_there() {
  needs_engine
  start
  type_keys 'gerp --version'
  press Enter
  see 'not found'
  ghost '' 'grep --version'
  # The user types another line: the correction is gone.
  type_keys 'echo other'
  press Enter
  ghost_is_not 'grep --version'
}
ghost_is_not() { wait_until "no ghost '$1'" lacks_ghost "$1"; }
lacks_ghost() { ! line_is '$ ' "$1"; }

test_a_directory_that_is_not_there() {
  needs_engine
  mkdir -p "$HOME/w/Downloads"
  start
  run " cd $HOME/w"
  type_keys 'cd Donwloads'
  press Enter
  ghost '' 'cd Downloads/'
  press Right Enter
  type_keys 'pwd'
  press Enter
  see "$HOME/w/Downloads"
}

# Few people make it: the first letters say so.
test_a_directory_to_be_made() {
  needs_engine
  mkdir -p "$HOME/w"
  start
  run " cd $HOME/w"
  type_keys 'cd nowhere'
  press Enter
  see 'o such file'
  type_keys 'mkd'
  ghost 'mkd' 'ir -p nowhere && cd nowhere'
}

# A name that has a spec is not installed, and no typo.
test_a_program_that_is_not_installed() {
  needs_engine
  type -P dnf >/dev/null && skip 'dnf is installed'
  start
  type_keys 'dnf install x'
  press Enter
  see 'not found'
  ghost_is_not 'df install x'
}

# The word with the typo is never suggested again.
test_a_word_that_was_misspelt() {
  needs_engine
  mkdir -p "$HOME/w"
  printf 'test:\n\t@echo tested\n' >"$HOME/w/Makefile"
  start
  run " cd $HOME/w"
  type_keys 'make tset'
  press Enter
  ghost '' 'make test'
  clear_screen
  type_keys 'make ts'
  press Tab
  ghost_is_not 'make tset'
  clear_screen
  enter 'echo other' other
  type_keys 'make t'
  ghost 'make t' 'est'
}

test_a_branch_that_is_not_there() {
  needs_engine
  type -P git >/dev/null || skip 'git is not installed'
  git init -q -b main "$HOME/w"
  start
  run " cd $HOME/w"
  type_keys 'git switch fix/door'
  press Enter
  ghost '' 'git switch -c fix/door'
  press Right Enter
  see "new branch 'fix/door'"
}

# The shell's own list has no statuses.
test_a_name_that_is_nothing() {
  needs_engine
  start
  remember 'echo some words' 'ecko some words'
  # A busy machine reads PATH at a later prompt: until then nothing is known.
  wait_until 'a ghost that can be run' at_a_new_prompt ec 'ho some words'
  ghost 'ec' 'ho some words'
  clear_screen
  # The name is a function now.
  run ' ecko() { echo "$@"; }'
  remember 'echo some words' 'ecko some words'
  type_keys 'ec'
  ghost 'ec' 'ko some words'
}
# at_a_new_prompt TYPED GHOST
at_a_new_prompt() {
  clear_screen
  run ' :'
  clear_screen
  type_keys "$1"
  wait_until "a ghost behind $1" has_ghost "$1"
  line_is "$ $1" "$2"
}
