# Settings: the action of Tab, and changes that take effect at the next prompt.

test_tab_completes_by_words() {
  export SYNAPSE_PROMPT_TAB=complete
  start
  remember 'frob alpha one' 'frob beta two' 'frob gamma three'
  type_keys 'frob'
  some_ghost 'frob'
  press Tab
  wait_until 'a word' first_row_like '^\$ frob [a-z]* [a-z]*$'
  local first
  row_parts
  first=$BEFORE
  press Tab
  wait_until 'another word' other_before "$first"
  press BTab
  wait_until 'the first again' before_is_now "$first"
  press BTab
  wait_until 'what was typed' before_is_now '$ frob'
  press Tab
  wait_until 'the first once more' before_is_now "$first"
}
first_row_like() { screen | sed -n 1p | grep -q -- "$1"; }
other_before() { row_parts; [[ $BEFORE == '$ frob '* ]] && [ "$BEFORE" != "$1" ]; }
before_is_now() { row_parts; [ "$BEFORE" = "$1" ]; }

# A completed line that ran is recorded as accepted.
test_what_tab_completed_is_recorded() {
  needs_engine
  export SYNAPSE_PROMPT_TAB=complete
  start
  remember 'echo alpha' 'echo beta'
  type_keys 'ech'
  some_ghost 'ech'
  press C-u
  type_keys 'echo '
  some_ghost 'echo '
  press Tab
  wait_until 'a word' first_row_like '^\$ echo \(alpha\|beta\)$'
  local first taken
  row_parts
  first=$BEFORE
  press Tab
  wait_until 'another word' other_word "$first"
  row_parts
  taken=${BEFORE#\$ }
  trim taken
  press Enter
  wait_until 'the output' on_screen_alone "${taken#echo }"
  run " synapse history export --all >result"
  result | grep '"accepted"' | grep -qF "\"$taken\"" || fail "not recorded: $taken"
}
other_word() { row_parts; [[ $BEFORE == '$ echo '* ]] && [ "$BEFORE" != "$1" ]; }
on_screen_alone() { screen | grep -qx -- "$1"; }

# Synapse completes its own settings, with a description and the values.
test_settings_are_completed() {
  start
  type_keys 'synapse config set prompt.t'
  press M-/
  wait_until 'a list' on_screen 'what Tab does'
  on_screen 'prompt.theme' || fail 'not all of them'
  type_keys 'tab'
  press Enter
  wait_until 'the line' before_starts '$ synapse config set prompt.tab'
  type_keys ' '
  press M-/
  wait_until 'its values' on_screen 'the default'
  on_screen 'complete' && on_screen 'shell' || fail 'not all of them'
  press Escape
}

test_tab_is_the_shells() {
  export SYNAPSE_PROMPT_TAB=shell
  start
  : >"$HOME/some-file"
  remember 'cat some-f' 'cat some-other'
  type_keys 'cat some-f'
  press Tab
  wait_until 'the name' before_starts '$ cat some-file'
}
before_starts() { row_parts; [[ $BEFORE == "$1"* ]]; }

# At its next prompt the shell reads the setting that another shell wrote.
test_config_set_takes_effect_at_the_next_prompt() {
  AS_NEW=1 start
  remember 'echo aaa one'
  run ' synapse config set prompt.tab shell; synapse config set prompt.enabled false'
  clear_screen
  type_keys 'echo aaa'
  no_ghost 'echo aaa'
  press C-u
  run ' synapse config get prompt.tab >result'
  equals 'the value' shell "$(result)"
  run ' synapse config set prompt.enabled true'
  clear_screen
  type_keys 'echo aaa'
  some_ghost 'echo aaa'
}

test_config_by_a_variable_of_the_shell() {
  start
  remember 'echo hello world'
  run ' SYNAPSE_PROMPT_GHOST_STYLE=fg=3,underline'
  clear_screen
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'the style' underlined
}
underlined() { screen_with_colours | grep -q "$(printf '\033')\\[4m"; }

test_config_reports_what_is_wrong() {
  mkdir -p "$HOME/config/synapse"
  printf '{\n  "prompt.tab": "sideways"\n}\n' >"$HOME/config/synapse/config.json"
  AS_NEW=1 start
  run ' synapse config list >result 2>&1'
  result | grep -q "config.json:2: prompt.tab: expected complete, cycle or shell, not 'sideways'" ||
    fail "not reported: $(result | tail -n 2)"
  result | grep -q '^prompt.tab  *complete  *choice  *default$' || fail 'no default'
  run ' synapse config set prompt.tab sideways 2>result'
  result | grep -q 'expected complete' || fail 'written all the same'
}

test_no_color() {
  export NO_COLOR=1
  start
  remember 'echo hello world'
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  case $SHELL_NAME in
    zsh) wait_until 'underlined' underlined ;;
    bash) wait_until 'dim' dim ;;
  esac
  no_colour
}
# tmux 3.1 ends a style with the default colours, 39 and 49.
no_colour() {
  ! screen_with_colours |
    grep -qE "$(printf '\033')\\[([0-9;]*;)?(3|4|9|10)[0-8](;[0-9;]*)?m" ||
    fail 'a colour'
}
dim() { screen_with_colours | grep -q "$(printf '\033')\\[2m"; }

