# No shell code of ours runs at a prompt, at a key or for a command: options,
# hooks and widgets of others are unchanged, and cannot silence Synapse.

# `$_`, $? and $pipestatus were those of our hook functions.
test_the_last_argument_and_the_pipes_are_kept() {
  only zsh
  start
  enter 'mkdir -p newdir && print made-it' 'made-it'
  type_keys ': one two'; press Enter
  type_keys 'print -r "last=<$_>"'; press Enter
  see 'last=<two>'
  type_keys 'false | true | false'; press Enter
  type_keys 'print -r "pipes=<$pipestatus>"'; press Enter
  see 'pipes=<1 0 1>'
  type_keys '(exit 7)'; press Enter
  type_keys 'print -r "status=<$?>"'; press Enter
  see 'status=<7>'
}

# `set -x` printed fifteen lines a prompt, and traps fired at every key.
test_options_and_traps_show_nothing_of_ours() {
  only zsh
  start
  remember 'git status --short'
  run ' TRAPZERR() { print zerr-$1 >>$HOME/result }; setopt no_debug_before_cmd'
  run ' trap "print debug >>\$HOME/debugged" DEBUG; PS4="+trace "; set -x'
  clear_screen
  type_keys 'git st'; line '$ git st' 'atus --short'
  press C-u
  type_keys ' :'; press Enter
  wait_until 'the trace' on_screen '+trace'
  press C-u
  equals 'lines of the trace' 1 "$(screen | grep -c '^+trace :')"
  equals 'lines of a trace' 2 "$(screen | grep -c '^+trace')"
  [ ! -s "$HOME/result" ] || fail "an ERR trap fired: $(result)"
}

test_nothing_is_added_to_hooks_functions_and_zstyles() {
  only zsh
  start 'foo_precmd() { : }; precmd_functions=(foo_precmd)'
  run ' print -rl -- $precmd_functions $preexec_functions ${(k)functions} >result'
  ! grep -q synapse "$HOME/result" || fail "ours: $(grep synapse "$HOME/result")"
  run ' zmodload zsh/zleparameter; zle -l >result; zstyle -L >>result'
  run ' print -rl -- ${(k)widgets} | grep zle- >>result'
  ! grep -q zle- "$HOME/result" || fail "a hook: $(grep zle- "$HOME/result")"
}

# add-zle-hook-widget stops at the first hook that fails.
test_a_hook_that_fails_silences_nothing() {
  only zsh
  start 'zle-line-pre-redraw() { [[ -n $NOSUCH ]] && : }' \
    'zle -N zle-line-pre-redraw'
  remember 'git status --short'
  type_keys 'git sta'
  ghost 'git sta' 'tus --short'
  press C-c
  wait_until 'the next prompt' cursor_row_is 1
  press Up
  line '$ git status --short' ''
  is_grey 'git' && fail 'the real line is grey'
  clear_screen
}

cursor_row_is() { row_parts; [ "$CURSOR_ROW" = "$1" ]; }

# A hook that is set later, with arguments and its own name, runs as before.
test_a_hook_widget_of_the_user_keeps_its_arguments() {
  only zsh
  start
  remember 'git status --short'
  run ' my_hook() { print -r -- "$WIDGET $# $*" >$HOME/result }'
  run ' zle -N zle-line-pre-redraw my_hook'
  clear_screen
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  equals 'arguments' 'zle-line-pre-redraw 1 zle-line-pre-redraw' "$(result)"
  clear_screen
  run ' zle -D zle-line-pre-redraw; print -r gone=${+widgets[zle-line-pre-redraw]}'
  see 'gone=0'
  clear_screen
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
}

# A highlighter that cannot restore the hook it replaced.
test_a_hook_that_is_replaced_for_ever_silences_nothing() {
  only zsh
  start
  remember 'git status --short'
  run ' other() { region_highlight=("0 1 bold") }; zle -N zle-line-pre-redraw other'
  clear_screen
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press Right; line '$ git status --short' ''
}

# A widget that changes the line and draws showed the old ghost behind it.
test_a_widget_that_draws_shows_no_old_ghost() {
  only zsh
  start "w() { BUFFER='replaced line'; CURSOR=\$#BUFFER; zle -R; read -k 1 }" \
    'zle -N w; bindkey "^G" w'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g
  wait_until 'the line' before_is '$ replaced line'
  line '$ replaced line' ''
  type_keys x
}

