# Normal use of a shell, and faults: descriptors, subshells, traps, another
# shell in its place, a store that breaks.

# Fails for lines that the history has more than once, or not at all.
check_once() {
  local line n
  for line in "$@"; do
    n=$(grep -cF "\"cmd\":\"$line\"" "$HOME/result")
    equals "times of '$line'" 1 "$n"
  done
}

history_to_result() { run " synapse history list --limit 1000 --format json >$HOME/result"; }

# Each file holds only the user's text; LMDB's pages go elsewhere.
test_the_users_descriptors_are_theirs() {
  needs_engine
  start
  local fd words=''
  for fd in 3 4 5 6 7 8 9; do words="$words exec $fd>$HOME/fd$fd;"; done
  run " ${words%;}"
  for round in 1 2 3; do
    for fd in 3 4 5 6 7 8 9; do enter "echo round$round-$fd >&$fd; echo r${round}f$fd" "r${round}f$fd"; done
  done
  words=''
  for fd in 3 4 5 6 7 8 9; do words="$words exec $fd>&-;"; done
  run " ${words%;}"
  for fd in 3 4 5 6 7 8 9; do
    equals "bytes of fd$fd" "$(printf 'round1-%s\nround2-%s\nround3-%s' $fd $fd $fd)" \
      "$(cat "$HOME/fd$fd")"
  done
  enter 'echo still learning' 'still learning'
  history_to_result
  grep -q 'still learning' "$HOME/result" || fail 'nothing is learned any more'
}

# No child of the shell writes to the store or replaces the shell in it.
test_subshells_and_pipelines_leave_the_store_alone() {
  needs_engine
  start
  enter '(echo in a subshell; exit 3)' 'in a subshell'
  enter 'echo $(echo in a substitution)' 'in a substitution'
  enter 'echo piped | cat | while read x; do echo "$x through"; done' 'piped through'
  enter 'sleep 0.01 & wait; echo waited for' 'waited for'
  enter '(synapse suggest -- echo >/dev/null); echo asked inside' 'asked inside'
  enter 'x=$(synapse history list --limit 1); echo "${#x}" >/dev/null; echo listed' 'listed'
  case $SHELL_NAME in
    zsh) enter 'coproc cat; print -p hello; read -p x; echo $x from it' 'hello from it' ;;
    bash) enter 'coproc cat; echo hello >&${COPROC[1]}; read x <&${COPROC[0]}; echo $x from it' 'hello from it' ;;
  esac
  enter 'echo the last of them' 'the last of them'
  history_to_result
  check_once '(echo in a subshell; exit 3)' 'echo $(echo in a substitution)' \
    'echo the last of them'
}

# Traps run shell code, which may be synapse itself.
test_traps_that_run_synapse() {
  needs_engine
  start
  local name
  for name in CHLD ALRM INT WINCH USR1; do
    run " trap 'synapse doctor >/dev/null; synapse suggest -- ec >/dev/null' $name"
  done
  run " trap 'synapse history list >$HOME/at-exit' EXIT"
  enter 'sleep 0.01 & wait; echo after a child' 'after a child'
  enter 'kill -ALRM $$; echo after an alarm' 'after an alarm'
  enter 'kill -USR1 $$; echo after a signal' 'after a signal'
  enter 'kill -INT $$; echo maybe' ''
  run ' true'
  terminal resize-window -t main -x 70 -y 20
  terminal resize-window -t main -x 80 -y 24
  enter 'echo after the window' 'after the window'
  type_keys 'exit'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  grep -q 'after a child' "$HOME/at-exit" || fail 'the trap at the end did not run'
}

# exec keeps the process; the module and its state are gone.
test_another_shell_in_its_place() {
  needs_engine
  start
  enter 'echo before exec' 'before exec'
  type_keys ' exec bash --noprofile --norc'
  press Enter
  type_keys "PS1='$ '; echo in \$((40+2))"
  press Enter
  see 'in 42'
  type_keys ' exec zsh -f'
  press Enter
  type_keys "PS1='$ '; echo in \$((40+3))"
  press Enter
  see 'in 43'
  SHELL_NAME=zsh
  [ -e "$MODULES/zsh/synapse.so" ] || return 0
  load
  enter 'echo after exec' 'after exec'
  history_to_result
  check_once 'echo before exec' 'echo after exec'
}

