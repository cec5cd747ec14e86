# A line that runs is known afterwards; lines of the shell's own list are used.

test_what_is_run_is_suggested_after() {
  start
  enter 'echo quite new' 'quite new'
  press C-l
  type_keys 'echo qu'
  ghost 'echo qu' 'ite new'
}

test_the_shells_own_list_is_used() {
  start
  printf '%s\n' 'echo from a file' >"$HOME/list"
  case $SHELL_NAME in
    zsh) run " fc -R $HOME/list" ;;
    bash) run " history -r $HOME/list" ;;
  esac
  clear_screen
  type_keys 'echo fr'
  ghost 'echo fr' 'om a file'
}

# A later shell suggests the lines that this one learned.
test_kept_for_the_next_shell() {
  needs_engine
  start
  enter 'echo kept for later' 'kept for later'
  type_keys 'exit'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  end_terminal
  start
  type_keys 'echo kept'
  ghost 'echo kept' ' for later'
}

# The index is rebuilt in the background if many of its lines were removed.
test_what_retention_drops_is_suggested_no_more() {
  needs_engine
  start
  enter 'echo dropped before' 'dropped before'
  enter 'echo kept by number' 'kept by number'
  type_keys 'exit'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  end_terminal
  suggested 'echo dropped before' || fail 'never known'
  export SYNAPSE_HISTORY_MAX_EVENTS=1
  start
  wait_until 'an index without it' not_suggested 'echo dropped before'
  suggested 'echo kept by number' || fail 'what is kept is gone'
}
suggested() { "$MODULES/synapse" suggest -- "${1%% *} " | grep -qF -- "$1"; }
not_suggested() { ! suggested "$1"; }

test_exit_status_is_kept() {
  needs_engine
  start
  type_keys 'sh -c "exit 7"'
  press Enter
  run ' true'
  run " synapse history list --format json >$HOME/result"
  grep -q '"exit[a-z_]*": *7' "$HOME/result" ||
    fail "no exit status 7: $(result | head -c 600)"
}

test_a_command_of_several_lines_is_kept_whole() {
  needs_engine
  start
  type_keys 'for word in alpha beta; do'
  press Enter
  see '>'
  type_keys 'echo $word'
  press Enter
  type_keys 'done'
  press Enter
  see 'beta'
  run " synapse history list --format json >$HOME/result"
  grep -q 'for word in alpha beta; do.necho $word.ndone' "$HOME/result" ||
    fail "not whole: $(result | head -c 600)"
  equals 'records of it' 1 "$(grep -c 'for word in' "$HOME/result")"
}

# Its first line was reported when it was submitted; nothing ran.
test_a_cancelled_continuation_is_not_kept() {
  needs_engine
  start
  type_keys 'for word in never ever; do'
  press Enter
  see '>'
  press C-c
  # The shell drops text typed before ^C with the line.
  wait_until 'the next prompt' before_is '$'
  enter 'echo something' 'something'
  run " synapse history list --format json >$HOME/result"
  grep -q "\"cmd\":\"for word" "$HOME/result" && fail 'a line that did not run is kept'
  grep -q 'echo something' "$HOME/result" || fail 'what ran is not kept'
}

test_expanded_history_is_kept_expanded() {
  needs_engine
  start
  enter 'echo bang' 'bang'
  enter '!! twice' 'bang twice'
  run " synapse history list --format json >$HOME/result"
  grep -q 'echo bang twice' "$HOME/result" || fail "$(result | head -c 600)"
  grep -q '!!' "$HOME/result" && fail 'the unexpanded line is kept'
  return 0
}

test_what_the_user_keeps_out_is_not_kept() {
  needs_engine
  start
  enter ' echo after a blank' 'after a blank'
  if [ "$SHELL_NAME" = bash ]; then
    run ' HISTIGNORE="echo private*"'
    enter 'echo private thing' 'private thing'
  fi
  enter 'echo public' 'public'
  run " synapse history list --format json >$HOME/result"
  grep -q 'echo public' "$HOME/result" || fail 'nothing is kept'
  grep -q 'after a blank\|private thing' "$HOME/result" && fail 'kept'
  return 0
}

# 10 kB at once ask for one suggestion, and the line is whole.
test_a_paste_of_ten_kilobytes() {
  start
  remember 'echo hello world'
  { printf 'echo '; head -c 10000 /dev/zero | tr '\0' x; } >"$HOME/paste"
  terminal load-buffer "$HOME/paste"
  terminal paste-buffer -t main
  type_keys ' | wc -c'
  press Enter
  see '10001'
}

# The line is suggested while this shell lives; no file of Synapse has it.
test_incognito_leaves_nothing_behind() {
  needs_engine
  start
  enter 'echo ordinary words' 'ordinary words'
  enter 'synapse incognito ephemeral; echo now $(synapse incognito)' \
    'now ephemeral'
  enter 'echo xylograph quokka' 'xylograph quokka'
  press C-l
  type_keys 'echo xy'
  ghost 'echo xy' 'lograph quokka'
  press Right
  press Enter
  clear_screen
  type_keys 'exit'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  grep -rqa 'ordinary words' "$HOME/store" || fail 'nothing was kept at all'
  ! grep -rqa -e xylograph -e quokka -e 'incognito eph' \
    "$HOME/store" "$HOME/data" "$HOME/cache" 2>/dev/null ||
    fail 'found in a file'
}

test_a_long_history_file_is_imported_in_the_background() {
  needs_engine
  local file=$HOME/history i
  echo 'echo the-very-first' >"$file"
  for i in $(seq 4000); do echo "echo of line $i" >>"$file"; done
  start 'HISTSIZE=10 HISTFILESIZE=100000' "HISTFILE=$file"
  wait_until 'the oldest line' oldest_is_known
  run ' :'
  type_keys 'echo the-'
  ghost 'echo the-' 'very-first'
}
oldest_is_known() {
  "$MODULES/synapse" history export 2>/dev/null | grep -q 'echo the-very-first'
}

