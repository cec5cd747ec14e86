# The behaviour of the plugin zsh-autosuggestions, and of our drop-in:
# strategies, variables that are set late, widgets that call each other.

# list_of LINE… makes these the whole history list, as `fc -R` reads it.
list_of() {
  printf '%s\n' "$@" >"$HOME/lines"
  run " fc -p; fc -R $HOME/lines"
  clear_screen
}

# $WIDGET is the widget of the key. A widget that is in no list accepts nothing,
# whatever it calls; the widgets that it calls still move the cursor.
test_wrapped_widgets_called_by_another() {
  moved_in 'my-end() { zle end-of-line }; zle -N my-end; bindkey "^T" my-end' \
    'my-char() { zle forward-char }; zle -N my-char; bindkey "^O" my-char' \
    'my-word() { zle forward-word }; zle -N my-word; bindkey "^X^W" my-word'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-x C-w C-o C-t
  ghost 'echo he' 'llo world'
  press C-a C-x C-w
  line '$ echo ' 'hello world'
  press C-o
  line '$ echo h' 'ello world'
  press C-t
  ghost 'echo he' 'llo world'
  press C-e
  no_ghost 'echo hello world'
}

# Another plugin wraps the widget, and then ours again: one key accepts once.
test_a_wrapper_between_two_of_ours() {
  moved_in
  run ' zle -N inner-end ${widgets[end-of-line]#*:}'
  run ' outer-end() { zle inner-end -- "$@" }; zle -N end-of-line outer-end'
  remember 'echo hello world and more' 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-e
  no_ghost 'echo hello world'
  type_keys ' '
  ghost 'echo hello world ' 'and more'
}

test_a_listed_widget_that_calls_a_wrapped_one() {
  moved_in 'my-end() { zle end-of-line }; zle -N my-end; bindkey "^T" my-end' \
    'ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(end-of-line my-end)' \
    'ZSH_AUTOSUGGEST_CLEAR_WIDGETS=(kill-whole-line my-kill)' \
    'my-kill() { zle kill-whole-line }; zle -N my-kill; bindkey "^O" my-kill'
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-t
  no_ghost 'echo hello world'
  press C-a C-t
  type_keys '!'
  no_ghost 'echo hello world!'
  press C-o
  no_ghost ''
}

# oh-my-zsh's sudo and thefuck, zsh-vi-mode: a widget changes the line and moves
# the cursor.
test_a_widget_that_replaces_the_line() {
  moved_in 'again() { BUFFER="sudo $BUFFER"; zle end-of-line }' \
    'zle -N again; bindkey "^T" again'
  type_keys 'true x'
  press C-a C-t
  type_keys '!'
  wait_until 'the end' before_is '$ sudo true x!'
}

test_a_strategy_of_the_user() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=(mine history)' \
    '_zsh_autosuggest_strategy_mine() {
       [[ "foobar baz" = "$1"* ]] && suggestion="foobar baz" }'
  remember 'echo hello world' 'foobar older'
  type_keys 'foo'
  ghost 'foo' 'bar baz'
  type_keys 'b'
  ghost 'foob' 'ar baz'
  press Right
  no_ghost 'foobar baz'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

test_strategies_as_one_text_after_sourcing() {
  moved_in
  run ' ZSH_AUTOSUGGEST_STRATEGY="foobar foobaz"'
  run ' _zsh_autosuggest_strategy_foobar() {
    [[ "foobar baz" = $1* ]] && suggestion="foobar baz" }'
  run ' _zsh_autosuggest_strategy_foobaz() {
    [[ "foobaz bar" = $1* ]] && suggestion="foobaz bar" }'
  clear_screen
  type_keys 'foo'
  ghost 'foo' 'bar baz'
  type_keys 'baz'
  ghost 'foobaz' ' bar'
}

test_a_strategy_at_once() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=slow' \
    '_zsh_autosuggest_strategy_slow() {
       print printed; sleep 0.1; _zsh_autosuggest_strategy_history "$1" }' \
    'sent() { zle -U - "echo hello" }; zle -N sent; bindkey "^T" sent'
  run ' unset ZSH_AUTOSUGGEST_USE_ASYNC'
  list_of 'echo hello world'
  press C-t
  ghost 'echo hello' ' world'
  press C-e
  no_ghost 'echo hello world'
}

test_the_history_strategy_replaced() {
  moved_in
  run ' _zsh_autosuggest_strategy_history() { suggestion=history }'
  clear_screen
  type_keys 'h'
  ghost 'h' 'istory'
}

