# Escape, and keys that are not bound: as in a shell without the module.

# line_after TYPED BYTES: types a line with a ghost, then the bytes (hexadecimal,
# a blank between them; + waits until zsh's and readline's key timeout is over),
# then X. The line is in LINE.
line_after() {
  local byte
  type_keys "$1"
  pause 0.3
  for byte in $2; do
    case $byte in
      +) pause 0.7 ;;
      *) terminal send-keys -t main -H "$byte" ;;
    esac
  done
  pause 0.3
  type_keys 'X'
  pause 0.2
  row_parts
  trim BEFORE
  LINE=$BEFORE
  press C-c
  pause 0.2
  press C-l
  wait_until 'an empty screen' screen_is_clear
}

as_without_the_module() { # TYPED BYTES…; with RC in the start-up file
  local typed=$1 bytes without=()
  shift
  start_plain ${RC:+"$RC"}
  clear_screen
  remember 'echo one two three'
  for bytes; do
    line_after "$typed" "$bytes"
    without+=("$LINE")
  done
  load
  clear_screen
  remember 'echo one two three'
  for bytes; do
    line_after "$typed" "$bytes"
    equals "behind $bytes" "${without[0]}" "$LINE"
    without=("${without[@]:1}")
  done
}

# With a ghost on show Escape was a key of its own: `b` was inserted.
slowly=('1b + 62' '1b + 2e' '1b + 5b 44' '1b 5b + 44' '1b + 4f + 44' '1b 1b 62')
test_escape_is_a_slow_prefix() {
  as_without_the_module 'echo one two' "${slowly[@]}"
}

# Focus reports, F1, F5, F12, Page Up, Home, Ctrl-Up, mouse, a device's answer.
unbound=('1b 5b 49' '1b 5b 4f' '1b 4f 50' '1b 5b 31 35 7e' '1b 5b 32 34 7e'
  '1b 5b 35 7e' '1b 5b 31 3b 35 41' '1b 5b 3c 30 3b 31 3b 31 4d'
  '1b 5b 3f 36 32 63' '1b 5b 31 + 35 7e' '1b 5a')
test_unbound_keys_behind_a_ghost() {
  as_without_the_module 'echo one two' "${unbound[@]}"
}
test_unbound_keys_without_a_ghost() {
  as_without_the_module 'zzz yyy' "${unbound[@]}"
}

# Escape has a command of its own, and the rest of such a key commands of the
# command mode. The keys had no effect.
test_unbound_keys_in_vi_mode_without_a_ghost() {
  only bash
  local RC="set -o vi; bind -m vi-insert '\"\C-l\": clear-screen'"
  as_without_the_module 'zzz yyy xx' '1b 5b 34 7e' '1b 5b 38 7e' '1b 5b 5a' \
    '1b 5b 35 43' '1b 4f 63' '1b 5b 33 3b 32 7e' '1b 5b 33 24' '1b 5b 43' \
    '1b 5b 46' '1b 5b 31 3b 35 43'
}

test_tab_after_escape_is_the_shells() {
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  type_keys 'cat p'
  some_ghost 'cat p'
  press Escape
  no_ghost 'cat p'
  press Tab
  wait_until 'what both have' before_is '$ cat pair-'
}

# The command of Escape on another key.
test_tab_after_synapse_clear_is_the_shells() {
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-clear" ;;
    bash) run " bind '\"\\C-t\": synapse-clear'" ;;
  esac
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  type_keys 'cat p'
  some_ghost 'cat p'
  press C-t
  no_ghost 'cat p'
  press Tab
  wait_until 'what both have' before_is '$ cat pair-'
}

test_last_widget_behind_a_slow_escape() {
  only zsh
  start 'say() { print -rn -- "$LASTWIDGET" >$HOME/result }; zle -N say' \
    "bindkey '^[b' say"
  remember 'echo one two three'
  type_keys 'echo one'
  ghost 'echo one' ' two three'
  press Escape
  no_ghost 'echo one'
  type_keys 'b'
  wait_until 'the widget' grep -q . "$HOME/result"
  equals 'the last widget' self-insert "$(result)"
}
