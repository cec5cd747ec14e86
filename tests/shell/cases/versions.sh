# Differences between versions of zsh. The cases pass with every version in
# PATH, also the newest.

# Before 5.9 the editor moves entries of region_highlight as the line changes:
# typed text turned grey.
test_typed_text_is_never_grey() {
  only zsh
  start
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-h C-h C-h; type_keys 'x'
  wait_until 'the line' before_is '$ git x'
  is_grey x && fail 'typed text is grey'
  press C-h; type_keys 'sta'; ghost 'git sta' 'tus --short'
  press C-a; type_keys 'echo '
  wait_until 'the line' on_screen 'echo git sta'
  screen_with_colours | grep -q $'\e\[90m\|38;5;8m' && fail 'something is grey'
  press C-e; type_keys ' zzz'
  wait_until 'the line' before_is '$ echo git sta zzz'
  screen_with_colours | grep -q $'\e\[90m\|38;5;8m' && fail 'something is grey'
  run ' zle-line-finish() { print -rl -- $region_highlight >result }; zle -N zle-line-finish'
  type_keys ' : git sta'; press BSpace; press Enter
  run ' true'
  grep -c 'fg=8' "$HOME/result" | grep -qx '[01]' || fail "entries: $(result)"
}

# #rrggbb is unknown before 5.7: the ghost had the colour of typed text.
test_a_colour_of_the_style_is_seen() {
  only zsh
  start 'ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE="fg=#ff0000"'
  remember 'git status --short'
  type_keys 'git sta'; line '$ git sta' 'tus --short'
  wait_until 'red' red_ghost
}
red_ghost() {
  screen_with_colours | grep -q $'\e\[\(38;5;196\|38;2;255;0;0\|38;5;9\|91\)mtus'
}
