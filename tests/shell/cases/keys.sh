# Each key: what it accepts, and what it does without a ghost.

takes_all() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press "$1"
  no_ghost 'echo hello world'
}
test_right_takes_all() { takes_all Right; }
test_end_takes_all() { takes_all End; }
test_ctrl_e_takes_all() { takes_all C-e; }
test_ctrl_f_takes_all() { takes_all C-f; }

takes_a_word() {
  start
  remember 'echo hello big world'
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press "$1"
  ghost 'echo hello' ' big world'
  press "$1"
  ghost 'echo hello big' ' world'
}
test_ctrl_right_takes_a_word() { takes_a_word C-Right; }
test_alt_right_takes_a_word() { takes_a_word M-Right; }
test_alt_f_takes_a_word() { takes_a_word M-f; }

test_alt_right_takes_a_path_up_to_its_next_slash() {
  start
  remember 'echo one/two/three four'
  type_keys 'echo o'
  ghost 'echo o' 'ne/two/three four'
  press M-Right
  ghost 'echo one/' 'two/three four'
  press M-Right
  ghost 'echo one/two/' 'three four'
  press M-Right
  ghost 'echo one/two/three' ' four'
}

# No key accepts a character: the test binds one.
test_a_character_and_a_component() {
  start
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-take-character '^O' synapse-take-component" ;;
    bash) run " bind '\"\C-t\": synapse-take-character' '\"\C-o\": synapse-take-component'" ;;
  esac
  remember 'echo é one/two/three four'
  type_keys 'echo'
  ghost 'echo' ' é one/two/three four'
  press C-t
  line '$ echo ' 'é one/two/three four'
  press C-t
  line '$ echo é' ' one/two/three four'
  press C-o
  line '$ echo é one/' 'two/three four'
  press C-o
  line '$ echo é one/two/' 'three four'
}

test_taking_is_one_undo_step() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  press C-_
  ghost 'echo he' 'llo world'
}

test_keys_move_inside_the_line() {
  start
  type_keys 'echo abc def'
  press C-a
  line '$ ' 'echo abc def'
  press Right
  line '$ e' 'cho abc def'
  press C-f
  line '$ ec' 'ho abc def'
  press M-f
  case $SHELL_NAME in
    zsh) line '$ echo' 'abc def' ;;
    bash) line '$ echo' ' abc def' ;;
  esac
  press C-e
  line '$ echo abc def' ''
}

test_tab_cycles_both_ways() {
  start
  remember 'echo aaa one' 'echo aaa two' 'echo aaa three'
  type_keys 'echo aaa t'
  some_ghost 'echo aaa t'
  row_parts
  local first=$AFTER
  press Tab
  wait_until 'another ghost' other_ghost "$first"
  press BTab
  wait_until 'the first ghost again' line_is '$ echo aaa t' "$first"
}
other_ghost() {
  row_parts
  [ -n "$AFTER" ] && [ "$AFTER" != "$1" ]
}

test_tab_takes_a_single_suggestion() {
  start
  remember 'echo unlike-any-other thing'
  type_keys 'echo unlike-any'
  ghost 'echo unlike-any' '-other thing'
  press Tab
  no_ghost 'echo unlike-any-other thing'
}

# The shell completes with one key, also where a ghost is on show.
test_esc_tab_is_the_shells_tab() {
  start
  mkdir "$HOME/place"
  : >"$HOME/place/pair-one"
  : >"$HOME/place/pair-two"
  run ' cd place'
  remember 'tac pair-elsewhere'
  type_keys 'tac p'
  some_ghost 'tac p'
  press M-Tab
  wait_until 'what both have' before_begins '$ tac pair-'
  press M-Tab M-Tab
  see 'pair-two'
}

# With the cursor inside the line there is no suggestion: Tab is the shell's.
test_tab_completes_where_nothing_is_suggested() {
  start
  : >"$HOME/some-file"
  type_keys 'cat some-f x'
  press Left Left Tab
  wait_until 'the name' on_screen 'cat some-file'
}

# Completion uses the command before: the second Tab lists.
test_tab_twice_lists() {
  start
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  type_keys 'cat pair- x'
  press Left Left Tab Tab
  see 'pair-two'
}

start_in_vi_mode() { # with a line to suggest
  start_plain "$([ "$SHELL_NAME" = zsh ] && echo 'bindkey -v' || echo 'set -o vi')"
  load
  case $SHELL_NAME in
    zsh) run ' print -rs -- "echo hello world"' ;;
    bash) run ' history -s -- "echo hello world"' ;;
  esac
}

test_vi_insert_mode() {
  start_in_vi_mode
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  line '$ echo h' 'e'
}

# The widgets still exist, for keys of the user.
test_no_keys_when_they_are_switched_off() {
  start 'SYNAPSE_PROMPT_KEYS=false'
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-take" ;;
    bash) run " bind '\"\\C-t\": synapse-take'" ;;
  esac
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  ghost 'echo he' 'llo world'
  press C-t
  no_ghost 'echo hello world'
}

