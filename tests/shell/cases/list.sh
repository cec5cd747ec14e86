# The list below the line.

some_files() {
  mkdir -p "$HOME/place/inner"
  : >"$HOME/place/alpha-one"
  : >"$HOME/place/alpha-two"
  : >"$HOME/place/beta"
}

test_list_shows_name_kind_description_and_source() {
  COLUMNS_OF_TERMINAL=110
  start
  type_keys 'git che'
  some_ghost 'git che'
  press C-Space
  wait_until 'a list' header_has ' of '
  see 'subcommand'
  wait_until 'the row' grep_screen 'checkout .*subcommand .*[A-Z][a-z]* .*spec$'
  press Escape
  wait_until 'nothing but the line' only_the_line
  no_more_than_the_ghost 'git che'
}
no_more_than_the_ghost() {
  row_parts
  [ "${BEFORE% }" = "\$ $1" ] || fail "the line is '$BEFORE'"
}

test_list_takes_with_enter() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac '
  opens M-/ ' of 9'
  type_keys 'two'
  wait_until 'one row' header_has '1 of 1'
  selected 'alpha-two'
  press Enter
  wait_until 'the line' line_is '$ tac alpha-two' ''
  wait_until 'nothing but the line' only_the_line
  # One step of undo restores the typed text.
  press C-_
  wait_until 'the line as it was' before_is '$ tac'
}

test_list_moves_with_arrows() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac a'
  opens C-Space '1 of 2'
  press Down
  wait_until 'the second' header_has '2 of 2'
  press Down
  wait_until 'the first again' header_has '1 of 2'
  press Up
  wait_until 'the last' header_has '2 of 2'
  press C-p
  wait_until 'the first' header_has '1 of 2'
  press Escape
}

test_list_narrows_and_marks_letters() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac '
  opens C-Space ' of 9'
  type_keys 'aoe'
  wait_until 'one row' header_has '1 of 1'
  selected 'alpha-one'
  press BSpace
  press BSpace
  press BSpace
  wait_until 'all rows' header_has ' of 9'
  press Down
  press Up
  type_keys 'alp'
  wait_until 'two rows' header_has ' of 2'
  # The matched letters are bold in the row that is not selected.
  wait_until 'bold letters' bold_letters 'alp'
  type_keys 'zzz'
  wait_until 'no row' header_has 'nothing fits'
  press Enter
  wait_until 'the list is gone' only_the_line
}
bold_letters() {
  screen_with_colours | grep -q "$(printf '\033')\\[\\(0;\\)*1m.*$1" ||
    screen_with_colours | grep -q "$(printf '\033')\\[1m.*$1"
}

# The end of a paste changes nothing, and what changed before it was not drawn.
test_list_narrows_by_a_paste() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac '
  opens M-/ ' of 9'
  type_keys $'\e[200~two\e[201~'
  wait_until 'one row' header_has '1 of 1'
  selected 'alpha-two'
  press Escape
  wait_until 'nothing but the line' only_the_line
}

# zsh wrote the accent as <0301>, and the row went on in the next one.
test_list_of_names_with_accents_of_their_own() {
  mkdir "$HOME/place"
  : >"$HOME/place/"$'cafe\u0301-one'
  : >"$HOME/place/cafx-two"
  start
  run " cd place"
  clear_screen
  type_keys 'tac caf'
  opens M-/ ' of 2'
  wait_until 'the row' grep_screen 'caf.*-one  *file  .*  *filesystem$'
  equals 'the rows' 4 "$(rows_of_text)"
  press Escape
  wait_until 'nothing but the line' only_the_line
}

test_list_marks_what_is_dangerous() {
  mkdir "$HOME/build"
  : >"$HOME/notes"
  start
  remember 'rm -rf build' 'rm notes'
  type_keys 'rm'
  opens C-Space ' of '
  wait_until 'a mark' grep_screen '^! rm -rf'
  press Escape
  wait_until 'nothing but the line' only_the_line
}

