# The list has what the shell's own completion offers where nothing else is
# known: a command that neither a spec nor a manual describes.

# Defines a completion of frobtool with the shell's own means.
own_completion() { # BODY for zsh, BODY for bash
  mkdir -p "$HOME/bin" "$HOME/functions"
  printf '#!/bin/sh\necho frobbed\n' >"$HOME/bin/frobtool"
  chmod +x "$HOME/bin/frobtool"
  printf '#compdef frobtool\n%s\n' "$1" >"$HOME/functions/_frobtool"
  printf '_frobtool() { %s\n}\ncomplete -F _frobtool frobtool\n' "$2" \
    >"$HOME/completion.bash"
  case $SHELL_NAME in
    zsh) start "PATH=$HOME/bin:\$PATH" "fpath=($HOME/functions \$fpath)" \
      'autoload -U compinit' "compinit -u -d $HOME/dump" ;;
    bash) start "PATH=$HOME/bin:\$PATH" ". $HOME/completion.bash" ;;
  esac
}

# Opens the list behind a line that is drawn: what is typed at once with the key
# may be a paste.
asks_at() { # LINE
  type_keys "$1"
  wait_until "the line '$1'" before_begins "$ ${1% }"
  press C-Space
}

frobtool_of_three() {
  own_completion "_arguments '--colour=[Choose the colours]:when:(always never)' \
'1:verb:((spin\\:\"Spin the wheel\" stop\\:\"Stop the wheel\"))'" \
    'local words=$(echo spin stop --colour=); COMPREPLY=($(compgen -W "$words" -- "$2"))'
}

test_the_list_of_a_command_that_only_the_shell_knows() {
  frobtool_of_three
  asks_at 'frobtool '
  see 'spin'
  see 'stop'
  if [ "$SHELL_NAME" = zsh ]; then see 'Spin the wheel'; fi
  press Down
  press Enter
  line '$ frobtool stop' ''
}

# What begins so is a file here, and no word of the command.
test_no_file_is_a_ghost_where_the_shell_knows_the_words() {
  frobtool_of_three
  mkdir "$HOME/spare"
  type_keys 'frobtool sp'
  line '$ frobtool sp' ''
  press C-u
  type_keys 'unknowntool spa'
  ghost 'unknowntool spa' 're/'
}

test_what_is_typed_filters_it() {
  frobtool_of_three
  asks_at 'frobtool sp'
  see 'spin'
  not_on_screen 'stop' || fail 'stop does not begin with sp'
  press Escape
  wait_until 'no list' no_header
  press C-u
  asks_at 'frobtool --c'
  see '--colour='
}

test_it_comes_below_the_history() {
  frobtool_of_three
  remember 'frobtool turbo'
  asks_at 'frobtool '
  see 'stop'
  equals 'the first row' turbo "$(screen | grep -o 'turbo\|spin' | head -n 1)"
}

# The completion runs in a copy of the shell.
test_the_shell_is_as_before() {
  own_completion 'typeset -g left=behind; setopt ksharrays; sleep 0 & compadd spin' \
    'left=behind; shopt -s nullglob; sleep 0 & COMPREPLY=(spin)'
  printf 'state() { echo "$left $-"; jobs; echo "$!"; }\n' >"$HOME/state"
  run " . $HOME/state"
  run ' state >before 2>&1'
  asks_at 'frobtool '
  see 'spin'
  press Escape
  wait_until 'no list' no_header
  press C-u
  run ' state >after 2>&1; cmp before after >result && echo same >result'
  equals 'the state' same "$(result)"
}

test_a_completion_that_hangs_is_given_up() {
  own_completion 'print -n >$HOME/began; sleep 50' ': >$HOME/began; sleep 50'
  asks_at 'frobtool '
  wait_until 'the completion' test -e "$HOME/began"
  press C-u
  enter 'echo on-we-go' 'on-we-go'
  sleep 1.6
  rm "$HOME/began"
  asks_at 'frobtool '
  press C-u
  enter 'echo again' 'again'
  [ ! -e "$HOME/began" ] || fail 'it was asked for again'
}

test_output_of_a_completion_goes_nowhere() {
  own_completion 'print noise; print noise >&2; print noise >/dev/tty; compadd spin' \
    'echo noise; echo noise >&2; echo noise >/dev/tty; COMPREPLY=(spin)'
  asks_at 'frobtool '
  see 'spin'
  not_on_screen 'noise' || fail 'it wrote to the terminal'
  press Escape
  wait_until 'no list' no_header
  press C-u
  enter 'echo on-we-go' 'on-we-go'
}

# It gets none: zsh's read fails and ends the copy. The key that is typed next
# goes into the line.
test_a_completion_that_reads_keys() {
  only zsh
  own_completion 'print -n >$HOME/began; read -k 1 key; compadd spin' \
    ': >$HOME/began; read -n 1 key; COMPREPLY=(spin)'
  asks_at 'frobtool '
  wait_until 'the completion' test -e "$HOME/began"
  press C-u
  enter 'echo on-we-go' 'on-we-go'
}

test_hidden_characters_of_a_match_are_no_row() {
  own_completion 'compadd -Q -- $'"'a\\e[31mb'"' spin' \
    'COMPREPLY=($'"'a\\e[31mb'"' spin)'
  asks_at 'frobtool '
  see 'spin'
  header_has '1 of 1' || fail 'one row is expected'
}

test_it_is_switched_off() {
  export SYNAPSE_SUGGEST_SHELL_COMPLETION=off
  frobtool_of_three
  asks_at 'frobtool '
  press x
  line '$ frobtool x' ''
  not_on_screen 'spin' || fail 'the shell was asked'
}

# A program whose completion file says that it speaks Cobra's protocol is asked
# itself, whether the shell knows that file or not.
test_a_program_lists_its_own_words() {
  mkdir -p "$HOME/bin" "$HOME/.local/share/bash-completion/completions"
  printf '%s\n' '#!/bin/sh' '[ "$1" = __complete ] || exit 1' \
    'printf "spin\tSpin the wheel\nstop\tStop it \033[31m\nstay\n:4\n"' \
    >"$HOME/bin/frobcobra"
  chmod +x "$HOME/bin/frobcobra"
  echo '# $1 __complete $2; shellCompDirectiveNoFileComp' \
    >"$HOME/.local/share/bash-completion/completions/frobcobra"
  : >"$HOME/some-file"
  start "PATH=$HOME/bin:\$PATH"
  asks_at 'frobcobra s'
  see 'Spin the wheel'
  see 'stay'
  not_on_screen 'some-file' || fail 'it takes no files'
  press Enter
  line '$ frobcobra spin' ''
}
