#!/bin/sh
# Installs Synapse from this tarball, or takes it away again:
#   ./install.sh [PREFIX]              PREFIX is ~/.local where none is given
#   ./install.sh --uninstall [PREFIX]
# (The tarball of `make dist-static` has it, with the version of glibc above.)
set -eu
cd "$(dirname "$0")"
action=install
case ${1:-} in
  --uninstall) action=uninstall; shift ;;
  -*) sed -n 's/^#  *\.\//usage: .\//p' install.sh >&2; exit 2 ;;
esac
PREFIX=${1:-$HOME/.local}
mkdir -p "$PREFIX"
PREFIX=$(cd "$PREFIX" && pwd)
if [ $action = install ] && ! why=$(build/synapse version 2>&1); then
  printf '%s\n' "$why" >&2
  echo "install.sh: the program does not run here; it needs glibc $glibc" >&2
  exit 1
fi
has() { if [ -f "build/$1/synapse.so" ]; then echo yes; else echo no; fi; }
export PREFIX DESTDIR='' BUILD=build STRIP=: LIBRARIES=lib/synapse/lib
HAVE_ZSH=$(has zsh) HAVE_BASH=$(has bash)
export HAVE_ZSH HAVE_BASH ZSH_MODULE_DIR='' BASH_MODULE_DIR='' BASH_LOADABLES=''
exec scripts/install $action
