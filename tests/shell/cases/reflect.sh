# synapse reflect in a real shell: commands that keep failing, and an alias for
# a line that is typed repeatedly, which the shell then runs.

# typed TIMES LINE types it, and waits each time until it is recorded.
typed() {
  local n
  for n in $(seq "$1"); do
    type_keys "$2"
    press Enter
    wait_until "'$2' in the history" is_recorded "$n" "$2"
  done
}
is_recorded() {
  [ "$("$MODULES/synapse" history list --limit 99 | cut -c 26- | grep -cxF -- "$2")" -ge "$1" ]
}

test_what_keeps_failing_is_on_the_page() {
  needs_engine
  start
  typed 3 'ls ./gone'
  run 'synapse reflect >"$HOME/result"'
  grep -q '`ls ./gone` failed each of 3 times in .*, with exit status 2' \
    "$HOME/result" || fail "no failure: $(result)"
  ref=$(grep -o 'event:[0-9]*' "$HOME/result" | head -n 1)
  run "synapse reflect show $ref >\"\$HOME/result\""
  grep -q '"cmd":"ls ./gone"' "$HOME/result" || fail "no event: $(result)"
  run 'synapse reflect show event:999999 >"$HOME/result" 2>&1'
  equals 'what is not there' 'synapse: reflect show: event:999999: no longer kept' \
    "$(result)"
}

# The text goes into the rc file unchanged, with quotes, and the shell runs it.
test_an_alias_is_read_by_the_shell() {
  needs_engine
  start
  typed 8 "echo it\\'s \$((40+2)) long enough to be one"
  run 'synapse reflect --alias 1 >"$HOME/rc"'
  grep -q '^alias ei=' "$HOME/rc" || fail "the alias: $(cat "$HOME/rc")"
  name=$(sed 's/^alias \([a-z0-9]*\)=.*/\1/' "$HOME/rc")
  run '. "$HOME/rc"'
  type_keys "$name >\"\$HOME/out\""
  press Enter
  wait_until 'the alias ran' test -s "$HOME/out"
  equals 'what it printed' "it's 42 long enough to be one" "$(cat "$HOME/out")"
}

test_a_watched_transcript_is_read_at_the_prompt() {
  needs_engine
  mkdir -p "$HOME/agents"
  export SYNAPSE_LEARN_TRANSCRIPTS="$HOME/agents"
  start
  run 'echo one'
  # A file as old as the first look at the directory counts as an old one.
  sleep 1
  cat >"$HOME/agents/a.jsonl" <<'END'
{"type":"assistant","sessionId":"s","cwd":"/w","timestamp":"2026-03-01T10:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Bash","input":{"command":"make zebra"}}]}}
{"type":"user","sessionId":"s","cwd":"/w","timestamp":"2026-03-01T10:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"ok"}]}}
END
  read_it() {
    run 'synapse history list --agent >"$HOME/result"'
    grep -q 'make zebra' "$HOME/result"
  }
  # A directory is read every ten seconds.
  PATIENCE=30 wait_until 'the command of the agent' read_it
  run 'synapse history list >"$HOME/result"'
  grep -q zebra "$HOME/result" && fail "among the user's: $(result)"
  :
}
