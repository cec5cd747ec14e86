#!/usr/bin/env bash
# A technical writer who keeps the machines of a small publisher: a novel in LaTeX, a
# handbook in Markdown, a site with Hugo, scripts of a server with bats; a podcast,
# scans, mail in Maildir, backups with borg and restic. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo writing/harbour
put README.md harbour.tex preamble.tex chapters/{01-arrival,02-fog,03-letters,04-storm}.tex figures/map.svg references.bib \
  notes/{people,timeline}.md letters/to-editor.tex
printf '\\section{The quay}\\label{sec:quay}\nSee \\cite{melville1851}.\n' >>chapters/01-arrival.tex
printf '@book{melville1851,\n  title = {Moby-Dick},\n}\n' >>references.bib
printf '$pdf_mode = 4;\n$out_dir = "build";\n' >.latexmkrc
printf 'PDF = build/harbour.pdf\n.PHONY: pdf proof epub words clean\npdf:\n\tlatexmk -lualatex harbour.tex\nproof: pdf\n\tlacheck harbour.tex\nepub:\n\tpandoc harbour.tex -o build/harbour.epub\nwords:\n\tdetex harbour.tex | wc -w\nclean:\n\tlatexmk -C\n' >Makefile
printf 'build/\n*.aux\n*.log\n*.synctex.gz\n' >.gitignore
commit 'A harbour in the fog'
git push -qu origin main
branches draft/second edit/storm
for subject in 'arrival: shorter' 'fog: the foghorn' 'letters: dates' 'storm: a new end'; do
  echo "% $subject" >>chapters/02-fog.tex
  commit "$subject"
done
git push -q
git tag first-draft HEAD~3
git tag to-editor HEAD~1
mkdir -p build && put build/harbour.{pdf,log,epub}
put harbour.aux harbour.synctex.gz
echo '% gulls' >>chapters/04-storm.tex
git stash -qm 'storm: without gulls'
echo '% lamp' >>chapters/03-letters.tex
echo '% rope' >>chapters/01-arrival.tex
git add chapters/01-arrival.tex
put chapters/05-after.tex
rm notes/timeline.md

repo writing/handbook
put README.md src/{SUMMARY,intro,install,backup,faq}.md src/guides/{mail,web}.md metadata.yaml templates/{print.latex,book.css} \
  filters/{links,wordcount}.lua images/{cover.png,rack.jpg,network.svg} bibliography.bib glossary.csv
printf '[book]\ntitle = "Handbook"\nsrc = "src"\n' >book.toml
printf 'default: html\n\n# Build the pages\nhtml:\n    mdbook build\n\n# Build for print\nprint paper="a5":\n    pandoc -d print.yaml\n\nlint:\n    markdownlint src\n\nship: html\n    rsync -a book/ web1:/srv/handbook/\n' >justfile
printf 'from: markdown\nto: pdf\noutput-file: handbook.pdf\n' >print.yaml
printf 'book/\n*.pdf\n' >.gitignore
commit 'A handbook for the office'
git push -qu origin main
branches guides/printing translate/de
echo 'More.' >>src/faq.md
commit 'faq: the printer'
git remote add reviewer "$HOME/remotes/handbook.git"
mkdir -p book && put book/index.html handbook.pdf
echo 'Paper.' >>src/guides/mail.md
echo '<<<<<<<' >/dev/null
git checkout -qb paper-sizes HEAD~1
echo 'Less.' >>src/faq.md
git add src/faq.md
git commit -qm 'faq: paper' 2>/dev/null
git merge -q main >/dev/null 2>&1 || true

repo sites/press
put README.md content/posts/{spring-list,interview,reading}.md content/{about,contact}.md layouts/index.html static/{logo.svg,robots.txt} \
  data/authors.yaml archetypes/default.md i18n/{en,de}.toml assets/css/main.scss
printf 'baseURL = "https://press.example.org/"\ntitle = "Press"\ntheme = "quiet"\n' >hugo.toml
mkdir -p themes/quiet && put themes/quiet/theme.toml
printf '{"name": "press", "private": true, "scripts": {"css": "sass assets/css/main.scss static/main.css", "check-links": "linkinator public", "format": "prettier -w content"}, "devDependencies": {"sass": "^1.77", "prettier": "^3.3"}}\n' >package.json
printf 'public/\nresources/\nnode_modules/\n' >.gitignore
commit 'Open the site'
git push -qu origin main
branches autumn-list
mkdir -p public && put public/index.html
echo 'Seats.' >>content/posts/reading.md

repo admin/machines
put README.md bin/{backup,restore,rotate-logs,renew-certs} lib/common.sh hosts/{web1,mail,backup}.yaml nginx/sites/{press,handbook,files}.conf \
  units/{backup.service,backup.timer,mail-sync.service,mail-sync.timer} docs/runbook.md zones/example.org.zone