test_list_gone_after_interrupt() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac a'
  opens C-Space ' of 2'
  press C-c
  wait_until 'nothing but the line' only_the_line
  type_keys 'lpha-two'
  wait_until 'the line goes on' before_is '$ tac alpha-two'
}

# If the screen has no room below, the text above scrolls up.
test_list_at_the_last_row() {
  ROWS_OF_TERMINAL=12
  some_files
  start
  run " seq 30"
  run " cd place"
  type_keys 'tac '
  opens C-Space '1 of 9'
  equals 'rows of the list' 10 "$(screen | sed -n '/^> /,$p' | grep -c .)"
  press Down
  wait_until 'the second' header_has '2 of 9'
  press Escape
  wait_until 'no list' no_header
  type_keys 'beta'
  wait_until 'the line' before_is '$ tac beta'
  press C-u
  enter 'echo tidy' 'tidy'
}

test_list_at_a_line_of_several_rows() {
  COLUMNS_OF_TERMINAL=40
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'echo one two three four five six seven eight; tac a'
  opens C-Space '1 of 2'
  equals 'the first row' '$ echo one two three four five six seven' \
    "$(screen | sed -n 1p | sed 's/ $//')"
  press C-a
  press Down
  selected 'alpha-'
  press Escape
  wait_until 'no list' no_header
  equals 'rows' 2 "$(rows_of_text)"
}

test_list_resized() {
  some_files
  start
  run " cd place"
  clear_screen
  type_keys 'tac a'
  opens C-Space '1 of 2'
  terminal resize-window -t main -x 36 -y 14
  # The list adapts at once, without a key.
  wait_until 'rows of that width' grep_screen '^  alpha-two  *filesystem$'
  # The age of the file has no room in its row, and stands below the rows.
  equals 'rows' 5 "$(rows_of_text)"
  press Down
  wait_until 'the second' header_has '2 of 2'
  terminal resize-window -t main -x 90 -y 20
  press Down
  wait_until 'the first' header_has '1 of 2'
  press Escape
  wait_until 'nothing but the line' only_the_line
  wait_until 'the line' before_is '$ tac a'
}

# A clock in the prompt: a trap redraws the prompt while the list is open.
test_list_beneath_a_prompt_that_changes() {
  only zsh
  some_files
  start 'TRAPUSR1() { PS1="later $ "; zle && zle reset-prompt }' \
    "echo \$\$ >$HOME/pid"
  run " cd place"
  clear_screen
  type_keys 'tac a'
  opens C-Space '1 of 2'
  kill -USR1 "$(cat "$HOME/pid")"
  wait_until 'the new prompt' before_is 'later $ tac a'
  wait_until 'the list' header_has '1 of 2'
  press Down
  wait_until 'the second' header_has '2 of 2'
  press Escape
  wait_until 'nothing but the line' only_the_line
}

# The description has the room; what is cut stands below the rows.
test_list_has_groups_and_one_row_an_option() {
  start
  type_keys 'git commit -'
  opens C-Space ' of '
  see '-m, --message <msg>'
  wait_until 'the first heading' grep_screen '^likely$'
  wait_until 'the second heading' grep_screen '^options$'
  type_keys 'signoff'
  wait_until 'one group' header_has '1 of '
  see_no 'likely'
  press Enter
  wait_until 'the line' before_is '$ git commit --signoff'
}

test_tab_without_a_ghost_opens_the_list() {
  AS_NEW=1 start
  type_keys 'git log '
  no_ghost 'git log '
  press Tab
  wait_until 'the list' header_fits '1 of [0-9]*$'
  press Tab
  wait_until 'the second row' header_fits '2 of [0-9]*$'
  press Enter
  wait_until 'only the line' only_the_line
  press C-u Tab
  wait_until 'no list at an empty line' only_the_line
}

