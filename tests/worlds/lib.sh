# Functions for the build.sh of a world. Sourced with the home as $1.
#
# Dates, names and so the ids of commits are the same in every run.
set -eu
export HOME=$1 GIT_CONFIG_NOSYSTEM=1 GIT_COMMITTER_DATE GIT_AUTHOR_DATE
mkdir -p "$HOME/bin" "$HOME/remotes"
cd "$HOME"
git config --global user.name 'Robin Vale'
git config --global user.email robin@example.org
git config --global init.defaultBranch main
git config --global advice.detachedHead false
git config --global gc.auto 0
now=1763000000

# repo PATH: an empty repository with a bare remote `origin`; enters it.
repo() {
  git init -q --bare "$HOME/remotes/${1##*/}.git"
  git init -q "$HOME/$1"
  cd "$HOME/$1"
  git remote add origin "$HOME/remotes/${1##*/}.git"
}

# commit SUBJECT: all files, an hour after the last one.
commit() {
  now=$((now + 3600))
  GIT_COMMITTER_DATE="$now +0000" GIT_AUTHOR_DATE="$now +0000"
  git add -A
  git commit -qm "$1"
}

# branches NAME…: one from here with a commit each; back on the branch of before.
branches() {
  local name from
  from=$(git branch --show-current)
  for name; do
    git checkout -qb "$name"
    echo "$name" >>CHANGES
    commit "Start ${name##*/}"
    git checkout -q "$from"
  done
  git push -qu origin "$@"
}

# put FILE…: files of one line.
put() {
  local file
  for file; do
    mkdir -p "$(dirname "$file")"
    echo "# ${file##*/}" >"$file"
  done
}

# program NAME [WORDS]: a program in bin/ that runs the words of sh, and then
# succeeds.
program() {
  printf '#!/bin/sh\n%s\nexit 0\n' "${2-}" >"$HOME/bin/$1"
  chmod +x "$HOME/bin/$1"
}
programs() { local name; for name; do program "$name"; done; }
