# Slow sources: commands that specs name run in the background, and their
# answers are shown without a key.

# A docker that is slow, and counts its calls.
slow_docker() {
  mkdir -p "$HOME/bin"
  cat >"$HOME/bin/docker" <<END
#!/bin/sh
echo called >>$HOME/calls
sleep ${1:-0.3}
[ "\$1" = ps ] && printf 'web-server\tnginx, Up\n'
END
  chmod +x "$HOME/bin/docker"
}

test_an_answer_is_shown_when_it_comes() {
  slow_docker
  start "PATH=$HOME/bin:\$PATH"
  type_keys 'docker stop '
  ghost 'docker stop ' 'web-server'
  press Right
  no_ghost 'docker stop web-server'
  press C-u
  # The answer is kept: no second call.
  type_keys 'docker stop w'
  ghost 'docker stop w' 'eb-server'
  equals 'calls' 1 "$(grep -c called "$HOME/calls")"
}

test_an_answer_comes_into_the_open_list() {
  slow_docker 0.5
  : >"$HOME/some-file"
  start "PATH=$HOME/bin:\$PATH"
  remember 'docker stop old-one'
  type_keys 'docker stop '
  press M-/
  wait_until 'a list' on_screen 'old-one'
  see 'web-server'
  see 'nginx, Up'
  press Escape
  wait_until 'no list' not_on_screen 'nginx, Up'
}

# Jobs, $!, a trap for SIGCHLD and wait do not notice it.
test_the_shell_hears_nothing_of_it() {
  slow_docker 0.1
  start "PATH=$HOME/bin:\$PATH" "trap 'echo child >>$HOME/heard' CHLD"
  run ' sleep 0 & wait; before=$!'
  run " : >$HOME/heard"
  clear_screen
  type_keys 'docker stop '
  ghost 'docker stop ' 'web-server'
  press C-u
  run ' last=$!; echo "$before $last" >result; jobs >>result; wait; echo "wait $?" >>result'
  equals 'the last job' "$(result | sed -n 1p | cut -d' ' -f1)" \
    "$(result | sed -n 1p | cut -d' ' -f2)"
  equals 'wait' 'wait 0' "$(result | tail -n 1)"
  equals 'signals' '' "$(cat "$HOME/heard")"
}

# A command that hangs ends with the line, and writes nothing to the terminal.
test_a_command_that_hangs_goes_with_the_line() {
  mkdir -p "$HOME/bin"
  printf '#!/bin/sh\necho $$ >%s/pid\necho noise >&2\nexec sleep 100\n' "$HOME" \
    >"$HOME/bin/docker"
  chmod +x "$HOME/bin/docker"
  start "PATH=$HOME/bin:\$PATH"
  type_keys 'docker stop '
  wait_until 'the command' test -s "$HOME/pid"
  press C-u
  enter 'echo on-we-go' 'on-we-go'
  wait_until 'it is gone' process_is_gone "$(cat "$HOME/pid")"
  not_on_screen 'noise' || fail 'it wrote to the terminal'
}

test_no_command_when_it_is_switched_off() {
  slow_docker 0
  export SYNAPSE_SUGGEST_COMMANDS=false
  start "PATH=$HOME/bin:\$PATH"
  type_keys 'docker stop '
  some_ghost 'docker stop '
  type_keys 'w'
  no_ghost 'docker stop w'
  [ ! -e "$HOME/calls" ] || fail 'it was called'
}

# A signal acts as before while the shell also waits for an answer: on SIGHUP
# bash ended at the next key only.
test_signals_while_an_answer_is_waited_for() {
  slow_docker 5
  start "PATH=$HOME/bin:\$PATH" "echo \$\$ >$HOME/pid"
  type_keys 'docker stop '
  wait_until 'a call' test -s "$HOME/calls"
  terminal resize-window -t main -x 60 -y 20
  type_keys 'x'
  wait_until 'the line' before_is '$ docker stop x'
  press C-c
  wait_until 'a new prompt' row_is 1
  type_keys 'docker stop '
  wait_until 'the line' before_is '$ docker stop'
  kill -HUP "$(cat "$HOME/pid")"
  wait_until 'the end' process_is_gone "$(cat "$HOME/pid")"
}
row_is() { row_parts; [ "$CURSOR_ROW" = "$1" ]; }
