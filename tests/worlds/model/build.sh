#!/usr/bin/env bash
# One who trains and serves language models with a few machines, keeps a Linux desktop
# in order, makes a small game with a friend, and plays capture-the-flag at weekends.
# See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

# elf FILE…: files that begin as a program of Linux does.
elf() {
  local file
  for file; do
    mkdir -p "$(dirname "$file")"
    printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\003\000\076\000' >"$file"
    chmod +x "$file"
  done
}

repo work/lm
put README.md LICENSE src/lm/{__init__,train,data,model,tokens}.py src/lm/eval/{__init__,harness,tasks}.py scripts/{export,merge_lora}.py \
  scripts/fetch.sh configs/{tiny,base,large}.yaml configs/ds_zero3.json slurm/{train,sweep}.sbatch notebooks/{loss,tokens}.ipynb \
  params.yaml Modelfile requirements.txt requirements-dev.txt sweep.yaml
chmod +x scripts/fetch.sh
mkdir -p tests
printf 'import pytest\n\ndef test_packs_short_rows():\n    pass\n\ndef test_drops_empty_rows():\n    pass\n' >tests/test_data.py
printf 'class TestAttention:\n    def test_causal_mask(self):\n        pass\n\ndef test_rotary_shapes():\n    pass\n' >tests/test_model.py
put tests/conftest.py
cat >pyproject.toml <<'T'
[project]
name = "lm"
version = "0.4.0"
requires-python = ">=3.11"
dependencies = ["torch>=2.5", "transformers>=4.46", "datasets", "accelerate", "wandb"]

[project.optional-dependencies]
serve = ["vllm>=0.6"]
quant = ["bitsandbytes"]

[project.scripts]
lm-train = "lm.train:main"
lm-eval = "lm.eval.harness:main"

[dependency-groups]
dev = ["pytest", "ruff", "mypy", "pre-commit"]
docs = ["mkdocs-material"]

[tool.pytest.ini_options]
markers = ["slow: takes minutes", "gpu: needs a graphics card"]

[tool.ruff]
line-length = 100
T
printf 'version = 1\n[[package]]\nname = "torch"\nversion = "2.5.1"\n' >uv.lock
cat >dvc.yaml <<'T'
stages:
  prepare:
    cmd: python -m lm.data
    deps: [data/raw.jsonl]
    outs: [data/train.parquet]
  tokenize:
    cmd: python -m lm.tokens
  train:
    cmd: python -m lm.train
  evaluate:
    cmd: python -m lm.eval.harness
T
mkdir -p .dvc data && printf '[core]\n    remote = bucket\n[%sremote "bucket"%s]\n    url = s3://lm-data/dvc\n[%sremote "nas"%s]\n    url = ssh://nas/dvc\n' "'" "'" "'" "'" >.dvc/config
printf 'outs:\n- md5: 9f\n  path: raw.jsonl\n' >data/raw.jsonl.dvc
cat >.pre-commit-config.yaml <<'T'
repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.8.0
    hooks:
      - id: ruff
      - id: ruff-format
  - repo: local
    hooks:
      - id: no-secrets
        name: no secrets
        entry: scripts/fetch.sh
        language: system
T
cat >MLproject <<'T'
name: lm
entry_points:
  main:
    command: "python -m lm.train"
  evaluate:
    command: "python -m lm.eval.harness"
T
printf 'name: lm\ndependencies:\n  - python=3.11\n' >environment.yml
printf 'FROM nvidia/cuda:12.4.1-devel-ubuntu22.04 AS build\nRUN true\nFROM build AS test\nFROM nvidia/cuda:12.4.1-runtime-ubuntu22.04 AS serve\n' >Dockerfile
printf 'services:\n  vllm:\n    image: vllm/vllm-openai\n    profiles: [gpu]\n  gateway:\n    build: .\n  qdrant:\n    image: qdrant/qdrant\n' >compose.yaml
printf '.PHONY: train eval lint push-weights\ntrain:\n\tuv run lm-train\neval:\n\tuv run lm-eval\nlint:\n\truff check\npush-weights:\n\ttrue\n' >Makefile
printf '.venv/\nwandb/\nmlruns/\ncheckpoints/\nruns/\ndata/*.parquet\ndata/*.jsonl\n*.gguf\n' >.gitignore
commit 'Train a small model'
git push -qu origin main
branches feature/lora feature/long-context fix/mask exp/moe
git worktree add -q ../lm-lora feature/lora
for subject in 'Data: pack short rows' 'Model: rotary positions' 'Eval: three tasks'; do
  echo "# $subject" >>src/lm/model.py
  commit "$subject"
