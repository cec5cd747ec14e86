# A hostile repository: its files are read while the user types. No part of it
# runs, blocks the shell, or reaches the terminal raw.

probe() { run ' :'; }

# Names of tasks, files and branches that would run in a shell: `touch PWNED`.
make_hostile_names() {
  local repo=$1
  mkdir -p "$repo/.git/refs/heads" "$repo/src/bin"
  echo 'ref: refs/heads/main' >"$repo/.git/HEAD"
  cat >"$repo/package.json" <<'JSON'
{"scripts": {"start\ntouch PWNED #": "x", "a;touch PWNED": "x",
  "$(touch PWNED)": "x", "--script-shell=./x": "x"}}
JSON
  printf '%s\n' '[project.scripts]' '"ls -la;touch PWNED" = "a:b"' \
    >"$repo/pyproject.toml"
  printf '%s\n' 'lint;touch${IFS}PWNED:' '  x' >"$repo/justfile"
  printf '%s\n' '--eval=$(shell touch PWNED):' 'x;touch PWNED:' >"$repo/Makefile"
  touch "$repo/\`touch PWNED\`" "$repo/z\\;touch PWNED" "$repo/q\$(touch PWNED)"
  touch "$repo/"$'n\ntouch PWNED\n'
  printf '%040d\n' 1 >"$repo/.git/refs/heads/b;touch\${IFS}PWNED"
}

# Each word is typed, and the suggestion is accepted and run.
test_nothing_of_a_repository_runs() {
  needs_engine
  local repo=$HOME/repo typed
  make_hostile_names "$repo"
  # bash 5.2, also without Synapse, takes two ^C in a row for the end of its
  # input now and then, and exits.
  start 'npm() { :; }; make() { :; }; just() { :; }; git() { :; }; cargo() { :; }' \
    'IGNOREEOF=9'
  run " cd $repo"
  for typed in npm 'npm run ' 'npm run a' make 'make ' 'make x' just 'just ' ls \
    'cat ' 'cat q' 'cat n' 'cat z' 'cat z\' 'x=`cat ' 'x=`cat \' 'git checkout ' 'git checkout b'; do
    type_keys "$typed"
    press Right
    [[ $typed != *'`'* ]] || type_keys '`'
    press Enter
    press C-c
    pause 0.2
    press Tab C-c
    probe
    [ -z "$(find "$repo" -name PWNED)" ] || fail "'$typed' ran what a file says"
  done
}

