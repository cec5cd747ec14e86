#!/usr/bin/env bash
# Somebody who keeps the servers of a small host, and a few old programs on them:
# Vagrant, Packer, Nomad, Salt, virtual machines, LVM and ZFS, mail and web servers;
# a Perl distribution, a Meson program in C, a Clojure service, a Julia package, an
# Erlang broker, a Nix flake; Mercurial, Subversion and jj. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo infra
put README.md packer/{debian.pkr.hcl,variables.pkr.hcl} nomad/{web,batch}.nomad.hcl nomad/vars.hcl salt/{top,web,db}.sls \
  salt/pillar/{top,users}.sls vagrant/{web,db}.sh consul/agent.hcl vault/policies/{deploy,read}.hcl docs/{restore,oncall}.md \
  nginx/{site,proxy}.conf cron/backup
mkdir -p scripts && put scripts/{deploy,failover,snapshot}.sh scripts/report.pl
chmod +x scripts/*
cat >Vagrantfile <<'T'
Vagrant.configure("2") do |config|
  config.vm.define "web" do |web|
    web.vm.box = "debian/bookworm64"
  end
  config.vm.define "db" do |db|
    db.vm.box = "debian/bookworm64"
  end
end
T
printf 'set shell := ["bash", "-c"]\n\n# Plan a job\nplan job:\n    nomad job plan nomad/{{job}}.nomad.hcl\n\nimage:\n    packer build packer/\n\nlint:\n    packer fmt -check packer/\n' >justfile
printf 'version: "3"\ntasks:\n  up:\n    desc: Start the machines\n    cmds: [vagrant up]\n  snapshot:\n    cmds: [scripts/snapshot.sh]\n  vault:login:\n    cmds: [vault login]\n' >Taskfile.yml
printf '.vagrant/\n*.box\n' >.gitignore
commit 'Keep the servers'
git push -qu origin main
branches feature/consul-mesh hotfix/nginx-limits
for subject in 'nomad: two web jobs' 'salt: users' 'packer: smaller image'; do
  echo "# $subject" >>nomad/web.nomad.hcl
  commit "$subject"
done
git tag 2024.10 HEAD~2
git tag 2024.11
echo '# limit' >>nginx/proxy.conf
echo '# swap' >>salt/db.sls
git add salt/db.sls
put nomad/cache.nomad.hcl debian-12.box

repo src/Net-Tally
put README Changes MANIFEST lib/Net/Tally.pm lib/Net/Tally/{Parser,Report}.pm bin/tally t/lib/Helper.pm eg/week.pl
put t/{00-load,10-parse,20-report}.t xt/pod.t
chmod +x bin/tally
printf 'use ExtUtils::MakeMaker;\nWriteMakefile(NAME => "Net::Tally");\n' >Makefile.PL
printf "requires 'JSON::XS';\nrequires 'Moo';\non test => sub { requires 'Test::Deep' };\n" >cpanfile
printf 'blib/\nMakefile\n*.tar.gz\n' >.gitignore
commit 'Tally the net'
git push -qu origin main
branches ipv6
put Net-Tally-1.02.tar.gz
echo '# flow' >>lib/Net/Tally/Parser.pm

repo src/ringlog
put README.md src/{main,ring,sink}.c src/ring.h tests/{ring_test,sink_test}.c doc/ringlog.1 subprojects/cjson.wrap
printf "project('ringlog', 'c')\nringlog = executable('ringlog', 'src/main.c')\nt = executable('ring_test', 'tests/ring_test.c')\ntest('ring', t)\ntest('sink', t)\n" >meson.build
printf "option('zstd', type: 'boolean', value: true)\noption('backend', type: 'combo', choices: ['uring', 'epoll'])\n" >meson_options.txt
printf '/build*/\n*.o\ncore\n' >.gitignore
commit 'Log in a ring'
git push -qu origin main
branches io-uring
mkdir -p build build-asan
for name in build/ringlog build/ring_test build-asan/ringlog; do printf '\177ELF' >$name; chmod +x $name; done
put build/{build.ninja,compile_commands.json} core perf.data
printf '\177ELF' >ringctl
chmod +x ringctl
echo '/* full */' >>src/ring.c