# In a pipe doctor runs in a child of the shell, which writes nothing itself.
test_doctor_in_a_pipe_knows_how_the_shell_writes() {
  start
  run 'true'
  run 'synapse doctor | cat >result'
  grep -q 'time to write .*not measured' "$HOME/result" &&
    fail "$(grep 'time to write' "$HOME/result")"
  grep -q 'time to write .* us; ' "$HOME/result" || fail 'no commit is reported'
}

# doctor compares the line editor's count with the recorded lines: a set-up that
# recorded nothing looked like one in which nothing ran.
test_doctor_compares_what_ran_with_what_was_recorded() {
  start
  run ' true'
  # Each of these is no run: a comment, a syntax error, cancelled, empty.
  [ "$SHELL_NAME" = bash ] || run ' setopt interactive_comments'
  type_keys '# a comment'; press Enter
  type_keys 'echo )'; press Enter
  type_keys 'for i in a; do'; press Enter
  type_keys 'echo'; press C-c
  press Enter
  clear_screen
  run 'synapse doctor >result'
  grep -q 'recorded .* lines in this session; [1-9][0-9]* were run$' "$HOME/result" ||
    fail "$(grep recorded "$HOME/result")"
  grep -A1 '^!.*recorded' "$HOME/result" && fail 'an alarm'
  [ "$SHELL_NAME" = bash ] || return 0
  run 'set +o history'
  run 'true'; run 'true'
  run 'synapse doctor >result'
  grep -A1 '^! recorded' "$HOME/result" |
    grep -q 'the last [2-9] lines.* not recorded: bash keeps no history' ||
    fail "$(grep -A1 recorded "$HOME/result")"
  run 'set -o history'
  run 'true'
  run 'synapse doctor >result'
  grep -A1 '^!.*recorded' "$HOME/result" && fail 'still an alarm'
  return 0
}

# A shell that has no history file any more.
test_nothing_is_kept_without_a_history_file() {
  needs_engine
  local off=('unset HISTFILE' 'HISTFILE=' 'HISTFILE=/dev/null') on words n=0
  [ "$SHELL_NAME" = zsh ] && off+=('SAVEHIST=0' 'fc -p')
  [ "$SHELL_NAME" = bash ] && off+=('HISTSIZE=0' 'HISTFILESIZE=0')
  on='HISTFILE=$HOME/own-history HISTSIZE=500 SAVEHIST=500 HISTFILESIZE=500'
  start "$on"
  for words in "${off[@]}"; do
    n=$((n + 1))
    enter "echo public-$n" "public-$n"
    run "$words"
    enter "echo xyzzy-$n" "xyzzy-$n"
    [ "$words" = 'fc -p' ] && run 'fc -P'
    run " $on"
  done
  enter 'echo public-end' 'public-end'
  run " synapse history list --format json >$HOME/result"
  for ((; n > 0; n--)); do
    grep -q "echo public-$n" "$HOME/result" || fail "not kept: public-$n"
  done
  grep -q 'echo public-end' "$HOME/result" || fail 'nothing is kept later'
  grep -q 'xyzzy' "$HOME/result" && fail "kept: $(grep -o 'echo xyzzy-[0-9]*' "$HOME/result" | sort -u)"
  rm "$HOME/result"
  grep -rlq xyzzy "$HOME/data" "$HOME/store" && fail "in a file: $(grep -rl xyzzy "$HOME/data" "$HOME/store")"
  return 0
}

# What is kept out by the shell itself: nothing of it is in a file or offered.
test_what_zsh_keeps_out_is_not_kept() {
  only zsh
  needs_engine
  start 'SYNAPSE_TRACKING_HISTORY=true SYNAPSE_TRACKING_DETAILS=true' \
    'export SYNAPSE_TRACKING_HISTORY SYNAPSE_TRACKING_DETAILS' \
    'setopt HIST_IGNORE_SPACE HIST_NO_STORE HIST_NO_FUNCTIONS' \
    'alias blank=" echo"' \
    'zshaddhistory() { case $1 in *xyzzy-one*) return 1 ;; *xyzzy-two*) return 2 ;; esac }'
  enter 'echo public thing' 'public thing'
  enter 'echo xyzzy-one a' 'xyzzy-one a'
  enter 'echo xyzzy-two b' 'xyzzy-two b'
  enter 'blank xyzzy-three c' 'xyzzy-three c'
  run 'xyzzy_four() { echo xyzzy-five; }'
  run 'fc -l -1 # xyzzy-six'
  run " HISTORY_IGNORE='(echo xyzzy-sev*|nothing)'"
  enter 'echo xyzzy-seven d' 'xyzzy-seven d'
  enter 'echo public again' 'public again'
  clear_screen
  type_keys 'echo x'; no_ghost 'echo x'
  press C-u
  type_keys 'echo public a'; ghost 'echo public a' 'gain'
  press C-u
  run " synapse history list --format json >$HOME/result"
  grep -q 'echo public again' "$HOME/result" || fail 'nothing is kept'
  grep -q 'xyzzy' "$HOME/result" && fail "kept: $(grep -o 'xyzzy[a-z_-]*' "$HOME/result" | sort -u)"
  rm "$HOME/result"
  grep -rlq xyzzy "$HOME/data" "$HOME/store" && fail "in a file: $(grep -rl xyzzy "$HOME/data" "$HOME/store")"
  run " synapse doctor >$HOME/result"
  grep -q 'no hook announced\|did not report' "$HOME/result" && fail "$(result)"
  return 0
}
