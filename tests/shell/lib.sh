# Drives a real shell in a real terminal (tmux) and reads its screen.
#
# A case is a file of functions test_…; each gets a fresh shell in its own
# terminal. $SHELL_NAME is zsh or bash. A test waits for an expected text up to
# $PATIENCE seconds. It never sleeps for a fixed time, except to check that a
# text does not appear: that check looks once after the shell answered a probe.
# Most of the time of a test is a wait, and two tests share a core with the
# shells: a look at the screen is one question to tmux (ask), and needs no fork.
# A fork of this bash costs a millisecond or more in a virtual machine: `$(…)` and
# `|` are not for what runs until it is true.

PATIENCE=${PATIENCE:-30}
COLUMNS_OF_TERMINAL=80
ROWS_OF_TERMINAL=24

# No line is above the first prompt, unless the test asks for it.
export SYNAPSE_PROMPT_NOTICES=false

# terminal COMMAND… [';' COMMAND…] runs commands of tmux, and prints what they print.
terminal() {
  ask "$@" || return
  [ ! "$ANSWER" ] || printf '%s\n' "$ANSWER"
}
# The same, with that in ANSWER, without the last newlines.
ask() {
  if [ "$1" = kill-server ]; then
    kill_server
    return
  fi
  if [ "$SOCKET" = "$CONTROLLED" ] && in_words_of_tmux "$@"; then
    control && return
    [ $? = 2 ] || return 1
  fi
  ANSWER=$(tmux -L "$SOCKET" -f "$here/tmux.conf" "$@")
}

# One client in control mode (tmux(1)) sends the commands of a test: a client for
# each takes 25 ms of a core, which was most of the time of all tests. A tmux
# before 3.2 has no client that leaves the size of the window alone.
CONTROLLED= # its socket
be_controlled() { # SESSION
  coproc { exec tmux -L "$SOCKET" -f "$here/tmux.conf" -C attach-session \
    -t "$1" -f no-output,ignore-size 2>/dev/null; }
  exec {FROM_TMUX}<&"${COPROC[0]}" {TO_TMUX}>&"${COPROC[1]}"
  COMMANDS=1
  control_answers && CONTROLLED=$SOCKET
}

# A server waits for its clients: a client ends when its input has ended and its
# output is read.
kill_server() {
  local asked=1 line
  if [ "$CONTROLLED" ]; then
    trap '' PIPE
    [ "$CONTROLLED" = "$SOCKET" ] && echo kill-server 2>/dev/null >&"$TO_TMUX"
    asked=$?
    trap - PIPE
    exec {TO_TMUX}>&-
    eval "exec ${COPROC[1]}>&-" 2>/dev/null
    if [ $asked = 0 ]; then
      while IFS= read -rt "$PATIENCE" -u "$FROM_TMUX" line; do :; done
    fi
    exec {FROM_TMUX}<&-
    eval "exec ${COPROC[0]}<&-" 2>/dev/null
    CONTROLLED=
  fi
  [ $asked = 0 ] || tmux -L "$SOCKET" kill-server
}

# The commands as one line in WORDS, and their number in COMMANDS. False for
# what cannot be quoted for tmux.
in_words_of_tmux() {
  local word between=
  WORDS='' COMMANDS=1
  for word; do
    case $word in
      ';') between=' ;' ;;
      *[[:cntrl:]]* | *[^\\]';') return 1 ;;
      *) word=${word/%'\;'/;}
        WORDS+="$between '${word//\'/\'\\\'\'}'"
        COMMANDS=$((COMMANDS + ${#between} / 2)) between= ;;
    esac
  done
}

# The answers to WORDS in ANSWER; 1 if a command failed, 2 if the client is gone.
control() {
  trap '' PIPE # of a client that is gone
  printf '%s\n' "$WORDS" 2>/dev/null >&"$TO_TMUX"
  trap - PIPE
  control_answers
}
# Only the first line is waited for with a limit: with one, bash makes five system
# calls for each byte, and a server that has begun to answer goes on.
control_answers() {
  local line inside=
  ANSWER=
  IFS= read -rt "$PATIENCE" -u "$FROM_TMUX" line || return 2
  while :; do
    case $inside$line in
      '%begin '*) inside=' ' ;;
      ' %end '*) inside='' COMMANDS=$((COMMANDS - 1))
        [ $COMMANDS -gt 0 ] || { trim ANSWER $'\n'; return 0; } ;;
      ' %error '*) return 1 ;;
      ' '*) ANSWER+=$line$'\n' ;;
    esac
    IFS= read -ru "$FROM_TMUX" line || return 2
  done
}

