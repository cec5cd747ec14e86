# The search of the history, which is a list too.

test_finds_and_takes() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  enter 'echo first-thing' 'first-thing'
  enter 'false second-thing' '$'
  enter 'echo third' 'third'
  clear_screen
  press C-r
  wait_until 'a list' header_has '1 of '
  type_keys 'thing'
  wait_until 'two' header_has '1 of 2'
  see 'exit 1'
  selected 'false second-thing'
  press Down
  selected 'echo first-thing'
  press Enter
  wait_until 'the line' before_is '$ echo first-thing'
  wait_until 'no list' no_header
}

test_marks_and_phrases() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start 'rm() { :; }' 'ls() { :; }'
  run 'rm -rf build'
  run 'ls build; rm -rf'
  clear_screen
  press C-r
  wait_until 'a list' header_has '1 of '
  type_keys '"rm -rf build'
  wait_until 'one' header_has '1 of 1'
  wait_until 'a mark' grep_screen '^! rm -rf build'
  press Escape
}

test_scopes() {
  export SYNAPSE_PROMPT_CTRL_R=true
  mkdir -p "$HOME/elsewhere"
  start
  enter 'echo at-home' 'at-home'
  enter 'cd elsewhere' '$'
  enter 'echo not-there' 'not-there'
  clear_screen
  type_keys 'echo'
  opens C-r '^R all'
  header_has '1 of 2' || fail 'all'
  press C-r
  wait_until 'this session' header_has '^R session'
  press C-r
  wait_until 'this directory' header_has '^R directory'
  wait_until 'one row' header_has '1 of 1'
  see 'echo not-there'
  press C-r
  wait_until 'all again' header_has '^R all'
  press Escape
  wait_until 'the line' before_is '$ echo'
}

test_forgets_an_entry() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  enter 'echo keep-this' 'keep-this'
  enter 'echo drop-this' 'drop-this'
  clear_screen
  press C-r
  wait_until 'a list' header_has ' of '
  type_keys "'-this"
  wait_until 'two' header_has '1 of 2'
  selected 'drop-this'
  press F2
  wait_until 'one' header_has '1 of 1'
  selected 'keep-this'
  press Escape
  wait_until 'no list' no_header
  run " synapse history list >result"
  result | grep -q drop-this && fail 'still there'
  result | grep -q keep-this || fail 'the other one is gone'
}

test_shows_all_lines() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  case $SHELL_NAME in
    zsh)
      type_keys 'for i in 1 2; do'
      press M-Enter
      type_keys 'echo multi$i; done'
      press Enter
      ;;
    bash)
      type_keys 'for i in 1 2; do'
      press Enter
      type_keys 'echo multi$i; done'
      press Enter
      ;;
  esac
  see 'multi2'
  clear_screen
  opens C-r ' of '
  wait_until 'the second line by itself' grep_screen '^| echo multi'
  press Enter
  wait_until 'the line' grep_screen '^echo multi\|^> echo multi'
}

test_runs_what_is_selected() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  enter 'echo ran-it' 'ran-it'
  clear_screen
  opens C-r ' of '
  type_keys 'ran-it'
  press M-Enter
  wait_until 'it ran' ran_twice
}
ran_twice() { [ "$(screen | grep -c '^ran-it$')" = 1 ] && on_screen '$ echo ran-it'; }

# Without the setting Ctrl-R keeps its binding.
test_ctrl_r_is_left_alone() {
  start
  remember 'echo hello'
  press C-r
  see 'i-search'
}
