# Limits by the user or the administrator: sizes of files, memory, descriptors.
# The shell survives them without Synapse, and so it does with it.

# SIZE in 1024-byte blocks, in both shells.
file_limit() { [ "$SHELL_NAME" = zsh ] && printf %s $(($1 * 2)) || printf %s "$1"; }

# At 64 not even LMDB's lock fits; the store reaches the other limits in time.
test_a_limit_of_file_sizes_kills_nothing() {
  needs_engine
  local blocks i
  for blocks in 8 64 200 1024; do
    start "ulimit -f $(file_limit $blocks)"
    for i in $(seq 20); do run " echo one $blocks $i with some words >/dev/null"; done
    run " echo alive \$((40 + 2)) >$HOME/result"
    equals "the shell under $blocks blocks" 'alive 42' "$(result)"
    rm -rf "$HOME/.local" "$HOME/result"
    end_terminal
  done
}

test_a_limit_of_file_sizes_in_a_shell_that_runs() {
  needs_engine
  local i
  start
  run ' echo hello'
  run " ulimit -f $(file_limit 100)"
  for i in $(seq 30); do run "echo number $i with some words behind it"; done
  run " echo alive \$((40 + 2)) >$HOME/result"
  equals 'the shell' 'alive 42' "$(result)"
}

test_little_memory_kills_nothing() {
  needs_engine
  local kilobytes i
  for kilobytes in 25000 30000 40000 60000; do
    start_plain "ulimit -v $kilobytes"
    type_keys " $(load_line)"
    press Enter
    for i in 1 2 3; do
      type_keys "echo number $i"
      press Enter
      see "number $i"
    done
    type_keys 'git com'
    press C-u
    run " : \$((40 + 2)) && cd /tmp"
    rm -rf "$HOME/.local"
    end_terminal
  done
}

# `exec 70>&-` for each of our descriptors, and then files of the user in their
# place: no write goes there, and the store loses nothing.
test_descriptors_that_the_user_closes() {
  needs_engine
  local fd
  start
  run 'echo before'
  # shellcheck disable=SC2016
  run ' for i in {64..80}; do exec {i}>&-; done 2>/dev/null'
  if [ "$SHELL_NAME" = zsh ]; then
    run ' zmodload zsh/system'
    run " for i in {64..80}; do sysopen -w -o creat -u \$i $HOME/theirs.\$i; done"
  else
    run " for i in {64..80}; do eval \"exec \$i>$HOME/theirs.\$i\"; done"
  fi
  run 'echo between'
  run 'echo afterwards'
  for fd in $(seq 64 80); do
    [ ! -s "$HOME/theirs.$fd" ] || fail "something was written to descriptor $fd"
  done
  run " synapse history export >$HOME/result"
  for fd in before between afterwards; do
    grep -q "echo $fd" "$HOME/result" || fail "echo $fd is not recorded"
  done
  compgen -G "$HOME/.local/share/synapse/events.bad-*" >/dev/null &&
    fail 'a log that is whole was set aside'
  # shellcheck disable=SC2016
  run ' for i in {64..80}; do exec {i}>&-; done'
  run 'echo last'
}

# Several shells have it open; each continues.
test_a_lock_file_that_is_cut_short() {
  needs_engine
  start
  run 'echo before'
  terminal send-keys -t main "$SHELL_NAME" 2>/dev/null
  press C-u
  : >"$HOME/.local/share/synapse/events/lock.mdb"
  : >"$HOME/.local/share/synapse/index/lock.mdb"
  run 'echo between'
  run 'echo afterwards'
  run " synapse history export >$HOME/result"
  grep -q 'echo before' "$HOME/result" || fail 'the log is not that of before'
  grep -q 'echo afterwards' "$HOME/result" || fail 'it is not recorded any more'
  compgen -G "$HOME/.local/share/synapse/events.bad-*" >/dev/null &&
    fail 'a log that is whole was set aside'
  true
}

# The shell dies of the signal, as without Synapse.
test_a_fault_that_is_sent_ends_the_shell() {
  local signal
  for signal in SEGV BUS; do
    start
    run " echo \$\$ >$HOME/result"
    kill -s "$signal" "$(result)"
    wait_until "the end by SIG$signal" process_is_gone "$(result)"
    end_terminal
  done
}

# The disk is full: the error is reported, and the shell still writes.
test_output_that_cannot_be_written() {
  start
  run " synapse help >/dev/full 2>$HOME/err; echo \"status \$?\" >$HOME/result"
  equals 'the status' 'status 1' "$(result)"
  grep -qi 'write error: no space left on device' "$HOME/err" ||
    fail "$(cat "$HOME/err")"
  run " synapse help >$HOME/result; echo \"status \$?\" >>$HOME/result"
  equals 'the status' 'status 0' "$(tail -n 1 "$HOME/result")"
}

# zsh ended under each limit below the size of the store's maps, and both shells
# under a limit of their data.
test_a_limit_of_memory_in_a_shell_that_runs() {
  needs_engine
  local limit i
  for limit in '-v 500000' '-v 60000' '-Sv 25000' '-d 20000' '-d 2000'; do
    start
    run 'echo hello'
    run " ulimit $limit"
    for i in 1 2 3; do
      type_keys "echo number $i"
      press Enter
      see "number $i"
    done
    run " echo alive \$((40 + 2)) >$HOME/result"
    equals "the shell under ulimit $limit" 'alive 42' "$(result)"
    rm -rf "$HOME/.local" "$HOME/result"
    end_terminal
  done
}

test_a_limit_of_memory_in_a_subshell() {
  needs_engine
  start
  run 'echo hello'
  run " (ulimit -v 100000; echo \$(echo in a) subshell >$HOME/result)"
  equals 'the subshell' 'in a subshell' "$(result)"
}

test_a_limit_that_is_lifted_brings_the_store_back() {
  needs_engine
  start
  run 'echo before'
  run ' ulimit -Sv 60000'
  run 'echo meanwhile'
  run ' ulimit -Sv unlimited'
  run 'echo afterwards'
  run " synapse history export >$HOME/result"
  local line
  for line in before afterwards; do
    grep -q "echo $line" "$HOME/result" || fail "echo $line is not recorded"
  done
}