# Fails the case with a message and the screen.
fail() {
  printf '    %s\n' "$*"
  local shown
  shown=$(terminal list-sessions -F '#S' 2>/dev/null | tail -n 1)
  if [ "$shown" ]; then
    terminal capture-pane -p -e -t "$shown" | sed -e 's/\x1b/\\e/g' -e 's/^/    | /' |
      sed -e '/^    | *$/d'
  else
    printf '    the terminal is gone\n'
  fi
  exit 1
}

skip() { printf 'SKIP %s\n' "$*"; exit 77; }

# start [WORDS] opens the shell, which runs WORDS before the module loads. The
# prompt is "$ " in both shells; the screen is clear on return.
start() {
  start_plain "$@"
  load
  clear_screen
}

# The same without the module. WITHIN: words that run the shell, e.g. as another
# user.
WITHIN=
# AS_NEW: with the settings of a new user. Without it, an unsure ghost is shown
# too, and Tab cycles through all: the cases are about drawing, keys and text,
# not about the gain of a ghost in a short history.
AS_NEW=
start_plain() {
  local rc=$HOME/rc words="exec $WITHIN bash --noprofile --rcfile $HOME/rc -i"
  [ "$SHELL_NAME" = bash ] ||
    rc=$HOME/.zshrc words="exec $WITHIN zsh -d -i"
  {
    printf '%s\n' "PS1='$ '" "PS2='> '" 'HISTSIZE=1000'
    [ "$SHELL_NAME" = zsh ] && printf '%s\n' 'SAVEHIST=0' 'unset HISTFILE'
    [ "$SHELL_NAME" = bash ] && printf '%s\n' 'unset HISTFILE'
    [ "$AS_NEW" ] || printf 'export %s\n' SYNAPSE_SUGGEST_MIN_GAIN=0 \
      SYNAPSE_SUGGEST_EMPTY_CONFIDENCE=0.02 \
      "SYNAPSE_PROMPT_TAB=${SYNAPSE_PROMPT_TAB:-cycle}"
    [ $# -gt 0 ] && printf '%s\n' "$@"
    printf '%s\n' ': rc-done'
  } >"$rc"
  # The screen of a failure shows the signal of a shell that died. An old tmux
  # has no such option: for that reason it is last.
  terminal new-session -d -s main -x "$COLUMNS_OF_TERMINAL" \
    -y "$ROWS_OF_TERMINAL" "cd '$HOME' && $words" \; \
    set-option -t main status off \; \
    resize-window -t main -x "$COLUMNS_OF_TERMINAL" -y "$ROWS_OF_TERMINAL" \; \
    set-option -t main remain-on-exit failed 2>/dev/null
  be_controlled main || terminal has-session -t main 2>/dev/null ||
    fail 'no terminal'
  wait_until 'a prompt' line_is '$ ' ''
}

# The shell has exited. Only a failed shell stays on the screen.
shell_is_gone() {
  [ "$(terminal display-message -p -t main '#{pane_dead}' 2>/dev/null)" != 0 ]
}
# process_is_gone PID. tmux may wait late for a process that has exited.
process_is_gone() {
  ! kill -0 "$1" 2>/dev/null || grep -qs '^State:.Z' "/proc/$1/status"
}

# Ends the shell and its terminal. The next one has its own socket: a server
# that ends may still hold this one.
end_terminal() {
  terminal kill-server 2>/dev/null
  SOCKET=$SOCKET+
}

# The line that loads the module, as a user writes it. A test may go from one shell
# to the other.
load_line() { set_lines; printf '%s' "$LOAD_LINE"; }
unload_line() { set_lines; printf '%s' "$UNLOAD_LINE"; }
set_lines() {
  case $SHELL_NAME in
    zsh)
      LOAD_LINE="module_path+=($MODULES/zsh); zmodload synapse"
      UNLOAD_LINE='zmodload -u synapse' ;;
    bash)
      LOAD_LINE="enable -f $MODULES/bash/synapse.so synapse"
      UNLOAD_LINE='enable -d synapse' ;;
  esac
}

