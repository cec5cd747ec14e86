# A ghost is drawn without traces, and only what is drawn is taken.

long_line='echo one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'

# readline takes the line to begin in the first column.
test_a_ghost_at_the_margin_behind_output_without_a_newline() {
  only bash
  start
  remember "$long_line"
  type_keys "printf %060d 7"
  press Enter
  wait_until 'the prompt' before_ends '7$'
  type_keys 'echo o'
  wait_until 'a ghost' on_screen 'echo one'
  type_keys 'zz'
  wait_until 'no ghost' on_screen 'echo ozz'
  pause 0.2
  [ -z "$(screen | sed -n '/echo ozz/,$p' | sed 1d | tr -d '\n ')" ] ||
    fail 'a row is left behind'
}
before_ends() { row_parts; trim BEFORE; [[ $BEFORE == *"$1" ]]; }

# zsh counts the colours as columns, without the module too.
test_colours_in_the_prompt_that_are_not_marked() {
  only zsh
  start
  remember "$long_line"
  run " PS1=\$'\\e[1;38;5;208m\\e[48;5;17muser\\e[0m\\e[1;38;5;111m:dir\\e[0m\\e[0m\$ '"
  press C-l
  wait_until 'the prompt' before_is 'user:dir$'
  type_keys 'echo o'
  pause 0.4
  type_keys 'zz'
  wait_until 'the line' row_reads 1 'user:dir$ echo ozz'
  press C-u
  type_keys 'true'
  wait_until 'the line' row_reads 1 'user:dir$ true'
}

# Without colours the terminal underlines.
on_a_terminal() { # TERM
  terminal kill-server 2>/dev/null
  SOCKET=$SOCKET+
  start "export TERM=$1"
  remember 'echo hello world'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'an underlined ghost' underlined 'llo world'
}
underlined() { screen_with_colours | grep -q $'\e\\[4m'"$1"; }
test_terminals_without_colours() {
  local term
  for term in vt100 vt220 xterm-mono; do
    infocmp "$term" >/dev/null 2>&1 || continue
    on_a_terminal "$term"
  done
}

# As the transient prompt of oh-my-posh does.
test_a_line_edited_in_zle_line_init() {
  only zsh
  start 'edit() { [[ $CONTEXT == start ]] || return 0; zle .recursive-edit
    local failed=$?; (( failed )) && zle .send-break || zle .accept-line; return failed }' \
    'zle -N zle-line-init edit'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  press Enter
  wait_until 'the output' on_screen 'hello world'
}

# The question is asked in the place of the line.
test_nothing_is_taken_in_a_question() {
  only zsh
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB' \
    'autoload -Uz read-from-minibuffer' \
    'ask() { read-from-minibuffer "name: "; print -rn -- "$REPLY" >$HOME/result }' \
    "zle -N ask; bindkey '^T' ask"
  remember 'hello world'
  press C-t
  see 'name:'
  type_keys 'hello'
  press Right Enter
  wait_until 'the answer' grep -q . "$HOME/result"
  equals 'the answer' hello "$(result)"
}

test_nothing_is_taken_in_vared() {
  only zsh
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  remember 'hello world'
  type_keys ' vared -c answer'
  press Enter
  wait_until 'the editor' before_is ''
  type_keys 'hello'
  press Right Enter
  run ' print -r -- "<$answer>"'
  see '<hello>'
}

test_nothing_is_taken_while_ghosts_are_off() {
  start 'SYNAPSE_PROMPT_TAB=complete' 'export SYNAPSE_PROMPT_TAB'
  case $SHELL_NAME in
    zsh) run " bindkey '^T' synapse-toggle" ;;
    bash) run " bind '\"\\C-t\": synapse-toggle'" ;;
  esac
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  type_keys 'cat p'
  some_ghost 'cat p'
  press C-t
  no_ghost 'cat p'
  press Tab
  wait_until 'what both have' before_is '$ cat pair-'
  press C-u
  run ' synapse doctor >result'
  grep -q '^! ghost .*synapse-toggle' "$HOME/result" || fail 'doctor does not say it'
}

# The plugin's documentation: history is the most recent match.
test_strategy_history_is_the_newest_line_with_that_prefix() {
  local where
  for where in before after; do
    [ "$where" = before ] || end_terminal
    if [ "$where" = before ]; then
      moved_in 'ZSH_AUTOSUGGEST_STRATEGY=(history)' 'unset SYNAPSE_SUGGEST_MIN_GAIN'
    else
      replacement+=$'\nZSH_AUTOSUGGEST_STRATEGY=(history)' \
        moved_in 'unset SYNAPSE_SUGGEST_MIN_GAIN'
    fi
    : >"$HOME/only-file"
    remember 'ls foo' 'ls bar' 'ls' 'rm -rf /tmp/x' 'cat a b'
    type_keys 'ls '
    ghost 'ls ' 'bar'
    press C-u
    type_keys 'rm'
    ghost 'rm' ' -rf /tmp/x'
    press C-u
    type_keys 'cat'
    ghost 'cat' ' a b'
    press C-u
    type_keys 'cat only'
    no_ghost 'cat only'
    press C-u
  done
}

# The first strategy with a suggestion wins.
test_strategies_in_their_order() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=(match_prev_cmd history)' \
    'unset SYNAPSE_SUGGEST_MIN_GAIN'
  remember 'pwd' 'ls foo' 'ls bar' 'pwd'
  type_keys 'ls '
  ghost 'ls ' 'foo'
  press C-u
  remember 'ls baz' 'true'
  type_keys 'ls '
  ghost 'ls ' 'baz'
}
