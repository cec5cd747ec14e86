# Load, use, unload, load again: the state before and after is the same.

test_unload_gives_everything_back() {
  start_plain
  bindings "$HOME/before"
  load
  clear_screen
  type_keys 'x'
  press C-u
  bindings "$HOME/during"
  unload
  bindings "$HOME/after"
  cmp -s "$HOME/before" "$HOME/during" && fail 'nothing was bound at all'
  diff "$HOME/before" "$HOME/after" >"$HOME/diff" || fail "$(cat "$HOME/diff")"
}
# The whole state that the module changes, as the shell lists it. bash's
# readline cannot forget a command's name: that is left out.
bindings() {
  case $SHELL_NAME in
    zsh) run " { bindkey -M emacs; bindkey -M viins; print -l \$widgets[(I)synapse*] \$precmd_functions \$preexec_functions \$functions[(I)_synapse*]; zstyle -L ; } | grep -v 'zle-hook types' >$1" ;;
    bash) run " { bind -p; bind -s; bind -X; echo \$PROMPT_COMMAND; trap -p; } | grep -v '^# synapse.*not bound' >$1" ;;
  esac
}

# In bash, readline starts after the start-up files. It took the terminal for a
# dumb one, as the redisplay was not its own by then: no ghost.
test_loaded_by_the_startup_files() {
  start_plain "$(load_line)"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

# readline reads the terminal type again after a change of TERM, likewise.
test_another_terminal_type() {
  start
  run ' TERM=screen-256color'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

test_load_again() {
  start
  unload
  load
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

test_quiet_after_unload() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-u
  unload
  clear_screen
  type_keys 'echo he'
  no_ghost 'echo he'
  press Right
  type_keys 'y'
  no_ghost 'echo hey'
}

# A key that the user has bound since stays bound.
test_unload_leaves_the_users_keys() {
  start
  case $SHELL_NAME in
    zsh) run " bindkey '^F' beginning-of-line" ;;
    bash) run " bind '\"\\C-f\": beginning-of-line'" ;;
  esac
  unload
  clear_screen
  type_keys 'echo abc'
  press C-f
  line '$ ' 'echo abc'
}

test_a_shell_without_a_terminal() {
  local words
  words="$(load_line); synapse version >/dev/null || exit 3; echo fine"
  case $SHELL_NAME in
    zsh) words="$words; print -r -- \$precmd_functions \$preexec_functions"
      equals 'zsh -c' fine "$(zsh -fc "$words" | sed '/^$/d')" ;;
    bash) equals 'bash -c' fine \
      "$(bash --norc --noprofile -c "$words; echo \$PROMPT_COMMAND" | sed '/^$/d')" ;;
  esac
}

test_in_a_subshell_and_a_pipe() {
  start
  run " x=\$(synapse version); (synapse version) | cat >$HOME/result; [ -n \"\$x\" ] && echo \"have \$?\""
  see 'have 0'
  [ -s "$HOME/result" ] || fail 'no output through a pipe'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

test_the_users_hooks_are_kept() {
  case $SHELL_NAME in
    zsh) start 'precmd() { print -r -- "status $?" >>$HOME/result }' \
      'preexec() { print -r -- "ran $1" >>$HOME/result }' ;;
    bash) start 'PROMPT_COMMAND="echo status \$? >>$HOME/result"' \
      'trap "echo ran \$BASH_COMMAND >>$HOME/result" DEBUG' ;;
  esac
  type_keys 'false'
  press Enter
  run ' true'
  grep -q '^status 1$' "$HOME/result" || fail "precmd: $(result)"
  grep -q '^ran false$' "$HOME/result" || fail "preexec: $(result)"
}

# A store's descriptors are high: `exec 3>` must not let it write into a file.
test_the_users_descriptors_are_not_disturbed() {
  start
  run " exec 3>$HOME/three 4>$HOME/four 9>$HOME/nine"
  enter 'echo some command' 'some command'
  enter 'echo another command' 'another command'
  run ' print=1; echo own >&3; exec 3>&- 4>&- 9>&-'
  equals 'the file' own "$(cat "$HOME/three")"
  equals 'an empty file' '' "$(cat "$HOME/four" "$HOME/nine")"
}

# A function of zsh sets the hook, and a start-up file may lose that function.
test_without_the_shells_functions() {
  only zsh
  start_plain 'fpath=()'
  load
  see_no 'not found'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-u
  unload
  clear_screen
  type_keys 'echo he'
  no_ghost 'echo he'
  see_no 'not found'
}

