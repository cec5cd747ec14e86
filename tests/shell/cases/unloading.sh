# The module is unloaded by shell code that runs while functions of the module are
# on the stack: a trap, a widget of the user that a widget of ours runs, a hook.

# again: the shell still works, and so does the module when it is loaded again.
again() {
  press C-c
  run ' echo goes on'
  run " $LOAD_LINE"
  clear_screen
  type_keys 'tac a'
  opens C-Space ' of '
  press Escape
  wait_until 'no list' only_the_line
}
two_files() {
  mkdir "$HOME/place"
  : >"$HOME/place/a-one" >"$HOME/place/a-two"
  run ' echo $$ >pid; cd place'
}
# bash runs the trap of no other signal at once while a line is edited.
SIGNAL=USR1
[ "$SHELL_NAME" = zsh ] || SIGNAL=WINCH
signal() { kill -$SIGNAL "$(cat "$HOME/pid")"; }
trapped() { wait_until 'the trap' test -s "$HOME/trapped"; }

# below_the_list LINE: a trap runs this line while the list is open. zsh ended by
# SIGSEGV: the editor went on with a widget and a name that were freed.
below_the_list() {
  start
  two_files
  run " trap '$1; echo >>\$HOME/trapped' $SIGNAL"
  clear_screen
  type_keys 'tac a'
  opens C-Space ' of 2'
  signal
  trapped
  wait_until 'nothing but the line' only_the_line
  type_keys 'X'
  wait_until 'the line goes on' before_is '$ tac aX'
  again
}

test_a_trap_below_the_list() {
  set_lines
  below_the_list "$UNLOAD_LINE"
}

test_a_trap_that_loads_it_again_below_the_list() {
  set_lines
  below_the_list "$UNLOAD_LINE; $LOAD_LINE"
}

test_a_trap_behind_a_ghost() {
  start
  set_lines
  two_files
  run " trap '$UNLOAD_LINE; echo >>\$HOME/trapped' $SIGNAL"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  signal
  trapped
  wait_until 'no ghost' line_is '$ echo he' ''
  type_keys 'X'
  wait_until 'the line goes on' before_is '$ echo heX'
  again
}

# A trap runs whenever signals are unqueued: at a prompt, between two keys, in
# the list.
test_a_storm_of_traps() {
  start
  set_lines
  two_files
  run ' loaded=1'
  run " TRAPS=0; flip() { if [ \$loaded = 1 ]; then $UNLOAD_LINE; loaded=0; else $LOAD_LINE; loaded=1; fi; TRAPS=\$((TRAPS + 1)); }; trap flip $SIGNAL"
  local shell i
  shell=$(cat "$HOME/pid")
  (while kill -$SIGNAL "$shell" 2>/dev/null; do pause 0.003; done) &
  for i in 1 2 3 4 5 6 7 8; do
    type_keys 'tac a'
    press Tab
    press M-/
    pause 0.1
    press Down
    press Escape
    pause 0.1
    press C-u
    type_keys " echo line $i"
    press Enter
    pause 0.1
  done
  kill $!
  wait $! 2>/dev/null
  press C-c
  run " trap - $SIGNAL; echo \$TRAPS >result"
  [ "$(cat "$HOME/place/result")" -gt 20 ] || fail "only $(cat "$HOME/place/result") traps"
  run " [ \$loaded = 0 ] || $UNLOAD_LINE"
  again
}

# A widget of ours runs the one of the editor, which the user has replaced.
test_a_widget_of_the_user_unloads_it() {
  only zsh
  start 'bye() { [[ $BUFFER != *world ]] || zmodload -u synapse; zle .accept-line }' \
    'zle -N accept-line bye' 'leave() { zmodload -u synapse; LBUFFER+=X }' \
    'zle -N expand-or-complete leave'
  set_lines
  two_files
  clear_screen
  press Tab
  wait_until 'the widget' before_is '$ X'
  run ' : in between'
  run " $LOAD_LINE"
  remember 'echo hello world'
  run ' bindkey "^G" synapse-take-and-run'
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-g
  see 'hello world'
  again
}

test_a_hook_of_the_user_unloads_it() {
  only zsh
  local hook
  for hook in zle-line-init zle-line-pre-redraw; do
    start "$hook() { [[ -e \$HOME/now ]] && { rm \$HOME/now; zmodload -u synapse } }" "zle -N $hook"
    set_lines
    mkdir -p "$HOME/place"
    : >"$HOME/place/a-one" >"$HOME/place/a-two"
    run ' cd place'
    run ' : >$HOME/now'
    type_keys 'x'
    wait_until "$hook" test ! -e "$HOME/now"
    press C-u
    again
    end_terminal
  done
}

# bash copies its table of builtins when it loads one: `ulimit` called itself for
# ever after the module was loaded a second time.
test_limits_of_a_module_that_is_loaded_again() {
  start
  unload
  load
  run " ulimit -n >$HOME/result"
  [[ $(result) = [0-9]* ]] || fail "$(result)"
  unload
  run " ulimit -n >$HOME/result"
  [[ $(result) = [0-9]* ]] || fail "$(result)"
}
