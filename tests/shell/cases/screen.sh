# Sizes and edges of the screen.

test_right_margin() {
  COLUMNS_OF_TERMINAL=30
  start
  remember "echo $(printf 'word%s ' 1 2 3 4 5 6 7 8 9)end"
  type_keys 'echo word1'
  wait_until 'a ghost' has_ghost 'echo word1'
  type_keys ' word2 word3'
  press C-a
  line '$ ' 'echo word1 word2 word3'
  press C-e C-u
  type_keys 'zzz'
  no_ghost 'zzz'
  equals 'rows with text' 1 "$(screen | grep -c .)"
}

test_last_row() {
  ROWS_OF_TERMINAL=6
  start
  remember 'echo hello world, a long line that goes on and on until the row is full, and then wraps'
  run " seq 10"
  type_keys 'echo he'
  wait_until 'a ghost' has_ghost 'echo he'
  press C-a
  line '$ ' 'echo he'
  press C-e
  wait_until 'a ghost' has_ghost 'echo he'
  press Right
  press C-a C-k
  type_keys 'echo tidy'
  press Enter
  wait_until 'the output' above_prompt 'tidy'
}
above_prompt() {
  row_parts
  [ "$(screen | sed -n "${CURSOR_ROW}p")" = "$1" ] && [ "$BEFORE" = '$ ' ]
}

# readline repaints a resized line by itself only with its own redisplay
# function: with ours it drew the prompt again after the line.
test_resize_while_a_ghost_is_shown() {
  start
  remember 'echo hello world'
  type_keys 'echo'
  ghost 'echo' ' hello world'
  terminal resize-window -t main -x 60 -y 20
  ghost 'echo' ' hello world'
  terminal resize-window -t main -x 100 -y 30
  ghost 'echo' ' hello world'
  press Right
  no_ghost 'echo hello world'
  equals 'rows with the line' 1 "$(screen | grep -c 'echo')"
}

test_narrowed_and_widened() {
  only bash
  start
  remember 'echo hello world'
  type_keys 'echo'
  ghost 'echo' ' hello world'
  terminal resize-window -t main -x 12 -y 24
  line '$ echo' ' hello'
  equals 'the second row' ' world' "$(screen | sed -n 2p)"
  terminal resize-window -t main -x 80 -y 24
  ghost 'echo' ' hello world'
  equals 'rows with text' 1 "$(screen | grep -c .)"
}

test_clear_screen_keeps_the_ghost() {
  start
  remember 'echo hello world'
  enter 'echo above' 'above'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-l
  wait_until 'the first row' first_row_is '$ echo hello world'
  ghost 'echo he' 'llo world'
}
first_row_is() { [ "$(screen | sed -n 1p)" = "$1" ]; }

test_wide_characters() {
  start
  remember 'echo 漢字かな end'
  type_keys 'echo 漢'
  wait_until 'a ghost' on_screen '漢字かな end'
  press Right
  type_keys '!'
  see '漢字かな end!'
}

# A joined character is one character for keys and columns.
test_combining_characters_and_emoji() {
  start
  remember $'echo e\u0301t 👍 end'
  type_keys 'echo'
  wait_until 'a ghost' on_screen '👍 end'
  type_keys ' e'
  no_ghost 'echo e'
  press C-u
  type_keys 'echo'
  wait_until 'a ghost' on_screen '👍 end'
  press Right
  type_keys '!'
  see '👍 end!'
  press BSpace BSpace
  wait_until 'one behind the other' row_ends '👍 end'
  equals 'rows' 1 "$(screen | grep -c .)"
}
row_ends() { local row; row_parts; row=$BEFORE$AFTER; trim row; [[ $row == *"$1" ]]; }

# Each row of the ghost is where the editor puts it after the accept. The rows
# below stay, and no part of the ghost does.
test_a_ghost_of_several_lines() {
  start
  case $SHELL_NAME in
    zsh) run " print -rs -- \$'for i in 1 2; do\\n  echo \$i\\ndone'" ;;
    bash) run " history -s -- \$'for i in 1 2; do\\n  echo \$i\\ndone'" ;;
  esac
  clear_screen
  type_keys 'for'
  ghost 'for' ' i in 1 2; do'
  wait_until 'the second row' row_reads 2 '  echo $i'
  wait_until 'the third row' row_reads 3 'done'
  type_keys 'x'
  no_ghost 'forx'
  equals 'rows' 1 "$(screen | grep -c .)"
  press BSpace
  ghost 'for' ' i in 1 2; do'
  press Right
  wait_until 'taken' row_reads 3 'done'
  press Enter
  wait_until 'the output' row_reads 5 '2'
}

