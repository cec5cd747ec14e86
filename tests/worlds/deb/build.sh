#!/usr/bin/env bash
# A maintainer of Debian packages who also keeps two servers and a small service:
# debian/ with quilt, gems, Elixir, terraform, several remotes, worktrees and a
# submodule, files with blanks and umlauts. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo pkg/ruby-tidings
put README.md lib/tidings.rb lib/tidings/{feed,store}.rb spec/{feed,store}_spec.rb
printf 'source "https://rubygems.org"\ngem "rake"\ngem "rspec"\n' >Gemfile
printf 'Gem::Specification.new { |s| s.name = "tidings" }\n' >tidings.gemspec
printf 'desc "Run the specs"\ntask :spec do\nend\ndesc "Build the manual"\ntask :manpages do\nend\ntask default: :spec\n' >Rakefile
commit 'Import tidings 1.4.0'
git tag v1.4.0
git checkout -qb debian/sid
mkdir -p debian/patches debian/source debian/tests
printf 'ruby-tidings (1.4.0-1) unstable; urgency=medium\n\n  * Initial release.\n\n -- Robin Vale <robin@example.org>  Mon, 10 Nov 2025 10:00:00 +0000\n' >debian/changelog
printf 'Source: ruby-tidings\nSection: ruby\n\nPackage: ruby-tidings\nArchitecture: all\n' >debian/control
printf '#!/usr/bin/make -f\n%%:\n\tdh $@ --with ruby\n' >debian/rules
chmod +x debian/rules
printf 'no-network.patch\nfix-locale.patch\nskip-slow-spec.patch\n' >debian/patches/series
put debian/copyright debian/watch debian/patches/{no-network,fix-locale,skip-slow-spec}.patch debian/tests/control
printf '3.0 (quilt)\n' >debian/source/format
commit 'Add the packaging'
git tag debian/1.4.0-1
echo '# uscan' >>debian/watch
commit 'Watch the new site'
echo 'Rules-Requires-Root: no' >>debian/control
commit 'Declare that root is not needed'
git remote add salsa "$HOME/remotes/ruby-tidings.git"
git remote add upstream "$HOME/remotes/ruby-tidings.git"
git push -qu origin main debian/sid
branches debian/bookworm-backports debian/experimental
git fetch -q salsa
git fetch -q upstream
git worktree add -q "$HOME/pkg/ruby-tidings-bpo" debian/bookworm-backports
echo '# locale' >>lib/tidings/feed.rb
git stash push -qm 'locale of the feed'
echo '  * Refresh the patches.' >>debian/changelog
echo '# quick' >>spec/store_spec.rb
git add spec/store_spec.rb
put debian/upstream.metadata
cd "$HOME/pkg"
put ruby-tidings_1.4.0.orig.tar.xz ruby-tidings_1.4.0-1.dsc ruby-tidings_1.4.0-1_amd64.changes \
  ruby-tidings_1.4.0-1_all.deb ruby-tidings_1.4.0-1_amd64.build

repo srv/harbour
put README.md lib/harbour.ex lib/harbour/{application,queue}.ex test/{queue,api}_test.exs config/{config,prod}.exs mix.lock
put assets/app.js rel/env.sh
cat >mix.exs <<'T'
defmodule Harbour.MixProject do
  use Mix.Project
  def project, do: [app: :harbour, version: "0.3.0", aliases: [setup: ["deps.get"], lint: ["format", "credo"]]]
end
T
cat >Dockerfile <<'T'
FROM elixir:1.17 AS deps
COPY mix.exs mix.lock .
FROM deps AS compile
RUN mix release
FROM debian:bookworm-slim AS runtime
COPY --from=compile /app /app
T
cat >compose.yaml <<'T'
services:
  harbour:
    build: .
  postgres:
    image: postgres:16
  mailpit:
    image: axllent/mailpit
T
cat >justfile <<'T'
# Build a release
release:
    mix release
# Copy it to a host
ship host:
    scp rel.tar {{host}}:
# Open a console
console:
    iex -S mix
T
commit 'Start harbour'
for subject in 'Add the queue' 'Retry three times' 'Read the port from the environment'; do
  echo "# $subject" >>lib/harbour/queue.ex
  commit "$subject"
done
git tag 0.2.0 HEAD~2
git tag 0.3.0
git push -qu origin main
branches retry-queue liveview
git init -q --bare "$HOME/remotes/anchor.git"
git -c protocol.file.allow=always clone -q "$HOME/remotes/anchor.git" "$HOME/anchor" 2>/dev/null
(cd "$HOME/anchor" && put anchor.css && git add -A && git commit -qm 'Start' && git push -q origin HEAD)
git -c protocol.file.allow=always submodule --quiet add "$HOME/remotes/anchor.git" vendor/anchor
commit 'Add anchor'
echo '# faster' >>lib/harbour/queue.ex
echo '# port' >>config/prod.exs
git add config/prod.exs
put notes.md

