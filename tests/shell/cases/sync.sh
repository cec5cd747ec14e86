# Two machines, each with a home and a store of its own: what runs on one is the
# ghost on the other, over a git repository and over rsync.

# on MACHINE [SETTING…] opens its shell, with `synapse` in its PATH. Passes are a
# second apart.
on() {
  end_terminal
  export SYNAPSE_STORE_PATH=$HOME/$1/store SYNAPSE_SYNC_EVERY=1
  shift
  for setting; do export "${setting?}"; done
  PATH=$MODULES:$PATH start
}

key_of() { sed -n '/ synapse sync join /,$p' "$1" | tail -n +3 | head -n 1; }
in_sight() { synapse_here history list --limit 100 | grep -qF -- "$1"; }
synapse_here() { PATH=$MODULES:$PATH "$MODULES/synapse" "$@"; }

# Enter until the background has done something: a pass follows a prompt.
prompts_until() { # WHAT COMMAND…
  local what=$1
  shift
  wait_until "$what" prompt_and "$@"
}
prompt_and() {
  press Enter
  pause 0.3
  "$@"
}

make_first() { # DIRECTORY
  on a
  run " synapse sync init $1 >result 2>&1"
  key_of "$HOME/result" | grep -qE '^ *([a-z]{5} ?){17}$' ||
    fail "no key: $(result)"
}
join_second() { # DIRECTORY SETTING…
  local key directory=$1
  shift
  key=$(key_of "$HOME/result")
  on b "$@"
  printf '%s\n' "$key" >"$HOME/key"
  run " synapse sync join $directory <key >result 2>&1"
  result | grep -q 'deleted, ' || fail "not joined: $(result)"
  clear_screen
}

# Reads the newest first: the first machine's folder is at $HOME/a/folder.
test_a_day_over_a_git_repository() {
  needs_engine
  command -v git >/dev/null || skip 'git is not installed'
  export GIT_CONFIG_GLOBAL=$HOME/gitconfig
  git config --global user.email a@example.org
  git config --global user.name a
  git init -q --bare -b main "$HOME/carrier.git"
  export SYNAPSE_SYNC_AFTER='git add -A && { git diff --cached --quiet || git commit -qm sync; }; git pull -q --rebase origin main 2>/dev/null; git push -q origin HEAD:main'
  mkdir -p "$HOME/a"
  git clone -q "$HOME/carrier.git" "$HOME/a/folder" 2>/dev/null
  make_first "$HOME/a/folder"
  type_keys 'echo morning on the laptop'
  press Enter
  see 'morning on the laptop'
  prompts_until 'the first commands in the repository' repository_has 2
  mkdir -p "$HOME/b"
  git clone -q "$HOME/carrier.git" "$HOME/b/folder"
  join_second "$HOME/b/folder"
  in_sight 'echo morning on the laptop' || fail 'the second machine lacks it'
  type_keys 'echo mor'
  ghost 'echo mor' 'ning on the laptop'
  press C-u
  type_keys 'echo evening on the server'
  press Enter
  prompts_until 'two machines in the repository' repository_has 3
  run " synapse history forget --exact 'echo morning on the laptop' >result"
  run ' synapse sync now >result 2>&1'
  # Back on the first: what ran on the second came, what it forgot is gone.
  on a
  prompts_until 'the evening' in_sight 'echo evening on the server'
  prompts_until 'no morning' forgotten_here
  run ' synapse sync status >result'
  [ "$(result | grep -cE '^[0-9a-f]{16} ')" = 2 ] || fail "$(result)"
  ! grep -rqF -e morning -e evening "$HOME/a/folder" "$HOME/carrier.git" ||
    fail 'a command is readable in the folder'
}
repository_has() { # FILES
  [ "$(git -C "$HOME/carrier.git" ls-tree -r --name-only main | wc -l)" -ge "$1" ]
}
forgotten_here() { ! in_sight 'echo morning on the laptop'; }

