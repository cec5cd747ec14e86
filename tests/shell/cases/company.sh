# Plugins of other authors that Debian packages.

test_zsh_syntax_highlighting() {
  only zsh
  local plugin=/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
  installed $plugin
  # Its version 0.8 does nothing before the line editor is loaded, which the
  # first bindkey of Debian's zshrc does.
  start 'zmodload zsh/zle' "source $plugin"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  wait_until 'highlighting' highlighted
  press Right
  no_ghost 'echo hello world'
}
highlighted() { screen_with_colours | grep -q "$(printf '\033')\\[32mecho"; }

test_compinit() {
  only zsh
  start 'autoload -Uz compinit; compinit -D -u'
  remember 'echo hello world'
  : >"$HOME/some-file"
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-u
  type_keys 'cat some-f x'
  press Left Left Tab
  wait_until 'the name' on_screen 'cat some-file'
  press C-e C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-c # zsh/complete took the hook that clears the ghost
  wait_until 'the cancelled row' first_row_is '$ echo he'
}
first_row_is() { [ "$(screen | sed -n 1p)" = "$1" ] && [ -n "$(screen | sed -n 2p)" ]; }

test_menu_selection() {
  only zsh
  start 'zstyle ":completion:*" menu select' 'autoload -Uz compinit; compinit -D -u'
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  type_keys 'cat pair- x'
  press Left Left Tab
  see 'pair-two'
  press Tab
  wait_until 'the first' line_starts_with '$ cat pair-one'
  press Tab
  wait_until 'the second' line_starts_with '$ cat pair-two'
  press Tab
  wait_until 'the first again' line_starts_with '$ cat pair-one'
}
line_starts_with() { screen | grep -qF -- "$1"; }

test_bash_completion() {
  only bash
  installed /usr/share/bash-completion/bash_completion
  start '. /usr/share/bash-completion/bash_completion'
  : >"$HOME/some-file"
  remember 'echo hello world'
  type_keys 'cat some-f x'
  press Left Left Tab
  wait_until 'the name' on_screen 'cat some-file'
  press C-e C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

# The module finds its line by the typed keys.
test_bash_tab_that_is_a_shell_command() {
  only bash
  start_plain 'mark() { READLINE_LINE="marked $READLINE_LINE"; READLINE_POINT=${#READLINE_LINE}; }' \
    'bind -x '\''"\t": mark'\'
  load
  clear_screen
  type_keys 'some words'
  press Escape Tab
  line '$ marked some words' ''
}

# ble.sh sets this variable, and has the keys and the screen from then on.
test_another_line_editor_that_comes_later() {
  only bash
  start_plain
  load
  run " bind -X >/dev/null; BLE_VERSION=0.4.0"
  clear_screen
  remember 'echo of long ago'
  type_keys 'echo of'
  no_ghost 'echo of'
  press C-u
  run " bind -p | grep -c '^\"[^:]*: synapse-' >$HOME/result; synapse doctor >>$HOME/result"
  equals 'keys of ours' 0 "$(head -n 1 "$HOME/result")"
  grep -q 'ble.sh is the line editor' "$HOME/result" || fail "$(result)"
}
