# synapse help tour: a shell in a made-up directory, with the keys that each step
# names.

tour() {
  needs_engine
  AS_NEW=1 start
  export TMPDIR=$HOME/tmp
  mkdir -p "$TMPDIR"
  run " export TMPDIR=$TMPDIR"
  clear_screen
  type_keys 'synapse help tour'
  press Enter
  step 1
}
# The step of that number is on the screen, and a new line below it.
step() {
  see "$1 of 9: "
  wait_until 'a prompt' before_is '$ '
}

test_walked_with_real_keys() {
  tour
  type_keys 'cat s'
  ghost 'cat s' 'oups/lentil.md'
  press Right Enter
  see 'lentils, carrots'
  step 2
  type_keys 'gr'
  ghost 'gr' 'ep -rn salt soups'
  press C-Right
  ghost 'grep' ' -rn salt soups'
  press M-f
  ghost 'grep -rn' ' salt soups'
  type_keys ' basil'
  type_keys ' soups'
  press Enter
  see 'tomatoes, basil'
  step 3
  type_keys 'cat s'
  press Tab
  wait_until 'a word' before_begins '$ cat soups'
  press Tab Tab
  press C-u
  type_keys 'cat README.md'
  press Enter
  see 'One file for each'
  step 4
  type_keys 'tar -'
  ghost 'tar -' 'czf soups.tar.gz soups'
  press C-Space
  see 'absolute-names'
  type_keys 'gz'
  see_no 'absolute-names'
  see 'gzip'
  press Escape
  see_no 'gzip'
  press C-u Enter
  step 5
  type_keys 'cat sups/tomato.md'
  press Enter
  see 'No such file'
  line '$ ' 'cat soups/tomato.md'
  # The step asks for the line that fails.
  on_screen 'This was not the line' && fail "the tour took a line that it asks for \
as another one"
  press Right Enter
  step 6
  type_keys 'tar -czf all.tar.gz soups > log'
  press M-h
  see 'Create a new archive'
  press Enter
  step 7
  enter 'synapse search salt' 'grep -rn salt soups'
  step 8
  type_keys 'synapse incognito ephemeral'
  press Enter
  step 9
  see 'This was the tour. Type `exit` to leave'
  type_keys 'exit'
  press Enter
  run ' ls $TMPDIR; fc -l | grep -c soups'
  see "<done$PROBE>"
  equals 'what is left' '' "$(ls "$TMPDIR")"
}

test_a_line_of_another_kind_and_steps_that_are_skipped() {
  tour
  type_keys 'ls'
  press Enter
  see 'This was not the line of step 1.'
  wait_until 'a prompt' before_is '$ '
  local n
  for n in 2 3 4 5 6 7 8 9; do
    press Enter
    step $n
  done
  press Enter C-d
  run ' echo "<${SYNAPSE_TOUR-none}>"'
  see '<none>'
  equals 'what is left' '' "$(ls "$TMPDIR")"
}

# Nothing of it comes to the user's history, store and settings.
test_nothing_of_it_is_kept() {
  tour
  type_keys 'echo from-the-tour'
  press Enter
  see 'from-the-tour'
  type_keys 'synapse config set prompt.ctrl_r true'
  press Enter
  wait_until 'a prompt' before_is '$ '
  type_keys 'exit'
  press Enter
  run ' synapse history list >result; synapse config get prompt.ctrl_r >>result'
  result | grep -q 'from-the-tour' && fail "$(result)"
  equals 'the setting' false "$(result | tail -n 1)"
  # Jobs and ^C work as before.
  type_keys 'sleep 100'
  press Enter
  pause 0.3
  press C-c
  run ' echo again'
  see again
}

test_as_text_without_a_terminal() {
  needs_engine
  start
  run ' synapse help tour | grep -c " of 9: " >result'
  equals 'steps' 9 "$(result)"
  run ' synapse help tour 5 >result'
  result | grep -q '^5 of 9: ' || fail "$(result)"
}
