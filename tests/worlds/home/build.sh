#!/usr/bin/env bash
# A person with a server at home: units, containers without docker, backups,
# media, passwords; dotfiles and small scripts. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo dotfiles
put README.md zsh/.zshrc zsh/.zprofile nvim/.config/nvim/init.lua tmux/.tmux.conf git/.gitconfig \
  ssh/.ssh/config bin/.local/bin/{backup,resize-photos,vpn-toggle} systemd/.config/systemd/user/{photos,feeds}.service \
  systemd/.config/systemd/user/backup.timer
chmod +x bin/.local/bin/*
printf 'STOW = stow --target=$(HOME)\n.PHONY: link unlink check\nlink:\n\t$(STOW) zsh nvim tmux\nunlink:\n\t$(STOW) -D zsh nvim tmux\ncheck:\n\tshellcheck bin/.local/bin/*\n' >Makefile
commit 'Add dotfiles'
git push -qu origin main
branches laptop wayland
for subject in 'nvim: use lazy' 'zsh: a shorter prompt' 'tmux: C-a'; do
  echo "# $subject" >>zsh/.zshrc
  commit "$subject"
done
git push -q
git tag before-wayland HEAD~2
echo 'set -g mouse on' >>tmux/.tmux.conf
echo 'alias ll="ls -l"' >>zsh/.zshrc
put zsh/.zshenv

repo projects/lab
put README.md inventory.ini site.yml host_vars/{nas,pi}.yml roles/{base,media,dns}/tasks/main.yml \
  quadlets/{jellyfin,paperless,caddy}.container quadlets/media.network group_vars/all.yml
printf '[home]\nnas\npi\nrouter\n' >inventory.ini
commit 'Add the lab'
git push -qu origin main
branches pi-5 nftables
echo '# faster' >>roles/media/tasks/main.yml

repo projects/feeds
cat >pyproject.toml <<'T'
[project]
name = "feeds"
version = "0.2.0"
dependencies = ["httpx", "feedparser"]

[project.scripts]
feeds = "feeds.cli:main"

[dependency-groups]
dev = ["pytest", "ruff"]
T
put README.md src/feeds/{__init__,cli,fetch,store}.py tests/test_fetch.py feeds.opml uv.lock
printf '.venv\n*.db\n' >.gitignore
printf 'def test_etag(): pass\ndef test_redirect(): pass\n' >tests/test_fetch.py
commit 'Add feeds'
git push -qu origin main
branches etag
mkdir -p .venv/bin && put .venv/bin/activate feeds.db

cd "$HOME"
mkdir -p .ssh .config Music Videos/holiday Pictures/{2023,2024} Documents/{tax,manuals} Downloads mnt/backup
put Videos/holiday/{beach.mov,boat.mov,sunset.mp4} Videos/talk.mkv Music/{theme.flac,intro.wav} \
  Pictures/2024/{cat.jpg,garden.png,raw.cr2} Documents/tax/{2023.pdf,2024.ods} Documents/manuals/washer.pdf \
  Downloads/{debian-12.iso,debian-12.iso.sha256,code_1.92_amd64.deb,font.ttf,scan.pdf,router.bin} \
  .ssh/{id_ed25519,id_ed25519.pub} Downloads/wg0.conf
mkdir -p .config/systemd/user && cp dotfiles/systemd/.config/systemd/user/* .config/systemd/user
mkdir -p old && put old/a.txt && tar -czf Downloads/site-backup.tar.gz old && tar -cJf Downloads/linux-6.10.tar.xz old && rm -r old
mkdir -p .password-store/{mail,web,lab}
put .password-store/mail/{private,work}.gpg .password-store/web/{bank,library,forum}.gpg .password-store/lab/{nas,router}.gpg
cat >.ssh/config <<'T'
Host nas
  HostName 192.168.1.10
  User admin
Host pi router
  User root
Host vps
  HostName vps.example.net
  Port 2222
T
program systemctl 'case "$*" in
*--user*list-unit-files*) printf "photos.service enabled enabled\nfeeds.service enabled enabled\nsyncthing.service enabled enabled\nbackup.timer enabled enabled\n";;
*--user*list-units*) printf "photos.service loaded active running Photos\nfeeds.service loaded failed failed Feeds\nsyncthing.service loaded active running Syncthing\nbackup.timer loaded active waiting Backup\n";;
*list-unit-files*) printf "caddy.service enabled enabled\nsmbd.service enabled enabled\npihole-FTL.service enabled enabled\nfail2ban.service disabled enabled\nsnapper.timer enabled enabled\n";;
*list-units*) printf "caddy.service loaded active running Web server\nsmbd.service loaded active running Samba\npihole-FTL.service loaded active running DNS\nsnapper.timer loaded active waiting Snapshots\n";;
esac'
program podman 'case "$*" in
*ps*) printf "jellyfin\npaperless\ncaddy\n";;
*images*) printf "docker.io/jellyfin/jellyfin:latest\nghcr.io/paperless-ngx/paperless-ngx:2\n";;
*volume*ls*) printf "jellyfin-cache\npaperless-data\n";;
*network*ls*) printf "podman\nmedia\n";;
esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "lab\nmusic\n";; esac'
program ssh 'case "$*" in *nsa*) exit 255;; esac'
program stow 'case "$*" in *tmxu*) exit 2;; esac'
programs sudo apt apt-get apt-cache dpkg journalctl rsync scp ssh-copy-id ssh-keygen mount umount lsblk blkid smartctl \
  ansible ansible-playbook ansible-galaxy pass gpg ffmpeg ffprobe yt-dlp mpv borg restic rclone uv python pytest ruff \
  nvim vim chown ip ping wg nmcli nmap dig ufw crontab zfs btrfs loginctl timedatectl hostnamectl convert \
  exiftool shellcheck man watch htop curl wget sha256sum dd parted ss systemd-analyze bluetoothctl pactl fwupdmgr \
  flatpak virsh qemu-img hledger
