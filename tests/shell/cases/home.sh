# A home without write permission, and a user without a home.

# The shell runs as a user without an entry in the user list; needs root.
without_a_home() {
  local user='setpriv --reuid=54321 --regid=54321 --clear-groups'
  chmod 755 "$scratch" "$HOME"
  $user test -x "$HOME" -a -r "$MODULES/$SHELL_NAME/synapse.so" 2>/dev/null ||
    skip 'cannot be another user'
  WITHIN="$user env -u HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME \
    -u XDG_CACHE_HOME -u SYNAPSE_STORE_PATH ZDOTDIR=$HOME"
}

within_a_read_only_home() {
  unshare -m mount --bind "$HOME" "$HOME" 2>/dev/null || skip 'cannot mount'
  cat >"$HOME/within" <<'END'
mount --bind "$HOME" "$HOME" && mount -o remount,ro,bind "$HOME" && exec "$@"
END
  WITHIN="unshare -m sh $HOME/within"
}

# The shell learns, reports once, and shows nothing else on the screen.
works_in_memory() {
  needs_engine
  start
  enter 'echo quite new' 'quite new'
  clear_screen
  type_keys 'echo qu'
  ghost 'echo qu' 'ite new'
  press C-u
  clear_screen
  run " synapse doctor | grep 'in memory only'; synapse doctor | grep -c '$1'"
  see "$1"
  screen | grep -qx 1 || fail 'reported more than once'
}

test_without_a_home() {
  without_a_home
  case $SHELL_NAME in
    zsh) works_in_memory '/.local: Permission denied' ;; # zsh takes / as home
    bash) works_in_memory 'there is no home directory' ;;
  esac
}

test_with_a_read_only_home() {
  within_a_read_only_home
  works_in_memory 'Read-only file system'
  run ' echo x >$HOME/file || echo truly'
  see truly
}

# A child of the shell reads the store of the shell, where a changed HOME has none.
test_home_that_changes_in_the_shell() {
  needs_engine
  unset SYNAPSE_STORE_PATH XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME
  start
  enter 'echo quite new' 'quite new'
  mkdir "$HOME/other"
  run " export HOME=$HOME/other XDG_DATA_HOME=$HOME/other/data"
  run " synapse history list | grep -c 'echo quite' >$HOME/result"
  equals 'lines in a pipe' 1 "$(result)"
  equals 'files in the other home' '' "$(ls -A "$HOME/other")"
}
