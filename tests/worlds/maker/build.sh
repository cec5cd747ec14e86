#!/usr/bin/env bash
# Somebody who makes things at home: firmware, a thesis in LaTeX, a Haskell and a
# Zig project, films and photos, small databases, backups, a Raspberry Pi. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo fw/kiln
put README.md src/{main,pid,uart}.c include/{pid,uart}.h test/{test_pid,test_uart}.c board/stm32f411.ld board/kiln.cfg \
  docs/wiring.md tools/plot.py tools/decode.py
cat >Makefile <<'T'
BUILD = build
PORT ?= /dev/ttyUSB0
.PHONY: all flash erase monitor size test clean
all: $(BUILD)/kiln.elf
flash: all
	openocd -f board/kiln.cfg -c "program $(BUILD)/kiln.elf verify reset exit"
erase:
	st-flash erase
monitor:
	picocom -b 115200 $(PORT)
size:
	arm-none-eabi-size $(BUILD)/kiln.elf
test:
	ctest --test-dir $(BUILD)
clean:
	rm -rf $(BUILD)
T
cat >CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.20)
project(kiln C)
add_executable(kiln src/main.c src/pid.c src/uart.c)
add_executable(test_pid test/test_pid.c)
T
cat >CMakePresets.json <<'T'
{"version": 3, "configurePresets": [
  {"name": "host", "binaryDir": "build/host"}, {"name": "stm32", "binaryDir": "build/stm32"}],
 "buildPresets": [{"name": "host", "configurePreset": "host"}, {"name": "stm32", "configurePreset": "stm32"}]}
T
printf '[platformio]\ndefault_envs = nucleo\n[env:nucleo]\nplatform = ststm32\nboard = nucleo_f411re\n[env:esp32dev]\nplatform = espressif32\nboard = esp32dev\n' >platformio.ini
printf 'build/\n.pio/\n' >.gitignore
commit 'Start the kiln controller'
git tag v0.1
for subject in 'Read the thermocouple' 'Limit the integral term' 'Log over the serial line'; do
  echo "/* $subject */" >>src/pid.c
  commit "$subject"
done
git tag v0.2
git remote add pi pi:git/kiln.git
git push -qu origin main
branches lcd-menu ramp-profile
git worktree add -q "$HOME/fw/kiln-lcd" lcd-menu
mkdir -p build
printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\050\0' >build/kiln.elf
: >build/kiln.bin
: >build/kiln.hex
: >build/kiln.map
echo '/* faster */' >>src/uart.c
git stash push -qm 'faster uart'
echo '/* window */' >>src/pid.c
echo 'baud' >>README.md
git add README.md
put notes.txt
ln -s "$HOME/fw/kiln/build/kiln.bin" "$HOME/kiln-latest.bin"

repo thesis
put refs.bib figures/{setup,results}.pdf figures/photo.png chapters/{intro,method,results}.tex Notes.md abstract.md
printf '\\documentclass{book}\n\\begin{document}\n\\input{chapters/intro}\n\\bibliography{refs}\n\\end{document}\n' >thesis.tex
printf '\\documentclass{beamer}\n' >talk.tex
printf '$pdf_mode = 1;\n' >.latexmkrc
printf '*.aux\n*.log\n*.bbl\n*.toc\n*.out\n*.pdf\n' >.gitignore
commit 'Write the introduction'
for subject in 'Describe the oven' 'Plot the results' 'Answer the reviewer'; do
  echo "% $subject" >>chapters/method.tex
  commit "$subject"
done
git push -qu origin main
branches review-2
: >thesis.pdf
: >thesis.aux
: >thesis.log
: >thesis.bbl
: >talk.pdf
echo '% more' >>chapters/results.tex
echo '% more' >>refs.bib

repo hs/ledger
put README.md app/Main.hs src/Ledger.hs src/Ledger/Parse.hs test/Spec.hs data/2025.journal
cat >ledger.cabal <<'T'
cabal-version: 3.0
name: ledger
version: 0.1.0.0
library
  exposed-modules: Ledger
  build-depends: base, text