chmod +x bin/*
mkdir -p test && printf '@test "keeps seven days" {\n  true\n}\n\n@test "refuses an empty target" {\n  true\n}\n' >test/rotate.bats
put test/backup.bats
printf 'HOSTS = web1 mail backup\n.PHONY: check install test\ncheck:\n\tshellcheck bin/*\ninstall:\n\t./install.sh\ntest:\n\tbats test\ndeploy-%%:\n\trsync -a units/ $*:/etc/systemd/system/\n' >Makefile
printf '#!/bin/sh\n' >install.sh
chmod +x install.sh
printf 'secrets/\n' >.gitignore
commit 'Keep the machines'
git push -qu origin main
branches nginx-cache certs
git worktree add -q "$HOME/admin/machines-certs" certs
echo '# weekly' >>bin/rotate-logs
mkdir -p secrets && put secrets/borg.key

cd "$HOME"
mkdir -p .ssh/config.d .config/{systemd/user,borg,restic,msmtp} Mail/{office,private}/{INBOX,Sent}/{cur,new,tmp} Podcast/{raw,cut,cover} Scans \
  Documents/{contracts,invoices} Downloads mnt/{disk,stick} .local/bin .gnupg 'Documents/Old letters'
put Podcast/raw/{ep12-anna,ep12-ben,ep13}.wav Podcast/cut/{ep11.mp3,ep12.flac} Podcast/cover/{front.png,front.xcf,back.jpg} Podcast/notes.md \
  Podcast/ep12.srt Podcast/trailer.{mp4,mov} Scans/{page-001,page-002,page-003}.tiff Scans/{letter.pdf,old.djvu} \
  Documents/contracts/{printer.pdf,translator.odt,shop.docx} Documents/invoices/{2024-10.ods,2024-11.csv} 'Documents/Old letters/may 1998.odt' \
  Downloads/{fonts.zip,calibre.tar.xz,texlive.iso,zotero.deb,manuscript.docx,cover.psd,list.xlsx,theme.tar.gz,photos.7z,press.sql.gz} \
  .ssh/{id_ed25519,id_ed25519.pub,id_backup,id_backup.pub} .local/bin/{inbox,stamp} .vimrc .muttrc .mbsyncrc
chmod +x .local/bin/*
printf 'Include config.d/*\n\nHost web1 mail\n  User root\nHost nas\n  HostName 192.168.2.5\nHost *.example.org\n  User robin\n' >.ssh/config
printf 'Host printshop\n  HostName ftp.printshop.example\nHost backup\n  HostName 10.2.0.9\n  Port 2222\n' >.ssh/config.d/office
printf 'old-web.example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJl\n' >.ssh/known_hosts
for unit in backup.service backup.timer mail-sync.service mail-sync.timer podcast-feed.service; do
  printf '[Unit]\nDescription=%s\n' "$unit" >.config/systemd/user/$unit
done
program systemctl 'case "$*" in
*--user*list-unit-files*) printf "backup.service static -\nbackup.timer enabled enabled\nmail-sync.service static -\nmail-sync.timer enabled enabled\npodcast-feed.service enabled enabled\n";;
*--user*list-units*) printf "backup.timer loaded active waiting Backup\nmail-sync.timer loaded active waiting Mail\npodcast-feed.service loaded failed failed Feed\n";;
*list-unit-files*) printf "nginx.service enabled enabled\npostfix.service enabled enabled\ndovecot.service enabled enabled\ncups.service enabled enabled\nssh.service enabled enabled\ncertbot.timer enabled enabled\n";;
*list-units*) printf "nginx.service loaded active running Web\npostfix.service loaded active running Mail\ndovecot.service loaded failed failed IMAP\ncups.service loaded active running Printer\nssh.service loaded active running SSH\n";;
esac'
program docker 'case "$*" in
*ps*) printf "wiki\nwiki-db\n";;
*images*|*image*ls*) printf "wiki:3\nmariadb:11\ntexlive/texlive:latest\n";;
*volume*ls*) printf "wiki-data\n";;
*network*ls*) printf "bridge\nwiki-net\n";;
esac'
program kubectl 'case "$*" in
*get*namespaces*|*get*ns*) printf "default\npress\npress-test\n";;
*get*pods*) printf "web-7d9f\ncron-55c\n";;
*get*deploy*) printf "web\n";;
*current-context*) printf "office\n";;
*get-contexts*) printf "office\n";;
esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "write\nmachines\n";; esac'
program borg 'case "$*" in *list*) printf "harbour-2024-11-17\nharbour-2024-11-18\n";; esac'
program restic 'case "$*" in *snapshots*) printf "[{\"short_id\":\"4bba301e\",\"time\":\"2024-11-18T09:00:00Z\",\"paths\":[\"/home\"]}]\n";; esac'
program rclone 'case "$*" in *listremotes*) printf "box:\ns3press:\n";; esac'
program gpg 'case "$*" in *--list*) printf "pub:u:255:22:AAAABBBBCCCCDDDD:1700000000:::u:::scESC::::::23::0:\nuid:u::::1700000000::X::Robin Vale <robin@example.org>::::::::::0:\n";; esac'
program lpstat 'case "$*" in *) printf "office-laser\nlabel-printer\n";; esac'
program ssh 'case "$*" in *mial*) exit 255;; esac'
program latexmk 'case "$*" in *habrour*) exit 12;; esac'
program hugo 'case "$1" in sevrer) exit 1;; esac'
programs sudo apt apt-get dpkg journalctl rsync scp sftp ssh-copy-id ssh-add ssh-keygen lualatex xelatex pdflatex biber bibtex makeindex lacheck chktex detex \
  texcount pandoc mdbook typst asciidoctor groff just bats shellcheck shfmt npx npm node sass prettier vale aspell hunspell languagetool ffmpeg ffprobe sox \
  lame opusenc flac mpv vlc convert identify mogrify montage magick exiftool tesseract ocrmypdf pdftk qpdf pdfunite pdftotext pdftoppm gs inkscape gimp \
  zathura evince okular xdg-open libreoffice soffice unzip zip 7z tar xz gzip gunzip zcat mutt neomutt mbsync msmtp notmuch lp lpr crontab at watch less \
  vim nvim nano code man curl wget jq yq sqlite3 mysql mariadb mysqldump certbot nginx openssl dig host ping mount umount lsblk df du ncdu tree htop lsof kill \
  loginctl shred stow pass entr fd rg fzf bat calibre ebook-convert epubcheck podman xargs nginx
