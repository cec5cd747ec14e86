# Our drop-in replaces zsh-autosuggestions: only the line that sources it
# changes, and all that the user set up for it works.

test_forward_char_accepts_wherever_it_is_bound() {
  moved_in "bindkey '^T' forward-char" "bindkey '^O' end-of-line"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  no_ghost 'echo hello world'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-o
  no_ghost 'echo hello world'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  # Inside the line these keys move the cursor.
  press C-a C-t
  line '$ e' 'cho hello world'
}

test_forward_word_accepts_a_word() {
  moved_in
  remember 'echo hello big world'
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press M-f
  ghost 'echo hello ' 'big world'
  press M-f
  ghost 'echo hello big ' 'world'
  press C-a M-f
  line '$ echo ' 'hello big world'
}

test_tab_is_left_alone() {
  moved_in
  : >"$HOME/some-file"
  remember 'cat something-else' 'cat something-more'
  type_keys 'cat some-f'
  press Tab
  wait_until 'the name' before_starts '$ cat some-file '
}

before_starts() { row_parts; [[ $BEFORE == "$1"* ]]; }

test_autosuggest_widgets() {
  moved_in "bindkey '^T' autosuggest-accept" "bindkey '^O' autosuggest-execute" \
    "bindkey '^X^W' autosuggest-clear" "bindkey '^X^F' autosuggest-fetch" \
    "bindkey '^X^T' autosuggest-toggle" "bindkey '^X^D' autosuggest-disable" \
    "bindkey '^X^E' autosuggest-enable"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-x C-w
  no_ghost 'echo he'
  press C-x C-f
  ghost 'echo he' 'llo world'
  press C-x C-d
  no_ghost 'echo he'
  type_keys 'l'
  no_ghost 'echo hel'
  press C-x C-e
  ghost 'echo hel' 'lo world'
  press C-x C-t
  no_ghost 'echo hel'
  press C-x C-t
  ghost 'echo hel' 'lo world'
  press C-t
  no_ghost 'echo hello world'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-o
  wait_until 'the output' row_reads 2 'hello world'
}
row_reads() { [ "$(screen | sed -n "$1p")" = "$2" ]; }

test_autosuggest_highlight_style() {
  moved_in "ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE='fg=5,underline'"
  remember 'echo hello world'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'the style' styled "$(printf '\033')\\[4m$(printf '\033')\\[35m"
}
styled() { screen_with_colours | grep -q -- "$1"; }

test_autosuggest_buffer_max_size() {
  moved_in 'ZSH_AUTOSUGGEST_BUFFER_MAX_SIZE=10'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  type_keys 'llo w'
  no_ghost 'echo hello w'
}

test_autosuggest_history_ignore() {
  moved_in "ZSH_AUTOSUGGEST_HISTORY_IGNORE='cd *|*secret*'"
  remember 'echo hello world' 'echo hello secret'
  type_keys 'echo hello'
  ghost 'echo hello' ' world'
}

test_autosuggest_strategy_history_only() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=(match_prev_cmd history)'
  : >"$HOME/only-file"
  remember 'cat other-thing'
  type_keys 'cat ot'
  ghost 'cat ot' 'her-thing'
  press C-u
  type_keys 'cat only'
  no_ghost 'cat only'
}

test_autosuggest_strategy_completion() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=(completion)' \
    "ZSH_AUTOSUGGEST_COMPLETION_IGNORE='git *'"
  : >"$HOME/only-file"
  remember 'cat other-thing' 'git checkout'
  type_keys 'cat ot'
  no_ghost 'cat ot'
  press C-u
  type_keys 'cat only'
  ghost 'cat only' '-file'
  press C-u
  type_keys 'git che'
  no_ghost 'git che'
}

test_autosuggest_lists_of_widgets() {
  moved_in 'ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(my-take)' \
    'ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS=(forward-char)' \
    'ZSH_AUTOSUGGEST_EXECUTE_WIDGETS=(my-run)' \
    'ZSH_AUTOSUGGEST_CLEAR_WIDGETS=(my-clear)' \
    'ZSH_AUTOSUGGEST_IGNORE_WIDGETS=(my-ignored)' \
    'ZSH_AUTOSUGGEST_USE_ASYNC=1' \
    'my-take() { :; }; zle -N my-take; bindkey "^T" my-take' \
    'my-run() { :; }; zle -N my-run; bindkey "^O" my-run' \
    'my-clear() { :; }; zle -N my-clear; bindkey "^X^W" my-clear'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right # a character
  ghost 'echo hel' 'lo world'
  press C-x C-w
  no_ghost 'echo hel'
  type_keys 'l'
  ghost 'echo hell' 'o world'
  press C-t
  no_ghost 'echo hello world'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-o
  wait_until 'the output' row_reads 2 'hello world'
}

# A later widget is wrapped at the next prompt; with manual rebind only on
# request.
test_autosuggest_manual_rebind() {
  moved_in 'ZSH_AUTOSUGGEST_MANUAL_REBIND=1' \
    'ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(late)'
  remember 'echo hello world'
  run " late() { zle forward-char }; zle -N late; bindkey '^T' late"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  ghost 'echo he' 'llo world'
  press C-u
  run ' _zsh_autosuggest_bind_widgets'
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  no_ghost 'echo hello world'
}

test_autosuggest_rebinds_by_itself() {
  moved_in 'ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(late)'
  remember 'echo hello world'
  run " late() { zle forward-char }; zle -N late; bindkey '^T' late"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  no_ghost 'echo hello world'
}

test_autosuggest_in_vi_mode() {
  moved_in 'bindkey -v'
  run ' print -rs -- "echo hello world"'
  clear_screen_vi
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  wait_until 'the ghost in normal mode' ghost_behind_last 'echo he' 'llo world'
  type_keys 'A'
  no_ghost 'echo hello world'
  type_keys '!'
  no_ghost 'echo hello world!'
}
clear_screen_vi() { press C-u; press C-l; wait_until 'a clear screen' screen_is_clear; }
ghost_behind_last() { [ "$(screen | sed -n 1p)" = "\$ $1$2" ] && is_grey "$2"; }

# The plugin's own file is sourced as well, before or after.
test_with_zsh_syntax_highlighting() {
  local plugin=/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
  [ -r $plugin ] || skip "$plugin is not installed"
  moved_in "source $plugin"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}