repo src/ledger-svc
put README.md src/ledger/{core,api,db}.clj test/ledger/{api,db}_test.clj resources/{config.edn,migrations/001-init.up.sql} dev/user.clj
printf '{:paths ["src" "resources"]\n :deps {ring/ring-core {:mvn/version "1.12.1"}}\n :aliases\n {:dev {:extra-paths ["dev"]}\n  :test {:extra-paths ["test"]}\n  :build {:ns-default build}}}\n' >deps.edn
printf '(ns build)\n(defn clean [_])\n(defn uber [_])\n' >build.clj
printf '(defproject ledger "0.4.0"\n  :aliases {"lint" ["kibit"]}\n  :profiles {:uberjar {:aot :all} :dev {}})\n' >project.clj
printf '{:tasks\n {lint {:doc "Lint" :task (shell "clj-kondo --lint src")}\n  migrate (shell "clj -X:migrate")}}\n' >bb.edn
printf 'target/\n.cpcache/\n' >.gitignore
commit 'Book a transfer'
git push -qu origin main
mkdir -p target && put target/ledger-0.4.0-standalone.jar
branches audit

repo src/Tides.jl
put README.md src/Tides.jl src/harmonics.jl test/{runtests,harmonics}.jl docs/make.jl notebooks/fit.ipynb
printf 'name = "Tides"\nuuid = "00000000-0000-0000-0000-000000000001"\n\n[deps]\nDataFrames = "a93c6f00"\nPlots = "91a5bcdd"\n' >Project.toml
commit 'Predict the tide'
git push -qu origin main

repo src/broker
put README.md src/{broker_app,broker_queue,broker_sup}.erl include/broker.hrl test/broker_queue_SUITE.erl config/{sys.config,vm.args}
printf '{erl_opts, [debug_info]}.\n{deps, [cowboy, jsx]}.\n{profiles, [{prod, []}, {test, [{deps, [meck]}]}]}.\n' >rebar.config
printf '{application, broker, []}.\n' >src/broker.app.src
printf '_build/\n' >.gitignore
commit 'Pass a message'
git push -qu origin main

repo dots
put README.md home/{shell,editor}.nix hosts/{desk,edge}/configuration.nix overlays/default.nix
printf '{\n  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05";\n  outputs = { self, nixpkgs }: {\n    nixosConfigurations.desk = 1;\n    nixosConfigurations.edge = 2;\n    packages.x86_64-linux.menu = 3;\n    devShells.x86_64-linux.default = 4;\n  };\n}\n' >flake.nix
put flake.lock
commit 'Say what is installed'
git push -qu origin main

cd "$HOME"
mkdir -p .ssh .vagrant.d backups isos certs logs spool/{in,out} 'spool/to sort' .local/bin
printf 'Host edge1 edge2\n  User ops\nHost db-primary\n  HostName 10.9.0.2\n  ProxyJump edge1\nHost hv\n  HostName 10.9.0.8\nMatch host *.internal\n  User ops\n' >.ssh/config
put .ssh/{id_ed25519,id_ed25519.pub} backups/{mail-1120.sql.gz,mail-1119.sql.gz,www-1120.tar.zst,ldap.ldif} isos/{debian-12.iso,win.qcow2} \
  certs/{www.crt,www.key,ca.pem,www.csr} logs/{access.log,access.log.1,error.log,mail.log.2.gz} spool/in/{a.csv,b.json,c.xml} 'spool/to sort/old mail.mbox' \
  .local/bin/{roll,whereami} .bashrc .hgrc hosts.txt