completing() {
  moved_in 'autoload -Uz compinit; compinit -u -D' \
    '_foo() { compadd bar; compadd bat }; compdef _foo baz' \
    '_num() { compadd two; compadd three }; compdef _num one' \
    'ZSH_AUTOSUGGEST_STRATEGY=completion' "$@"
}
completes() {
  type_keys 'baz '
  ghost 'baz ' 'bar'
  press C-u
  type_keys 'baz \'
  press C-v C-j
  wait_until 'the second row' row_reads 2 'bar'
  wait_until 'the first row' row_reads 1 '$ baz \'
  press C-c
  clear_screen
  type_keys 'one t'
  ghost 'one t' 'hree'
}

test_completion_by_compsys() {
  completing 'alias _complete=_complete'
  completes
}

test_completion_by_compsys_at_once() {
  completing
  run ' unset ZSH_AUTOSUGGEST_USE_ASYNC'
  clear_screen
  completes
}

test_completion_that_is_ignored() {
  completing 'ZSH_AUTOSUGGEST_COMPLETION_IGNORE="one *"'
  type_keys 'baz '
  ghost 'baz ' 'bar'
  press C-u
  type_keys 'one t'
  no_ghost 'one t'
  type_keys 'w'
  no_ghost 'one tw'
}

# The history has no such line: completion is asked.
test_completion_behind_history() {
  completing 'ZSH_AUTOSUGGEST_STRATEGY=(history completion)'
  remember 'baz old'
  type_keys 'baz '
  ghost 'baz ' 'old'
  type_keys 'b'
  ghost 'baz b' 'ar'
}

test_variables_set_after_sourcing() {
  moved_in
  run ' ZSH_AUTOSUGGEST_BUFFER_MAX_SIZE=12 ZSH_AUTOSUGGEST_HISTORY_IGNORE="* bar"'
  run ' ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE=fg=5,underline'
  run ' ZSH_AUTOSUGGEST_CLEAR_WIDGETS+=(my-clear); my-clear() { :; }'
  run ' zle -N my-clear; bindkey "^T" my-clear'
  list_of 'echo foo and more' 'echo bar'
  type_keys 'echo '
  line '$ echo ' 'foo and more'
  wait_until 'the style' in_colour "$(printf '\033[4m\033[35mfoo and more')"
  press C-t
  no_ghost 'echo '
  type_keys 'foo and '
  no_ghost 'echo foo and'
}

in_colour() { screen_with_colours | grep -qF -- "$1"; }

test_up_clears() {
  moved_in
  remember 'echo hello world' 'echo hello' 'true'
  press Up Up
  no_ghost 'echo hello'
  press C-u
  type_keys 'echo hello '
  ghost 'echo hello ' 'world'
}

test_the_previous_command_is_the_newest_of_the_list() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=match_prev_cmd'
  list_of 'echo what' 'ls foo' 'echo what' 'ls bar' 'ls baz' 'echo what'
  type_keys 'ls'
  ghost 'ls' ' bar'
  press C-u
  run ' ZSH_AUTOSUGGEST_HISTORY_IGNORE="* bar"'
  list_of 'echo what' 'ls foo' 'echo what' 'ls bar' 'ls baz' 'echo what'
  type_keys 'ls'
  ghost 'ls' ' foo'
}

test_disabled_by_its_variable_and_fetched_once() {
  moved_in 'bindkey "^O" autosuggest-fetch; bindkey "^T" autosuggest-enable' \
    '_ZSH_AUTOSUGGEST_DISABLED='
  list_of 'echo hello'
  type_keys 'echo h'
  no_ghost 'echo h'
  press C-o
  ghost 'echo h' 'ello'
  type_keys 'e'
  ghost 'echo he' 'llo'
  press BSpace
  no_ghost 'echo h'
  press C-t
  ghost 'echo h' 'ello'
}

test_suggest_and_start_exist() {
  moved_in '_offer() { zle autosuggest-suggest -- "anything at all" }' \
    'zle -N _offer; bindkey "^T" _offer'
  run ' whence _zsh_autosuggest_start >result'
  equals 'the function' _zsh_autosuggest_start "$(result)"
  type_keys 'any'
  no_ghost 'any'
  press C-t
  ghost 'any' 'thing at all'
  press C-e
  no_ghost 'anything at all'
}

test_a_ghost_with_the_cursor_inside_the_line() {
  moved_in
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-b
  line '$ echo h' 'ello world'
  press C-a
  line '$' 'echo hello world'
  press Right
  line '$ e' 'cho hello world'
  press C-e
  line '$ echo he' 'llo world'
  press C-e
  no_ghost 'echo hello world'
}