test_two_machines_over_rsync() {
  needs_engine
  command -v rsync >/dev/null || skip 'rsync is not installed'
  # Both carry to one place, each its own part.
  export SYNAPSE_SYNC_AFTER="mkdir -p \$1 && rsync -au synapse-sync '$HOME/carrier/' && rsync -a --delete \$1 '$HOME/carrier/' && rsync -a --delete '$HOME/carrier/' ./"
  mkdir -p "$HOME/carrier" "$HOME/b/folder"
  make_first "$HOME/a/folder"
  type_keys 'echo from the first'
  press Enter
  see 'from the first'
  run ' synapse sync now >now 2>&1'
  cp -a "$HOME/carrier/." "$HOME/b/folder/"
  join_second "$HOME/b/folder"
  type_keys 'echo from the f'
  ghost 'echo from the f' 'irst'
  press C-u
  # Searches say where it ran, and one can ask for this machine alone.
  run ' synapse search --limit 5 echo from the first >result'
  result | grep -q '\[.*\]  echo from the first$' || fail "$(result)"
  run ' synapse search --scope host echo from the first >result'
  ! result | grep -q 'echo from the first' || fail "$(result)"
  run ' synapse stats >result'
  result | grep -qE '^  this machine +[0-9]+ command' || fail "$(result)"
  # The first forgets the line and writes its segment anew; the second, which has
  # the old one, does not put that back.
  on a
  run " synapse history forget --exact 'echo from the first' >result"
  wait_until 'a pass of the first' passes
  sizes >"$HOME/sizes"
  on b
  wait_until 'a pass of the second' passes
  ! in_sight 'echo from the first' || fail 'the second has the line still'
  equals 'the first'"'"'s part' "$(cat "$HOME/sizes")" "$(sizes)"
  export SYNAPSE_PROMPT_CTRL_R=true
}

# The files of the first machine, where both carry to.
sizes() {
  local status
  status=$(SYNAPSE_STORE_PATH=$HOME/a/store synapse_here sync status)
  (cd "$HOME/carrier" && ls -l "$(echo "$status" | sed -n 's/^\([0-9a-f]*\) .*(this one).*/\1/p')" | awk '{print $5, $9}')
}

# A line of another machine that reads a file which is not here is no ghost.
test_what_is_not_here_is_no_ghost() {
  needs_engine
  make_first "$HOME/a/folder"
  echo the notes >"$HOME/quarterly.txt"
  enter 'cat quarterly.txt' 'the notes'
  enter 'echo quite here' 'quite here'
  run ' synapse sync now >now 2>&1'
  synapse_here sync key >"$HOME/result"
  join_second "$HOME/a/folder"
  type_keys 'cat quar'
  ghost 'cat quar' 'terly.txt'
  press C-u
  rm "$HOME/quarterly.txt"
  press Enter
  clear_screen
  type_keys 'echo qui'
  ghost 'echo qui' 'te here'
  press C-u
  type_keys 'cat quar'
  no_ghost 'cat quar'
  press C-u
}

# Several passes of one machine at once: one does it, the others say so or find
# nothing to do; no command is written twice.
test_passes_at_once() {
  needs_engine
  make_first "$HOME/a/folder"
  enter 'echo only once' 'only once'
  local i pids=() at_once
  for ((i = 0; i < 6; i++)); do
    synapse_here sync now >"$HOME/pass.$i" 2>&1 &
    pids+=($!)
  done
  wait "${pids[@]}"
  ! cat "$HOME"/pass.* | grep -vE 'deleted, |another process is at it' ||
    fail 'a pass failed'
  run ' synapse sync now >now 2>&1'
  synapse_here sync key >"$HOME/result"
  join_second "$HOME/a/folder"
  at_once=$(synapse_here history list --limit 100 | grep -cF 'echo only once')
  equals 'copies' 1 "$at_once"
}