chmod +x .local/bin/*
put deploy.pcap trace.pcapng
mkdir -p old/site && cd old/site && mkdir .hg .hg/store && printf 'revlogv1\nstore\n' >.hg/requires && put index.html style.css && cd "$HOME"
program systemctl 'case "$*" in
*--user*list-unit*) printf "syncthing.service loaded active running Sync\n";;
*list-unit-files*) printf "nginx.service enabled enabled\nphp8.2-fpm.service enabled enabled\nmariadb.service enabled enabled\npostfix.service enabled enabled\nlibvirtd.service enabled enabled\nnomad.service disabled enabled\nlogrotate.timer enabled enabled\n";;
*list-units*) printf "nginx.service loaded active running Web\nphp8.2-fpm.service loaded failed failed PHP\nmariadb.service loaded active running DB\npostfix.service loaded active running Mail\nlibvirtd.service loaded active running VMs\nlogrotate.timer loaded active waiting Rotate\n";;
esac'
program virsh 'case "$*" in *net-list*) printf " default   active   yes   yes\n";; *pool-list*) printf " images   active   yes\n";; *snapshot-list*) printf " clean   2024-11-18   running\n";; *list*--inactive*) printf " -    build01    shut off\n -    mailtest   shut off\n";; *list*) printf " 3    mirror     running\n -    build01    shut off\n -    mailtest   shut off\n";; esac'
program docker 'case "$*" in *ps*) printf "registry\nmetrics\n";; *images*|*image*ls*) printf "registry:2\nprom/prometheus:v2.54.0\n";; *volume*ls*) printf "registry-data\n";; *network*ls*) printf "bridge\n";; esac'
program nomad 'case "$*" in *"job status"*|status) printf "ID   Type  Priority  Status   Submit Date\nweb  service  50  running  2024-11-18\nbatch  batch  50  running  2024-11-18\n";; *node*status*) printf "ID  Node Pool\n4f1c2a9b  default\n";; esac'
program vault 'case "$*" in *list*) printf "deploy\nread\n";; esac'
program kubectl 'case "$*" in *namespaces*|*get*ns*) printf "default\nmonitoring\n";; *get*pods*) printf "grafana-0\nloki-0\n";; *current-context*|*get-contexts*) printf "edge\n";; esac'
program zfs 'case "$*" in *-t*snapshot*) printf "tank/www@mon\ntank/www@tue\n";; *list*) printf "tank\ntank/www\ntank/mail\n";; esac'
program zpool 'case "$*" in *list*) printf "tank\n";; esac'
program lvs 'case "$*" in *) printf "  root\n  www\n";; esac'
program vgs 'case "$*" in *) printf "  vg0\n";; esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "oncall\nroll\n";; esac'
program screen 'case "$*" in *-ls*) printf "There is a screen on:\n\t1234.legacy\t(Detached)\n";; esac'
program ssh 'case "$*" in *egde1*) exit 255;; esac'
program vagrant 'case "$1" in hlat) exit 1;; esac'
program meson 'case "$1" in tset) exit 1;; esac'
programs sudo apt dpkg journalctl rsync scp sftp packer consul salt salt-call salt-key just task perl prove cpanm cpan dzil perltidy plenv make ninja gdb valgrind \
  strace ltrace perf cc clj clojure lein bb java julia rebar3 erl nix nixos-rebuild home-manager nix-shell nix-build hg svn jj lvextend lvcreate lvremove vgextend \
  mkfs.ext4 resize2fs blkid lsblk mount umount fdisk parted mdadm smartctl nginx apache2ctl a2ensite php composer certbot mysql mysqldump postqueue postsuper \
  postconf mailq doveadm openssl dig host nft ufw fail2ban-client ip ss tcpdump tshark nmap curl wget jq yq awk sed zstd zcat zgrep less vim nano htop lsof \
  kill useradd usermod passwd chage crontab at logrotate virt-install qemu-img ldapsearch ldapadd slapcat borg rclone visudo getent watch tee xargs parallel