load() { set_lines; run " $LOAD_LINE"; }
unload() { set_lines; run " $UNLOAD_LINE"; }

# remember LINE… puts lines into the shell's own history list; the last is the
# newest.
remember() {
  local line words=''
  for line in "$@"; do
    case $SHELL_NAME in
      zsh) words="$words print -rs -- ${line@Q};" ;;
      bash) words="$words history -s -- ${line@Q};" ;;
    esac
  done
  run " ${words%;}"
  clear_screen
}

# Types text as keys; key presses named keys (Enter, Right, C-e …).
type_keys() { terminal send-keys -t main -l -- "$1"; }
# Keys right behind ^C are lost in bash, without Synapse too.
press() {
  terminal send-keys -t main "$@"
  [ "${!#}" != C-c ] || pause 0.05
}

screen() { terminal capture-pane -p -t main; }
screen_with_colours() { terminal capture-pane -p -e -t main; }

wait_until() {
  local what=$1 deadline=$((SECONDS + PATIENCE)) pauses=(0.005 0.01 0.02 0.04) i=0
  shift
  until "$@" 2>/dev/null; do
    [ $SECONDS -lt $deadline ] || fail "waited for $what"
    pause ${pauses[i]}
    # On a busy machine looks at the screen would take most of the time.
    [ $i = 3 ] || i=$((i + 1))
  done
}

# pause [SECONDS] sleeps, by default for 20 ms. Nothing ever writes to the pipe.
exec {SILENT}<>"$SILENCE"
pause() { read -rt "${1:-0.02}" -u "$SILENT" || :; }

# A line that the terminal has wrapped is found as one line.
on_screen() { ask capture-pane -p -J -t main && [[ $ANSWER == *"$1"* ]]; }
not_on_screen() { ! on_screen "$1"; }
see() { wait_until "'$1' on the screen" on_screen "$1"; }
see_no() { wait_until "no '$1' on the screen" not_on_screen "$1"; }