test_nothing_is_run_on_an_empty_line() {
  moved_in 'bindkey "^T" autosuggest-execute'
  run 'echo one'
  run 'echo two'
  run 'echo one'
  clear_screen
  press C-t
  wait_until 'a prompt' row_reads 2 '$'
  screen | grep -q 'two' && fail 'it ran something'
  return 0
}

# Settings in the file override the defaults of the drop-in.
test_settings_in_the_file_count() {
  only zsh
  mkdir -p "$XDG_CONFIG_HOME/synapse"
  echo '{"suggest.empty_line": true, "prompt.keys": true}' \
    >"$XDG_CONFIG_HOME/synapse/config.json"
  moved_in
  run ' print $(synapse config get suggest.empty_line) \
    $(synapse config get prompt.keys) ${$(bindkey "^E")[2]} >result'
  equals 'settings' 'true true synapse-take' "$(result)"
  rm "$XDG_CONFIG_HOME/synapse/config.json"
  run ' true'
  run ' synapse config get suggest.empty_line >result'
  equals 'without the file' 'false' "$(result)"
  run ' print $(synapse config get suggest.empty_line) >result'
  equals 'in a child' 'false' "$(result)"
}

test_kept_in_vi_mode() {
  moved_in 'bindkey -v; KEYTIMEOUT=1'
  list_of 'foobar foo'
  type_keys 'foo'
  ghost 'foo' 'bar foo'
  press Escape
  wait_until 'the ghost' row_reads 1 '$ foobar foo'
  type_keys 'h'
  line '$ f' 'oobar foo'
  type_keys 'lea'
  type_keys 'baz'
  wait_until 'the line' before_is '$ foobarbaz'
  press Escape
  type_keys 'ccfoo'
  ghost 'foo' 'bar foo'
  press Escape
  type_keys 'wa'
  type_keys 'az'
  wait_until 'the line' before_is '$ foobar faz'
  press Escape
  type_keys 'ccfoo'
  ghost 'foo' 'bar foo'
  press Escape
  type_keys 'foa'
  type_keys 'b'
  wait_until 'the line' before_is '$ foobar fob'
}
test_widgets_wrapped_by_others_before_and_after() {
  moved_in '_orig_bdc() { zle .backward-delete-char }' \
    'zle -N orig-backward-delete-char _orig_bdc' \
    'bdc-magic() { zle orig-backward-delete-char; BUFFER+=b }' \
    'zle -N backward-delete-char bdc-magic'
  run ' zle -N orig-end ${widgets[end-of-line]#*:}'
  run ' end-magic() { zle orig-end; }; zle -N end-of-line end-magic'
  list_of 'foobar' 'foodar'
  type_keys 'food'
  press C-h
  line '$ foo' 'bar'
  press C-e
  ghost 'foob' 'ar'
  press C-e
  no_ghost 'foobar'
}

test_zpty_of_the_user_lives_on() {
  completing 'zmodload zsh/zpty && zpty -b kitty cat'
  type_keys 'baz '
  ghost 'baz ' 'bar'
  press C-u
  run ' zpty -t kitty; echo $? >result'
  equals 'zpty -t' 0 "$(result)"
}

test_a_strange_set_of_options() {
  moved_in 'setopt ksharrays shwordsplit nounset warn_create_global globsubst' \
    'setopt rc_quotes noclobber csh_null_glob no_short_loops ksh_arrays' \
    'ZSH_AUTOSUGGEST_STRATEGY=(mine history)' \
    '_zsh_autosuggest_strategy_mine() { [[ $1 == m* ]] && suggestion="mine x" }'
  remember 'echo hello big world'
  type_keys 'm'
  ghost 'm' 'ine x'
  press C-e
  no_ghost 'mine x'
  press C-u
  type_keys 'echo he'
  ghost 'echo he' 'llo big world'
  press M-f
  ghost 'echo hello ' 'big world'
  press C-e
  no_ghost 'echo hello big world'
  press C-u
  type_keys '[['
  no_ghost '[['
  [ "$(screen | grep -c .)" = 1 ] || fail 'something was printed'
}

