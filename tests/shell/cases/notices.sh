# Lines above a prompt: the greeting of a new store.

# new_store [WORDS] starts the shell with the module in its start-up file, over a
# history file of twenty-four commands.
new_store() {
  needs_engine
  export SYNAPSE_PROMPT_NOTICES=true SYNAPSE_SUGGEST_EMPTY_LINE=false
  for i in 1 2 3 4 5 6 7 8; do
    printf '%s\n' 'echo one' 'echo two' 'echo three'
  done >"$HOME/lines"
  start_plain "HISTFILE=$HOME/lines" "$@" "$(load_line)"
}
greeting='synapse: 24 commands of your history imported. Right takes the grey text'
rows_with() { terminal capture-pane -p -J -t main | grep -c -- "$1"; }

# Two rows: the line is longer than the screen is wide.
test_the_first_prompt_of_a_new_store() {
  new_store
  see "$greeting;"
  row_reads 2 '`synapse help tour` shows more.' || fail 'broken in a word'
  row_reads 3 '$' || fail 'the prompt is not below the line'
  line '$ ' ''
  type_keys 'echo t'
  line '$ echo t' 'hree'
  press Right Enter
  see three
  equals 'lines' 1 "$(rows_with 'synapse: ')"
  end_terminal
  new_store
  line '$ ' ''
  equals 'lines in the second shell' 0 "$(rows_with 'synapse: ')"
}

test_turned_off_by_its_setting() {
  mkdir -p "$XDG_CONFIG_HOME/synapse"
  echo '{"prompt.notices": false}' >"$XDG_CONFIG_HOME/synapse/config.json"
  needs_engine
  unset SYNAPSE_PROMPT_NOTICES
  start_plain "$(load_line)"
  type_keys 'echo x'
  line '$ echo x' ''
  equals 'lines' 0 "$(rows_with 'synapse: ')"
}

# The user's Right stays the user's, and so it does not take the ghost.
test_a_key_of_the_user_is_not_named() {
  case $SHELL_NAME in
    zsh) new_store 'mine() { :; }; zle -N mine' \
      'bindkey "^[[C" mine; bindkey "^[OC" mine' ;;
    bash) new_store "bind '\"\\e[C\": beginning-of-line'" \
      "bind '\"\\eOC\": beginning-of-line'" ;;
  esac
  see 'imported. End takes the grey text'
}

test_nothing_where_nothing_is_stored() {
  export SYNAPSE_PRIVACY_INCOGNITO=ephemeral
  new_store
  line '$ ' ''
  equals 'lines' 0 "$(rows_with 'synapse: ')"
  end_terminal
  unset SYNAPSE_PRIVACY_INCOGNITO
  # A file in the place of the store: that is reported, and nothing else.
  rm -rf "$SYNAPSE_STORE_PATH"
  : >"$SYNAPSE_STORE_PATH"
  new_store
  run ' true'
  see 'synapse: store: '
  equals 'lines' 1 "$(rows_with 'synapse: ')"
}

# No prompt, no line, and the line is still due.
test_not_in_a_shell_without_a_prompt() {
  needs_engine
  export SYNAPSE_PROMPT_NOTICES=true
  local words
  words="$(load_line); synapse version; echo end"
  case $SHELL_NAME in
    zsh) zsh -fc "$words" >"$HOME/out" 2>&1
      zsh -fic "$words" >>"$HOME/out" 2>&1 </dev/null ;;
    bash) bash --norc -c "$words" >"$HOME/out" 2>&1
      bash --norc -ic "$words" >>"$HOME/out" 2>&1 </dev/null ;;
  esac
  grep -q end "$HOME/out" || fail "$(cat "$HOME/out")"
  grep 'imported\|learns' "$HOME/out" && fail 'printed without a prompt'
  new_store
  see "$greeting"
}

# powerlevel10k's instant prompt: until its last hook runs, output goes to a file,
# and the plugin complains about it. The line waits for a prompt with a terminal.
test_output_kept_back_at_the_first_prompt() {
  only zsh
  new_store 'exec {kept1}>&1 {kept2}>&2 0<&1 1>$HOME/printed 2>&1' \
    'give_back() { exec 1>&$kept1 2>&$kept2 {kept1}>&- {kept2}>&-; zle -D zle-line-init }' \
    'zle -N zle-line-init give_back'
  line '$ ' ''
  equals 'what was printed' '' "$(cat "$HOME/printed")"
  equals 'lines' 0 "$(rows_with 'synapse: ')"
  press Enter
  see "$greeting"
}

# A plugin manager loads the module while the line is edited.
test_loaded_while_a_line_is_edited() {
  only zsh
  needs_engine
  export SYNAPSE_PROMPT_NOTICES=true
  for i in 1 2 3 4 5 6 7 8; do
    printf '%s\n' 'echo one' 'echo two' 'echo three'
  done >"$HOME/lines"
  start_plain "HISTFILE=$HOME/lines" "late() { $(load_line) }" \
    'zle -N late; bindkey "^T" late'
  type_keys 'echo t'
  press C-t
  line '$ echo t' 'hree'
  equals 'lines' 0 "$(rows_with 'synapse: ')"
  press Right Enter
  see "$greeting"
}

# A prompt of two rows, drawn below the line.
test_a_prompt_of_two_rows() {
  new_store "PS1=\$'upper\n\$ '"
  see "$greeting"
  row_reads 3 upper || fail 'no upper row'
  row_reads 4 '$' || fail 'no lower row'
}

# ---- the report of a week ----

# A file as the background process writes it (record/weekly_report.h): prepared
# so many days ago, with so many keys, and no finding.
prepared() { # DAYS KEYS
  local ms=$((($(date +%s) - $1 * 86400) * 1000)) value i
  for value in "$ms" "$2" 0; do
    for ((i = 0; i < 64; i += 8)); do
      printf "\\x$(printf %x $((value >> i & 255)))"
    done
  done >"$SYNAPSE_STORE_PATH/weekly"
}
report='synapse: 1,500 keys saved in a week'

test_the_report_of_a_week_once() {
  new_store
  see "$greeting"
  end_terminal
  prepared 0 1500
  new_store
  see "$report. \`synapse config set prompt.notices false\`"
  see 'ends these reports.'
  [ ! -e "$SYNAPSE_STORE_PATH/weekly" ] || fail 'the file is still there'
  type_keys 'echo t'
  line '$ echo t' 'hree'
  press Right Enter
  see three
  equals 'lines' 1 "$(rows_with 'synapse: ')"
  end_terminal
  new_store
  line '$ ' ''
  equals 'lines in the second shell' 0 "$(rows_with 'synapse: ')"
}

test_no_report_if_it_is_turned_off_or_old() {
  new_store
  see "$greeting"
  end_terminal
  prepared 9 1500
  new_store
  line '$ ' ''
  equals 'lines' 0 "$(rows_with 'synapse: ')"
  end_terminal
  prepared 0 1500
  new_store 'export SYNAPSE_PROMPT_NOTICES=false'
  line '$ ' ''
  equals 'lines' 0 "$(rows_with 'synapse: ')"
  [ -e "$SYNAPSE_STORE_PATH/weekly" ] || fail 'the file is gone'
}