# A style, and a theme without colours.
test_the_colour_of_the_ghost() {
  start
  remember 'frob something'
  run " SYNAPSE_PROMPT_GHOST_STYLE=fg=4"
  clear_screen
  type_keys 'frob'
  wait_until 'the colour' ghost_looks '34m\|38;5;4m' ' something'
  press C-u
  run " unset SYNAPSE_PROMPT_GHOST_STYLE"
  run " SYNAPSE_PROMPT_THEME=plain"
  clear_screen
  type_keys 'frob'
  line '$ frob' ' something'
  no_colour
}
ghost_looks() { # the end of its escape sequence, its text
  screen_with_colours | grep -q "$(printf '\033')\\[[0-9;]*\\($1\\)$2"
}

test_a_mark_for_what_is_dangerous() {
  start
  run ' mkdir build-tree'
  remember 'rm -rf build-tree'
  type_keys 'rm -rf b'
  wait_until 'a mark' first_row_like '^\$ rm -rf build-tree/  ! '
  press Right
  wait_until 'the line without it' line_is '$ rm -rf build-tree/' ''
}

test_true_colour_and_sixteen() {
  export SYNAPSE_PROMPT_GHOST_STYLE='fg=#ff0000'
  start 'TERM=xterm' 'COLORTERM=' # which tmux 3.6 sets
  remember 'echo hello world'
  terminal pipe-pane -t main "cat >$HOME/sent"
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'one of sixteen' grep -q "$(printf '\033')\\[\\(91\\|31\\)m" "$HOME/sent"
  press C-u
  # zsh before 5.7 has only the colours of the terminal's list.
  if [ "$SHELL_NAME" = zsh ]; then
    zsh_is_at_least 5.7 || return 0
  fi
  run ' COLORTERM=truecolor'
  # zsh after 5.9 asks the terminal at its start, and draws the known colours.
  if [ "$SHELL_NAME" = zsh ] && zsh_is_at_least 5.9.999; then
    clear_screen
    : >"$HOME/sent"
    type_keys 'echo he'
    line '$ echo he' 'llo world'
    wait_until 'sixteen still' grep -q "$(printf '\033')\\[31m" "$HOME/sent"
    press C-u
    run ' .term.extensions+=(truecolor)'
  fi
  clear_screen
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'true colour' grep -q '38;2;255;0;0' "$HOME/sent"
}

test_true_colour_from_the_start() {
  export SYNAPSE_PROMPT_GHOST_STYLE='fg=#ff0000'
  if [ "$SHELL_NAME" = zsh ]; then
    zsh_is_at_least 5.7 || skip 'for zsh 5.7'
  fi
  start 'TERM=xterm' 'COLORTERM=truecolor'
  remember 'echo hello world'
  terminal pipe-pane -t main "cat >$HOME/sent"
  type_keys 'echo he'
  line '$ echo he' 'llo world'
  wait_until 'true colour' grep -q '38;2;255;0;0' "$HOME/sent"
}

test_each_subcommand_says_how_it_is_used() {
  start
  run ' for c in suggest search history spec doctor config incognito init; do synapse $c --help; done >result'
  equals 'how each is used' 8 "$(grep -c '^usage: synapse' "$HOME/result")"
}

# A setting after the line that loads the module was ignored until something
# else changed.
test_settings_made_after_loading_count() {
  start_plain
  run " $(load_line); SYNAPSE_PROMPT_TAB=shell"
  run ' synapse config list | grep prompt.tab >result'
  grep -q 'shell' "$HOME/result" || fail 'not even read'
  remember 'echo alpha one' 'echo alpha two'
  type_keys 'echo al'
  some_ghost 'echo al'
  press Tab
  type_keys 'X'
  wait_until 'Tab left to the shell' line_begins '$ echo al'
  row_parts
  [[ $BEFORE != *'alpha one'* && $BEFORE != *'alpha two'* ]] ||
    fail 'Tab is still ours'
}
line_begins() { row_parts; [[ $BEFORE == "$1"*X ]]; }

recorded() { run " synapse history list --limit 1000 >$HOME/result"; grep -qF -- "$1" "$HOME/result"; }

# The setting changes in a running shell, by its variables and by the file.
test_incognito_by_setting_counts_at_once() {
  needs_engine
  start
  enter 'echo before it' 'before it'
  run ' export SYNAPSE_PRIVACY_INCOGNITO=no_send'
  enter 'echo hidden one' 'hidden one'
  run ' unset SYNAPSE_PRIVACY_INCOGNITO'
  run ' synapse config set privacy.incognito no_send'
  enter 'echo hidden two' 'hidden two'
  run ' synapse config set privacy.incognito off'
  enter 'echo after it' 'after it'
  recorded 'echo before it' || fail 'nothing was recorded'
  recorded 'echo after it' || fail 'nothing is recorded any more'
  ! recorded 'hidden one' || fail 'the variable had no effect'
  ! recorded 'hidden two' || fail 'the setting had no effect'
}

