# A language model beside the shell: what it says becomes a ghost, and whatever it
# does instead, the line editor goes on.

# A model that says that, after so long; it counts how often it was asked.
start_with_model() { # ANSWER SECONDS
  needs_engine
  mkdir -p "$XDG_CONFIG_HOME/synapse"
  cat >"$HOME/model" <<END
#!/bin/sh
echo asked >>"$HOME/asked"
cat >"$HOME/prompt"
sleep ${2:-0}
printf '%s\n' '$1'
END
  chmod +x "$HOME/model"
  export SYNAPSE_AI_PROVIDER=command SYNAPSE_AI_COMMAND="$HOME/model"
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

# History comes first, and stays.
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
  # One request at a time, and it goes with its line.
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

# A comment becomes a command line by Tab, and runs by Enter alone.
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

# Typed on, the comment is another; the keys that take a ghost take nothing.
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