# The widgets are the user's again, however the drop-in was loaded.
test_unloaded_and_loaded_again() {
  moved_in
  remember 'echo hello world'
  run ' print -r -- $widgets[forward-char] ${#precmd_functions} >result'
  run " $replacement; $replacement"
  run ' print -r -- $widgets[forward-char] ${#precmd_functions} >again'
  equals 'sourced again' "$(result)" "$(cat "$HOME/again")"
  run ' zmodload -u synapse'
  run ' print -r -- $widgets[forward-char] ${(k)widgets[(I)autosuggest-*fetch]} \
    ${#precmd_functions} >result'
  equals 'unloaded' 'builtin 0' "$(result)"
  clear_screen
  type_keys 'echo he'
  press Right C-e M-f
  no_ghost 'echo he'
  press C-u
  run " $replacement"
  clear_screen
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press Right
  no_ghost 'echo hello world'
}

# ---- the plugin's own specifications ----

test_special_characters() {
  moved_in
  local typed rest i
  set -- 'echo "hello*|"' 'echo "hello?|"' 'echo "hello\|nworld"' \
    'echo "\\|"' 'echo ~|/foo' 'echo "$(|ls foo)"' 'echo "$history[|123]"' \
    'echo "#|yolo"' 'echo "^A|"' '-|foo() {}'
  list_of 'echo "hello."' 'echo "^B"' "${@//|/}"
  for i; do
    type_keys "${i%%|*}"
    ghost "${i%%|*}" "${i#*|}"
    press C-u
  done
}

test_up_goes_back_line_by_line() {
  moved_in 'autoload -U up-line-or-beginning-search' \
    'zle -N up-line-or-beginning-search' \
    'bindkey "^[[A" up-line-or-beginning-search'
  list_of 'echo foo' 'echo bar' 'echo baz'
  press Up Up Up
  no_ghost 'echo foo'
}

test_copy_earlier_word_cycles() {
  moved_in 'autoload -Uz copy-earlier-word; zle -N copy-earlier-word' \
    'bindkey "^N" copy-earlier-word'
  type_keys 'foo bar baz'
  press C-n
  no_ghost 'foo bar bazbaz'
  press C-n
  no_ghost 'foo bar bazbar'
  press C-n
  no_ghost 'foo bar bazfoo'
}

test_yank_pop_cycles() {
  moved_in
  type_keys 'echo foo'
  press C-u
  type_keys 'echo bar'
  press C-u C-y
  no_ghost 'echo bar'
  press M-y
  no_ghost 'echo foo'
  press M-y
  no_ghost 'echo bar'
}

test_cancelled_after_a_suggestion() {
  moved_in 'ZSH_AUTOSUGGEST_STRATEGY=mine' \
    '_zsh_autosuggest_strategy_mine() { suggestion="echo mine" }'
  type_keys 'e'
  ghost 'e' 'cho mine'
  press C-c
  type_keys 'true'
  wait_until 'the next line' row_reads 2 '$ true'
  wait_until 'the line before' row_reads 1 '$ e'
}

test_bracketed_paste_magic() {
  moved_in 'autoload -Uz bracketed-paste-magic' \
    'zle -N bracketed-paste bracketed-paste-magic' \
    'bpm_init() { zle autosuggest-disable }' \
    'bpm_finish() { zle autosuggest-enable }' \
    'zstyle :bracketed-paste-magic paste-init bpm_init' \
    'zstyle :bracketed-paste-magic paste-finish bpm_finish'
  list_of 'echo hello'
  terminal set-buffer -- 'echo aaaaaaaaaaaaaaaaaaaa'
  terminal paste-buffer -dpr -t main
  no_ghost 'echo aaaaaaaaaaaaaaaaaaaa'
  press C-u
  type_keys 'echo h'
  ghost 'echo h' 'ello'
}

test_a_ghost_of_several_rows() {
  moved_in
  list_of 'echo "\' '"'
  type_keys 'e'
  wait_until 'the second row' row_reads 2 '"'
  line '$ e' 'cho "'
}

test_the_cursor_of_a_widget_in_the_list_goes_to_the_end() {
  moved_in 'my-widget() { }; zle -N my-widget; bindkey "^T" my-widget'
  run ' ZSH_AUTOSUGGEST_ACCEPT_WIDGETS+=(my-widget)'
  list_of 'echo hello'
  type_keys 'e'
  ghost 'e' 'cho hello'
  press C-t
  no_ghost 'echo hello'
  press C-u
  run ' ZSH_AUTOSUGGEST_ACCEPT_WIDGETS=(forward-char)'
  run ' ZSH_AUTOSUGGEST_PARTIAL_ACCEPT_WIDGETS=(my-widget)'
  run ' my-widget() { zle forward-char }'
  list_of 'echo hello'
  type_keys 'e'
  ghost 'e' 'cho hello'
  press C-t
  ghost 'ec' 'ho hello'
}