# A directory of 100,000 files: the list opens at once, scrolls by pages,
# narrows to one file, and Tab and the ghost still work.
test_list_of_20000_files() {
  mkdir "$HOME/many"
  (cd "$HOME/many" && seq -f 'file-%05.0f' 1 20000 | xargs touch)
  ROWS_OF_TERMINAL=30
  start
  run " cd many"
  clear_screen
  type_keys 'tac '
  opens C-Space ' of '
  # Neither a key without a meaning nor a late answer ends the reading.
  press F9
  wait_until 'all of them' header_fits 'of 2000.$'
  # How many were ranked in the time there was decides the headings.
  equals 'rows of the list' 20 \
    "$(screen | grep -cE 'file-.*filesystem|^(likely|files|other files)$')"
  local page before after
  before=$(date +%s%N)
  for page in 1 2 3 4 5 6 7 8 9 10; do press PageDown; done
  wait_until 'ten pages on' header_fits '(18.|19.|20.) of 2000.$'
  after=$(date +%s%N)
  [ $(((after - before) / 1000000)) -lt 2000 ] || fail 'ten pages took two seconds'
  press End
  wait_until 'the last' header_fits '(2000.) of \1$'
  type_keys '17777'
  wait_until 'one of them' header_fits '1 of 1$'
  press Enter
  wait_until 'the line' before_is '$ tac file-17777'
}

test_no_list_where_there_is_nothing() {
  start
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-list" ;;
    bash) run " bind '\"\\C-t\": synapse-list'" ;;
  esac
  clear_screen
  type_keys 'nothing-fits-this --at all'
  press C-t
  type_keys 'X'
  wait_until 'the line' line_is '$ nothing-fits-this --at allX' ''
}

# In vi's insert mode NUL is bound to nothing. Looking for a beginning of the key
# in its empty sequence went past the end of a buffer: bash ended by SIGSEGV.
test_no_list_where_there_is_nothing_in_vi_mode() {
  start
  run " $([ "$SHELL_NAME" = zsh ] && echo 'bindkey -v' || echo 'set -o vi'); clear"
  wait_until 'a prompt' line_is '$ ' ''
  type_keys 'nothing-fits-this --at all'
  wait_until 'the text' line_is '$ nothing-fits-this --at all' ''
  press C-Space
  type_keys 'X'
  wait_until 'the line' line_is '$ nothing-fits-this --at allX' ''
}

test_forget_what_is_shown() {
  start
  enter 'echo forget-me now' 'forget-me now'
  enter 'echo other' 'other'
  clear_screen
  type_keys 'echo forg'
  ghost 'echo forg' 'et-me now'
  press S-DC
  no_ghost 'echo forg'
  press C-u
  run " synapse history list >result"
  result | grep -q forget-me && fail 'still in the store'
  clear_screen
  type_keys 'echo forg'
  no_ghost 'echo forg'
  # A detached process removes the bytes.
  wait_until 'no byte of it' store_is_without 'forget-me'
}
store_is_without() { ! grep -rqF -- "$1" "$HOME/store"; }

test_list_runs_what_is_shown() {
  start
  remember 'echo hello world'
  type_keys 'ech'
  press M-/
  see 'echo hello world'
  press M-Enter
  wait_until 'the output' output_row 1 'hello world'
  wait_until 'all of the line that ran' row_ends 1 'echo hello world'
}

test_take_and_run() {
  start
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-take-and-run" ;;
    bash) run " bind '\"\\C-t\": synapse-take-and-run'" ;;
  esac
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  wait_until 'the output' output_row 1 'hello world'
  wait_until 'all of the line that ran' row_ends 1 'echo hello world'
}
row_ends() {
  case $(screen | sed -n "$1p") in *"$2") ;; *) return 1 ;; esac
}
output_row() { [ "$(screen | sed -n "$(($1 + 1))p")" = "$2" ]; }

