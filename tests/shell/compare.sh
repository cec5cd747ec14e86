# Compares a set-up without Synapse, with Synapse loaded before it and after it.
# cases/differences.sh says what is compared, and why. It uses this:
#   only_synapse_differs LINE…: of a start-up file
# Variables name the parts of a set-up that cannot be compared; each test that
# sets one says why: GHOSTS, BUSY, OWN_LINES, LEFT. LEAVE_LIST and LEAVE_HISTORY
# are keys.
#
# A test waits until the three screens are equal for a moment, never for a fixed
# time. Keys wait until the line editor has the terminal.

THREE='plain first later'

# ---- what is typed ----------------------------------------------------------

# into_all KEYS…, text_into_all TEXT
BEFORE_KEYS= # the screen before the keys; empty: nothing was typed since
into_all() {
  local one
  [ "$BEFORE_KEYS" ] || { look; BEFORE_KEYS=${SCREEN[plain]}; }
  local words=()
  for one in $THREE; do words+=(send-keys -t "$one" "$@" ';'); done
  terminal "${words[@]}"
  # Highlighters do less for a key when another one waits.
  pause 0.05
}
text_into_all() { into_all -l -- "$1"; }

# run_in_all LINE: all three shells run it. interrupt_all: all get ^C.
run_in_all() {
  text_into_all "$1"
  next_prompt_by Enter
}
interrupt_all() { next_prompt_by C-c; }
next_prompt_by() {
  count_prompts plain
  local prompts=$REPLY
  into_all "$1"
  wait_until "the prompt behind $1" all_prompted $((prompts + 1))
  BEFORE_KEYS=
}
# The number of prompts of a shell, in REPLY.
count_prompts() {
  local line
  REPLY=0
  while read -r line; do
    [[ $line != prompt* ]] || REPLY=$((REPLY + 1))
  done <"$HOME/$1/hooks"
}
# Text typed before the line editor has the terminal is shown twice.
all_prompted() {
  local one tty
  for one in $THREE; do
    count_prompts "$one"
    read -r tty <"$HOME/$one.tty"
    [ "$REPLY" -ge "$1" ] && [[ $(stty -a <"$tty") == *-icanon* ]] || return 1
  done
}

# ---- what is compared -------------------------------------------------------

# The names have the same length, so that a line wraps at the same column.
without_names() {
  sed -E -e "s#$HOME/(${THREE// /|})#HOME#g" \
    -e "s#/(${THREE// /|})([/:' ]|\$)#/HOME\2#g" \
    -e 's|synapse\\*-shell||g' \
    -e 's/[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/HH:MM:SS/g'
}