# With a broken file nobody knows which lines it would keep out.
test_a_broken_file_records_nothing_and_says_so_once() {
  needs_engine
  start
  enter 'echo before it' 'before it'
  mkdir -p "$HOME/config/synapse"
  echo '{ "history.ignore": ["^x"' >"$HOME/config/synapse/config.json"
  # The prompt after the line before may be the one that reports it.
  press Enter
  see 'nothing is recorded'
  clear_screen
  press Enter
  press Enter
  run ' :'
  not_on_screen 'nothing is recorded' || fail 'it is said again'
  enter 'echo hidden one' 'hidden one'
  rm "$HOME/config/synapse/config.json"
  run ' :'
  enter 'echo after it' 'after it'
  recorded 'echo before it' || fail 'nothing was recorded'
  recorded 'echo after it' || fail 'nothing is recorded any more'
  ! recorded 'hidden one' || fail 'it was recorded'
}

# The default settings: Tab puts the ghost into the line, Enter runs the line.
test_tab_then_enter_goes_there() {
  needs_engine
  AS_NEW=1 start
  run " mkdir -p $HOME/w/src && cd $HOME/w"
  type_keys 'cd s'
  press Tab
  line '$ cd src/' ''
  press Enter
  run " pwd >$HOME/result"
  equals 'the directory' "$HOME/w/src" "$(result)"
}

# A line that ran once, among others, is too unsure for an empty line.
test_an_empty_line_has_a_ghost_only_when_it_is_sure() {
  needs_engine
  AS_NEW=1 start
  remember 'echo one' 'echo two' 'echo three' 'echo four' 'echo five' 'echo six'
  no_ghost ''
}

test_config_unset_brings_the_default_back() {
  start
  run ' synapse config set prompt.enabled false; synapse config unset prompt.enabled'
  run ' synapse config list >result'
  result | grep -q '^prompt.enabled  *true  *[a-z]*  *default$' || fail "$(result)"
  run ' synapse config unset promt.tab 2>result'
  result | grep -q 'promt.tab: no such key; is prompt.tab meant?' ||
    fail "$(result)"
}

# A decimal comma: a setting with a point was rejected ("expected a number"), or
# counted as 0.
test_a_locale_with_a_decimal_comma() {
  installed /usr/share/i18n/locales/de_DE
  command -v localedef >/dev/null || skip 'locales is not installed'
  mkdir -p "$HOME/locales"
  localedef -i de_DE -f UTF-8 "$HOME/locales/de_DE.UTF-8" || skip 'no locale made'
  export LOCPATH=$HOME/locales LC_ALL=de_DE.UTF-8 SYNAPSE_SUGGEST_MIN_GAIN=0.5
  start
  run ' printf "%.1f\n" 1,5 >result'
  equals 'a number of the shell' '1,5' "$(result)"
  run ' synapse config get suggest.min_gain >result 2>&1; synapse doctor >>result'
  result | grep -q 'expected a number' && fail "$(result)"
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
}

# The prompt shows the mode after every change: by the command, and by the file
# that another process wrote.
test_the_prompt_shows_the_mode() {
  start "$([ "$SHELL_NAME" = zsh ] && echo 'setopt prompt_subst')"
  run " PS1='\${SYNAPSE_MODE:+[\$SYNAPSE_MODE]}\$ '"
  clear_screen
  type_keys ' synapse incognito ephemeral'
  press Enter
  line '[ephemeral]$ ' ''
  type_keys ' synapse incognito off'
  press Enter
  line '$ ' ''
  type_keys ' (synapse config set privacy.incognito no_send)'
  press Enter
  line '[no_send]$ ' ''
  type_keys ' (synapse config set privacy.incognito off)'
  press Enter
  line '$ ' ''
  run ' synapse incognito ephemeral; echo "$SYNAPSE_MODE,$(env | grep -c SYNAPSE_MODE),$(echo $SYNAPSE_MODE)" >result'
  equals 'set at once, not exported' 'ephemeral,0,ephemeral' "$(result)"
  run " PS1='\$ '"
  unload
  run ' echo "${SYNAPSE_MODE-unset}" >result'
  equals 'after unloading' unset "$(result)"
  load
  run ' set -a; synapse incognito no_send; set +a; echo "$SYNAPSE_MODE,$(env | grep -c SYNAPSE_MODE)" >result'
  equals 'with set -a' 'no_send,0' "$(result)"
}

test_a_mode_variable_of_the_user() {
  start 'export SYNAPSE_MODE=mine'
  run ' synapse incognito ephemeral; echo "$SYNAPSE_MODE" >result'
  equals 'one that is exported' mine "$(result)"
  unload
  run ' echo "$SYNAPSE_MODE" >result'
  equals 'after unloading' mine "$(result)"
  run ' unset SYNAPSE_MODE; SYNAPSE_MODE=fixed; readonly SYNAPSE_MODE'
  load
  run ' synapse incognito ephemeral; echo "$SYNAPSE_MODE" >result'
  equals 'one that is readonly' fixed "$(result)"
  unload
  run ' echo "$SYNAPSE_MODE" >result'
  equals 'after unloading' fixed "$(result)"
}