# The bytes of a colour have no width on the screen.
test_a_prompt_with_colours() {
  case $SHELL_NAME in
    zsh) start "PS1='%F{green}\$%f '" ;;
    bash) start "PS1='\\[\\e[32m\\]\$\\[\\e[0m\\] '" ;;
  esac
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Left
  line '$ echo h' 'e'
}

# Control characters of a history line do not reach the terminal raw.
test_control_characters_are_not_sent() {
  start
  case $SHELL_NAME in
    zsh) run " print -rs -- \$'echo a\\e[41mred'" ;;
    bash) run " history -s -- \$'echo a\\e[41mred'" ;;
  esac
  clear_screen
  terminal pipe-pane -t main "cat >$HOME/sent"
  type_keys 'echo '
  line_starts_at_prompt
  type_keys 'zz'
  see 'echo zz'
  wait_until 'what was sent' grep -q 'z.*z' "$HOME/sent"
  grep -qF "$(printf '\033[41m')" "$HOME/sent" && fail 'sent raw'
  return 0
}
# The ghost is drawn by now: it comes with the echo of the last key, or after it
# and before the next key is read.
line_starts_at_prompt() { wait_until 'the echo' on_screen '$ echo'; }

# The ghost is cut, so that the user sees the typed text: the first row of the
# prompt went off the screen.
test_a_small_screen() {
  COLUMNS_OF_TERMINAL=20 ROWS_OF_TERMINAL=5
  start
  remember "echo one $(printf 'word%s ' 1 2 3 4 5 6 7 8 9)end" 'first
second
third
fourth
fifth
sixth
seventh'
  type_keys 'echo one'
  wait_until 'a ghost' has_ghost 'echo one'
  equals 'the first row' '$ echo one word1 wor' "$(screen | sed -n 1p)"
  type_keys ' two three four five six seven eight nine ten eleven'
  wait_until 'the line' on_screen ' eight nine ten elev'
  equals 'the first row' '$ echo one two three' "$(screen | sed -n 1p | sed 's/ $//')"
  press C-u
  type_keys 'fir'
  wait_until 'a ghost' has_ghost 'fir'
  equals 'the first row' '$ first' "$(screen | sed -n 1p)"
  equals 'the second row, cut' 'second…' "$(screen | sed -n 2p)"
  equals 'rows' 2 "$(screen | grep -c .)"
  # No row is free: the ghost ends with the last row of the line.
  press C-u
  type_keys 'echo one word1 word2 word3 word4 word5 word6 word7 word8 word9 e'
  wait_until 'a ghost' has_ghost_on_row 4 'nd'
  equals 'the first row' '$ echo one word1 wor' "$(screen | sed -n 1p)"
}
has_ghost_on_row() { row_parts; [ "$CURSOR_ROW $AFTER" = "$(($1 - 1)) $2" ]; }

# zsh marks the end of a text that is longer than the screen, and writes that mark
# in front of a row with fewer columns: the list made the text that long, and the
# shell died of its damaged heap. (Two rows of two columns end zsh by itself.)
test_a_narrow_screen() {
  local shown size
  start "trap 'echo \$COLUMNS >>$HOME/sizes' WINCH"
  remember 'git commit -m "a message of many words that fills each screen"' \
    'git checkout main' 'git status'
  for shown in list ghost; do
    type_keys 'git c'
    wait_until 'a ghost' has_ghost 'git c'
    if [ $shown = list ]; then
      press C-Space
      wait_until 'a list' on_screen '1 of '
    fi
    for size in '1 5' '5 3' '1 50' '7 4' '80 24'; do
      : >"$HOME/sizes"
      terminal resize-window -t main -x "${size% *}" -y "${size#* }"
      if [ "$SHELL_NAME" = zsh ]; then
        wait_until "a screen of $size" grep -qx "${size% *}" "$HOME/sizes"
      fi
    done
    press C-c
    press C-c
    clear_screen
    enter 'echo still here' 'still here'
    clear_screen
  done
}