# Reads the three screens into SCREEN, without the names, as above. Most of the time
# of a comparison is spent here: no fork is.
declare -A SCREEN
look() {
  local one end='|end of a screen|' words=() all shown
  for one in $THREE; do
    words+=(capture-pane -p -e -t "$one" ';'
      display-message -p -t "$one" "#{cursor_x},#{cursor_y}$end" ';')
  done
  ask "${words[@]}"
  all=$ANSWER
  for one in $THREE; do
    shown=${all%%"$end"*} all=${all#*"$end"$'\n'}
    shown=${shown//"$HOME/$one"/HOME} shown=${shown//"/$one"//HOME}
    shown=${shown//'synapse-shell'} shown=${shown//'synapse\-shell'}
    SCREEN[$one]=${shown//[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/HH:MM:SS}
  done
}
look_at() { look; printf '%s\n' "${SCREEN[$1]}"; }

# same WHAT: the three screens are equal, and stay so. Keys change a screen; a
# busy machine may take a second to show no change.
same() {
  local deadline=$((SECONDS + PATIENCE)) shown=$((SECONDS + 2)) now before=none
  while :; do
    look
    now=${SCREEN[plain]}
    if [ "$now" != "${SCREEN[first]}" ] || [ "$now" != "${SCREEN[later]}" ]; then
      before=none
    elif [ "$now" = "$BEFORE_KEYS" ] && [ $SECONDS -lt $shown ]; then
      before=none
    elif [ "$now" = "$before" ]; then
      BEFORE_KEYS=
      return
    else
      before=$now
    fi
    [ $SECONDS -lt $deadline ] || differ "$1" look_at
    pause 0.05
  done
}

# differ WHAT COMMAND: fails, and shows how the output of COMMAND differs.
differ() {
  local one
  printf '    different: %s\n' "$1"
  "$2" plain >"$HOME/plain.shown"
  for one in first later; do
    "$2" "$one" >"$HOME/$one.shown"
    diff "$HOME/plain.shown" "$HOME/$one.shown" >"$HOME/diff" && continue
    printf '    without Synapse (<), and with it loaded %s (>):\n' "$one"
    sed -e 's/\x1b/\\e/g' -e 's/^/    | /' "$HOME/diff" | head -n 30
  done
  exit 1
}

# same_files NAME WHAT: the files that the shells wrote are equal.
same_files() {
  FILE=$1
  [ "$(file_of plain)" = "$(file_of first)" ] &&
    [ "$(file_of plain)" = "$(file_of later)" ] || differ "$2" file_of
}
file_of() { without_names <"$HOME/$1/$FILE"; }

# ---- the shells -------------------------------------------------------------

# Logs the arguments of hooks, and prints at the end all that can be set.
zsh_instruments() {
  cat <<'END'
zmodload zsh/parameter zsh/zleparameter
log_hook() { print -r -- "${(q)@}" >>~/hooks }
log_preexec() { log_hook preexec "$@" }
log_chpwd() { log_hook chpwd "$@" $PWD }
log_zshaddhistory() { log_hook zshaddhistory "$@" }
log_precmd() {
  local was=$? pipes="$pipestatus"
  # Behind ^C the pipes are those of the handler that ran last, if one did.
  (( was == 130 )) && pipes=
  log_hook prompt $was "$pipes" "$@"
}
preexec_functions+=(log_preexec) chpwd_functions+=(log_chpwd)
zshaddhistory_functions+=(log_zshaddhistory)
precmd_functions=(log_precmd $precmd_functions)
leave() { zmodload -e synapse && zmodload -u synapse; true }
snap() {
  local m
  {
    for m in $keymaps; do print -r "== keymap $m"; bindkey -M $m -L; done
    bindkey -lL
    print -r '== widgets'
    for m in ${(ok)widgets}; do print -r -- "$m $widgets[$m]"; done
    # A highlighter that comes behind has wrapped our widgets: its functions
    # stay, as those for any other widget that goes.
    print -r '== functions'
    for m in ${(ok)functions:#*[_-]synapse-*}; do functions $m; done
    print -r '== styles'; zstyle -L
    print -r '== hooks'
    for m in ${(Mok)parameters:#*_functions}; do typeset -p $m; done
    print -r '== traps, options, handlers'; trap; setopt; zle -F -L
    print -r '== parameters'; print -rl -- ${(ok)parameters}
    print -r '== modules'; zmodload
    print -r '== highlights'; print -rl -- $zle_highlight
  } >|$1 2>&1
}
END
}

bash_instruments() {
  cat <<'END'
log_hook() { printf '%q ' "$@" >>~/hooks; echo >>~/hooks; }
log_prompt() { log_hook prompt "$1" "$2" "$3"; return "$1"; }
PROMPT_COMMAND='log_prompt "$?" "${PIPESTATUS[*]}" "$_"'"${PROMPT_COMMAND:+;$PROMPT_COMMAND}"
[ -n "$(trap -p DEBUG)" ] || trap 'echo "debug $BASH_COMMAND" >>~/hooks' DEBUG
preexec_functions+=(log_preexec)
log_preexec() { log_hook preexec "$@"; }
leave() { enable -d synapse 2>/dev/null; true; }
snap() {
  local m
  {
    for m in emacs emacs-meta emacs-ctlx vi vi-insert; do
      echo "== keymap $m"
      bind -m "$m" -p
      bind -m "$m" -s
      bind -m "$m" -X
    done
    echo '== settings'; bind -v; shopt -p; set -o
    echo '== functions'; declare -f
    echo '== hooks'; declare -p PROMPT_COMMAND PS0 PS1 PS2 PS4; trap -p
    echo '== variables'; compgen -v
    echo '== completions'; complete -p; alias -p; enable -p
  } >|"$1" 2>&1
}
END
}

# start_three LINE…: with these lines in the start-up file.
start_three() {
  local one words
  for one in $THREE; do
    mkdir -p "$HOME/$one/pairs" "$HOME/$one/tmp"
    : >"$HOME/$one/some-file"
    : >"$HOME/$one/pairs/pair-one"
    : >"$HOME/$one/pairs/pair-two"
    {
      printf '%s\n' "PS1='$ '" "PS2='> '" 'HISTSIZE=1000' 'unset HISTFILE' \
        'SYNAPSE_SUGGEST_MIN_GAIN=0' 'SYNAPSE_SUGGEST_MIN_CONFIDENCE=1' 'SYNAPSE_PROMPT_TAB=shell' \
        'SYNAPSE_SUGGEST_EMPTY_LINE=false' \
        "SYNAPSE_STORE_PATH=$HOME/$one/store" 'USER=somebody'
      [ "$one" = first ] && load_line && echo
      printf '%s\n' "$@"
      "${SHELL_NAME}_instruments"
      [ "$one" = later ] && load_line && echo
      echo ': >|~/hooks'
    } >"$HOME/$one/rc"
    case $SHELL_NAME in
      zsh) cp "$HOME/$one/rc" "$HOME/$one/.zshrc"; words='zsh -d -i' ;;
      bash) words='bash --noprofile --rcfile ~/rc -i' ;;
    esac
    : >"$HOME/$one/hooks"
    terminal new-session -d -s "$one" -x "$COLUMNS_OF_TERMINAL" \
      -y "$ROWS_OF_TERMINAL" \
      "export HOME='$HOME/$one'; unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME
       export TMPDIR=\$HOME/tmp TMPPREFIX=\$HOME/tmp/zsh
       cd; exec $words" || fail 'no terminal'
    terminal set-option -t "$one" status off >/dev/null
    terminal resize-window -t "$one" -x "$COLUMNS_OF_TERMINAL" \
      -y "$ROWS_OF_TERMINAL" 2>/dev/null
    terminal display-message -p -t "$one" '#{pane_tty}' >"$HOME/$one.tty"
  done
  be_controlled plain
  PATIENCE=30 wait_until 'three prompts' all_prompted 1
}

# ---- the comparison ---------------------------------------------------------

only_synapse_differs() {
  start_three "$@"
  same 'the first prompt'
  lines_are_typed
  lines_are_run
  lines_are_completed
  traps_are_counted
  ghosts_come_and_go
  tracing_shows_nothing
  nothing_is_left
}

new_screen() { into_all C-u; into_all C-l; }

lines_are_typed() {
  new_screen
  text_into_all 'echo one two'
  same 'a line'
  into_all C-a M-f Right C-f M-b
  same 'movements'
  into_all C-e C-w
  text_into_all 'three'
  into_all C-y
  same 'kill and yank'
  interrupt_all
  same 'an interrupt'
  into_all -l $'\e[200~echo what was pasted\e[201~'
  same 'a paste'
}

# OWN_LINES: the set-up edits a command of several lines as one.
OWN_LINES=
lines_are_run() {
  new_screen
  run_in_all 'echo one two'
  run_in_all 'mkdir -p newdir'
  run_in_all 'cd $_'
  run_in_all 'cd ..'
  run_in_all 'false | true | (exit 3)'
  case $SHELL_NAME in
    zsh) run_in_all 'print -r "$? $pipestatus"' ;;
    bash) run_in_all 'echo "$? ${PIPESTATUS[@]}"' ;;
  esac
  same 'what is printed'
  new_screen
  if [ -z "$OWN_LINES" ]; then
    text_into_all 'for i in 1 2; do'
    into_all Enter
    same 'a second prompt'
    text_into_all 'echo $i'
    into_all Enter
    run_in_all 'done'
    same 'a loop'
  fi
  into_all Up Up
  same 'the history'
  left_by "$LEAVE_HISTORY"
  interrupt_all
  same_files hooks 'what hooks are given'
}

# Keys that close a menu of completions, or of the history, or fzf.
LEAVE_LIST= LEAVE_HISTORY=
left_by() {
  [ "$1" ] || return 0
  change_by "$1" 'the end of a menu'
  same 'a menu that was left'
}
# change_by KEY WHAT waits until the key has changed the first screen. On a busy
# machine the first completion takes seconds, and ^C would end it.
change_by() {
  look
  BEFORE_KEY=${SCREEN[plain]}
  into_all "$1"
  wait_until "$2" has_changed
}
has_changed() { look; [ "${SCREEN[plain]}" != "$BEFORE_KEY" ]; }

lines_are_completed() {
  # Not where `cd $_` led: in bash the DEBUG trap has changed that.
  run_in_all 'cd'
  new_screen
  text_into_all 'cat some-f'
  change_by Tab 'a completion'
  same 'a completion'
  interrupt_all
  new_screen
  text_into_all 'cat pairs/pair-'
  into_all Tab
  same 'a common beginning'
  into_all Tab
  same 'a list'
  left_by "$LEAVE_LIST"
  interrupt_all
  new_screen
  into_all C-r
  same 'the beginning of a search'
  text_into_all 'one tw'
  same 'a search'
  into_all C-g
  same 'a search that was left'
  interrupt_all
  same 'the end of a search'
}

# The traps show a function of ours that fails or runs. BUSY: the set-up goes
# through all widgets at each prompt, of which Synapse adds some, or runs code
# that fails at the keys.
BUSY=
traps_are_counted() {
  [ -z "$BUSY" ] || return 0
  local err=ZERR
  [ "$SHELL_NAME" = zsh ] || err=ERR
  new_screen
  run_in_all "trap 'echo failed' $err"
  run_in_all 'false'
  text_into_all 'ech'
  same 'an ERR trap'
  into_all C-u
  run_in_all "trap - $err"
  # The DEBUG trap of bash writes the commands that it sees.
  [ "$SHELL_NAME" = zsh ] || return 0
  # Highlighters do more or less work at a key, as time permits.
  run_in_all "n=0; trap '((\$+WIDGET)) || ((++n))' DEBUG"
  text_into_all 'true'
  into_all Left
  run_in_all ''
  run_in_all 'trap - DEBUG; print $n'
  same 'a DEBUG trap'
}

# A ghost that is gone leaves nothing. GHOSTS: "theirs" if another plugin shows
# its own, "untimely" if others draw while the keys come.
GHOSTS=
ghosts_come_and_go() {
  [ "$GHOSTS" != untimely ] || return 0
  run_in_all ' SYNAPSE_SUGGEST_MIN_CONFIDENCE=0'
  new_screen
  text_into_all 'echo on'
  ghost_is_drawn
  text_into_all 'x'
  same 'a line that nothing fits'
  into_all BSpace
  ghost_is_drawn
  into_all Left
  same 'the cursor inside the line'
  interrupt_all
  text_into_all 'echo on'
  ghost_is_drawn
  interrupt_all
  same 'an interrupted ghost'
  run_in_all 'echo on'
  same 'a line that was run beside its ghost'
  run_in_all ' SYNAPSE_SUGGEST_MIN_CONFIDENCE=1'
}
ghost_is_drawn() {
  if [ "$GHOSTS" ]; then
    same 'its own ghost'
    return
  fi
  wait_until 'a ghost' shows_in later 'echo one two'
  wait_until 'a ghost' shows_in first 'echo one two'
}
shows_in() { ask capture-pane -p -t "$1" && [[ $ANSWER == *"$2"* ]]; }

# In zsh functions of other plugins may handle the names of our widgets.
traces_of_ours() {
  case $SHELL_NAME in
    zsh) grep -i -E '^\++([^:>]*synapse[^:>]*|\(eval\)|zsh):[0-9]+> ' ;;
    bash) cat ;;
  esac | grep -v 'SYNAPSE_SUGGEST_MIN_CONFIDENCE'
}