done
git push -q
git tag v0.3.0 HEAD~2
git tag v0.4.0
echo '# try' >>src/lm/tokens.py
git stash -qm 'another tokenizer'
put data/{train,valid}.parquet data/raw.jsonl checkpoints/run-7/{model.safetensors,config.json,tokenizer.json} checkpoints/run-8/model.safetensors \
  runs/nov-18/events.out.tfevents.1 runs/nov-20/events.out.tfevents.2 out/lm-q4.gguf wandb/run-20251118_101010-a1b2c3d4/files/config.yaml slurm-4711.out
echo 'out/' >>.git/info/exclude
echo 'slurm-*.out' >>.git/info/exclude
mkdir -p .venv/bin
for name in python pip pytest ruff mypy torchrun accelerate lm-train lm-eval; do printf '#!/bin/sh\nexit 0\n' >.venv/bin/$name; chmod +x .venv/bin/$name; done
printf 'export VIRTUAL_ENV=x\n' >.venv/bin/activate
echo 'x: 1' >>configs/base.yaml
echo '# seed' >>src/lm/train.py
put src/lm/lora.py
git add src/lm/lora.py

repo work/gateway
put README.md app/{main,routes,limits}.py app/static/page.css tests/test_routes.py requirements.txt k6/load.js prompts/{system,judge}.txt \
  certs/{gateway.crt,gateway.key} requests/{chat,embed}.json
printf 'FROM python:3.12-slim\nCOPY . .\n' >Dockerfile
printf 'set dotenv-load\n\n# Start with reload\nserve port="8000":\n    uvicorn app.main:app --reload --port {{port}}\n\ntest:\n    pytest\n\ndeploy host:\n    rsync -a . {{host}}:gateway\n' >justfile
put .env
commit 'Answer a chat'
git push -qu origin main
branches feature/stream fix/rate-limit
echo '# slow' >>app/limits.py

repo games/ember
put README.md scenes/{main,menu,level_1}.tscn scripts/{player,enemy,hud}.gd art/{torch,cave}.blend art/{torch,cave}.png audio/{theme.ogg,step.wav} \
  addons/dialog/plugin.cfg shaders/glow.gdshader icon.svg
printf 'config_version=5\n\n[application]\nconfig/name="Ember"\nrun/main_scene="res://scenes/main.tscn"\n' >project.godot
printf '[preset.0]\n\nname="Linux"\nplatform="Linux"\n\n[preset.1]\n\nname="Web"\nplatform="Web"\n\n[preset.2]\n\nname="Windows Desktop"\nplatform="Windows Desktop"\n' >export_presets.cfg
printf '*.png filter=lfs diff=lfs merge=lfs -text\n*.blend filter=lfs diff=lfs merge=lfs -text\n*.ogg filter=lfs diff=lfs merge=lfs -text\n' >.gitattributes
git config filter.lfs.clean cat
git config filter.lfs.smudge cat
printf '.godot/\nbuild/\nrender/\n' >.gitignore
commit 'Light a torch'
git push -qu origin main
branches feature/boss art/cave-tiles
git tag 0.1 HEAD
mkdir -p build/{linux,web,windows}
elf build/linux/ember.x86_64
put build/linux/ember.pck build/web/index.html build/windows/ember.exe render/{0001,0002,0003}.png clips/{trailer.mov,jump.mkv,walk.mp4}
echo '# jump' >>scripts/player.gd
echo '# glow' >>shaders/glow.gdshader

repo dotfiles
put README.md zsh/.zshrc zsh/.zprofile nvim/.config/nvim/init.lua hypr/.config/hypr/{hyprland,hyprpaper}.conf waybar/.config/waybar/{config.jsonc,style.css} \
  kitty/.config/kitty/kitty.conf git/.gitconfig scripts/.local/bin/{wall,shot}
commit 'Keep the desktop'
git push -qu origin main
echo '# gaps' >>hypr/.config/hypr/hyprland.conf