# In a locale without UTF-8 each byte is a column: rows were not aligned.
test_a_locale_of_single_bytes() {
  export LANG=C LC_ALL=C
  start
  mkdir "$HOME/place"
  : >"$HOME/place/$(printf 'a\303\261b')"
  : >"$HOME/place/$(printf '\346\274\242\345\255\227')"
  : >"$HOME/place/plain"
  run ' cd place'
  clear_screen
  # Behind a slash no option is listed, whose description would need the room
  # of the sources.
  type_keys 'tac ./'
  press M-/
  wait_until 'a list' on_screen '1 of 3'
  wait_until 'a row' on_screen '  ./a?b '
  on_screen '  ./?? ' || fail 'two characters'
  equals 'where the sources begin' 1 \
    "$(screen | grep -b filesystem | grep -o '^.*filesystem' |
      sed 's/^[0-9]*://' | awk '{print length}' | sort -u | wc -l)"
  type_keys 'a b'
  wait_until 'one' on_screen '1 of 1'
  press Enter
  wait_until 'the line' before_begins '$ tac ./a'
  press Enter
  wait_until 'a prompt' before_is '$'
}

# A job that ends reports below the line. zsh redraws the line there, and the
# ghost stayed above forever.
test_output_below_the_line_leaves_no_ghost_above() {
  only zsh
  start 'TRAPUSR1() { zle -I; print a-message }' "echo \$\$ >$HOME/pid" \
    'say() { zle -I; print from-a-widget }; zle -N say; bindkey "^T" say'
  remember 'echo hello world'
  mkfifo "$HOME/end"
  run " read <$HOME/end &"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  echo >"$HOME/end"
  see 'done'
  ghost 'echo he' 'llo world'
  equals 'the row above' '$ echo he' "$(screen | sed -n 1p)"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  kill -USR1 "$(cat "$HOME/pid")"
  see 'a-message'
  ghost 'echo he' 'llo world'
  equals 'the row above' '$ echo he' "$(screen | sed -n 1p)"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  see 'from-a-widget'
  ghost 'echo he' 'llo world'
  equals 'the row above' '$ echo he' "$(screen | sed -n 1p)"
  press Right
  no_ghost 'echo hello world'
}

# The line scrolls sideways, and so does the ghost.
test_an_editor_of_a_single_row() {
  only zsh
  COLUMNS_OF_TERMINAL=40
  start 'setopt single_line_zle'
  remember "echo hello $(printf 'word%s ' 1 2 3 4 5 6 7 8 9)end"
  type_keys 'echo he'
  wait_until 'a ghost' has_ghost 'echo he'
  equals 'rows' 1 "$(screen | grep -c .)"
  press Right
  wait_until 'the end of it' before_ends 'word9 end'
  equals 'rows' 1 "$(screen | grep -c .)"
}
# doctor blamed the terminal.
test_a_line_that_is_scrolled_sideways() {
  only bash
  needs_engine
  start 'bind "set horizontal-scroll-mode on"'
  remember 'echo hello world'
  type_keys 'echo he'
  pause 0.3
  line '$ echo he' ''
  press C-u
  run ' synapse doctor | grep -A 1 "^! ghost"'
  see 'horizontal-scroll-mode is on'
  run ' bind "set horizontal-scroll-mode off"'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
}

before_ends() { row_parts; [[ $BEFORE == *"$1" ]]; }

# vt100's description has padding, "\E[K$<3>": it was printed into the line.
test_a_terminal_that_asks_for_padding() {
  start 'TERM=vt100'
  remember 'echo hello world'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  type_keys 'l'
  line '$ echo hel' 'lo world'
  press C-a
  line '$ ' 'echo hel'
}

