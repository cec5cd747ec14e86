# Prompts of several rows, right prompts, changing prompts, and terminal marks.

# Marks of the shell integration of VS Code and other terminals.
test_marks_of_terminals_in_the_prompt() {
  case $SHELL_NAME in
    zsh) start "PS1=\$'%{\\e]633;A\\a%}\$ %{\\e]633;B\\a%}'" ;;
    bash) start "PS1='\\[\\e]633;A\\a\\]\$ \\[\\e]633;B\\a\\]'" ;;
  esac
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-Space
  wait_until 'a list' on_screen ' of '
  press Escape
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

test_multi_line_prompt() {
  start
  case $SHELL_NAME in
    zsh) run " PS1=\$'top line\\n\$ '" ;;
    bash) run " PS1='top line\\n\$ '" ;;
  esac
  press C-l
  wait_until 'the prompt' row_reads 1 'top line'
  remember_here 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-Space
  wait_until 'a list' on_screen ' of '
  equals 'the first row' 'top line' "$(screen | grep -m1 .)"
  press Escape
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
  equals 'prompts' 1 "$(screen | grep -c 'top line')"
}
remember_here() {
  case $SHELL_NAME in
    zsh) type_keys " print -rs -- '$1'" ;;
    bash) type_keys " history -s -- '$1'" ;;
  esac
  press Enter
  press C-l
  wait_until 'the prompt' before_is '$'
}

test_right_prompt() {
  only zsh
  start
  remember 'echo hello world'
  type_keys ' RPROMPT=right-side'
  press Enter
  see 'right-side'
  press C-l
  wait_until 'a clear screen' row_like '^\$ .*right-side$'
  type_keys 'echo he'
  wait_until 'both' row_like '^\$ echo hello world  *right-side$'
  press C-Space
  wait_until 'a list' on_screen ' of '
  press Escape
  wait_until 'both again' row_like '^\$ echo hello world  *right-side$'
  equals 'rows' 1 "$(screen | grep -c .)"
}
row_like() { screen | sed -n 1p | grep -q -- "$1"; }

# The prompt is redrawn, shorter, when the line is submitted.
test_transient_prompt() {
  only zsh
  start 'zle-line-finish() { PS1="> "; zle .reset-prompt }' \
    'zle -N zle-line-finish' 'precmd() { PS1="$ " }'
  remember 'echo hello world'
  type_keys 'echo hello'
  ghost 'echo hello' ' world'
  press Enter
  wait_until 'the output' row_reads 2 'hello'
  equals 'the submitted row' '> echo hello' "$(screen | sed -n 1p)"
}

test_powerline() {
  local file=/usr/share/powerline/bindings/zsh/powerline.zsh
  [ "$SHELL_NAME" = zsh ] || file=/usr/share/powerline/bindings/bash/powerline.sh
  with_prompt_of "$file" 'POWERLINE_NO_ZSH_ZPYTHON=1'
}
test_powerlevel9k() {
  only zsh
  with_prompt_of /usr/share/powerlevel9k/powerlevel9k.zsh-theme
}
test_liquidprompt() { with_prompt_of /usr/share/liquidprompt/liquidprompt; }

# with_prompt_of FILE [BEFORE]: sources FILE in a shell with the module.
with_prompt_of() {
  installed "$1"
  start_plain "${2-}"
  load
  type_keys " . $1"
  press Enter
  wait_until 'its prompt' another_prompt
  type_keys 'echo one-thing'
  press Enter
  see 'one-thing'
  type_keys 'echo one'
  wait_until 'a ghost' ghost_at_end 'echo one' '-thing'
  press Right
  wait_until 'taken' on_screen 'echo one-thing'
}
another_prompt() { row_parts; [ "$CURSOR_ROW" -gt 0 ] && [[ $BEFORE != '$'* ]] && [ -n "$BEFORE" ]; }
ghost_at_end() {
  row_parts
  [[ $BEFORE == *"$1" ]] && [[ $AFTER == "$2"* ]]
}
