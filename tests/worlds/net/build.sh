#!/usr/bin/env bash
# A network engineer: playbooks, firewall and VPN configurations, captures,
# certificates, a Python scanner, the company's databases, and a game at night.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo infra
put README.md group_vars/{all,edge}.yml host_vars/fw1.yml roles/{wireguard,nftables,sshd}/tasks/main.yml \
  docs/runbook.md requirements.yml
printf '[defaults]\ninventory = hosts.ini\nroles_path = roles\n' >ansible.cfg
printf '[edge]\nfw1\nfw2\n[core]\nsw-core1\n[db]\ndb1\ndb2\n' >hosts.ini
printf -- '- hosts: all\n  roles: [sshd]\n' >site.yml
printf -- '- hosts: edge\n  tags: [firewall]\n' >firewall.yml
printf -- '- hosts: edge\n  serial: 1\n' >upgrade.yml
printf 'services:\n  netbox:\n    image: netbox\n  postgres:\n    image: postgres:16\n  redis:\n    image: redis:7\n' >docker-compose.yml
cat >Makefile <<'T'
.PHONY: lint check deploy facts vault
lint:
	ansible-lint
check:
	ansible-playbook site.yml --check
deploy:
	ansible-playbook site.yml
facts:
	ansible all -m setup
vault:
	ansible-vault edit group_vars/all.yml
T
printf '$ANSIBLE_VAULT;1.1;AES256\n6162\n' >group_vars/all.yml
commit 'Describe the edge'
git tag 2025.10
for subject in 'Open the port of the VPN' 'Rotate keys of the tunnel' 'Drop old ciphers'; do
  echo "# $subject" >>roles/nftables/tasks/main.yml
  commit "$subject"
done
git tag 2025.11
git push -qu origin main
branches dual-stack fix/mtu feature/bastion
echo '# mtu 1420' >>roles/wireguard/tasks/main.yml
echo '# ports' >>group_vars/edge.yml
git add group_vars/edge.yml
put scratch.yml

repo tools/netscan
put README.md netscan/{__init__,scan,report}.py tests/{test_scan,test_report}.py tests/conftest.py targets.txt
printf '[project]\nname = "netscan"\nversion = "0.3.0"\ndependencies = ["scapy", "rich"]\n[project.scripts]\nnetscan = "netscan.scan:main"\n' >pyproject.toml
printf 'scapy\nrich\npytest\n' >requirements.txt
printf 'def test_open_port():\n    pass\n\n\ndef test_closed_port():\n    pass\n' >tests/test_scan.py
printf '.venv/\n__pycache__/\n' >.gitignore
mkdir -p .venv/bin
: >.venv/bin/activate
printf '#!/bin/sh\n' >run.sh
chmod +x run.sh
commit 'Scan a range'
echo '# banner' >>netscan/report.py
commit 'Report banners'
git push -qu origin main
branches ipv6 json-output
echo '# udp' >>netscan/scan.py

repo db/ledgerdb
put README.md migrations/{V1__init,V2__accounts,V3__audit}.sql queries/{slow,locks,bloat}.sql seed.sql
printf '[server]\nhost = db1\n' >ledger.conf
commit 'Create the tables'
git push -qu origin main
branches partition
: >dump-2025-11-01.sql
: >ledger.dump
echo '-- vacuum' >>queries/bloat.sql

repo game/drift
put README.md scenes/{main,track,menu}.tscn scripts/{car,camera,hud}.gd models/{car,tree}.blend textures/{road,sky}.png \
  sounds/{engine,crash}.wav
printf '[application]\nconfig/name="drift"\n' >project.godot
printf '[preset.0]\nname="Linux"\nplatform="Linux/X11"\n[preset.1]\nname="Web"\nplatform="Web"\n' >export_presets.cfg
printf '*.blend filter=lfs diff=lfs merge=lfs -text\n*.wav filter=lfs diff=lfs merge=lfs -text\n' >.gitattributes
git config --local filter.lfs.clean cat
git config --local filter.lfs.smudge cat
git config --local filter.lfs.process ''
commit 'Drive a car'
git push -qu origin main
branches night-track
echo '# gear' >>scripts/car.gd