# A terminal of an unknown type shows neither a ghost nor a list.
test_not_on_an_unknown_terminal() {
  start_plain 'TERM=nobody-knows'
  run " $(load_line)"
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' before_reads 'echo he'
  press M-/
  type_keys 'X'
  wait_until 'the line' before_reads 'echo heX'
  on_screen ' of ' && fail 'a list'
  equals 'no ghost' '' "$AFTER"
}
# zsh sometimes draws the prompt of such a terminal as blanks.
before_reads() { row_parts; [ "${BEFORE:2}" = "$1" ]; }

# A trap prints at the cursor: the end of the ghost stayed after its output.
# bash runs most traps once the line has ended.
#
# readline before 5.2 redraws its line, and then runs the trap without a call of
# any hook in between.
test_a_trap_that_prints_leaves_no_ghost_above() {
  [ "$SHELL_NAME" = zsh ] || [ "${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}" -ge 52 ] ||
    skip 'bash before 5.2 runs the trap behind its own drawing'
  start
  run ' print-it() { echo "<$*>"; }'
  run ' echo $$ >pid'
  remember 'print-it hello world'
  local set signal=USR1
  [ "$SHELL_NAME" = zsh ] || signal=WINCH
  for set in "trap 'echo x' $signal" "$([ "$SHELL_NAME" = bash ] ||
    echo "TRAP$signal() { echo x }")"; do
    [ "$set" ] || continue
    run " $set"
    clear_screen
    type_keys 'print-it he'
    ghost 'print-it he' 'llo world'
    kill -$signal "$(cat "$HOME/pid")"
    wait_until 'what it printed' row_reads 1 '$ print-it hex'
    wait_until 'the ghost behind the cursor' row_reads 2 'llo world'
    press End Enter
    wait_until 'the command' on_screen '<hello world>'
  done
}

# bash with `set -b` reports a job in its handler of SIGCHLD, at the cursor: the end
# of the ghost stayed behind the report.
test_a_report_of_a_job_leaves_no_ghost_behind_it() {
  only bash
  start 'set -b'
  run ' print-it() { echo "<$*>"; }'
  remember 'print-it hello world that is much longer than the report'
  echo 'until [ -e now ]; do sleep 0.02; done' >"$HOME/waits"
  run ' sh waits & true'
  clear_screen
  type_keys 'print-it he'
  ghost 'print-it he' 'llo world that is much longer than the report'
  : >"$HOME/now"
  see '+  Done '
  wait_until 'the report behind the line' report_is_last
  press C-c
  run ' true; jobs'
}
report_is_last() {
  rows_of_screen
  [[ ${ROWS[1]} == '$ print-it he[1]+  Done '*'sh waits' ]]
}

# A trap that prints nothing, and a signal without a trap, keep the ghost. In
# bash signals that end the line do so with and without a ghost.
test_signals_leave_the_ghost() {
  start 'trap : USR1'
  run ' echo $$ >pid; trap "echo >>trapped" WINCH'
  remember 'print-it hello world'
  type_keys 'print-it he'
  ghost 'print-it he' 'llo world'
  local signal
  for signal in CHLD USR1 WINCH; do
    kill -$signal "$(cat "$HOME/pid")"
  done
  wait_until 'the trap' test -s "$HOME/trapped"
  wait_until 'the ghost' on_screen 'print-it hello world'
  is_grey 'llo world' || fail 'no ghost'
  if [ "$SHELL_NAME" = zsh ]; then # a clock in the prompt
    # zsh up to 5.4, built with newer headers, lacks the name of the signal.
    "$SHELL_PATH" -fc 'kill -l ALRM' >/dev/null 2>&1 || return 0
    press C-u
    run ' rm trapped; TRAPALRM() { PS1="$ "; zle reset-prompt; echo >>trapped }'
    clear_screen
    type_keys 'print-it he'
    ghost 'print-it he' 'llo world'
    kill -ALRM "$(cat "$HOME/pid")"
    wait_until 'the trap' test -s "$HOME/trapped"
    ghost 'print-it he' 'llo world'
    press End
    no_ghost 'print-it hello world'
    return
  fi
  press C-u
  run ' trap : TERM'
  type_keys 'print-it he'
  wait_until 'the ghost' on_screen 'print-it hello world'
  kill -TERM "$(cat "$HOME/pid")"
  wait_until 'the end' process_is_gone "$(cat "$HOME/pid")"
}
