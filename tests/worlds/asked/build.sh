#!/usr/bin/env bash
# Directories and files of which people asked, of other tools, that lines about
# them are not suggested where they cannot run; slots.tsv names each question.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

mkdir -p Desktop/myname Documents/mywork/project1 Documents/lowercase Downloads/mock \
  spa/use_cases/x foo/bar .vim plain TEST/test code/project a b v w pdf
put foo/foofile TEST/test/file.txt v/file.mp4 pdf/pdf-2022-09-13.pdf extractLinks.js \
  hs/main.hs odin/main.odin odin/game.odin .vimrc .bashrc
programs nix node nvm func yt-dlp odin deploy

repo one
put app.js
commit 'Begin'
git push -qu origin main
repo two
git checkout -qb master
put app.js
commit 'Begin'
git push -qu origin master