tracing_shows_nothing() {
  case $SHELL_NAME in
    zsh) run_in_all ' exec 9>&2 2>|~/trace; setopt xtrace' ;;
    bash) run_in_all ' exec 9>|~/trace; BASH_XTRACEFD=9; set -x' ;;
  esac
  text_into_all 'echo traced'
  into_all Left Right
  run_in_all ''
  run_in_all 'false'
  case $SHELL_NAME in
    zsh) run_in_all ' unsetopt xtrace; exec 2>&9 9>&-' ;;
    bash) run_in_all ' set +x; unset BASH_XTRACEFD; exec 9>&-' ;;
  esac
  local one
  for one in first later; do
    grep -q 'echo traced' "$HOME/$one/trace" || fail "no trace"
    FILE=trace file_of "$one" | grep -i synapse | traces_of_ours >"$HOME/diff" &&
      fail "traced: $(head -n 5 "$HOME/diff")"
  done
  same 'behind set -x'
}

nothing_is_left() {
  run_in_all ' leave'
  run_in_all ' snap ~/state'
  local one
  for one in $THREE; do cleaned "$HOME/$one/state"; done
  same_files state 'what is left'
  same_files hooks 'what hooks were given'
}
# readline cannot remove a command's name; it is bound to nothing. LEFT: names
# that the set-up leaves. The variables are the test's. A highlighter makes
# widget names from a random number; the descriptor of a handler varies.
LEFT=
cleaned() {
  grep -a -v -e '^# synapse-[a-z-]* (not bound)$' -e '^SYNAPSE_STORE_PATH=' "$1" |
    sed -e 's/-s[0-9.]*-r[0-9]*-/-/' -e 's/^zle -F [0-9]*/zle -F/' -e "${LEFT:-;}" >"$1.clean"
  mv "$1.clean" "$1"
}