# zsh-autocomplete restores the region_highlight that it saved, and draws.
test_a_highlight_that_is_taken_away_comes_back() {
  only zsh
  start 'w() { region_highlight=(); zle -R; print drew >$HOME/result; read -k 1 }' \
    'zle -N w; bindkey "^G" w'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g
  wait_until 'the widget' test -s "$HOME/result"
  ghost 'git sta' 'tus --short'
  type_keys x
}

# A ghost of another line was accepted.
test_only_a_ghost_of_this_line_is_taken() {
  only zsh
  start 'w() { BUFFER=git; CURSOR=3; zle synapse-take; print -r -- "<$BUFFER>" >$HOME/result }' \
    'zle -N w; bindkey "^G" w'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g
  wait_until 'the widget' test -s "$HOME/result"
  equals 'the line' '<git>' "$(result)"
}

# The hook arrays are the user's: nothing was recorded after that.
test_recording_needs_no_hook_array() {
  only zsh
  start
  run ' unset preexec_functions precmd_functions'
  run ' preexec_functions=(foo); unset precmd_functions'
  enter 'print recorded-$((40 + 2))' 'recorded-42'
  run ' synapse history list >result'
  grep -qF 'recorded-$((40' "$HOME/result" || fail "not recorded: $(result)"
}

# Code that looks up a function by name is no command.
test_looking_for_preexec_starts_nothing() {
  only zsh
  start 'setopt prompt_subst; PS1='\''${functions[preexec]-}$ '\' \
    'precmd() { : $functions[preexec] ${+functions[precmd]} }'
  enter 'false; : $functions[preexec]; print one-$((1+1))' one-2
  run ' synapse history list >result'
  equals 'how often' 1 "$(grep -c 'print one-' "$HOME/result")"
}

# Plugin managers load from a handler of the editor: the first prompt exists.
test_loading_while_a_line_is_edited_works_at_once() {
  only zsh
  start_plain 'w() { '"$(load_line)"' }' \
    'zle -N w; bindkey "^G" w; print -rs -- git status --short'
  press C-g
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press Right; line '$ git status --short' ''
}

test_unloading_leaves_what_was_there() {
  only zsh
  start_plain 'zmodload zsh/zleparameter; snap() { {' \
    'print -rl -- ${(ok)widgets} ${(ok)functions} ${(ok)parameters};' \
    'bindkey -L; zstyle -L; zle -F -L } >$1 2>&1 }; snap warm'
  run ' snap before'
  load
  type_keys 'git st'; press C-u
  unload
  run ' snap after'
  diff "$HOME/before" "$HOME/after" >"$HOME/result" || fail "$(result)"
}

# The ghost became real text while read-from-minibuffer asked, and stayed.
test_a_question_below_the_line_takes_no_ghost_for_text() {
  only zsh
  start 'autoload -Uz read-from-minibuffer; ask() { local REPLY;' \
    'read-from-minibuffer "which? "; print -r -- "$REPLY|$BUFFER|$POSTDISPLAY" >$HOME/result }' \
    'zle -N ask; bindkey "^G" ask'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g; see 'which?'
  on_screen 'tus --short' && fail 'the ghost is text'
  type_keys 'ab'; press Enter
  wait_until 'the answer' test -s "$HOME/result"
  equals 'the answer, the line and what follows' 'ab|git sta|' "$(result)"
  press Right
  line '$ git status --short' ''
}

# A zle-line-init that resets the prompt expanded PS2 anew, twice.
test_a_line_init_that_resets_the_prompt_keeps_ps2() {
  only zsh
  start 'zle-line-init() { zle reset-prompt }; zle -N zle-line-init' \
    'PS2="%_> "'
  type_keys 'for i in a; do'; press Enter
  wait_until 'the second prompt' before_is 'for>'
}

# Pasted text stayed inverse after an accept of the ghost behind it.
test_what_was_pasted_is_plain_once_the_ghost_is_taken() {
  only zsh
  start
  remember 'git status --short'
  type_keys $'\e[200~git sta\e[201~'; line '$ git sta' 'tus --short'
  press Right; line '$ git status --short' ''
  wait_until 'plain text' no_inverse
}
no_inverse() { ! screen_with_colours | grep -q $'\e\[7m'; }

# A completion plugin that loads late keeps the widget of Tab at that time. It
# called one that did not exist after unloading.
test_tab_of_a_late_plugin_works_after_unloading() {
  only zsh
  start
  run ' zmodload zsh/zleparameter; orig=${$(bindkey "^I")[2]}'
  run ' theirs() { print theirs >$HOME/result; zle $orig }; zle -N theirs; bindkey "^I" theirs'
  run ' mkdir only-one-directory'
  unload
  clear_screen
  type_keys 'ls only-o'; press Tab
  wait_until 'the completion' before_begins '$ ls only-one-directory'
  equals 'whose Tab' theirs "$(result)"
}

