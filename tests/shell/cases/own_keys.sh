# Keys that the user has bound stay the user's, wherever they were bound.

# The keys of Synapse as zsh and readline write them, and as tmux names them.
KEYS_OF_OURS=('^F \C-f C-f' '^E \C-e C-e' '^@ \C-@ C-Space' '^[f \ef M-f'
  '^[h \eh M-h' '^[/ \e/ M-/' '^I \t Tab' '^[[Z \e[Z BTab' '^[[C \e[C Right' '^[OC \eOC Right'
  '^[[F \e[F End' '^[[4~ \e[4~ End' '^[[1;5C \e[1;5C C-Right' '^[[3;2~ \e[3;2~ S-DC')

# bind_words KEY HOW: words that bind it.
bind_words() {
  local key
  read -ra key <<<"$1"
  case $SHELL_NAME-$2 in
    zsh-string) printf "bindkey -s '%s' 'echo mine\\\\n'" "${key[0]}" ;;
    zsh-widget) printf "own() { zle -M mine; }; zle -N own; bindkey '%s' own" "${key[0]}" ;;
    bash-string) printf "bind '\"%s\": \"echo mine\\\\n\"'" "${key[1]}" ;;
    bash-widget) printf "bind -x '\"%s\": echo mine'" "${key[1]}" ;;
  esac
}

# Each key is pressed while a ghost is on show.
are_the_users() { # HOW
  local entry key
  for entry in "${KEYS_OF_OURS[@]}"; do
    read -ra key <<<"$entry"
    terminal send-keys -t main C-c
    pause 0.1
    clear_screen
    # What the terminal sends depends on its modes: the bytes themselves.
    send_key "${key[0]}"
    wait_until "the user's ${key[2]} ($1)" on_screen 'mine'
    press C-c
    pause 0.1
  done
}
send_key() { # as zsh writes it
  local key=$1 hex=
  key=${key//'^['/$'\e'}
  case $key in
    '^@') hex=00 ;;
    '^'?) printf -v hex %02x $(($(printf %d "'${key:1}") - 64)) ;;
    *) hex=$(printf %s "$key" | od -An -tx1) ;;
  esac
  # shellcheck disable=SC2086
  terminal send-keys -t main -H $hex
}
all_bound() { # HOW
  local entry
  for entry in "${KEYS_OF_OURS[@]}"; do bind_words "$entry" "$1"; echo; done
}

test_strings_bound_before() {
  start_plain "$(all_bound string)" "$(load_line)"
  are_the_users string
}
test_commands_bound_before() {
  start_plain "$(all_bound widget)" "$(load_line)"
  are_the_users widget
}
test_commands_bound_after() {
  start_plain "$(load_line)" "$(all_bound widget)"
  are_the_users widget
}
test_commands_bound_at_the_prompt() {
  start
  all_bound widget >"$HOME/own"
  run ' . ./own'
  are_the_users widget
}
test_keys_bound_in_inputrc() {
  only bash
  printf '"\\C-f": "echo mine\\n"\nTAB: menu-complete\n' >"$HOME/.inputrc"
  start 'SYNAPSE_PROMPT_TAB=complete'
  remember 'echo hello world'
  press C-f
  see 'mine'
  run " bind -p | grep '\"\\\\C-i\": menu-complete' >result"
  equals 'Tab' '"\C-i": menu-complete' "$(result)"
}

test_tab_that_is_menu_complete() {
  case $SHELL_NAME in
    zsh) start "bindkey '^I' menu-complete" ;;
    bash) start "bind 'TAB: menu-complete'" ;;
  esac
  : >"$HOME/pair-one"
  : >"$HOME/pair-two"
  remember 'cat pair-elsewhere'
  type_keys 'cat pair-'
  some_ghost 'cat pair-'
  press Tab
  wait_until 'the first' before_begins '$ cat pair-one'
  press Tab
  wait_until 'the second' before_begins '$ cat pair-two'
}

test_doctor_names_the_users_keys() {
  start "$(bind_words '^F \C-f' widget)"
  run ' synapse doctor >result'
  grep -q 'own keys .*Ctrl-F (' "$HOME/result" || fail 'doctor does not say it'
  grep -q 'Ctrl-E' "$HOME/result" && fail 'Ctrl-E is ours'
  run ' synapse doctor | cat >result'
  grep -q 'own keys .*Ctrl-F (' "$HOME/result" || fail 'not in a child'
}

# A key that the shell binds by itself, and that the user unbound, does nothing.
# KEYS: as zsh and readline write them; those that both bind in emacs' keymap.
unbind_words() {
  local entry key
  for entry in '^F \C-f' '^E \C-e' '^I \C-i' '^[f \ef' '^@ \C-@' '^[[C \e[C' '^[OC \eOC'; do
    read -ra key <<<"$entry"
    case $SHELL_NAME in
      zsh) printf "bindkey -r '%s'\n" "${key[0]}" ;;
      bash) printf "bind -r '%s'\n" "${key[1]}" ;;
    esac
  done
}
are_unbound() {
  local key
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  for key in C-f C-e Tab M-f C-Space Right; do
    press "$key"
    type_keys l
    ghost 'echo hel' 'lo world'
    press BSpace
    ghost 'echo he' 'llo world'
  done
  press C-u
  run ' synapse doctor >result'
  grep -q 'own keys .*Ctrl-F (unbound)' "$HOME/result" || fail 'doctor does not say it'
}
test_keys_unbound_before() {
  start_plain "$(unbind_words)" "$(load_line)"
  are_unbound
}
test_keys_unbound_after() {
  start_plain "$(load_line)" "$(unbind_words)"
  are_unbound
}
test_keys_unbound_at_the_prompt() {
  start
  unbind_words >"$HOME/own"
  run ' . ./own'
  are_unbound
}
# In emacs' keymap the shell binds Ctrl-F to a movement.
test_a_key_that_inserts_itself() {
  case $SHELL_NAME in
    zsh) start_plain "$(load_line)" "bindkey '^F' self-insert" ;;
    bash) start_plain "$(load_line)" "bind '\"\\C-f\": self-insert'" ;;
  esac
  remember 'echo hello world'
  type_keys 'echo he'
  ghost 'echo he' 'llo world'
  press C-f
  line '$ echo he^F' ''
}