# Each line disappears at once, also while a process still removes the line
# before, and each is reported.
test_forget_again_and_again() {
  export SYNAPSE_PROMPT_CTRL_R=true
  start
  local n
  for n in one two three four five six; do
    enter "echo frob-$n" "frob-$n"
  done
  clear_screen
  type_keys 'echo frob'
  for n in one two three; do
    some_ghost 'echo frob'
    row_parts
    local line="echo frob$AFTER"
    press S-DC
    see "Forgotten: $line"
    printf '%s\n' "$line" >>"$HOME/forgotten"
  done
  equals 'each another one' 3 "$(sort -u "$HOME/forgotten" | wc -l)"
  type_keys '-'
  see_no 'Forgotten'
  press C-u
  press C-r
  wait_until 'a list' header_has ' of '
  type_keys "'echo frob-"
  wait_until 'what is left' header_has '1 of 3'
  press F2
  wait_until 'two' header_has '1 of 2'
  see 'Forgotten: echo frob-'
  press F2
  wait_until 'one' header_has '1 of 1'
  press Down
  see_no 'Forgotten'
  press F2
  wait_until 'none' header_has 'nothing fits'
  press Escape
  wait_until 'no list' no_header
  run " synapse history list >result"
  result | grep -q 'frob-' && fail 'still there'
  wait_until 'no byte of it' store_is_without 'frob-'
}

# The keys of bash, and those that the terminal sends to zsh's editor.
bind_up_and_down() {
  case $SHELL_NAME in
    zsh) run " bindkey '^[[A' synapse-up '^[OA' synapse-up '^[[B' synapse-down '^[OB' synapse-down" ;;
    bash) run " bind '\"\\e[A\": synapse-up'; bind '\"\\e[B\": synapse-down'; bind '\"\\eOA\": synapse-up'; bind '\"\\eOB\": synapse-down'" ;;
  esac
}

test_up_walks_through_all_sessions() {
  start
  enter 'echo frob-old' 'frob-old'
  enter 'echo other' 'other'
  end_terminal
  start
  bind_up_and_down
  enter 'echo frob-new' 'frob-new'
  enter 'echo frob-old x' 'frob-old x'
  enter 'echo frob-new' 'frob-new'
  clear_screen
  type_keys 'echo fr'
  press Up
  no_ghost 'echo frob-new'
  press Up
  no_ghost 'echo frob-old x'
  press Up
  no_ghost 'echo frob-old'
  press Up
  press Down
  no_ghost 'echo frob-old x'
  press Down
  no_ghost 'echo frob-new'
  press Down
  wait_until 'what was typed' before_is '$ echo fr'
  press Up
  no_ghost 'echo frob-new'
  # A changed line begins a new walk.
  press BSpace BSpace BSpace
  type_keys 'ol'
  wait_until 'the other line' before_is '$ echo frob-ol'
  press Up
  no_ghost 'echo frob-old x'
  press C-u
  press Up
  no_ghost 'echo frob-new'
  press Enter
  see 'frob-new'
}

# The texts are read in the background, when a list first needs one.
test_list_describes_a_program_by_its_manual() {
  mkdir -p "$HOME/bin" "$HOME/.local/share/man/man1"
  printf '#!/bin/sh\n' >"$HOME/bin/zzfrob-one"
  cp "$HOME/bin/zzfrob-one" "$HOME/bin/zzfrob-two"
  chmod +x "$HOME/bin/zzfrob-one" "$HOME/bin/zzfrob-two"
  printf '.TH Z 1\n.SH NAME\nzzfrob-one \\- turn the widgets around\n' \
    >"$HOME/.local/share/man/man1/zzfrob-one.1"
  start "PATH=$HOME/bin:\$PATH"
  type_keys 'zzfrob'
  opens M-/ ' of 2'
  wait_until 'the texts' test -s "$XDG_CACHE_HOME/synapse/programs"
  press Escape
  wait_until 'no list' no_header
  press C-u
  clear_screen
  type_keys 'zzfrob-'
  opens M-/ ' of 2'
  see 'turn the widgets around'
  press Escape
}