# Highlighters wrap every widget, also ours.
test_a_wrapped_widget_of_ours_goes_with_us() {
  only zsh
  start
  run ' zmodload zsh/zleparameter; w() { zle orig-take }'
  run ' zle -A synapse-take orig-take; zle -N synapse-take w'
  unload
  run ' print -r -- ours=${(k)widgets[(I)*take*]}= >result'
  equals 'widgets' 'ours==' "$(result)"
}

# The hook for the start of a line is not the last widget.
test_the_last_widget_is_that_of_the_line_before() {
  only zsh
  start 'w() { print -r -- "$LASTWIDGET" >$HOME/result }; zle -N w; bindkey "^G" w'
  run ' true'
  press C-g
  wait_until 'the widget' test -s "$HOME/result"
  equals 'the last widget' accept-line "$(result)"
  run ' true'; run ' rm result; zle-line-init() { : }; zle -N zle-line-init'
  press C-g
  wait_until 'the widget' test -s "$HOME/result"
  equals 'the last widget' zle-line-init "$(result)"
}

# A plugin copies the current keymap when its widget first runs.
test_a_copy_of_a_keymap_has_its_keys_again() {
  only zsh
  start 'bindkey "^F" vi-forward-char'
  run ' bindkey -N theirs main; bindkey -M theirs "^X^]" beep'
  unload
  run ' bindkey -M theirs -L >result; bindkey -M main -L >main'
  ! grep synapse "$HOME/result" || fail 'keys of ours'
  sed -e 's/ -M theirs / /' -e "/ beep$/d" "$HOME/result" >"$HOME/theirs"
  sed -e 's/ -M main / /' -e '/ beep$/d' "$HOME/main" | diff - "$HOME/theirs" ||
    fail 'other keys'
}

# The same for the text around a region.
test_narrowing_to_a_region_takes_no_ghost_for_text() {
  only zsh
  start 'autoload -Uz narrow-to-region; narrow() { MARK=4; CURSOR=$#BUFFER' \
    'narrow-to-region; print -r -- "$BUFFER|$POSTDISPLAY" >$HOME/result }' \
    'zle -N narrow; bindkey "^G" narrow'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g
  wait_until 'the region' not_on_screen 'tus --short'
  type_keys 'x'; press Enter
  wait_until 'the line' test -s "$HOME/result"
  equals 'the line and what follows' 'git stax|' "$(result)"
}

# Shell code of ours ran under the user's options.
test_options_of_another_shell_break_nothing() {
  only zsh
  local options
  for options in 'setopt csh_junkie_quotes verbose' 'emulate csh' 'emulate ksh' \
    'setopt sh_word_split ksh_arrays no_short_loops posix_builtins err_return'; do
    start_plain "$options" "PS1='$ '" "$(load_line)" \
      'print -rs -- echo hello world' 'SYNAPSE_SUGGEST_EMPTY_LINE=false'
    press C-l
    wait_until 'a clear screen' screen_is_clear
    type_keys 'echo he'; ghost 'echo he' 'llo world'
    press Right; line '$ echo hello world' ''
    press C-u
    type_keys 'echo twenty-$((10 + 10))'; press Enter
    see 'twenty-20'
    type_keys 'echo tw'; ghost 'echo tw' 'enty-$((10 + 10))'
    press C-u
    end_terminal
  done
}

test_replacing_a_string_takes_no_ghost_for_text() {
  only zsh
  start 'autoload -Uz replace-string; zle -N replace-string' \
    'bindkey "^G" replace-string'
  remember 'git status --short'
  type_keys 'git sta'; ghost 'git sta' 'tus --short'
  press C-g; see 'Replace'
  on_screen 'tus --short' && fail 'the ghost is text'
  type_keys 'sta'; press Enter
  wait_until 'the other question' on_screen 'with'
  type_keys 'sto'; press Enter
  line '$ git sto' ''
}

# per-directory-history keeps the list itself: zsh adds no line to it.
test_a_history_that_others_keep_is_recorded() {
  only zsh
  start 'zshaddhistory() { print -Sr -- "${1%%$'\''\n'\''}"; return 1 }'
  enter 'print recorded-$((40 + 2))' 'recorded-42'
  enter 'print another-$((40 + 3))' 'another-43'
  run 'synapse history list >result; synapse doctor >>result'
  grep -qF 'recorded-$((40' "$HOME/result" || fail "not recorded: $(result)"
  grep -qF 'another-$((40' "$HOME/result" || fail "not recorded: $(result)"
}