# A variable of the shell that is not exported keeps a line here too, and a wrong
# one keeps all.
test_what_stays_on_this_machine() {
  needs_engine
  make_first "$HOME/a/folder"
  # A pass of an earlier prompt has that prompt's settings: it ends first.
  run ' SYNAPSE_SYNC_IGNORE="work-.*"'
  wait_until 'a pass of this prompt' passes
  enter 'echo work-one' 'work-one'
  enter 'echo of all' 'of all'
  echo '{"cmd":"echo of a client","ts":1700000000,"host":"client"}' >"$HOME/old"
  run " synapse history import $HOME/old >imported 2>&1"
  run ' SYNAPSE_SYNC_IGNORE_HOSTS=client'
  run ' synapse sync now >now 2>&1'
  synapse_here sync key >"$HOME/result"
  join_second "$HOME/a/folder"
  in_sight 'echo of all' || fail 'the second machine lacks a line'
  ! in_sight 'echo work-one' || fail 'an ignored line has left'
  ! in_sight 'echo of a client' || fail 'a line of an ignored host has left'
  # The status knows the commands of this shell.
  run ' SYNAPSE_SYNC_EVERY=0 SYNAPSE_SYNC_IGNORE="work-.*"'
  wait_until 'a pass of this prompt' passes
  enter 'echo work-two' 'work-two'
  enter 'echo waits' 'waits'
  run ' synapse sync status >result'
  result | grep -q '^waiting  1 command to be written' || fail "$(result)"
  run ' SYNAPSE_SYNC_IGNORE="("'
  run ' synapse sync now >result 2>&1'
  result | grep -q '^synapse: sync: .*sync.ignore.*nothing is written' ||
    fail "$(result)"
}

passes() { synapse_here sync now | grep -q 'deleted, '; }

# The words are typed at the terminal, which does not show them.
test_the_key_is_not_shown() {
  local key
  needs_engine
  make_first "$HOME/a/folder"
  equals 'mode of the key file' 600 "$(stat -c %a "$HOME/a/store/sync")"
  key=$(key_of "$HOME/result")
  on b
  type_keys " synapse sync join $HOME/a/folder"
  press Enter
  see 'key, as words:'
  press C-c
  see 'these are not the words of a key'
  clear_screen
  type_keys " synapse sync join $HOME/a/folder"
  press Enter
  see 'key, as words:'
  type_keys "$key"
  press Enter
  see 'deleted, '
  ! screen | grep -qF -- "${key:0:5}" || fail 'the key is on the screen'
  enter 'echo shown again' 'shown again'
}

# A folder that went away costs a pass in the background, and no prompt.
test_a_folder_that_is_gone() {
  local torn=00000000000000aa/0000000000000001-0000000000000001.seg
  needs_engine
  make_first "$HOME/a/folder"
  # What the carrier mends is no problem of the pass.
  wait_until 'a pass of the prompt' passes
  mkdir "$HOME/a/folder/${torn%/*}"
  echo torn >"$HOME/a/folder/$torn"
  SYNAPSE_SYNC_AFTER="rm $torn" synapse_here sync now >"$HOME/result" 2>&1 ||
    fail "$(result)"
  rm -rf "$HOME/a/folder"
  run ' synapse sync now >result 2>&1'
  result | grep -q '^synapse: sync: .*is no sync folder' || fail "$(result)"
  enter 'echo still here' 'still here'
  # A pass in the background is not read by anybody: the doctor says it.
  run ' synapse doctor >result'
  result | grep -q '^! sync ' || fail "$(result)"
  # No key is asked for where there is no folder.
  run " synapse sync join $HOME/none >result 2>&1"
  result | grep -q 'is no sync folder' || fail "$(result)"
}

