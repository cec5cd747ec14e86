# Plugins in start-up files: each works as before.

# The module loads first, then the plugin.
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

# ---- unchanged, from scripts/fetch-plugins ----

# shows_and_takes: a ghost, End accepts it, Ctrl-Right accepts a word.
shows_and_takes() {
  clear_screen
  type_keys 'echo he'
  wait_until 'a ghost' row_begins '$ echo hello big world'
  wait_until 'the cursor' before_is '$ echo he'
  [ "$DROP_IN" ] || press C-Right
  [ "$DROP_IN" ] || wait_until 'a word' before_is '$ echo hello'
  wait_until 'the rest' row_begins '$ echo hello big world'
  press "${TAKE:-End}"
  wait_until 'taken' before_is '$ echo hello big world'
  press C-u
}
row_begins() { screen | grep -qF -- "$1"; }

# with_plugin LINE…: the start-up file has these lines, and the module after or
# before them. It is sourced repeatedly, replaced by exec, unloaded and loaded.
with_plugin() {
  only zsh
  local order what
  printf '%s\n' 'echo hello big world' >"$HOME/lines"
  for order in before behind drop-in; do
    case $order in
      before) DROP_IN= TAKE=; set -- "$(load_line)" "$@" ;;
      behind) shift; set -- "$@" "$(load_line)" ;;
      drop-in) set -- "${@:1:$#-1}" "$replacement" \
        'bindkey "^[[4~" end-of-line' 'bindkey -M viins "^[[4~" end-of-line'
        DROP_IN=1 ;;
    esac
    [ $order != drop-in ] || set -- "module_path+=($MODULES/zsh)" "$@"
    start_plain 'SYNAPSE_SUGGEST_EMPTY_LINE=false' "$@" 'fc -R $HOME/lines'
    shows_and_takes
    run ' source ~/.zshrc; source ~/.zshrc'
    shows_and_takes
    run ' zmodload -u synapse'
    run ' zmodload synapse; source ~/.zshrc'
    shows_and_takes
    type_keys ' exec zsh -d -i'
    press Enter
    wait_until 'the program' before_is '$'
    run ' true'
    shows_and_takes
    end_terminal
  done
}