# kill -9 in the middle: a line whose prompt came back is there, once.
test_a_killed_shell_loses_nothing() {
  needs_engine
  start
  enter 'echo first of the killed' 'first of the killed'
  enter 'echo second of the killed' 'second of the killed'
  run ' true'
  type_keys ' kill -9 $$'
  press Enter
  wait_until 'the end of the shell' shell_is_gone
  end_terminal
  start
  history_to_result
  check_once 'echo first of the killed' 'echo second of the killed'
  run " ls $HOME/store/spool >$HOME/spools; echo ok"
  # Only the spool of this shell may be there.
  [ "$(wc -l <"$HOME/spools")" -le 1 ] || fail "spools are left: $(cat "$HOME/spools")"
}

# The window is closed. bash ran no code of the module then: what could not be
# written before was lost; and zsh lost the line that ran.
test_a_closed_window_loses_nothing() {
  needs_engine
  command -v prlimit >/dev/null || skip 'no prlimit'
  start "echo \$\$ >$HOME/pid"
  enter 'echo written at once' 'written at once'
  run ' ulimit -S -f 0'
  enter 'echo only in memory' 'only in memory'
  prlimit --pid "$(cat "$HOME/pid")" --fsize=unlimited
  if [ "$SHELL_NAME" = zsh ]; then
    type_keys 'echo it runs; sleep 100; echo never'
    press Enter
    wait_until 'it runs' on_screen 'it runs'
  fi
  kill -HUP "$(cat "$HOME/pid")"
  wait_until 'the end of the shell' process_is_gone "$(cat "$HOME/pid")"
  end_terminal
  start
  history_to_result
  check_once 'echo written at once' 'echo only in memory'
  [ "$SHELL_NAME" = bash ] || check_once 'echo it runs; sleep 100; echo never'
}

# The store breaks under the shell: the prompt comes back, and it still learns.
test_a_store_that_breaks_under_it() {
  needs_engine
  local rounds=2 round way file
  [ "$SYNAPSE_SAFETY" = full ] && rounds=13
  start
  enter 'echo warming up' 'warming up'
  for round in $(seq $rounds); do
    for way in cut flipped replaced removed; do
      for file in events index; do
        case $way in
          cut) truncate -s $(((RANDOM % 8) * 4096)) "$HOME/store/$file/data.mdb" ;;
          flipped) dd if=/dev/urandom of="$HOME/store/$file/data.mdb" bs=512 \
            seek=$((RANDOM % 60)) count=$((1 + RANDOM % 8)) conv=notrunc 2>/dev/null ;;
          replaced) head -c $((RANDOM + 1)) /dev/urandom >"$HOME/other"
            mv "$HOME/other" "$HOME/store/$file/data.mdb" ;;
          removed) rm -f "$HOME/store/$file/data.mdb" ;;
        esac
        type_keys 'echo ty'
        press C-u
        enter "echo $way$round$file" "$way$round$file"
        run ' true'
      done
    done
  done
  enter 'echo learned afterwards' 'learned afterwards'
  run ' true'
  clear_screen
  type_keys 'echo learned af'
  ghost 'echo learned af' 'terwards'
}

# A server that does not answer, below ~/dead; needs root. The shell holds the
# descriptor at which nobody answers for it.
beside_a_dead_server() {
  mkdir "$HOME/dead"
  cat >"$HOME/within" <<'END'
exec 9<>/dev/fuse &&
  mount -i -t fuse.sshfs -o fd=9,rootmode=40000,user_id=0,group_id=0 \
    dead "$HOME/dead" && exec "$@"
END
  unshare -m sh "$HOME/within" true 2>/dev/null || skip 'cannot mount'
  WITHIN="unshare -m sh $HOME/within"
}

# A key follows no link to such a server.
test_links_to_a_dead_server() {
  needs_engine
  beside_a_dead_server
  mkdir "$HOME/w" "$HOME/.ssh"
  local name
  for name in .git Makefile package.json Cargo.toml compose.yaml justfile link; do
    ln -s "$HOME/dead/$name" "$HOME/w/$name"
  done
  echo "Include $HOME/dead/config" >"$HOME/.ssh/config"
  start
  run ' cd ~/w'
  clear_screen
  for name in 'git checkout t' 'git log -' 'make t' 'npm run t' 'cat link/t' \
    'ls l' 'cargo run -' 'docker compose up t' 'just t' 'ssh t' 'cd ~/dead/t'; do
    type_keys "$name"
    press C-e
    PATIENCE=10 wait_until "$name" before_begins "\$ $name"
    press C-u
  done
  run " echo it lives >$HOME/result"
  equals 'the shell' 'it lives' "$(result)"
}
