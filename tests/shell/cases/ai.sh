# A language model is asked in the background: its answer becomes a ghost, and
# the line editor continues whatever the model does.

# A model with that answer after that time; it counts the requests.
start_with_model() { # ANSWER SECONDS
  needs_engine
  mkdir -p "$XDG_CONFIG_HOME/synapse"
  cat >"$HOME/model" <<END
#!/bin/sh
echo asked >>"$HOME/asked"
cat >>"$HOME/prompt"
sleep ${2:-0}
printf '%s\n' '$1'
END
  chmod +x "$HOME/model"
  export SYNAPSE_AI_PROVIDER=command SYNAPSE_AI_COMMAND="$HOME/model"
  export SYNAPSE_SUGGEST_EMPTY_LINE=false
  start
}
asked() { [ "$(grep -c asked "$HOME/asked" 2>/dev/null)" = "$1" ]; }

test_what_a_model_says_becomes_a_ghost() {
  start_with_model 'cat frobnicate-it'
  type_keys 'cat frob'
  ghost 'cat frob' 'nicate-it'
  press End
  line '$ cat frobnicate-it' ''
  press C-u
  grep -q 'input: cat frob' "$HOME/prompt" || fail 'the line is not in the prompt'
}

# A line of the history comes first, and stays.
test_a_model_does_not_replace_what_history_says() {
  start_with_model 'echo one hundred'
  remember 'echo one two' 'echo one two' 'echo one two'
  type_keys 'echo on'
  ghost 'echo on' 'e two'
  wait_until 'the model' test -s "$HOME/asked"
  sleep 0.5
  ghost 'echo on' 'e two'
  press C-u
}

test_a_model_that_hangs_holds_nothing_up() {
  start_with_model 'ls frobnicate' 100
  type_keys 'frobn'
  wait_until 'the model' asked 1
  type_keys 'icate'
  line '$ frobnicate' ''
  press C-u
  run ' echo still here >result'
  equals 'the shell' 'still here' "$(result)"
  # The desk makes one request at a time, which ends with its line.
  wait_until 'no model' sh -c '! pgrep -f "$0/model" >/dev/null' "$HOME"
}

test_nothing_is_asked_while_incognito() {
  start_with_model 'ls frobnicate'
  run ' synapse incognito no_send'
  rm -f "$HOME/asked"
  type_keys 'frobnic'
  sleep 0.7
  press C-u
  type_keys ' frobnicate'
  sleep 0.5
  press C-u
  [ ! -e "$HOME/asked" ] || fail "asked: $(cat "$HOME/prompt")"
}

test_what_would_be_sent_can_be_seen() {
  start_with_model 'ls -la'
  run ' cd / && synapse ai preview git st >"$HOME/result"'
  grep -q 'Current input: git st' "$HOME/result" || fail "$(cat "$HOME/result")"
  rm -f "$HOME/asked"
  run ' synapse ai ask list all files >"$HOME/result"'
  equals 'the answer' 'ls -la' "$(result)"
  run ' synapse ai ask "curl -u bob:hunter22 x" >"$HOME/result" 2>&1'
  case $(result) in
    *'nothing is sent'*) ;;
    *) fail "$(result)" ;;
  esac
  asked 1 || fail 'asked more than once'
}

# Tab makes a command line of a comment, and only Enter runs it.
test_a_wish_becomes_a_command() {
  export SYNAPSE_PROMPT_TAB=complete
  start_with_model 'echo wished for >result'
  type_keys '# print something'
  no_ghost '# print something'
  press Tab
  ghost '# print something' '  => echo wished for >result'
  grep -q 'print something' "$HOME/prompt" || fail 'the wish is not in the prompt'
  [ ! -e "$HOME/result" ] || fail 'it ran'
  press Tab
  line '$ echo wished for >result' ''
  [ ! -e "$HOME/result" ] || fail 'it ran'
  press Enter
  wait_until 'a result' test -s "$HOME/result"
  equals 'the result' 'wished for' "$(result)"
}

