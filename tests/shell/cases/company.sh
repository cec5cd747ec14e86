# Other people's plugins, those that Debian packages.

test_zsh_syntax_highlighting() {
  only zsh
  local plugin=/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
  installed $plugin
  start "source $plugin"
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
