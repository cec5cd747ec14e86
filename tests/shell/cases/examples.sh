# The examples of the design, typed into a real shell: a project, a history
# file that the first prompt imports, and the ghost of each line.

# project: a repository made by hand, and the files that the examples name.
project() {
  needs_engine
  local p=$HOME/project branch
  mkdir -p "$p/src" "$p/scripts" "$p/static" "$p/.git/objects" \
    "$p/.git/refs/heads/feature" "$p/.git/refs/heads/fix"
  echo 'ref: refs/heads/main' >"$p/.git/HEAD"
  for branch in main feature/auth fix/bug-123; do
    echo 8d3b1f0c5a7e9246b0d8f1c3e5a79b2d4f60718c >"$p/.git/refs/heads/$branch"
  done
  : >"$p/src/main.rs"
  : >"$p/foo.txt"
  printf '%s:\n\t@true\n' build test clean install >"$p/Makefile"
  printf 'services:\n  postgres:\n    image: p\n  redis:\n    image: r\n' \
    >"$p/docker-compose.yml"
}

# in_project LINE… opens the shell there; LINEs are its history file. git is an
# empty function, so that it need not be installed.
in_project() {
  project
  printf '%s\n' "$@" >"$HOME/history"
  start "cd '$HOME/project'" "HISTFILE=$HOME/history" 'git() { :; }'
}

test_git_checkout_f() {
  in_project 'git checkout main' 'git checkout feature/auth' 'git status'
  type_keys 'git checkout f'
  ghost 'git checkout f' 'eature/auth'
}

test_cd_s() {
  in_project 'cd src' 'ls' 'cd src' 'make' 'cd scripts' 'ls' 'cd src' 'ls'
  type_keys 'cd s'
  ghost 'cd s' 'rc/'
}

test_cat_src() {
  in_project 'ls' 'cat src/main.rs' 'ls'
  type_keys 'cat src/'
  ghost 'cat src/' 'main.rs'
}

test_make() {
  in_project 'make build' 'ls' 'make test' 'ls' 'make test' 'ls'
  type_keys 'make '
  ghost 'make ' 'test'
}

test_an_empty_line_after_git_add() {
  in_project 'ls'
  type_keys 'git add .'
  press Enter
  ghost '' 'git commit -m ""'
}

test_a_pipe() {
  in_project 'ls | grep one' 'cat x | grep two' 'ps | grep three'
  type_keys 'cat foo.txt | g'
  ghost 'cat foo.txt | g' 'rep'
}

test_docker_compose_up() {
  in_project 'ls'
  type_keys 'docker compose up -d --build p'
  ghost 'docker compose up -d --build p' 'ostgres'
}

# The name of the directory is in the archive only.
test_what_an_archive_brought() {
  needs_engine
  mkdir -p "$HOME/packed/proj-1.0" "$HOME/unpacked/other"
  [ "$(stat -c %W "$HOME/packed")" -gt 0 ] || skip 'no time of birth of files'
  tar -C "$HOME/packed" -czf "$HOME/unpacked/src.tgz" proj-1.0
  start "cd '$HOME/unpacked'"
  remember 'cd other' 'cd ..' 'cd other' 'cd ..'
  run "tar xzf src.tgz"
  type_keys 'cd '
  ghost 'cd ' 'proj-1.0/'
}

test_an_alias_of_git() {
  printf '[alias]\n\tco = checkout\n' >"$HOME/.gitconfig"
  in_project 'ls'
  type_keys 'git co fe'
  ghost 'git co fe' 'ature/auth'
}