cd "$HOME"
mkdir -p .ssh captures certs loot wordlists vpn notes
printf 'Host bastion\n  HostName bastion.example.net\n  User ops\nHost fw1 fw2\n  ProxyJump bastion\nHost db1\n  ProxyJump bastion\nHost sw-core1\n  User admin\n' >.ssh/config
put .ssh/{id_ed25519,id_ed25519.pub,id_rsa_old,id_rsa_old.pub,authorized_keys} .bashrc .vimrc
put captures/{edge,voip,office}.pcap captures/wifi.pcapng captures/notes.txt
put certs/{ca.crt,ca.key,vpn.crt,vpn.key,vpn.csr,bundle.pem,openssl.cnf}
put wordlists/{common,rockyou}.txt loot/{hashes.txt,zip.hash,suspect.bin,mail.eml} vpn/{wg0,wg1}.conf vpn/client.ovpn
put notes/{todo,incident-42}.md rules.nft nmap-office.xml access.log auth.log auth.log.1 firewall.sh
echo x >auth.log.2 && gzip auth.log.2
tar -czf etc-fw1.tar.gz vpn
zip -q evidence.zip loot/mail.eml 2>/dev/null || : >evidence.zip
chmod +x firewall.sh
program tmux 'case "$*" in *list-sessions*|ls*) printf "noc\nscan\n";; esac'
program systemctl 'case "$*" in
*list-unit*) printf "ssh.service loaded active running SSH\nnftables.service loaded active exited Firewall\nwg-quick@wg0.service loaded active exited Tunnel\nnginx.service loaded active running Web\npostgresql.service loaded active running DB\nfail2ban.service loaded active running Ban\nsuricata.service loaded failed failed IDS\n";;
esac'
program psql 'case "$*" in *-l*) printf "ledger|robin|UTF8\nnetbox|robin|UTF8\npostgres|postgres|UTF8\n";; esac'
program docker 'case "$*" in
*"ps"*) printf "netbox\nnetbox-postgres\nnetbox-redis\n";;
*"images"*|*"image ls"*) printf "netbox:4.1\npostgres:16\nkali:latest\n";;
*"volume ls"*) printf "netbox-data\npg-data\n";;
*"type=custom"*) printf "lab\n";;
*"network ls"*) printf "bridge\nhost\nlab\n";;
*"context ls"*) printf "default\n";;
esac'
program ip 'case "$*" in
*"link"*) printf "1: lo: <UP>\n2: eth0: <UP>\n3: wlan0: <UP>\n4: wg0: <UP>\n";;
esac'
program ssh 'case "$*" in *bastoin*) exit 255;; esac'
program ansible-playbook 'case "$*" in *stie*) exit 1;; esac'
program nmap 'case "$*" in *-sX9*) exit 1;; esac'
programs sudo apt apt-get apt-cache dpkg scp sftp rsync mosh journalctl make ansible ansible-vault ansible-galaxy \
  ansible-inventory ansible-lint nft iptables ip6tables ufw wg wg-quick tcpdump tshark dig host nslookup whois traceroute \
  mtr ping nc curl wget openssl gpg ss netstat lsof arp ethtool iperf3 nmcli hashcat john hydra nikto gobuster sqlmap \
  binwalk strings file xxd exiftool pytest python3 pip uv mypy ruff pg_dump pg_restore createdb dropdb flyway mysql \
  mysqldump redis-cli sqlite3 pg_isready godot blender git-lfs ffmpeg convert aseprite vim nano less fail2ban-client \
  ssh-copy-id crontab gunzip gzip df du free htop iotop dmesg ufw screen
