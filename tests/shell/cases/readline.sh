# Settings of bash users for readline.

test_bind_x_and_readline_line() {
  only bash
  start 'upper() { READLINE_LINE=${READLINE_LINE^^}; READLINE_POINT=${#READLINE_LINE}; }' \
    'bind -x '\''"\C-t": upper'\' 'bind -x '\''"\C-xh": echo from-bind-x'\'
  remember 'ECHO HELLO WORLD' 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  ghost 'ECHO HE' 'LLO WORLD'
  press C-x
  press h
  see 'from-bind-x'
  wait_until 'the line again' before_is '$ ECHO HE'
}

test_history_switched_off_and_histcontrol() {
  only bash
  start 'HISTCONTROL=ignorespace'
  enter ' echo not-to-be-kept' 'not-to-be-kept'
  run ' set +o history'
  enter 'echo while-off' 'while-off'
  run ' set -o history'
  enter 'echo while-on' 'while-on'
  run ' synapse history list >result'
  result | grep -q 'while-on' || fail 'what is wanted is not kept'
  result | grep -q 'while-off\|not-to-be' && fail 'what is not wanted is kept'
  return 0
}

test_macros_and_numeric_arguments() {
  only bash
  start 'bind '\''"\C-t": "echo he"'\'
  remember 'echo hello world'
  press C-t
  ghost 'echo he' 'llo world'
  press M-3 x
  wait_until 'three of them' before_is '$ echo hexxx'
}

# Keys typed ahead while a command runs.
test_typed_ahead() {
  start
  remember 'echo hello world'
  type_keys ' sleep 0.3'
  press Enter
  type_keys 'echo he'
  wait_until 'the prompt' prompt_with 'echo he' 'llo world'
  press Right
  wait_until 'taken' prompt_with 'echo hello world' ''
}
prompt_with() { row_parts; [[ $BEFORE == *"\$ $1" ]] && [ "$AFTER" = "$2" ]; }
