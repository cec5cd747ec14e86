#!/usr/bin/env bash
# A C and C++ developer: a library with CMake, and a tool with autoconf and make.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo dev/quill
cat >CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.21)
project(quill LANGUAGES C CXX)
option(QUILL_BUILD_TESTS "Build the tests" ON)
option(QUILL_SANITIZE "Build with the sanitizers" OFF)
set(QUILL_BACKEND "gl" CACHE STRING "Which backend draws")
add_library(quill src/quill.cc src/buffer.cc)
add_executable(quillview tools/quillview.cc)
add_executable(buffer_test tests/buffer_test.cc)
enable_testing()
add_test(NAME buffer COMMAND buffer_test)
T
cat >CMakePresets.json <<'T'
{"version": 3,
 "configurePresets": [
  {"name": "dev", "generator": "Ninja", "binaryDir": "build/dev", "displayName": "Debug with tests"},
  {"name": "asan", "generator": "Ninja", "binaryDir": "build/asan"},
  {"name": "release", "generator": "Ninja", "binaryDir": "build/release"}],
 "buildPresets": [
  {"name": "dev", "configurePreset": "dev"},
  {"name": "release", "configurePreset": "release"}],
 "testPresets": [{"name": "dev", "configurePreset": "dev"}]}
T
put README.md CHANGES .clang-format .clang-tidy include/quill/{quill,buffer}.h \
  src/{quill,buffer}.cc tools/quillview.cc tests/{buffer_test,main}.cc \
  docs/design.md third_party/stb/stb_image.h
printf '/build/\ncompile_commands.json\n' >.gitignore
commit 'Add quill'
git push -qu origin main
branches feature/vulkan feature/glyph-cache fix/oob-read stable-1.x
for subject in 'buffer: grow by half' 'quill: fewer draws' 'tools: read stdin'; do
  echo "// $subject" >>src/buffer.cc
  commit "$subject"
done
git push -q
git tag v1.0 HEAD~2
git tag v1.1
echo '// later' >>src/quill.cc
git stash -qm 'try a ring'
echo '// now' >>include/quill/buffer.h
echo '// now' >>src/buffer.cc
put src/glyph.cc
mkdir -p build/dev
cat >build/dev/CMakeCache.txt <<'T'
//Build the tests
QUILL_BUILD_TESTS:BOOL=ON
//Build with the sanitizers
QUILL_SANITIZE:BOOL=OFF
//Which backend draws
QUILL_BACKEND:STRING=gl
//Type of build
CMAKE_BUILD_TYPE:STRING=Debug
T
printf 'build quillview: phony\nbuild all: phony\n' >build/dev/build.ninja

repo dev/mtail
cat >Makefile <<'T'
CC ?= cc
CFLAGS ?= -O2 -g -Wall
PREFIX ?= /usr/local

.PHONY: all check install dist clean tags
all: mtail
mtail: mtail.o lines.o
	$(CC) -o $@ $^
%.o: %.c
	$(CC) $(CFLAGS) -c $<
check: mtail
	./tests/run
install: all
	install mtail $(PREFIX)/bin
dist:
	git archive HEAD
clean:
	rm -f *.o mtail
tags:
	ctags -R .
T
printf 'int main(void) { return 0; }\n' >mtail.c
put lines.c lines.h tests/run mtail.1 README
chmod +x tests/run
printf '*.o\n/mtail\n' >.gitignore
commit 'Add mtail'
git push -qu origin main
branches poll-loop

cd "$HOME"
mkdir -p dev/pen dumps .ssh
put dumps/core.4242 dumps/perf.data
printf 'Host arm-board\n  HostName 10.3.0.2\n' >.ssh/config
programs cmake ctest ninja gcc g++ cc clang clang++ gdb valgrind perf clang-format clang-tidy \
  ctags bear strace objdump nm meson cppcheck ssh
