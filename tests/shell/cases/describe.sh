# Alt-H shows what each part of the line does, below it, until the next key.

test_a_key_describes_the_line() {
  start
  : >"$HOME/a.tgz"
  type_keys 'tar xzf a.tgz'
  press M-h
  see 'Extract files from the archive'
  see 'a file of 0 bytes'
  line '$ tar xzf a.tgz' ''
  type_keys ' -v'
  see_no 'Extract files from the archive'
  line '$ tar xzf a.tgz -v' ''
  press C-u
  # The command also works on a key of the user, and says what is dangerous.
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-describe" ;;
    bash) run " bind '\"\\C-t\": synapse-describe'" ;;
  esac
  clear_screen
  type_keys 'rm -rf nothing'
  press C-t
  see 'destructive: deletes recursively'
  press C-u
  see_no 'destructive'
  run ' echo still here >result'
  equals 'the shell' 'still here' "$(result)"
}

# The rows around the cursor, and a clean screen afterwards.
test_a_long_description_is_bounded() {
  COLUMNS_OF_TERMINAL=40
  ROWS_OF_TERMINAL=10
  start
  type_keys 'ls -l; ls -a; ls -h; ls -t; ls -r; ls -S; ls -d'
  press M-h
  see 'more rows: synapse explain'
  [ "$(screen | grep -c .)" -le 10 ] || fail 'too many rows'
  press C-u
  see_no 'more rows'
  clear_screen
  run ' echo still here >result'
  equals 'the shell' 'still here' "$(result)"
}

test_names_with_control_characters_are_described_safely() {
  start
  mkdir "$HOME/d"
  : >"$HOME/d/$(printf 'x\033[2Jy')"
  type_keys 'ls d/*'
  press M-h
  see 'matches 1 now'
  see '^['
  press C-u
  see_no 'matches 1 now'
}

# An alias of this shell stands for something.
test_an_alias_is_described() {
  start " alias gst='git status'"
  type_keys 'gst'
  press M-h
  see 'Stands for: git status'
  press C-u
}

# zsh replaces it anywhere in the line.
test_a_global_alias_is_described() {
  only zsh
  start " alias -g G='| grep'" " alias notglobal='x'"
  type_keys 'ls G notglobal'
  press M-h
  see 'Stands for: | grep'
  see_no 'Stands for: x'
  press C-u
}

test_an_own_binding_of_the_key_stays() {
  case $SHELL_NAME in
    zsh) start_plain "own() { zle -M mine; }; zle -N own; bindkey '^[h' own" \
      "$(load_line)" ;;
    bash) start_plain "bind -x '\"\\eh\": echo mine'" "$(load_line)" ;;
  esac
  type_keys 'ls -l'
  press M-h
  see 'mine'
  see_no 'Use the long format'
}

# zsh has run-help on both keys: one stays, and an empty line is not described.
test_the_other_key_of_run_help_stays() {
  only zsh
  start
  run " bindkey '^[H' >result"
  result | grep -q run-help || fail 'Alt-Shift-H is not run-help'
  run " bindkey '^[h' >result"
  result | grep -q synapse-describe || fail 'Alt-H is not ours'
  clear_screen
  press M-h
  type_keys 'ls -l'
  press M-h
  see 'Use the long format'
  press C-u
  see_no 'Use the long format'
}

# The columns have the colours of the list, in zsh from 5.9 on.
test_the_description_has_the_colours_of_the_list() {
  if [ "$SHELL_NAME" = zsh ]; then
    zsh -fc '[[ $ZSH_VERSION == (5.9|5.<10->|<6->.*)* ]]' || return 0
  fi
  start
  type_keys 'tar xzf a.tgz'
  press M-h
  see 'Extract files from the archive'
  wait_until 'colours' kind_is_coloured
  type_keys ' -v'
  see_no 'Extract files from the archive'
  wait_until 'no colours' nothing_is_coloured
  press C-u
}
kind_is_coloured() {
  screen_with_colours |
    grep -q "$(printf '\033')\\[[0-9;]*\\(36\\|38;5;6\\)m *option"
}
nothing_is_coloured() { ! kind_is_coloured; }