repo srv/infra
printf 'PLAN = plan.out\n.PHONY: plan apply lint inventory\nplan:\n\tterraform plan -out $(PLAN)\napply:\n\tterraform apply $(PLAN)\nlint:\n\ttflint\ninventory:\n\t./bin/inventory\n' >Makefile
put README.md modules/{network,dns}/main.tf stage.tfvars live.tfvars k8s/{deploy,service,ingress}.yaml cron/backup.cron bin/inventory
for kind in Deployment Service Ingress; do
  printf 'apiVersion: v1\nkind: %s\nmetadata: {name: harbour}\n' "$kind" >"k8s/$(echo "${kind,,}" | sed s/deployment/deploy/).yaml"
done
printf 'resource "hcloud_server" "gate" {}\nresource "hcloud_server" "mail" {}\nmodule "dns" {\n  source = "./modules/dns"\n}\n' >main.tf
printf 'variable "region" {}\nvariable "image" {}\n' >variables.tf
printf 'output "gate_ip" {}\n' >outputs.tf
chmod +x bin/inventory
commit 'Describe the servers'
git push -qu origin main
branches mail-move
printf '.terraform\n' >.gitignore
mkdir -p .terraform && printf 'stage' >.terraform/environment
mkdir -p terraform.tfstate.d/stage terraform.tfstate.d/live

cd "$HOME"
mkdir -p .ssh/conf.d .config/systemd/user .kube Mail Papers/'Steuer 2024' Papers/Bücher backup tools/report/.venv/bin
printf 'Include conf.d/*\nHost *\n  ServerAliveInterval 30\n' >.ssh/config
printf 'Host gate mail\n  User admin\n' >.ssh/conf.d/servers
printf 'Host buildd-arm buildd-x86\n  User robin\n' >.ssh/conf.d/build
put .bashrc .ssh/{id_ed25519,id_ed25519.pub} Papers/'Steuer 2024'/{Bescheid.pdf,'Überweisung März.pdf'} \
  Papers/Bücher/{Übersicht.ods,'Kleine Bibliothek.pdf'} Papers/vertrag.odt
put .config/systemd/user/{mbsync,sbuild-update}.service .config/systemd/user/{mbsync,sbuild-update}.timer
printf '[project]\nname = "report"\ndependencies = ["jinja2"]\n' >tools/report/pyproject.toml
put tools/report/{report.py,requirements.txt,test_report.py} tools/report/.venv/bin/{activate,python,pip}
chmod +x tools/report/.venv/bin/{python,pip}
tar -czf backup/etc-2025-11-01.tar.gz Papers && tar -cJf backup/mail-2025-11-01.tar.xz Mail
echo x >backup/dump.sql && gzip -k backup/dump.sql && rm backup/dump.sql
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: stage
contexts:
- name: stage
  context: {cluster: stage, namespace: harbour}
- name: live
  context: {cluster: live, namespace: harbour}
T
program tmux 'case "$*" in *list-sessions*|ls*) printf "packaging\nirc\nservers\n";; esac'
program systemctl 'case "$*" in
*--user*list-unit*) printf "mbsync.service loaded inactive dead Mail\nmbsync.timer loaded active waiting Mail\nsbuild-update.timer loaded active waiting Chroots\n";;
*list-unit*) printf "nginx.service loaded active running Web\npostfix.service loaded active running Mail\napt-cacher-ng.service loaded active running Cache\ncron.service loaded active running Cron\n";;
esac'
program kubectl 'case "$*" in
*pods*) printf "harbour-6f9c-abcde\nharbour-6f9c-fghij\npostgres-0\n";;
*deploy*) printf "harbour\n";;
*namespaces*|*" ns"*) printf "default\nharbour\nmonitoring\n";;
esac'
program docker 'case "$*" in
*volume*ls*) printf "harbour_pgdata\n";;
*images*|*image*ls*) printf "harbour:0.3.0\npostgres:16\n";;
*ps*) printf "harbour-postgres-1\nharbour-mailpit-1\n";;
esac'
program schroot 'case "$*" in *-l*) printf "chroot:sid-amd64\nchroot:bookworm-amd64\n";; esac'
program ssh 'case "$*" in *gaet*) exit 255;; esac'
program mix 'case "$*" in *tset*) exit 1;; esac'
programs sudo apt apt-get apt-cache apt-file dpkg dpkg-buildpackage debuild dch quilt lintian sbuild gbp dput uscan debsign \
  autopkgtest piuparts bundle bundler gem rake rspec ruby irb iex elixir rebar3 terraform tflint helm scp rsync sftp \
  journalctl crontab just make vim mutt mbsync pass gpg python python3 pip pytest ansible dig curl wget xz gzip gunzip \
  zcat reprepro debdiff dget mk-build-deps wrap-and-sort psql pg_dump ping visudo nginx postqueue certbot
