#!/bin/sh
# Installs Synapse from this tarball, or uninstalls it:
#   ./install.sh [PREFIX]              PREFIX is ~/.local by default
#   ./install.sh --uninstall [PREFIX]
# (Part of the tarball of `make dist-static`, with the version of glibc above.)
set -eu
action=install
case ${1:-} in
  --uninstall) action=uninstall; shift ;;
  -*) echo 'usage: install.sh [--uninstall] [PREFIX]' >&2; exit 2 ;;
esac
PREFIX=${1:-$HOME/.local}
case $PREFIX in
  /*) ;;
  *) PREFIX=$PWD/$PREFIX ;;
esac
cd "$(dirname "$0")"
if [ $action = install ] && ! why=$(build/synapse version 2>&1); then
  printf '%s\n' "$why" | head -n 1 >&2
  echo "install.sh: it does not run here: it needs glibc $glibc or a newer one" >&2
  exit 1
fi
has() { if [ -f "build/$1/synapse.so" ]; then echo yes; else echo no; fi; }
export PREFIX DESTDIR='' BUILD=build STRIP=: LIBRARIES=lib/synapse/lib
HAVE_ZSH=$(has zsh) HAVE_BASH=$(has bash)
export HAVE_ZSH HAVE_BASH ZSH_MODULE_DIR='' BASH_MODULE_DIR='' BASH_LOADABLES=''
exec scripts/install $action