# A plugin that loads later binds keys like this.
test_a_movement_bound_after_the_first_prompt() {
  only zsh
  start
  run " bindkey '^F' forward-char; bindkey '^E' beginning-of-line"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-f
  no_ghost 'echo hello world'
  press C-e
  line '$' 'echo hello world'
  press C-u C-k
  run ' zmodload -u synapse; bindkey "^F" >result'
  equals 'what was bound' '"^F" forward-char' "$(result)"
}

# The user then types the message.
takes_up_to_the_quotes() {
  start "SYNAPSE_PROMPT_TAB=${2:-cycle}" 'export SYNAPSE_PROMPT_TAB'
  remember "git commit -m ''" 'git commit -m ""'
  type_keys 'git commit -m'
  some_ghost 'git commit -m'
  press "$1"
  line '$ git commit -m "' '"'
  type_keys 'fix it'
  line '$ git commit -m "fix it' '"'
}
test_right_goes_between_empty_quotes() { takes_up_to_the_quotes Right; }
test_end_goes_between_empty_quotes() { takes_up_to_the_quotes End; }
test_word_goes_between_empty_quotes() { takes_up_to_the_quotes C-Right; }
test_tab_goes_between_empty_quotes() { takes_up_to_the_quotes Tab complete; }

# Half of the name would leave a backslash at the end of the line.
test_a_word_with_an_escaped_blank_is_taken_as_one() {
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  local key
  mkdir "$HOME/My Documents"
  remember 'ls My\ Documents/ -la'
  for key in Tab C-Right; do
    type_keys 'ls My'
    ghost 'ls My' '\ Documents/ -la'
    press "$key"
    ghost 'ls My\ Documents/' ' -la'
    clear_screen
  done
}

# Tab continues to the alternative. Right accepts a text between quotes to the
# end.
test_tab_goes_on_from_between_the_quotes() {
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  remember 'frob -m zzz' "frob -m ''"
  type_keys 'frob -m'
  some_ghost 'frob -m'
  press Tab
  line "\$ frob -m '" "'"
  press Tab
  no_ghost 'frob -m zzz'
  press C-u
  remember 'frob "x"'
  type_keys 'frob "'
  ghost 'frob "' 'x"'
  press Right
  no_ghost 'frob "x"'
}

# bind_ours KEY WIDGET: KEY as both shells write it after Escape or Ctrl.
bind_ours() {
  case $SHELL_NAME in
    zsh) run " bindkey ${1@Q} $2" ;;
    bash) run " bind '\"$1\": $2'" ;;
  esac
}

test_ghosts_are_switched_off_and_on() {
  start
  bind_ours '\ev' synapse-toggle
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press M-v
  no_ghost 'echo he'
  press Right
  type_keys 'l'
  no_ghost 'echo hel'
  press C-Space
  see 'echo hello world'
  press C-g
  see_no 'echo hello world'
  press C-u
  run ' true'
  clear_screen
  type_keys 'echo he'
  no_ghost 'echo he'
  press M-v
  ghost 'echo he' 'llo world'
}

test_a_start_up_file_binds_keys_to_our_commands() {
  local bind='bindkey "\\ev" synapse-toggle'
  [ "$SHELL_NAME" = zsh ] || bind="bind '\"\\ev\": synapse-toggle'"
  start_plain "$(load_line)" "$bind"
  clear_screen
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press M-v
  no_ghost 'echo he'
}

test_escape_clears_the_ghost() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  no_ghost 'echo he'
  type_keys 'll' # the first one is Alt-L
  ghost 'echo hel' 'lo world'
  press M-f
  ghost 'echo hello' ' world'
  press Escape
  no_ghost 'echo hello'
  pause 0.7 # longer than the key timeout: Escape alone
  type_keys 'l'
  press Left
  line '$ echo hell' 'o'
  press Right
  no_ghost 'echo hello'
  press C-u
  run ' true'
  clear_screen
  type_keys 'echo hello'
  ghost 'echo hello' ' world'
  press M-/
  see 'history'
}

# Without a ghost Escape waits for the rest of a key as long as ever.
test_escape_and_a_key_without_a_ghost() {
  start
  case $SHELL_NAME in
    zsh) run ' KEYTIMEOUT=1' ;;
    bash) run " bind 'set keyseq-timeout 1'" ;;
  esac
  type_keys 'zzz yyy'
  no_ghost 'zzz yyy'
  press Escape
  type_keys 'b'
  line '$ zzz' 'yyy'
}

# The user's key stays, and Escape is free again after the module is unloaded.
test_escape_of_the_user() {
  only zsh
  start
  run " bindkey '^[' kill-whole-line"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  wait_until 'an empty line' before_is '$'
  run " bindkey -r '^['"
  type_keys ' bindkey "^[" >result'
  press Enter
  wait_until 'the binding' grep -q undefined-key "$HOME/result"
}

test_escape_in_vi_mode() {
  start_in_vi_mode
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  line '$ echo h' 'e'
  type_keys 'a'
  ghost 'echo he' 'llo world'
}
