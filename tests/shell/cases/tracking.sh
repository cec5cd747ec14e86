# Suggestions, the user's way through them, and the line that ran: the full
# record, as real shells write it.

# The newest record, and the number of records.
records() { cat "$XDG_DATA_HOME"/synapse/session_history/*/*/suggestion_history.jsonl 2>/dev/null; }
record() { records | tail -n 1; }
has_records() { [ "$(records | wc -l)" -eq "$1" ]; }
record_has() { # PART…: parts of the newest record
  local part
  for part; do
    case $(record) in
      *"$part"*) ;;
      *) fail "no $part in: $(record)" ;;
    esac
  done
}

start_tracked() {
  needs_engine
  export SYNAPSE_SUGGESTION_HISTORY=1
  start
  remember 'echo one two' 'echo one two' 'echo one three' 'echo one two'
}

test_a_suggestion_that_is_cycled_and_taken() {
  start_tracked
  type_keys 'echo on'
  ghost 'echo on' 'e two'
  press Tab
  ghost 'echo on' 'e three'
  press End
  line '$ echo one three' ''
  press Enter
  wait_until 'a record' has_records 1
  record_has '"actual_input":"echo one three"' '"match_type":"exact"' \
    '"viewed_indices":[0,1]' '"cycle_count":1' '"accepted_index":1' \
    '"taken_index":1' '"displayed_index_at_submit":1' \
    '"suggestions":["echo one two","echo one three"' '"llm_request":null'
  equals 'the mode' 600 "$(stat -c %a "$XDG_DATA_HOME"/synapse/session_history/*/*/*.jsonl)"
  "$MODULES/synapse" history export | tail -n 1 >"$HOME/event"
  grep -qF '"suggestion":{"suggestions":["echo one two","echo one three"' \
    "$HOME/event" || fail "the event: $(cat "$HOME/event")"
}

test_a_suggestion_that_is_changed_and_one_that_is_typed_past() {
  start_tracked
  type_keys 'echo on'
  ghost 'echo on' 'e two'
  press End
  type_keys ' four'
  line '$ echo one two four' ''
  press Enter
  wait_until 'a record' has_records 1
  record_has '"match_type":"partial"' '"actual_input":"echo one two four"'
  type_keys 'echo on'
  some_ghost 'echo on'
  type_keys 'ions'
  line '$ echo onions' ''
  press Enter
  wait_until 'a second record' has_records 2
  record_has '"actual_input":"echo onions"' '"taken_index":null' \
    '"displayed_index_at_submit":-1' '"input":"echo one two four"'
}

# A cancelled, cleared, private or secret line, or a comment, has no record.
test_lines_that_leave_no_record() {
  start_tracked
  type_keys 'echo on'
  some_ghost 'echo on'
  press C-c
  wait_until 'a prompt' before_is '$ '
  type_keys 'echo on'
  some_ghost 'echo on'
  press C-u
  press Enter
  enter ': a note' ''
  type_keys 'echo on'
  some_ghost 'echo on'
  press C-u
  enter ' echo unseen' 'unseen'
  type_keys 'echo on'
  some_ghost 'echo on'
  press C-u
  enter 'echo glpat-abcdefghij0123456789' 'glpat'
  run ' synapse incognito ephemeral'
  enter 'echo of a while' 'of a while'
  run ' synapse incognito off'
  type_keys 'echo on'
  some_ghost 'echo on'
  press End
  press Enter
  wait_until 'the first record' has_records 1
  record_has '"actual_input":"echo one two"'
  case $(record) in
    *unseen* | *glpat* | *'of a while'*) fail "private: $(record)" ;;
  esac
}

# A loop of three lines is one command, with at most one record.
test_a_command_of_several_lines_has_one_record() {
  start_tracked
  type_keys 'for i in 1; do'
  press Enter
  type_keys 'echo on'
  press Enter
  type_keys 'done'
  press Enter
  see 'on'
  enter 'echo behind' 'behind'
  type_keys 'echo on'
  some_ghost 'echo on'
  press End
  press Enter
  wait_until 'its record' written 'echo one two'
  [ "$(records | wc -l)" -le 3 ] || fail "$(records)"
}
written() { records | grep -qF "\"actual_input\":\"$1\""; }

test_no_record_where_none_is_asked_for() {
  needs_engine
  start
  remember 'echo one two' 'echo one two'
  type_keys 'echo on'
  ghost 'echo on' 'e two'
  press End
  press Enter
  see 'one two'
  enter 'echo later' 'later'
  [ ! -e "$XDG_DATA_HOME/synapse/session_history" ] || fail 'a directory'
  run ' SYNAPSE_SUGGESTION_HISTORY=1'
  type_keys 'echo on'
  some_ghost 'echo on'
  press End
  press Enter
  wait_until 'a record' has_records 1
}

# Each record of a session follows the schema, and a killed shell leaves whole
# lines.
test_records_keep_to_the_schema() {
  start_tracked
  run ' SYNAPSE_TRACKING_DETAILS=true'
  local i
  for i in 1 2 3; do
    type_keys 'echo on'
    some_ghost 'echo on'
    press Tab
    press Tab
    press End
    press Enter
    wait_until "record $i" has_records "$i"
  done
  record_has '"dwell_ms":[' '"typed":[{'
  type_keys ' kill -9 $$'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  records >"$HOME/records"
  [ -x "$MODULES/unit_tests" ] || skip 'the unit tests are not built'
  SYNAPSE_RECORD_FILE=$HOME/records "$MODULES/unit_tests" \
    -tc='record: lines of a file*' --no-skip >"$HOME/schema" ||
    fail "$(cat "$HOME/schema")"
}