# The text before the cursor on its row in BEFORE, the rest of that row in
# AFTER, and the row's number in CURSOR_ROW.
row_parts() {
  local rows row x
  ask display-message -p -t main '#{cursor_x} #{cursor_y}' \; \
    capture-pane -p -t main
  mapfile -t rows <<<"$ANSWER"
  x=${rows[0]% *} CURSOR_ROW=${rows[0]#* }
  row=${rows[CURSOR_ROW + 1]}
  BEFORE=${row:0:x} AFTER=${row:x}
  trim AFTER
}

# trim NAME [CHARACTER] removes the blanks, or that character, at the end of that
# variable; tmux omits blanks at the end of a row.
trim() { printf -v "$1" %s "${!1%"${!1##*[!"${2:- }"]}"}"; }

# line BEFORE AFTER: the cursor's row, cut at the cursor.
line_is() { before_is "$1" && [ "$AFTER" = "$2" ]; }
line() { wait_until "the line '$1|$2'" line_is "$1" "$2"; }
before_is() {
  local before=$1
  row_parts
  trim BEFORE
  trim before
  [ "$BEFORE" = "$before" ]
}
before_begins() { row_parts; [[ $BEFORE == "$1"* ]]; }
# rows_of_screen [OPTION] puts the screen into ROWS, a row each, from 1.
rows_of_screen() {
  ask capture-pane -p "$@" -t main
  ROWS=()
  mapfile -t -O 1 ROWS <<<"$ANSWER"
}
row_reads() { rows_of_screen && [ "${ROWS[$1]}" = "$2" ]; } # row, text

# ghost TYPED GHOST: TYPED at the prompt, GHOST after the cursor, and grey.
ghost() {
  line "$ $1" "$2"
  wait_until "grey '$2'" is_grey "$2"
}
is_grey() {
  ask capture-pane -p -e -t main
  [[ $ANSWER == *$'\e[90m'"$1"* || $ANSWER == *$'\e[38;5;8m'"$1"* ]]
}
no_ghost() { line "$ $1" ''; }

clear_screen() {
  press C-u C-l
  wait_until 'an empty screen' screen_is_clear
}
screen_is_clear() {
  row_parts
  [ "$CURSOR_ROW" = 0 ] && [ "${BEFORE% }" = '$' ]
}

# run LINE types it, and waits until the shell has run it and prompts again.
PROBE=0
run() {
  PROBE=$((PROBE + 1))
  terminal send-keys -t main -l -- "$1; printf '<%s>\\n' done$PROBE" \; \
    send-keys -t main Enter
  see "<done$PROBE>"
}

# equals WHAT EXPECTED ACTUAL
equals() { [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"; }

# The words that `run` wrote to a file: results that are not on the screen.
result() { cat "$HOME/result" 2>/dev/null; }

only() { [ "$SHELL_NAME" = "$1" ] || skip "for $1"; }
zsh_is_at_least() { zsh -fc "autoload is-at-least; is-at-least $1"; }
installed() { [ -r "$1" ] || skip "$1 is not installed"; }

# plugin NAME: the path of a zsh plugin from scripts/fetch-plugins, in REPLY.
plugin() {
  REPLY=${PLUGINS:-$here/../../build/plugins}/$1
  [ -r "$REPLY" ] || skip "$1 is not there: scripts/fetch-plugins"
}

# Any ghost: grey text right after TYPED.
some_ghost() { wait_until "a ghost behind '$1'" has_ghost "$1"; }
has_ghost() {
  before_is "\$ $1" && [ -n "$AFTER" ] && is_grey "${AFTER:0:1}"
}

# enter LINE OUTPUT submits the line as a user does, and waits for OUTPUT.
enter() {
  type_keys "$1"
  press Enter
  see "$2"
}

# Skips a test that needs the engine, with a stub in its place.
needs_engine() {
  [ -z "$STUB_ENGINE" ] || skip 'needs the engine'
}

# ---- in the place of zsh-autosuggestions ----

here_is=$root
# AUTOSUGGESTIONS=FILE: another file, e.g. the plugin, to check that a case
# describes the plugin's behaviour.
replacement="source ${AUTOSUGGESTIONS:-$here_is/module/zsh-autosuggestions.zsh}"

# moved_in [WORDS]: start-up files with these words before the source line.
moved_in() {
  only zsh
  start_plain "module_path+=($MODULES/zsh)" "$@" "$replacement"
  clear_screen
}

# ---- a list below the line ----

# opens KEY TEXT: opens a list that shows TEXT in its header. readline loses a
# NUL that directly follows typed-ahead letters (it looks ahead while it inserts
# them): no user types so fast.
opens() {
  local key=$1
  [ "$SHELL_NAME" = bash ] && [ "$key" = C-Space ] && key=M-/
  press "$key"
  wait_until "a list with '$2'" header_has "$2"
}
# The row with the filter: it begins with "> ".
header() {
  local row
  rows_of_screen
  for row in "${ROWS[@]}"; do
    [[ $row != '>'* ]] || { HEADER=$row; return 0; }
  done
  return 1
}
header_has() { header && [[ $HEADER == *"$1"* ]]; }
header_fits() { header && [[ $HEADER =~ $1 ]]; }
# The selected row is in reverse video.
selected_is() {
  local row
  rows_of_screen -e
  for row in "${ROWS[@]}"; do
    [[ $row == *$'\e[7m'* ]] || continue
    without_colours row
    [[ $row != *"$1"* ]] || return 0
  done
  return 1
}
selected() { wait_until "the row '$1' selected" selected_is "$1"; }
# without_colours NAME: that variable without escape sequences of colours.
without_colours() {
  local text=${!1} plain=
  while [[ $text =~ $'\e['[0-9\;]*m ]]; do
    plain+=${text%%"${BASH_REMATCH[0]}"*} text=${text#*"${BASH_REMATCH[0]}"}
  done
  printf -v "$1" %s "$plain$text"
}
rows_of_text() { screen | grep -c .; }
only_the_line() {
  local row count=0
  rows_of_screen
  for row in "${ROWS[@]}"; do [ ! "$row" ] || count=$((count + 1)); done
  [ $count = 1 ]
}
no_header() { ! header; }
grep_screen() { screen | grep -q -- "$1"; }
