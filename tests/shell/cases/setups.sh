# What people have in their start-up files: each does what it did before.

installed() { [ -r "$1" ] || skip "$1 is not installed"; }
before_is() { row_parts; [ "${BEFORE%"${BEFORE##*[! ]}"}" = "$1" ]; }
row_reads() { [ "$(screen | sed -n "$1p")" = "$2" ]; }

# ---- plugins ----

# The module first, the plugin behind it.
test_zsh_syntax_highlighting_afterwards() {
  only zsh
  local plugin=/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh
  installed $plugin
  start
  run " source $plugin"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  wait_until 'highlighting' green 'echo'
  press C-Space
  wait_until 'a list' on_screen ' of '
  press Escape
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}
green() { screen_with_colours | grep -q "$(printf '\033')\\[32m$1"; }

# Both: the plugin's ghost is the one that is shown, and its keys take it.
test_zsh_autosuggestions_itself() {
  only zsh
  local plugin=/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh
  installed $plugin
  start "source $plugin"
  remember 'echo hello world'
  type_keys 'echo he'
  wait_until 'one ghost' row_reads 1 '$ echo hello world'
  press C-e
  wait_until 'taken' before_is '$ echo hello world'
  press Enter
  wait_until 'the output' row_reads 2 'hello world'
  run ' synapse doctor >result'
  result | grep -q 'zsh-autosuggestions' || fail 'not told'
}

test_fzf_key_bindings() {
  local file=/usr/share/doc/fzf/examples/key-bindings.$SHELL_NAME
  installed "$file"
  command -v fzf >/dev/null || skip 'fzf is not installed'
  start "source $file"
  remember 'echo from-fzf one' 'echo other'
  type_keys 'echo'
  some_ghost 'echo'
  press C-r
  wait_until 'fzf' on_screen '+S'
  type_keys ' ^echo from-fzf'
  wait_until 'one' on_screen ' 1/'
  press Enter
  wait_until 'the line' before_is '$ echo from-fzf one'
  press C-u
  : >"$HOME/a-file-for-fzf"
  type_keys 'cat '
  press C-t
  wait_until 'fzf' on_screen '(0)'
  type_keys 'a-file-for'
  press Enter
  wait_until 'the file' before_is '$ cat a-file-for-fzf'
  press C-u
  type_keys 'echo fr'
  ghost 'echo fr' 'om-fzf one'
}

test_powerline() {
  local file
  case $SHELL_NAME in
    zsh) file=/usr/share/powerline/bindings/zsh/powerline.zsh ;;
    bash) file=/usr/share/powerline/bindings/bash/powerline.sh ;;
  esac
  installed "$file"
  start_plain 'POWERLINE_NO_ZSH_ZPYTHON=1'
  load
  type_keys " . $file"
  press Enter
  wait_until 'its prompt' powerline_prompt
  type_keys 'echo one-thing'
  press Enter
  see 'one-thing'
  type_keys 'echo one'
  wait_until 'a ghost' ghost_at_end 'echo one' '-thing'
  press Right
  wait_until 'taken' on_screen 'echo one-thing'
}
powerline_prompt() { row_parts; [ "$CURSOR_ROW" -gt 0 ] && [[ $BEFORE != '$'* ]] && [ -n "$BEFORE" ]; }
ghost_at_end() {
  row_parts
  [[ $BEFORE == *"$1" ]] && [[ $AFTER == "$2"* ]]
}

# In screen, within a terminal of tmux.
test_gnu_screen() {
  command -v screen >/dev/null || skip 'screen is not installed'
  start_plain
  mkdir -p "$HOME/screens"
  chmod 700 "$HOME/screens"
  local shell
  case $SHELL_NAME in
    zsh) shell='zsh -d -i' ;;
    bash) shell="bash --noprofile --rcfile $HOME/rc -i" ;;
  esac
  type_keys "SCREENDIR=$HOME/screens screen -c /dev/null $shell"
  press Enter
  wait_until 'a prompt' line_is '$ ' ''
  enter ' echo "in <$STY>"' 'in <'
  screen | grep -q 'in <>' && fail 'not in screen'
  load
  clear_screen
  remember 'echo hello world'
  type_keys 'echo he'
  wait_until 'a ghost' line_is '$ echo he' 'llo world'
  press C-Space
  wait_until 'a list' on_screen ' of '
  press Escape
  wait_until 'nothing but the line' only_one_row
  press Right
  wait_until 'taken' line_is '$ echo hello world' ''
}
only_one_row() { [ "$(screen | grep -c .)" = 1 ]; }

