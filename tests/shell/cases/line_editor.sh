# Features of the line editors: pastes, here-documents, vi modes, widgets.

test_kill_and_yank() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-w
  some_ghost 'echo '
  press C-y # zsh highlights what was yanked
  line '$ echo he' 'llo world'
  press C-u
  press C-y
  line '$ echo he' 'llo world'
  press Right
  line '$ echo hello world' ''
}

test_a_paste_is_one_suggestion() {
  start
  remember 'echo hello big world'
  press C-u
  terminal set-buffer -b p 'echo hello big'
  terminal paste-buffer -p -b p -t main
  line '$ echo hello big' ' world'
  press C-a
  line '$ ' 'echo hello big'
}

# A hundred keys at once ask for one suggestion or two, not a hundred: the
# module checks the terminal for pending keys.
test_a_burst_is_not_a_suggestion_for_each_key() {
  start
  run ' synapse doctor >result'
  local before after
  before=$(suggestions)
  clear_screen
  type_keys "echo $(printf 'word%s ' 1 2 3 4 5 6 7 8 9 10 11 12 13)"
  wait_until 'the line' on_screen 'word13'
  press C-u
  run ' synapse doctor >result'
  after=$(suggestions)
  [ -n "$before" ] && [ -n "$after" ] || fail 'doctor does not say'
  [ $after -gt $before ] || fail 'nothing was counted'
  [ $((after - before)) -lt 25 ] || fail "$((after - before)) suggestions"
}
suggestions() { result | sed -n 's/.*time of a key.*(\([0-9]*\) measured).*/\1/p' | head -n 1; }

test_gone_after_suspend_key() {
  start
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-z
  type_keys 'l'
  wait_until 'the line goes on' line_goes_on
}
line_goes_on() { row_parts; [[ $BEFORE == '$ echo hel' || $BEFORE == '$ echo he'?'l' ]]; }

test_here_document() {
  start
  remember 'echo hello world'
  type_keys 'cat <<END'
  press Enter
  wait_until 'the second prompt' second_prompt
  type_keys 'echo he'
  wait_until 'no ghost' second_prompt_line 'echo he'
  press Enter
  type_keys 'END'
  press Enter
  wait_until 'the text' on_screen_line 'echo he'
}
second_prompt() { row_parts; [[ $BEFORE == *'>'* ]] && [ "$CURSOR_ROW" = 1 ]; }
second_prompt_line() { row_parts; [[ $BEFORE == *"> $1" ]] && [ -z "$AFTER" ]; }
on_screen_line() { screen | grep -qx -- "$1"; }

test_select() {
  start
  remember '1 is not a command'
  type_keys ' select x in one two; do echo "got $x"; break; done'
  press Enter
  case $SHELL_NAME in
    zsh) see '?#' ;;
    bash) see '#?' ;;
  esac
  type_keys '2'
  press Enter
  see 'got two'
}

test_vi_normal_and_visual_mode() {
  start_plain "$([ "$SHELL_NAME" = zsh ] && echo 'bindkey -v; KEYTIMEOUT=1' || echo 'set -o vi')"
  load
  case $SHELL_NAME in
    zsh) run ' print -rs -- "echo hello world"' ;;
    bash) run ' history -s -- "echo hello world"' ;;
  esac
  type_keys 'echo one two'
  press Escape
  line '$ echo one tw' 'o'
  type_keys 'b'
  line '$ echo one ' 'two'
  type_keys 'dw'
  wait_until 'a word less' before_begins '$ echo one'
  type_keys '0'
  line '$ ' 'echo one'
  if [ "$SHELL_NAME" = zsh ]; then
    type_keys 'ved'
    line '$ ' ' one'
  fi
  type_keys 'ddiecho he'
  ghost 'echo he' 'llo world'
}

test_zle_u_and_wrapped_widgets() {
  only zsh
  start 'pushed() { zle -U "lo" }; zle -N pushed; bindkey "^T" pushed' \
    'zle -A self-insert before-self-insert' \
    'my-insert() { zle before-self-insert }; zle -N self-insert my-insert'
  remember 'echo hello world'
  type_keys 'echo hel'
  ghost 'echo hel' 'lo world'
  press C-t
  ghost 'echo hello' ' world'
  press Right
  no_ghost 'echo hello world'
}

test_bracketed_paste_magic_and_url_quote_magic() {
  only zsh
  start 'autoload -Uz bracketed-paste-magic url-quote-magic' \
    'zle -N bracketed-paste bracketed-paste-magic' \
    'zle -N self-insert url-quote-magic'
  remember 'curl http://host/x\?a=b'
  terminal set-buffer -b p 'curl http://host/x?a'
  terminal paste-buffer -p -b p -t main
  # The widget waits for the next key.
  wait_until 'the paste' line_is '$ curl http://host/x\?a' ''
  press Left Right
  ghost 'curl http://host/x\?a' '=b'
  press C-u
  type_keys 'curl http://host/x?a'
  ghost 'curl http://host/x\?a' '=b'
}

test_push_line_and_edit_command_line() {
  only zsh
  start 'autoload -Uz edit-command-line; zle -N edit-command-line' \
    'bindkey "^T" edit-command-line' \
    'EDITOR='"$HOME/editor"
  printf '#!/bin/sh\nprintf "echo edited" >"$1"\n' >"$HOME/editor"
  chmod +x "$HOME/editor"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press M-q # push-line
  wait_until 'an empty line' pushed_away
  enter ' echo between' 'between'
  wait_until 'the line is back' line_is '$ echo he' 'llo world'
  press C-t
  wait_until 'the edited line' on_screen_line '$ echo edited'
}
pushed_away() { row_parts; [ "$BEFORE" = '$ ' ]; }

test_menu_select_with_a_ghost() {
  only zsh
  start 'autoload -Uz compinit; compinit -D -u' 'zmodload zsh/complist' \
    'SYNAPSE_PROMPT_TAB=shell' "zstyle ':completion:*' menu yes select"
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  remember 'cat pair-three four'
  type_keys 'cat pair-'
  some_ghost 'cat pair-'
  press Tab
  wait_until 'the menu' on_screen 'pair-two'
  press Tab
  press Enter
  wait_until 'one of them' before_like '^\$ cat pair-\(one\|two\)'
}
before_like() { row_parts; printf '%s' "$BEFORE" | grep -q -- "$1"; }

# The second row of a ghost was drawn over it.
test_a_message_of_the_user_stays_below_a_ghost() {
  only zsh
  start 'zle-line-init() { zle -M "my own message" }'
  remember "echo hello $(printf 'word%d ' {1..20})end"
  type_keys 'echo hel'
  wait_until 'the whole ghost' on_screen 'word20 end'
  press C-u
  run ' zle -N zle-line-init'
  clear_screen
  press C-c
  type_keys 'echo hel'
  row_is_cut() {
    rows_of_screen
    [[ ${ROWS[2]} == '$ echo hello word1 '*… && ${ROWS[3]} == 'my own message' ]]
  }
  wait_until 'the message below one row' row_is_cut
  type_keys "lo $(printf 'other%d ' {1..15})"
  see_no 'my own message'
}