cd "$HOME"
mkdir -p ctf/{web,pwn,crypto,forensics,rev}
elf ctf/pwn/{vuln,ret2win} ctf/pwn/libc.so.6 ctf/rev/{crackme,maze}
put ctf/pwn/{exploit.py,vuln.c} ctf/rev/{solve.py,notes.md} ctf/web/{request.txt,hosts.txt,cookies.txt,login.py} ctf/crypto/{flag.enc,pub.pem,key.pem,rsa.sage,cipher.txt} \
  ctf/forensics/{dump.pcapng,beacon.pcap,firmware.bin,disk.img,cat.jpg,memory.raw,secret.zip} ctf/{hashes.txt,shadow.txt,users.txt,ntlm.hash,README.md} \
  wordlists/{rockyou.txt,common.txt,dirs-medium.txt,subdomains.txt,users.lst} wordlists/rules/best64.rule
mkdir -p .ssh .aws .config/{rclone,systemd/user,hypr,chezmoi} Downloads Pictures/walls Music Videos models keys
put Downloads/{steam.flatpakref,zoom.rpm,paru.pkg.tar.zst,arch.iso,cuda.run,papers.zip,theme.tar.xz} Pictures/walls/{dusk.png,fog.jpg} Music/{rain.flac,dawn.mp3} \
  Videos/{talk.mp4,screen.mkv} models/{mistral-7b-q4.gguf,phi-3.gguf} .config/systemd/user/{ollama.service,backup.service,backup.timer,syncthing.service} \
  .config/hypr/hyprland.conf .ssh/{id_ed25519,id_ed25519.pub} keys/{ctf_rsa,vpn.ovpn} .zshrc notes.md todo.txt
printf 'Host gpu-a100\n  HostName 192.0.2.31\nHost gpu-4090 gpu-3090\n  User robin\nHost login.hpc\n  User rvale\nHost nas\n  HostName 192.0.2.9\n' >.ssh/config
printf '[bucket]\ntype = s3\n\n[drive]\ntype = drive\n\n[nas]\ntype = sftp\n' >.config/rclone/rclone.conf
printf '[default]\nregion = eu-west-1\n[profile train]\nregion = us-east-1\n' >.aws/config
printf '[default]\naws_access_key_id = x\n[train]\naws_access_key_id = y\n' >.aws/credentials
for model in mistralai--Mistral-7B-v0.3 Qwen--Qwen2.5-0.5B; do mkdir -p ".cache/huggingface/hub/models--$model/refs" ".cache/huggingface/hub/models--$model/snapshots/abc"; printf abc >".cache/huggingface/hub/models--$model/refs/main"; done
mkdir -p .cache/huggingface/hub/datasets--wikitext