test_emacs_shell_buffer() {
  start_plain 'INSIDE_EMACS=29.1,comint'
  load
  run ' synapse doctor >result'
  result | grep -q 'line editor' || fail 'not told'
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' line_is '$ echo he' ''
}

test_blesh_is_refused_politely() {
  only bash
  start_plain 'BLE_VERSION=0.4.0'
  load
  run ' synapse doctor >result'
  result | grep -q 'ble.sh' || fail 'not told'
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' line_is '$ echo he' ''
}

# What bash-preexec and starship do: a DEBUG trap and PROMPT_COMMAND.
test_debug_trap_and_prompt_command() {
  only bash
  start 'trap '\''last=$BASH_COMMAND'\'' DEBUG' \
    'PROMPT_COMMAND='\''status=$?; count=$((count + 1))'\'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right Enter
  see 'hello world'
  run ' (exit 3)'
  run ' echo "$status $count" >result'
  [[ $(result) == '0 '[1-9]* ]] || fail "got '$(result)'"
  run ' trap -p DEBUG >result'
  result | grep -q 'last=' || fail 'the trap is gone'
}

# ---- what Debian does not package: written from what they do ----

# powerlevel10k's instant prompt: while the start-up files run, what they print
# goes to a file, and is complained about.
test_output_kept_back_at_startup() {
  only zsh
  start_plain 'exec {kept1}>&1 {kept2}>&2 0<&1 1>$HOME/printed 2>&1' \
    "$(load_line)" \
    'give_back() { exec 1>&$kept1 2>&$kept2 {kept1}>&- {kept2}>&-
       precmd_functions=(${precmd_functions:#give_back}) }' \
    'precmd_functions+=(give_back)'
  equals 'what was printed' '' "$(cat "$HOME/printed")"
  clear_screen
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

# zsh-vi-mode, oh-my-zsh and prezto: keymap and widgets come with the first
# prompt; each line and each change of mode runs a widget that draws the prompt
# anew, and puts the keypad into application mode.
test_a_vi_mode_plugin() {
  only zsh
  start 'mode_init() { precmd_functions=(${precmd_functions:#mode_init})
      bindkey -v; KEYTIMEOUT=1
      zle -N zle-line-init; zle -N zle-line-finish; zle -N zle-keymap-select
      zle -N zle-line-pre-redraw; zle -N vi-cmd-mode mode_normal }
    zle-line-init() { zle -K viins; echoti smkx; zle reset-prompt }
    zle-line-finish() { echoti rmkx }
    zle-keymap-select() { PS1="${${KEYMAP/(main|viins)/}/vicmd/N}\$ "
      zle reset-prompt }
    zle-line-pre-redraw() { region_highlight=("0 4 fg=2") }
    mode_normal() { zle .vi-cmd-mode; zle .reset-prompt }
    precmd_functions+=(mode_init)'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Escape
  wait_until 'normal mode' line_at 'N$ echo h' 'e'
  type_keys 'a'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

# fast-syntax-highlighting, and zsh-syntax-highlighting before 0.8: each widget
# there is, ours too, is wrapped, and region_highlight set behind it.
test_every_widget_wrapped() {
  only zsh
  start
  run ' for w in ${${(f)"$(zle -la)"}:#(.*|_*|orig-*|zle-*)}; do
      [[ $widgets[$w] == builtin ]] || continue
      functions[wrap-$w]="zle .$w; region_highlight=(\"0 4 fg=green\")"
      zle -N $w wrap-$w; done'
  clear_screen
  remember 'echo aaa one' 'echo aaa two'
  type_keys 'echo a'
  ghost 'echo a' 'aa two'
  press Tab
  ghost 'echo a' 'aa one'
  press C-Space
  wait_until 'a list' on_screen ' of '
  press Escape
  some_ghost 'echo a'
  press BTab Right
  wait_until 'taken' on_screen_like '^\$ echo aaa \(one\|two\)$'
  green 'echo' || fail 'not highlighted'
}
on_screen_like() { screen | grep -q -- "$1"; }

# fzf-tab: Tab asks fzf. It is reached where there is no ghost.
test_fzf_on_tab() {
  only zsh
  command -v fzf >/dev/null || skip 'fzf is not installed'
  start 'ask() { local c; c=$(print -l alpha beta | fzf --height=5) &&
      LBUFFER+=$c; zle reset-prompt }
    zle -N ask; bindkey "^I" ask'
  remember 'echo aaa one' 'echo aaa two'
  type_keys 'echo a'
  ghost 'echo a' 'aa two'
  press Tab
  ghost 'echo a' 'aa one'
  press C-u
  type_keys 'nothing-like-it '
  press Tab
  wait_until 'fzf' on_screen ' 2/2'
  type_keys 'bet'
  wait_until 'one of them' on_screen ' 1/2'
  press Enter
  wait_until 'the line' before_is '$ nothing-like-it beta'
}

# bash-preexec: it goes in at the first prompt, takes `ignorespace` out of
# HISTCONTROL, and asks the history in a DEBUG trap what is to run.
test_preexec_of_bash() {
  only bash
  start 'HISTCONTROL=ignoreboth' \
    'at_prompt() { last=$?; inside=1; }; inside=
    before() { [ -n "$inside" ] || return 0; inside=
      line=$(HISTTIMEFORMAT= builtin history 1 | sed "s/^ *[0-9]* *//")
      [[ $line == " "* ]] && history -d $((HISTCMD - 1))
      echo "$last:$line" >>$HOME/ran; }
    install() { HISTCONTROL=ignoredups; PROMPT_COMMAND="at_prompt"
      trap "before \"\$_\"" DEBUG; at_prompt; }
    PROMPT_COMMAND=$'\''trap - DEBUG\ninstall'\'
  enter 'false' '$'
  enter 'echo hello world' 'hello world'
  enter ' echo not-to-be-kept' 'not-to-be-kept'
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-u
  run ' synapse history list >result'
  result | grep -q 'hello world' || fail 'not learned'
  result | grep -q 'not-to-be' && fail 'learned'
  grep -qx '1:echo hello world' "$HOME/ran" || fail "ran: $(cat "$HOME/ran")"
}

# ---- prompts ----

# Marks of VS Code's and other terminals' shell integration.
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

# Drawn anew, shorter, when the line is submitted.
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

# ---- the line editor's own ----

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

# A hundred keys at once are one suggestion or two, not a hundred: what waits in
# the terminal is looked at.
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
suggestions() { result | sed -n 's/.*suggest.* of \([0-9]*\)$/\1/p' | head -n 1; }

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
  wait_until 'normal mode' line_at '$ echo one tw' 'o'
  type_keys 'b'
  wait_until 'a word back' line_at '$ echo one ' 'two'
  type_keys 'dw'
  wait_until 'a word less' before_now '$ echo one'
  type_keys '0'
  wait_until 'the beginning' line_at '$ ' 'echo one'
  if [ "$SHELL_NAME" = zsh ]; then
    type_keys 'ved'
    wait_until 'a selection deleted' line_at '$ ' ' one'
  fi
  type_keys 'ddiecho he'
  ghost 'echo he' 'llo world'
}
line_at() { row_parts; [ "$BEFORE" = "$1" ] && [ "$AFTER" = "$2" ]; }
before_now() { row_parts; [[ $BEFORE == "$1"* ]]; }

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
  # It waits for the next key before it goes on.
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

# ---- bash ----

test_bind_x_and_readline_line() {
  only bash
  start 'upper() { READLINE_LINE=${READLINE_LINE^^}; READLINE_POINT=${#READLINE_LINE}; }' \
    'bind -x '\''"\C-t": upper'\' 'bind -x '\''"\C-xh": echo from-bind-x'\'
  remember 'ECHO HELLO WORLD' 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  ghost 'ECHO HE' 'LLO WORLD'
  press C-x
  press h
  see 'from-bind-x'
  wait_until 'the line again' before_is '$ ECHO HE'
}

test_history_switched_off_and_histcontrol() {
  only bash
  start 'HISTCONTROL=ignorespace'
  enter ' echo not-to-be-kept' 'not-to-be-kept'
  run ' set +o history'
  enter 'echo while-off' 'while-off'
  run ' set -o history'
  enter 'echo while-on' 'while-on'
  run ' synapse history list >result'
  result | grep -q 'while-on' || fail 'what is wanted is not kept'
  result | grep -q 'while-off\|not-to-be' && fail 'what is not wanted is kept'
  return 0
}

test_macros_and_numeric_arguments() {
  only bash
  start 'bind '\''"\C-t": "echo he"'\'
  remember 'echo hello world'
  press C-t
  ghost 'echo he' 'llo world'
  press M-3 x
  wait_until 'three of them' before_is '$ echo hexxx'
}

# Keys that were typed ahead while a command ran.
test_typed_ahead() {
  start
  remember 'echo hello world'
  type_keys ' sleep 0.3'
  press Enter
  type_keys 'echo he'
  wait_until 'the prompt' prompt_with 'echo he' 'llo world'
  press Right
  wait_until 'taken' prompt_with 'echo hello world' ''
}
prompt_with() { row_parts; [[ $BEFORE == *"\$ $1" ]] && [ "$AFTER" = "$2" ]; }