executable ledger
  main-is: Main.hs
test-suite ledger-test
  type: exitcode-stdio-1.0
  main-is: Spec.hs
benchmark ledger-bench
  type: exitcode-stdio-1.0
T
printf 'resolver: lts-22.0\npackages:\n- .\n' >stack.yaml
printf 'packages: .\n' >cabal.project
commit 'Parse a journal'
git push -qu origin main
branches balance
echo '-- totals' >>src/Ledger.hs

repo zig/blink
put README.md src/main.zig src/gpio.zig
cat >build.zig <<'T'
const std = @import("std");
pub fn build(b: *std.Build) void {
    const run_step = b.step("run", "Run the app");
    const test_step = b.step("test", "Run unit tests");
    const flash_step = b.step("flash", "Write it to the board");
}
T
printf '.{ .name = .blink, .version = "0.1.0" }\n' >build.zig.zon
commit 'Blink'
git push -qu origin main
echo '// led' >>src/gpio.zig

cd "$HOME"
mkdir -p .ssh .config/systemd/user Videos/raw Music Pictures/2025 db backup restore .config/rclone
printf 'Host pi\n  HostName 192.168.1.40\n  User pi\nHost nas\n  User robin\nHost vps\n  HostName vps.example.org\n' >.ssh/config
put .ssh/{id_ed25519,id_ed25519.pub} .bashrc .config/systemd/user/{restic,syncthing,printer}.service \
  .config/systemd/user/restic.timer kiln.log passwords.kdbx image.img
put Videos/{workshop,holiday}.mp4 Videos/raw/clip1.mov Videos/raw/clip2.mov Videos/subs.srt Music/{song.flac,talk.mp3,cover.jpg} \
  Pictures/2025/{cat.jpg,oven.heic,board.png,list.txt}
put db/{schema.sql,seed.sql,README.md}
: >db/sensors.db
: >db/kiln.sqlite3
tar -czf backup/home-2025-11.tar.gz Music
tar -cJf backup/pi-2025-10.tar.xz Music
echo x >backup/old.sql && gzip backup/old.sql
printf '[nas]\ntype = sftp\n[drive]\ntype = drive\n' >.config/rclone/rclone.conf
program tmux 'case "$*" in *list-sessions*|ls*) printf "kiln\nthesis\n";; esac'
program systemctl 'case "$*" in
*--user*list-unit*) printf "restic.service loaded inactive dead Backup\nrestic.timer loaded active waiting Backup\nsyncthing.service loaded active running Sync\nprinter.service loaded active running Printer\n";;
*list-unit*) printf "ssh.service loaded active running SSH\nModemManager.service loaded active running Modem\nredis-server.service loaded active running Redis\nmosquitto.service loaded active running Broker\n";;
esac'
program psql 'case "$*" in *-l*) printf "home|robin|UTF8\nsensors|robin|UTF8\n";; esac'
program rclone 'case "$*" in *listremotes*) printf "nas:\ndrive:\n";; esac'
program ssh 'case "$*" in *pii*) exit 255;; esac'
program cabal 'case "$*" in *biuld*) exit 1;; esac'
program zig 'case "$*" in *biuld*) exit 1;; esac'
programs sudo apt apt-get apt-cache dpkg scp rsync sftp mosh journalctl make cmake ninja ctest pio platformio openocd minicom picocom \
  screen esptool.py esptool avrdude st-flash st-info dfu-util arm-none-eabi-gcc arm-none-eabi-size arm-none-eabi-objcopy arm-none-eabi-gdb \
  gdb-multiarch udevadm usermod lsusb dmesg latexmk pdflatex xelatex bibtex biber pandoc pdftk evince zathura chktex stack ghc ghci hlint ormolu \
  ffmpeg ffprobe yt-dlp convert magick exiftool mpv flac sqlite3 mysqldump mysql redis-cli pg_dump restic borg vim nano code \
  gzip gunzip xz python3 ping dd lsblk mount umount df du curl wget crontab mosquitto_sub mosquitto_pub htop