program uv 'case "$*" in
*"pip list"*json*) printf "[{\"name\":\"torch\",\"version\":\"2.5.1\"},{\"name\":\"transformers\",\"version\":\"4.46.3\"}]\n";;
*"pip freeze"*) printf "torch==2.5.1\ntransformers==4.46.3\nwandb==0.18.7\n";;
*"pip list"*) printf "Package      Version\n------------ -------\ntorch        2.5.1\ntransformers 4.46.3\nwandb        0.18.7\n";;
*"python list"*) printf "cpython-3.13.0-linux-x86_64-gnu    <download available>\ncpython-3.12.7-linux-x86_64-gnu    /usr/bin/python3.12\ncpython-3.11.10-linux-x86_64-gnu   .local/share/uv/python/cpython-3.11.10/bin/python3.11\n";;
*"tool list"*) printf "ruff v0.8.0\n- ruff\nhuggingface-hub v0.26.2\n- hf\n- huggingface-cli\n";;
*rnu*|*snyc*) exit 2;;
esac'
program pip 'case "$*" in *freeze*) printf "torch==2.5.1\ntransformers==4.46.3\nwandb==0.18.7\n";; *list*json*) printf "[{\"name\":\"torch\",\"version\":\"2.5.1\"},{\"name\":\"transformers\",\"version\":\"4.46.3\"},{\"name\":\"wandb\",\"version\":\"0.18.7\"}]\n";; *list*) printf "Package      Version\n------------ -------\ntorch        2.5.1\ntransformers 4.46.3\nwandb        0.18.7\n";; *isntall*) exit 1;; esac'
program conda 'case "$*" in *"env list"*json*|*"info --envs --json"*) printf "{\"envs\":[\"/opt/conda\",\"/opt/conda/envs/lm\",\"/opt/conda/envs/old\"]}\n";; *"env list"*|*"info --envs"*|*"info -e"*) printf "# conda environments:\n#\nbase                  *  /opt/conda\nlm                       /opt/conda/envs/lm\nquant                    /opt/conda/envs/quant\n\n";; *list*) printf "# packages in environment at /opt/conda:\n#\n# Name                    Version                   Build  Channel\nnumpy                     2.1.3           py312  conda-forge\nscipy                     1.14.1           py312  conda-forge\n";; esac'
program ollama 'case "$*" in list*|ls*) printf "NAME                ID              SIZE      MODIFIED\nllama3.2:3b         a80c4f17acd5    2.0 GB    2 days ago\nqwen2.5-coder:7b    2b0496514337    4.7 GB    3 weeks ago\nlm-q4:latest        9f438cb9cd58    1.1 GB    5 weeks ago\n";; ps*) printf "NAME           ID              SIZE      PROCESSOR    UNTIL\nllama3.2:3b    a80c4f17acd5    4.0 GB    100%% GPU     4 minutes from now\n";; *rnu*) exit 1;; esac'
program nvidia-smi 'case "$*" in *-L*|*--list-gpus*) printf "GPU 0: NVIDIA RTX A6000 (UUID: GPU-1a2b)\nGPU 1: NVIDIA RTX A6000 (UUID: GPU-3c4d)\n";; *--query-gpu=index*) printf "0, NVIDIA RTX A6000\n1, NVIDIA RTX A6000\n";; *--help-query-gpu*) printf "\"index\"\nZero based index of the GPU.\n\n\"memory.used\"\nTotal memory allocated.\n\n\"utilization.gpu\"\nPercent of time.\n";; esac'
program docker 'case "$*" in
*--services*) printf "vllm\ngateway\nqdrant\n";;
*ps*-a*) printf "lm-vllm-1\nlm-qdrant-1\nold-bench\n";;
*ps*) printf "lm-vllm-1\nlm-qdrant-1\n";;
*images*|*image*ls*) printf "vllm/vllm-openai:v0.6.4\nnvidia/cuda:12.4.1-runtime-ubuntu22.04\nqdrant/qdrant:latest\nlm-gateway:latest\n";;
*volume*ls*) printf "lm_qdrant\nhf-cache\n";;
*network*ls*type=custom*) printf "lm_default\n";;
*network*ls*) printf "bridge\nlm_default\n";;
*context*ls*) printf "default\ngpu-a100\n";;
esac'
program squeue 'printf "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n              4711       a100  lm-base    rvale  R    1:02:03      1 node07\n              4712       a100 lm-sweep    rvale PD       0:00      2 (Priority)\n" | case "$*" in *-h*%i*|*--noheader*%i*|*-o*%i*) printf "4711 lm-base\n4712 lm-sweep\n";; *) cat;; esac'
program sinfo 'case "$*" in *%R*|*%P*) printf "a100\nh100\ncpu\n";; *%n*|*%N*) printf "node07\nnode08\n";; *) printf "PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\na100*        up 2-00:00:00      2    mix node[07-08]\nh100         up 1-00:00:00      4   idle node[11-14]\ncpu          up 7-00:00:00     20   idle node[20-39]\n";; esac'
program rclone 'case "$*" in listremotes*) printf "bucket:\ndrive:\nnas:\n";; lsf*bucket:*) printf "checkpoints/\ndvc/\ncorpus.tar\n";; esac'
program aws 'case "$*" in "s3 ls") printf "2025-01-02 10:00:00 lm-data\n2025-01-03 10:00:00 lm-weights\n";; *"s3 ls s3://lm-data/"*) printf "                           PRE dvc/\n2025-01-02 10:00:00      10 corpus.tar\n";; *list-profiles*) printf "default\ntrain\n";; esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "train: 2 windows (created Tue Nov 18 10:00:00 2025)\nserve: 1 windows (created Tue Nov 18 11:00:00 2025)\n" | case "$*" in *-F*) printf "train\nserve\n";; *) cat;; esac;; *list-windows*-F*) printf "train:0\ntrain:1\nserve:0\n";; esac'
program gh 'case "$*" in
*"pr list"*) printf "31\tLong context\n34\tFix the mask\n";;
*"issue list"*) printf "8\tLoss is NaN\n15\tSlow tokenizer\n";;
*"release list"*) printf "lm 0.4.0\tLatest\tv0.4.0\t2025-10-02T10:00:00Z\nlm 0.3.0\t\tv0.3.0\t2025-09-02T10:00:00Z\n";;
*"run list"*) printf "completed\tsuccess\tEval: three tasks\tTests\tmain\tpush\t7001\t4m1s\t2025-10-02T10:00:00Z\n";;
*"workflow list"*) printf "Tests\tactive\t201\nWheels\tactive\t202\n";;
esac'
program flatpak 'case "$*" in
*list*) printf "org.mozilla.firefox\nmd.obsidian.Obsidian\ncom.spotify.Client\n";;
*remotes*|*remote-list*) printf "flathub\nfedora\n";;
*remote-ls*) printf "org.gimp.GIMP\norg.blender.Blender\norg.mozilla.firefox\n";;
*search*) printf "GIMP\tEdit images\torg.gimp.GIMP\t2.10\tstable\tflathub\n";;
*ps*) printf "1234\torg.mozilla.firefox\n";;
esac'
program nmcli 'case "$*" in
*connection*|*"con show"*|*" c show"*) case "$*" in *-t*) case "$*" in *active*) printf "Home 5G\nwg-lab\n";; *) printf "Home 5G\nCafe\nwg-lab\nWired 1\n";; esac;; *) printf "NAME     UUID                                  TYPE       DEVICE\nHome 5G  11111111-1111-1111-1111-111111111111  wifi       wlan0\nCafe     22222222-1111-1111-1111-111111111111  wifi       --\nwg-lab   33333333-1111-1111-1111-111111111111  wireguard  wg-lab\nWired 1  44444444-1111-1111-1111-111111111111  ethernet   --\n";; esac;;
*wifi*) case "$*" in *-t*|*-f*SSID*) printf "Home 5G\nCafe\nNeighbour\n";; *) printf "IN-USE  BSSID              SSID       MODE   CHAN  RATE        SIGNAL  BARS  SECURITY\n*       AA:BB:CC:00:00:01  Home 5G    Infra  36    540 Mbit/s  90      ****  WPA2\n        AA:BB:CC:00:00:02  Cafe       Infra  6     130 Mbit/s  50      **    WPA2\n";; esac;;
*device*|*dev*|*" d "*) case "$*" in *-t*) printf "wlan0\nenp5s0\nlo\n";; *) printf "DEVICE  TYPE      STATE         CONNECTION\nwlan0   wifi      connected     Home 5G\nenp5s0  ethernet  disconnected  --\nlo      loopback  unmanaged     --\n";; esac;;
esac'
program bluetoothctl 'case "$*" in *devices*|*paired-devices*) printf "Device 38:18:4C:00:11:22 WH-1000XM4\nDevice D0:5F:64:33:44:55 MX Keys\n";; *list*) printf "Controller F8:89:D2:00:00:01 desk [default]\n";; esac'
program wpctl 'case "$*" in *status*) printf "PipeWire (pipewire-0) [1.2.5]\n └─ Clients:\n        33. WirePlumber                         [1.2.5]\n\nAudio\n ├─ Devices:\n │      47. Starship HD Audio                   [alsa]\n │  \n ├─ Sinks:\n │  *   52. Starship HD Audio Analog Stereo     [vol: 0.40]\n │      58. WH-1000XM4                          [vol: 0.65]\n │  \n ├─ Sources:\n │  *   53. Blue Yeti Analog Stereo             [vol: 1.00]\n │  \n └─ Streams:\n        71. Firefox                                                     \n\nVideo\n ├─ Devices:\n │      44. Webcam                              [v4l2]\n";; esac'
program pactl 'case "$*" in
*"short sinks"*|*"sinks short"*) printf "52\talsa_output.pci-0000.analog-stereo\tPipeWire\ts32le 2ch 48000Hz\tRUNNING\n58\tbluez_output.38_18_4C.1\tPipeWire\ts16le 2ch 48000Hz\tSUSPENDED\n";;
*"short sources"*|*"sources short"*) printf "53\talsa_input.usb-Blue_Yeti.analog-stereo\tPipeWire\ts32le 2ch 48000Hz\tRUNNING\n";;
*"short cards"*) printf "47\talsa_card.pci-0000\talsa\n60\tbluez_card.38_18_4C\tmodule-bluez5\n";;
*"short sink-inputs"*) printf "71\t52\t70\tPipeWire\tfloat32le 2ch 48000Hz\n";;
*"short modules"*) printf "1\tlibpipewire-module-rt\n";;
esac'
program playerctl 'case "$*" in *-l*|*--list-all*) printf "spotify\nfirefox.instance_1_42\n";; esac'
program hyprctl 'case "$*" in *monitors*-j*|*-j*monitors*) printf "[{\"id\":0,\"name\":\"DP-1\"},{\"id\":1,\"name\":\"HDMI-A-1\"}]\n";; *monitors*) printf "Monitor DP-1 (ID 0):\n\t2560x1440@144.00 at 0x0\nMonitor HDMI-A-1 (ID 1):\n\t1920x1080@60.00 at 2560x0\n";; esac'
program swaymsg 'case "$*" in *get_outputs*) printf "[{\"name\":\"DP-1\"},{\"name\":\"HDMI-A-1\"}]\n";; esac'
program xrandr 'case "$*" in *--list*monitors*) printf "Monitors: 2\n 0: +*DP-1 2560/600x1440/340+0+0  DP-1\n 1: +HDMI-1 1920/520x1080/290+2560+0  HDMI-1\n";; *) printf "Screen 0: minimum 320 x 200, current 4480 x 1440, maximum 16384 x 16384\nDP-1 connected primary 2560x1440+0+0 (normal left inverted right x axis y axis) 600mm x 340mm\n   2560x1440    143.97*+ 120.00    59.95  \n   1920x1080    120.00    60.00  \nHDMI-1 connected 1920x1080+2560+0 (normal left inverted right x axis y axis) 520mm x 290mm\n   1920x1080     60.00*+  50.00  \nDP-2 disconnected (normal left inverted right x axis y axis)\n";; esac'
program gsettings 'case "$*" in *list-schemas*) printf "org.gnome.desktop.interface\norg.gnome.desktop.peripherals.touchpad\norg.gnome.shell\n";; *list-keys*interface*) printf "color-scheme\ngtk-theme\nfont-name\n";; *list-keys*) printf "tap-to-click\nspeed\n";; *list-recursively*interface*) printf "org.gnome.desktop.interface color-scheme default\n";; *range*color-scheme*) printf "enum\n%sdefault%s\n%sprefer-dark%s\n%sprefer-light%s\n" "'"'"'" "'"'"'" "'"'"'" "'"'"'" "'"'"'" "'"'"'";; esac'
program systemctl 'case "$*" in
*--user*list-unit-files*|*--user*list-units*) printf "ollama.service enabled enabled\nbackup.service static -\nbackup.timer enabled enabled\nsyncthing.service disabled enabled\npipewire.service enabled enabled\n";;
*list-unit-files*|*list-units*) printf "docker.service enabled enabled\nsshd.service disabled enabled\nNetworkManager.service enabled enabled\nbluetooth.service enabled enabled\nfstrim.timer enabled enabled\n";;
esac'
program journalctl 'case "$*" in *-F*_SYSTEMD_USER_UNIT*) printf "ollama.service\nbackup.service\n";; *-F*_SYSTEMD_UNIT*) printf "docker.service\nNetworkManager.service\nsshd.service\n";; *--list-boots*) printf " -1 aaaa Mon 2025-11-17 10:00:00 UTC\n  0 bbbb Tue 2025-11-18 10:00:00 UTC\n";; esac'
program pacman 'case "$*" in *-Qqe*|*-Qqet*) printf "hyprland\nneovim\nollama\n";; *-Qq*) printf "hyprland\nneovim\nollama\nglibc\nlinux\n";; *-Q*) printf "hyprland 0.45.0-1\nneovim 0.10.2-1\nollama 0.4.2-1\nglibc 2.40-1\nlinux 6.11.9-1\n";; *-Ssq*|*-Slq*) printf "blender\ngodot\nhashcat\nnmap\nneovim\n";; *-Sgq*|*-Sg*) printf "base-devel\ngnome\n";; *-Sl*) printf "extra blender 4.2\nextra godot 4.3\nextra hashcat 6.2\nextra nmap 7.95\n";; esac'
program yay 'case "$*" in *-Qq*) printf "hyprland\nneovim\nollama\n";; *-Pc*) printf "blender\textra\ngodot\textra\nvisual-studio-code-bin\tAUR\n";; *-Ssq*|*-Slq*) printf "blender\ngodot\nvisual-studio-code-bin\n";; esac'
program localectl 'case "$*" in *list-locales*) printf "C.UTF-8\nde_DE.UTF-8\nen_GB.UTF-8\n";; *list-keymaps*) printf "de\nde-latin1\nuk\nus\n";; *list-x11-keymap-layouts*) printf "de\ngb\nus\n";; esac'
program timedatectl 'case "$*" in *list-timezones*) printf "Europe/Berlin\nEurope/Lisbon\nUTC\n";; esac'
program udisksctl 'case "$*" in *status*) printf "MODEL                     REVISION  SERIAL               DEVICE\n--------------------------------------------------------------------------\nSamsung SSD 980 PRO 1TB   5B2QGXA7  S5GXNX0000           nvme0n1 \nSanDisk Ultra             1.00      4C53                 sdb     \n";; esac'
program lsblk 'printf "/dev/nvme0n1\n/dev/nvme0n1p1\n/dev/nvme0n1p2\n/dev/sdb\n/dev/sdb1\n"'
program chezmoi 'case "$*" in *managed*) printf ".zshrc\n.config/hypr/hyprland.conf\n";; *unmanaged*) printf "notes.md\ntodo.txt\n";; esac'
program conda-env
program dvc 'case "$*" in *"stage list"*) printf "prepare   Outputs data/train.parquet\ntokenize  Outputs data/tok\ntrain     Outputs checkpoints\nevaluate  Outputs metrics.json\n";; *"remote list"*) printf "bucket\ts3://lm-data/dvc\nnas\tssh://nas/dvc\n";; *"exp list"*) printf "main:\n\tlively-owl\n\tcalm-fox\n";; *erpo*|*psuh*) exit 1;; esac'
program git-lfs 'case "$*" in *ls-files*-n*|*ls-files*--name-only*) printf "art/torch.png\nart/torch.blend\naudio/theme.ogg\n";; *ls-files*) printf "3f2a91c0de * art/torch.png\n77aa91c0de * audio/theme.ogg\n";; track) printf "Listing tracked patterns\n    *.png (.gitattributes)\n    *.blend (.gitattributes)\n    *.ogg (.gitattributes)\n";; esac'
program john 'case "$*" in *--list=formats*) printf "descrypt, bsdicrypt, md5crypt, bcrypt, LM, NT, Raw-MD5, Raw-SHA256, ZIP, PKZIP, ssh\n";; *--list=rules*) printf "single\nwordlist\njumbo\nbest64\n";; esac'
program jupyter 'case "$*" in *"kernelspec list"*--json*) printf "{\"kernelspecs\":{\"python3\":{\"resource_dir\":\"/x\"},\"lm\":{\"resource_dir\":\"/y\"}}}\n";; *"kernelspec list"*) printf "Available kernels:\n  python3    /usr/share/jupyter/kernels/python3\n  lm         /home/r/.local/share/jupyter/kernels/lm\n";; esac'
program mlflow 'case "$*" in *"experiments search"*) printf "Experiment Id  Name     Artifact Location\n0              Default  mlruns/0\n1              lm-base  mlruns/1\n";; esac'
program ssh 'case "$*" in *gpu-a10*0*) ;; *gpu-a10*) exit 255;; esac'
programs huggingface-cli hf wandb tensorboard accelerate torchrun sbatch srun scancel sacct scontrol salloc rsync scp pytest ruff mypy pre-commit make just \
  python python3 ipython dnf yum rpm i3-msg hostnamectl loginctl stow godot blender butler ffmpeg ffprobe magick convert identify oxipng gobuster ffuf nmap \
  hydra hashcat sqlmap binwalk r2 rabin2 rizin gdb checksec tshark wireshark openssl nc socat objdump readelf strings ltrace strace xxd exiftool steghide \
  zsteg foremost volatility3 vol tcpdump dig whois curl wget jq zip2john ssh2john zip unzip 7z nvim vim code less man sudo tail du fdisk mkinitcpio \
  grim slurp wl-copy brightnessctl notify-send llama-cli llama-server llama-quantize vllm nvtop htop sage patchelf ropper ROPgadget one_gadget pwn wfuzz \
  nikto feroxbuster enum4linux smbclient ping mpv pw-cli uvicorn makepkg lm-train lm-eval papermill k6 pdm