# Typed text changes the comment; the accept keys then take nothing.
test_a_wish_that_is_changed_and_one_that_is_not_taken() {
  export SYNAPSE_PROMPT_TAB=complete
  start_with_model 'ls -la'
  type_keys '# list'
  no_ghost '# list'
  press Tab
  ghost '# list' '  => ls -la'
  press Right
  line '$ # list' '  => ls -la'
  type_keys ' all'
  no_ghost '# list all'
  press C-u
}

# Alt-E explains the line below it; the next key removes the explanation.
test_a_key_explains_the_line() {
  start_with_model 'Lists files.'
  type_keys 'ls -la'
  press M-e
  see 'Lists files.'
  grep -q '^ls -la' "$HOME/prompt" || fail 'the line is not in the prompt'
  line '$ ls -la' ''
  type_keys 'h'
  see_no 'Lists files.'
  line '$ ls -lah' ''
  press C-u
  # The widget also works on a key of the user.
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-explain" ;;
    bash) run " bind '\"\\C-t\": synapse-explain'" ;;
  esac
  clear_screen
  type_keys 'ls -l'
  press C-t
  see 'Lists files.'
  press C-u
  see_no 'Lists files.'
}

# Many rows, control characters, a small window: the screen is clean afterwards.
test_a_long_explanation_is_bounded() {
  COLUMNS_OF_TERMINAL=30
  ROWS_OF_TERMINAL=10
  start_with_model 'x'
  cat >"$HOME/model" <<'END'
#!/bin/sh
cat >/dev/null
printf 'first \033[31mred\033[2J %s\n' "$(seq -s ' ' 60)"
seq 1000 1200
END
  type_keys 'ls -la'
  press M-e
  see 'first'
  row_parts
  [ "$(screen | grep -c .)" -le 8 ] || fail 'too many rows'
  line '$ ls -la' ''
  press C-u
  see_no 'first'
  clear_screen
  run ' echo still here >result'
  equals 'the shell' 'still here' "$(result)"
}

test_why_nothing_is_explained_is_said() {
  start_with_model 'Lists files.'
  rm -f "$HOME/asked"
  type_keys ' ls -la'
  press M-e
  see 'nothing is sent: it begins with a blank'
  press C-u
  press M-e
  see 'the line is empty'
  press M-m
  see 'the last command did not fail'
  [ ! -e "$HOME/asked" ] || fail 'it was asked'
}

# Alt-M after a failure: the corrected line is a ghost, and only Enter runs it.
test_a_key_puts_a_failed_line_right() {
  start_with_model 'echo put right >result'
  type_keys 'ls /no-such-directory'
  press Enter
  see 'cannot access'
  clear_screen
  press M-m
  ghost '' 'echo put right >result'
  grep -q 'ls /no-such-directory' "$HOME/prompt" ||
    fail 'the failed line is not in the prompt'
  [ ! -e "$HOME/result" ] || fail 'it ran'
  press End
  line '$ echo put right >result' ''
  [ ! -e "$HOME/result" ] || fail 'it ran'
  press Enter
  wait_until 'a result' test -s "$HOME/result"
  equals 'the result' 'put right' "$(result)"
}

# A model that hangs delays no key, and ends with the line.
test_a_key_that_asks_does_not_wait() {
  start_with_model 'Lists files.' 100
  type_keys 'ls -la'
  press M-e
  see 'the language model is asked'
  type_keys 'h'
  line '$ ls -lah' ''
  see_no 'is asked'
  press C-u
  run ' echo still here >result'
  equals 'the shell' 'still here' "$(result)"
  wait_until 'no model' sh -c '! pgrep -f "$0/model" >/dev/null' "$HOME"
}

# Without a model the keys are unchanged.
test_without_a_model_the_keys_are_not_bound() {
  start
  case $SHELL_NAME in
    zsh) run " bindkey | grep -c 'synapse-explain\\|synapse-fix' >result" ;;
    bash) run " bind -s -p | grep '\\\\e[em]' | grep -c synapse >result" ;;
  esac
  equals 'bindings' 0 "$(result)"
}