test_zinit_fzf_tab_and_fast_syntax_highlighting() {
  only zsh
  zsh_is_at_least 5.4 || skip 'before 5.4 they find no function of theirs'
  plugin zinit/zinit.zsh
  local zinit=$REPLY fast
  plugin fast-syntax-highlighting/fast-syntax-highlighting.plugin.zsh
  fast=${REPLY%/*}
  plugin fzf-tab/fzf-tab.plugin.zsh
  command -v fzf >/dev/null || skip 'fzf is not installed'
  with_plugin 'autoload -Uz compinit; compinit -u -D' \
    'typeset -A ZINIT; ZINIT[HOME_DIR]=$HOME/zinit' "source $zinit" \
    "zinit light ${REPLY%/*}" "zinit light $fast"
}

test_zsh_vi_mode() {
  plugin zsh-vi-mode/zsh-vi-mode.plugin.zsh
  with_plugin "source $REPLY"
}

# The plugin loads and binds keys after the module has bound its own.
test_zsh_vi_mode_after_the_first_prompt() {
  only zsh
  plugin zsh-vi-mode/zsh-vi-mode.plugin.zsh
  start
  run " source $REPLY"
  remember 'echo hello big world'
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press C-e
  no_ghost 'echo hello big world'
  press C-u
  run ' zmodload -u synapse; bindkey "^E" >result'
  equals 'what it bound' '"^E" end-of-line' "$(result)"
}

test_zsh_vi_mode_deletes_a_word() {
  plugin zsh-vi-mode/zsh-vi-mode.plugin.zsh
  moved_in "source $REPLY"
  type_keys 'true one two'
  press Escape
  type_keys 'b'
  line '$ true one' 'two'
  type_keys 'dw'
  wait_until 'a word less' row_reads 1 '$ true one'
}

test_zsh_autocomplete() {
  plugin zsh-autocomplete/zsh-autocomplete.plugin.zsh
  with_plugin "source $REPLY"
}

# Its list comes from a child with its own terminal, which defines the hook
# widgets anew.
test_zsh_autocomplete_lists() {
  only zsh
  zsh_is_at_least 5.4 || skip 'before 5.4 it lists nothing'
  plugin zsh-autocomplete/zsh-autocomplete.plugin.zsh
  start_plain "source $REPLY" "$(load_line)"
  : >"$HOME/aaa-one"
  : >"$HOME/aaa-two"
  clear_screen
  type_keys 'cat aaa'
  see 'aaa-one  aaa-two'
}

test_history_search_multi_word() {
  plugin history-search-multi-word/history-search-multi-word.plugin.zsh
  with_plugin "source $REPLY"
}

test_history_search_multi_word_searches() {
  only zsh
  plugin history-search-multi-word/history-search-multi-word.plugin.zsh
  start "source $REPLY"
  remember 'echo hello big world'
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press C-r
  see 'Entry #1 of'
  press Enter
  wait_until 'the line' before_is '$ echo hello big world'
}

# Widgets and keys are as before after the module is unloaded.
test_plugins_have_their_widgets_again() {
  only zsh
  plugin fast-syntax-highlighting/fast-syntax-highlighting.plugin.zsh
  local load
  for load in "$(load_line)" "$replacement"; do
    start_plain "module_path+=($MODULES/zsh)" "source $REPLY" \
      'state() { local m; for m in emacs viins vicmd; do bindkey -M $m -L; done
         for m in ${(ok)widgets}; do print -r -- $m $widgets[$m]; done; }'
    run ' true'
    run ' state >before'
    run " $load"
    run ' zmodload -u synapse; state >after'
    diff "$HOME/before" "$HOME/after" >"$HOME/result" ||
      fail "left over: $(head -5 "$HOME/result")"
    end_terminal
  done
}

# End and Ctrl-Right have no binding in zsh: with the plugin they run the
# widgets that it wraps.
test_zsh_autosuggestions_takes_at_end() {
  only zsh
  plugin zsh-autosuggestions/zsh-autosuggestions.zsh
  start "source $REPLY"
  remember 'echo hello big world'
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press C-Right
  ghost 'echo hello ' 'big world'
  press End
  no_ghost 'echo hello big world'
  press C-u
  run ' zmodload -u synapse; bindkey "^[[4~" >result'
  equals 'End' '"^[[4~" undefined-key' "$(result)"
}

# With both the plugin's ghost is on show, and its keys accept it.
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
  local command
  for command in 'synapse doctor >result' 'synapse doctor | cat >result' \
    '(synapse doctor >result)'; do
    run " $command"
    result | grep -q 'zsh-autosuggestions' || fail "not reported: $command"
  done
  run ' zmodload -u synapse; zmodload synapse'
  run ' synapse doctor >result'
  result | grep -q 'zsh-autosuggestions' || fail 'not reported again'
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
  wait_until 'one' on_screen ' 1/'
  press Enter
  wait_until 'the file' before_is '$ cat a-file-for-fzf'
  press C-u
  type_keys 'echo fr'
  ghost 'echo fr' 'om-fzf one'
}

# GNU screen, in a terminal of tmux.
test_gnu_screen() {
  # The program, not the helper of that name.
  type -P screen >/dev/null || skip 'screen is not installed'
  start_plain
  mkdir -p "$HOME/screens"
  chmod 700 "$HOME/screens"
  type_keys "SCREENDIR=$HOME/screens screen -c /dev/null $(inner_shell)"
  press Enter
  wait_until 'a prompt' line_is '$ ' ''
  enter ' echo "in <$STY>"' 'in <'
  screen | grep -q 'in <>' && fail 'not in screen'
  works_within
  # screen would outlive the terminal.
  press C-u
  enter ' exit' 'screen is terminating'
}

# mosh shows typed text before the shell does, as on a slow network.
test_mosh() {
  command -v mosh-client >/dev/null || skip 'mosh is not installed'
  start_plain
  local port key
  export MOSH_SERVER_NETWORK_TMOUT=60
  read -r port key < <(mosh-server new -i 127.0.0.1 -l LC_ALL=C.UTF-8 -- \
    $(inner_shell) 2>/dev/null </dev/null | awk '/^MOSH CONNECT/ { print $3, $4 }')
  [ -n "$key" ] || skip 'mosh-server does not start'
  type_keys " MOSH_PREDICTION_DISPLAY=always MOSH_KEY=$key mosh-client 127.0.0.1 $port"
  press Enter
  wait_until 'a prompt' line_is '$ ' ''
  works_within
  press C-u
  enter 'exit' 'mosh is exiting'
}

inner_shell() {
  case $SHELL_NAME in
    zsh) echo 'zsh -d -i' ;;
    bash) echo "bash --noprofile --rcfile $HOME/rc -i" ;;
  esac
}
works_within() {
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
  result | grep -q 'line editor' || fail 'not reported'
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' line_is '$ echo he' ''
}

test_blesh_is_refused_politely() {
  only bash
  start_plain 'BLE_VERSION=0.4.0'
  load
  run ' synapse doctor >result'
  result | grep -q 'ble.sh' || fail 'not reported'
  enter 'echo hello world' 'hello world'
  type_keys 'echo he'
  wait_until 'the line' line_is '$ echo he' ''
}

# The mechanisms of bash-preexec and starship: a DEBUG trap and PROMPT_COMMAND.
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

# ---- not packaged by Debian: written after their behaviour ----

# powerlevel10k's instant prompt: the output of the start-up files goes to a
# file, and the plugin complains about it.
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
# prompt. At each line and each change of mode a widget redraws the prompt, and
# sets application mode for the keypad.
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
  line 'N$ echo h' 'e'
  type_keys 'a'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

# fast-syntax-highlighting, and zsh-syntax-highlighting before 0.8: they wrap
# every widget, ours too, and set region_highlight after it.
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

# fzf-tab: Tab runs fzf, with and without a ghost, as the user has bound it.
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
  wait_until 'fzf' on_screen ' 2/2'
  press Escape
  ghost 'echo a' 'aa two'
  press C-u
  type_keys 'nothing-like-it '
  press Tab
  wait_until 'fzf' on_screen ' 2/2'
  type_keys 'bet'
  wait_until 'one of them' on_screen ' 1/2'
  press Enter
  wait_until 'the line' before_is '$ nothing-like-it beta'
}

# bash-preexec: it starts at the first prompt, removes `ignorespace` from
# HISTCONTROL, and reads the next command from the history in a DEBUG trap.
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