# The shell runs every suggestion at every position: within quotes and
# substitutions of all kinds, after `=`, in a here-document. Only touch is on
# the PATH. One fork runs all suggestions for a command, and the next fork runs
# the rest if a suggestion ends the first: a fork for each took minutes.
test_no_suggestion_runs_what_a_name_says() {
  needs_engine
  local repo=$HOME/repo
  make_hostile_names "$repo"
  touch "$repo/"{'~root;touch PWNED','=(touch PWNED)','-e;touch PWNED',"';touch PWNED;'",'";touch PWNED;"'} \
    "$repo/"{'a=$(touch PWNED)','{a,$(touch PWNED)}',$'b\xe2\x80\xa8;touch PWNED',$'\xe9;touch PWNED','!;touch PWNED'}
  mkdir "$HOME/bin"
  ln -s "$(command -v touch)" "$HOME/bin/touch"
  # BEFORE|AFTER, where @ is the command; sometimes the suggestion closes it.
  printf '%s\n' '@|' "@'|'" '@"|"' "@\$'|'" '`@|`' 'x=`@|`' '"`@|`"' '$(@|)' '"$(@|)"' \
    'x=$(@"|")' '(@|)' '{ @|; }' 'if @|; then :; fi' 'echo `echo \`@|\``' '${x:-$(@|)}' \
    "sh -c '@|'" 'A=|' ': --x=|' ': >|' >"$HOME/places"
  cat >"$HOME/all" <<'SH'
run_suggested() {
  while IFS= read -r line <&3; do
    echo x >>"$HOME/count"
    eval "$line$after"
    [ ! -e PWNED ] || { echo "$line$after" >>"$HOME/ran"; return; }
    [ "$after" ] || continue
    eval "$line"
    [ ! -e PWNED ] || { echo "$line" >>"$HOME/ran"; return; }
  done
  : >"$HOME/ended"
}
cat() { :; }; npm() { :; }; make() { :; }; just() { :; }; git() { :; }
while IFS='|' read -r before after; do
  # The same quoting serves each kind of name: some places are enough for them.
  kinds=('cat ' 'git checkout ')
  [[ $before$after == *' '* || $before$after == *x=* ]] ||
    kinds+=('cat ./' 'npm run ' 'make ' 'just ')
  for command in "${kinds[@]}"; do
    for letter in '' a b q z x - = \~; do
      synapse suggest --limit 50 --include-low-confidence -- \
        "${before/@/$command}$letter"
    done >"$HOME/all-of-them"
    # A line without the word cannot make the file.
    grep PWNED "$HOME/all-of-them" | sort -u >"$HOME/suggested"
    rm -f "$HOME/ended"
    exec 3<"$HOME/suggested"
    until [ -e "$HOME/ended" ]; do
      (PATH=$HOME/bin; run_suggested) </dev/null >/dev/null 2>&1
      [ ! -e PWNED ] || { echo "after $before$command" >>"$HOME/ran"; rm -f PWNED; }
    done
  done
done <"$HOME/places"
SH
  start
  run " cd $repo"
  PATIENCE=600 run " . $HOME/all"
  [ ! -e "$HOME/ran" ] || fail "run: $(head -n 3 "$HOME/ran")"
  [ "$(wc -l <"$HOME/count")" -gt 600 ] || fail 'too few suggestions'
}

# The read takes milliseconds; it took minutes, and ^C did not help.
test_a_repository_does_not_hold_the_shell() {
  needs_engine
  local repo=$HOME/repo
  mkdir -p "$repo/.git" "$repo/m"
  echo 'ref: refs/heads/main' >"$repo/.git/HEAD"
  start 'npm() { :; }; cargo() { :; }'
  run " cd $repo"
  hold() { # NAME LINE: the file is stdin; LINE is typed
    cat >"$repo/$1"
    type_keys "$2"
    press C-u
    probe
    rm "$repo/$1"
  }
  repeat() { yes "$2" | head -n "$1"; } # N LINE: the line N times
  repeat 80000 'include m/b.mk' | hold Makefile 'make x'
  { echo 'a: \'; repeat 500000 '\'; } | hold Makefile 'make a'
  { printf '[workspace]\nmembers = ['; repeat 100000 '"m",'; echo ']'; } |
    hold Cargo.toml 'cargo run --bin '
  repeat 30000 $'[include]\npath = .gitmodules' |
    hold .gitmodules 'git submodule update '
  { echo '[remote "o"]'; repeat 500000 '\'; } | hold .git/config 'git push '
  { printf '[tool.poe.tasks]\na = ['; repeat 1000000 ''; } |
    hold pyproject.toml 'poe '
  mkfifo "$repo/justfile"
  type_keys 'just '
  press C-u
  probe
}

# A right-to-left override would show another name; U+009B is an escape.
test_no_name_steers_the_terminal() {
  needs_engine
  local repo=$HOME/repo
  mkdir -p "$repo"
  touch "$repo/"$'a\u202etxt.exe' "$repo/"$'b\u009b31mred' "$repo/"$'c\u2028x' \
    "$repo/"$'d\e[31mred'
  start
  run " cd $repo"
  for letter in a b c d; do
    type_keys "cat $letter"
    see "cat $letter\$'" # the ghost, with the character written out
    press Tab
    press C-u
    type_keys "cat $letter"
    press C-Space
    probe_screen_is_clean
    press C-g
    press C-u
    probe
  done
}

probe_screen_is_clean() {
  sleep 0.2
  ! screen | grep -qP '[\x{202a}-\x{202e}\x{80}-\x{9f}\x{2028}]' ||
    fail 'a hidden character is on the screen'
}
