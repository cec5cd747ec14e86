# Where the ghost is on show, and where it is not.

test_appears_while_typing() {
  start
  remember 'echo hello world'
  type_keys 'ech'
  ghost 'ech' 'o hello world'
  type_keys 'o he'
  ghost 'echo he' 'llo world'
}

test_goes_when_it_no_longer_fits() {
  start
  remember 'echo hello world'
  type_keys 'echo h'
  ghost 'echo h' 'ello world'
  type_keys 'zzz'
  no_ghost 'echo hzzz'
}

test_on_the_empty_line() {
  start
  enter 'echo one' 'one'
  enter 'echo two' 'two'
  enter 'echo one' 'one'
  some_ghost ''
}

# The user always opened another file, and went to other directories.
test_a_file_that_is_the_only_one() {
  needs_engine
  mkdir -p "$HOME/w/src" "$HOME/Downloads" "$HOME/Documents"
  touch "$HOME/w/src/main.c" "$HOME/w/src/list.c" "$HOME/w/README.md"
  start
  run " cd $HOME/w"
  for _ in 1 2 3 4 5 6 7 8; do
    enter 'cat src/main.c && echo read' 'read'
    enter 'cd src && cd .. && echo back' 'back'
  done
  type_keys 'cat src/l'
  ghost 'cat src/l' 'ist.c'
  press C-u
  type_keys 'cat R'
  ghost 'cat R' 'EADME.md'
  press C-u
  type_keys 'cd ~/Dow'
  ghost 'cd ~/Dow' 'nloads/'
}

# The directory was read for an earlier key, a moment ago.
test_a_file_as_soon_as_a_command_has_made_it() {
  needs_engine
  mkdir -p "$HOME/w"
  touch "$HOME/w/opened.txt"
  start
  run " cd $HOME/w"
  type_keys 'cat op'
  ghost 'cat op' 'ened.txt'
  press C-u
  run ' for i in 1; do : >fresh_$i; done'
  type_keys 'cat fr'
  ghost 'cat fr' 'esh_1'
}

test_not_inside_the_line() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Left
  line '$ echo h' 'e'
  press C-e
  ghost 'echo he' 'llo world'
}

test_gone_after_enter() {
  start
  remember 'echo hello world'
  type_keys 'echo hello'
  ghost 'echo hello' ' world'
  press Enter
  wait_until 'the output' output_row 1 'hello'
  equals 'the submitted row' '$ echo hello' "$(screen | sed -n 1p)"
}
output_row() { [ "$(screen | sed -n "$(($1 + 1))p")" = "$2" ]; }

# zle does not run zle-line-finish on ^C, and readline echoes ^C over the first
# two cells of the ghost and leaves the rest.
test_gone_after_interrupt() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-c
  wait_until 'a new prompt' row_is 1
  case $SHELL_NAME in
    zsh) equals 'the cancelled row' '$ echo he' "$(screen | sed -n 1p)" ;;
    bash) equals 'the cancelled row' '$ echo he^C' "$(screen | sed -n 1p)" ;;
  esac
}
row_is() { row_parts; [ "$CURSOR_ROW" = "$1" ]; }

test_gone_after_send_break() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-g
  if [ "$SHELL_NAME" = zsh ]; then
    wait_until 'a new prompt' row_is 1
    equals 'the cancelled row' '$ echo he' "$(screen | sed -n 1p)"
  else
    ghost 'echo he' 'llo world' # readline's abort keeps the line
  fi
}

test_not_in_a_search() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-r
  see 'i-search'
  wait_until 'no ghost' not_on_screen 'llo world'
}

continuation_is() {
  row_parts
  [[ $BEFORE == *"> $1" ]] && [ "$AFTER" = "$2" ]
}

# `read -e` and `vared` use the line editor, but edit no command line.
test_not_while_a_command_reads_a_line() {
  start
  remember 'echo hello world'
  case $SHELL_NAME in
    zsh) type_keys ' answer=; vared -p "?- " answer' ;;
    bash) type_keys ' read -e -p "?- " answer' ;;
  esac
  press Enter
  see '?-'
  type_keys 'echo he'
  wait_until 'the line' asked_line 'echo he'
  press Enter
  wait_until 'a prompt' at_a_prompt
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}
at_a_prompt() { row_parts; [ "$BEFORE" = '$ ' ]; }
asked_line() {
  row_parts
  [ "$BEFORE" = "?- $1" ] && [ -z "$AFTER" ]
}

test_stays_away_from_a_dumb_terminal() {
  start_plain 'TERM=dumb'
  load
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' on_screen '$ echo he'
  type_keys 'X'
  wait_until 'the line' on_screen '$ echo heX'
  equals 'no ghost' 0 "$(screen | grep -c 'heXllo\|hello world$' | sed 's/^[12]$/0/')"
}

test_a_style_from_the_configuration() {
  export SYNAPSE_PROMPT_GHOST_STYLE='fg=3,underline'
  start
  remember 'echo hello world'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'the style' styled_ghost
}
styled_ghost() {
  local escape
  escape=$(printf '\033')
  screen_with_colours | grep -q "$escape\\[4m" &&
    screen_with_colours | grep -q "$escape\\[\(38;5;3\|33\)m"
}

# A command that begins there has a ghost; text inside of quotes has none.
test_ghost_at_a_continuation_prompt() {
  needs_engine
  start
  remember 'frob --all things'
  type_keys 'for i in 1 2; do'
  press Enter
  wait_until 'the second prompt' row_is 1
  type_keys 'frob'
  wait_until 'the ghost' continuation_is 'frob' ' --all things'
  press Right
  wait_until 'all of it' continuation_is 'frob --all things' ''
  press C-c
  clear_screen
  type_keys 'echo "abc'
  press Enter
  wait_until 'the second prompt' row_is 1
  type_keys 'frob'
  wait_until 'no ghost' continuation_is 'frob' ''
  type_keys '"'
  press Enter
  clear_screen
  type_keys 'cat <<E'
  press Enter
  wait_until 'the second prompt' row_is 1
  type_keys 'frob'
  wait_until 'no ghost' continuation_is 'frob' ''
  press C-c
  clear_screen
  type_keys 'frob'
  ghost 'frob' ' --all things'
}

# In a loop `do` had the ghost `docker`, or a line of the history.
test_the_end_of_a_loop_at_a_continuation_prompt() {
  needs_engine
  start
  type_keys 'while true; do'
  press Enter
  wait_until 'the second prompt' row_is 1
  type_keys 'break'
  press Enter
  wait_until 'the third prompt' row_is 2
  type_keys 'do'
  wait_until 'the ghost' continuation_is 'do' 'ne'
  press Right Enter
  wait_until 'a prompt' row_is 3
  clear_screen
  type_keys 'do'
  wait_until 'the line' on_screen '$ do'
  wait_until 'no end of a loop' not_on_screen 'done'
}