# The line of the rc file runs again, as by `. ~/.bashrc`.
test_the_line_of_the_rc_file_twice() {
  only bash
  start
  run " { enable synapse 2>/dev/null || enable -f $MODULES/bash/synapse.so synapse; } 2>result; echo \"status \$?\" >>result"
  result | grep -qx 'status 0' || fail "$(result)"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

# The line for the rc file in README, with the program that belongs to the
# modules. PROGRAM and MODULES may be installed ones (tests/install).
test_the_line_of_init() {
  start_plain "eval \"\$('${PROGRAM:-$MODULES/synapse}' init $SHELL_NAME)\""
  clear_screen
  run ' synapse doctor >result; synapse config get prompt.tab >>result'
  result | grep -q "shell *$SHELL_NAME" || fail "$(result)"
  result | grep -qx 'specs  *0' && fail 'no specs'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  press C-u
  type_keys 'git comm'
  some_ghost 'git comm'
}

test_doctor_shows_the_versions() {
  local version
  case $SHELL_NAME in
    zsh) version="zsh $(zsh -fc 'print $ZSH_VERSION'), module for 5.3 to 5.9" ;;
    bash) version="bash ${BASH_VERSION%.*(*}, module for 4.4 to 5.3" ;;
  esac
  start
  run ' synapse doctor >result'
  result | grep -qF "$version" || fail "$(result | grep shell)"
}

# A module that was built for another zsh loaded, and did nothing.
test_a_version_that_is_not_known_is_refused() {
  only zsh
  start_plain
  run " ZSH_VERSION=5.2; $(load_line); print -r status=\$?"
  see 'synapse: not loaded: this is zsh 5.2, and 5.3 to 5.9 are known'
  see 'status=1'
  type_keys 'echo still there'; line '$ echo still there' ''
}

test_a_module_that_is_gone_is_no_error() {
  cp -R "$MODULES/synapse" "$HOME/"
  mkdir -p "$HOME/$SHELL_NAME"
  cp "$MODULES/$SHELL_NAME/synapse.so" "$HOME/$SHELL_NAME/"
  "$HOME/synapse" init "$SHELL_NAME" >"$HOME/line"
  start_plain
  run " . $HOME/line; synapse version >$HOME/result"
  grep -q '^synapse [0-9]' "$HOME/result" || fail "$(result)"
  unload
  rm "$HOME/$SHELL_NAME/synapse.so"
  run " . $HOME/line >$HOME/result 2>&1; echo end >>$HOME/result"
  equals 'the line' end "$(result)"
}

test_doctor_names_the_file_that_loads_it() {
  start
  run " synapse doctor >$HOME/result"
  grep -q '^ *loaded by .*neither' "$HOME/result" || fail "$(result)"
  local rc=$HOME/.${SHELL_NAME}rc
  load_line >>"$rc"
  run " synapse doctor >$HOME/result"
  grep -q "^ *loaded by *$rc" "$HOME/result" || fail "$(result)"
}

# `scripts/try` sets this for the user's configuration.
test_a_directory_for_the_configuration() {
  export SYNAPSE_CONFIG_DIR=$HOME/other
  start
  run ' synapse config set prompt.ctrl_r true'
  grep -q ctrl_r "$HOME/other/config.json" || fail 'it is not written there'
  [ ! -e "$XDG_CONFIG_HOME" ] || fail 'something is written elsewhere'
}

# zsh chooses the keymap by $EDITOR when it loads the line editor.
test_an_editor_that_is_set_behind_us_chooses_the_keymap() {
  only zsh
  start_plain 'SYNAPSE_SUGGEST_EMPTY_LINE=false' "$(load_line)" \
    'unset VISUAL; export EDITOR=vim' 'print -rs -- echo hello world'
  run ' bindkey -lL main >result'
  equals 'the keymap' 'bindkey -A viins main' "$(result)"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

# The start-up file binds widgets that exist at the first prompt only, renames
# them, or replaces them.
test_widgets_that_the_startup_file_names() {
  only zsh
  start_plain 'SYNAPSE_SUGGEST_EMPTY_LINE=false' "$(load_line)" \
    'bindkey "^T" synapse-take' 'zle -A synapse-take-word mine 2>$HOME/result' \
    'bindkey "^G" mine; other() { BUFFER=other }; zle -N synapse-search other' \
    'bindkey "^O" synapse-search' 'print -rs -- echo hello world'
  equals 'errors' '' "$(result)"
  clear_screen
  type_keys 'echo '
  ghost 'echo ' 'hello world'
  press C-g
  ghost 'echo hello' ' world'
  press C-t
  no_ghost 'echo hello world'
  press C-o
  line '$ other' ''
}