# A bundle is written and read in a shell, by the program; the second machine asks
# for the words, and keeps what it forgot away.
test_a_bundle_moves_the_history() {
  local key
  needs_engine
  on a
  enter 'echo to be moved' 'to be moved'
  run " synapse history export --bundle $HOME/moved >result 2>&1"
  key=$(tail -n 1 "$HOME/result")
  echo "$key" | grep -qE '^ *([a-z]{5} ?){17}$' || fail "no key: $(result)"
  equals 'mode of the bundle' 600 "$(stat -c %a "$HOME/moved")"
  ! grep -qF moved "$HOME/moved" || fail 'the bundle is readable'
  on b
  type_keys " synapse history import $HOME/moved"
  press Enter
  see 'key, as words:'
  type_keys "$key"
  press Enter
  see ' imported, 0 already present'
  ! screen | grep -qF -- "${key:2:5}" || fail 'the key is on the screen'
  clear_screen
  type_keys 'echo to be'
  ghost 'echo to be' ' moved'
  press C-u
  # The key may come from a file. Twice adds nothing; nothing comes of half a file,
  # nor of one with another beginning.
  echo "$key" >"$HOME/key"
  run " synapse history import $HOME/moved <key >result 2>&1"
  result | grep -q '^0 imported' || fail "$(result)"
  head -c 150 "$HOME/moved" >"$HOME/half"
  run " synapse history import $HOME/half <key >result 2>&1"
  equals 'half a bundle' "synapse: history import: $HOME/half: the bundle is damaged or cut off; nothing is taken in" "$(result)"
  { echo -n SYNBNDX1; tail -c +9 "$HOME/moved"; } >"$HOME/other"
  run " synapse history import $HOME/other <key >result 2>&1"
  result | grep -q 'is damaged or cut off' || fail "$(result)"
  run " synapse history export --bundle /dev/full/x >result 2>&1"
  result | grep -q '^synapse: history export: /dev/full/x' || fail "$(result)"
  run " synapse history forget --exact 'echo to be moved' >result"
  run " synapse history import $HOME/moved <key >result 2>&1"
  result | grep -q '1 skipped as forgotten' || fail "$(result)"
  ! in_sight 'echo to be moved' || fail 'it came back'
}

# A clone of a machine has its id, and a backup that is put back its path: the copy
# writes under a name of its own, so that neither loses a command.
test_a_store_that_is_put_back() {
  local before after directory=$HOME/a/$'my  sync\nfolder'
  needs_engine
  SYNAPSE_STORE_PATH=$HOME/a/store
  export SYNAPSE_STORE_PATH
  synapse_here sync init "$directory" >"$HOME/result" 2>&1 ||
    fail "$(result)"
  # The name of the folder has blanks and a newline, and is printed quoted.
  ! result | grep -qF "synapse sync join $HOME" ||
    fail "the folder is not quoted"
  before=$(this_machine)
  [ -n "$before" ] || fail 'no status'
  [ "$(stat -c %W "$HOME/a/store")" != 0 ] || skip 'no time of birth here'
  cp -a "$HOME/a/store" "$HOME/a/copy"
  rm -rf "$HOME/a/store"
  mv "$HOME/a/copy" "$HOME/a/store"
  synapse_here sync now >"$HOME/result" 2>&1 || fail "$(result)"
  after=$(this_machine)
  [ -n "$after" ] && [ "$before" != "$after" ] || fail "the name stays: $after"
  # All that `sync key` prints may be given to `sync join`.
  synapse_here sync key >"$HOME/key"
  export SYNAPSE_STORE_PATH=$HOME/b/store
  synapse_here sync join "$directory" <"$HOME/key" >"$HOME/result" 2>&1 ||
    fail "$(result)"
}
this_machine() {
  synapse_here sync status | sed -n 's/^\([0-9a-f]*\) .*(this one).*/\1/p'
}

# A pass of a clock that was years ahead does not hold back those of today.
test_a_clock_that_was_ahead() {
  needs_engine
  export SYNAPSE_STORE_PATH=$HOME/a/store
  synapse_here sync init "$HOME/a/folder" >"$HOME/result" 2>&1
  touch -d 2099-01-01 "$HOME/a/store/sync.lock"
  synapse_here sync now --background >"$HOME/result" 2>&1
  result | grep -q 'deleted, ' || fail "no pass: $(result)"
}
