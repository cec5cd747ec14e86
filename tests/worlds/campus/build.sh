#!/usr/bin/env bash
# A student: coursework in C++ and a model in Python, dotfiles, a blog, and two
# Raspberry Pis with k3s. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo uni/compilers
put README.md src/{lexer,parser,codegen,main}.cpp include/{lexer,parser,ast}.hpp \
  tests/{test_lexer,test_parser}.cpp examples/{fib,loop,nested}.toy docs/report.tex .clang-format .clang-tidy
cat >CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.20)
project(toyc CXX)
option(TOYC_SANITIZE "Build with sanitizers" OFF)
add_library(toy src/lexer.cpp src/parser.cpp src/codegen.cpp)
add_executable(toyc src/main.cpp)
enable_testing()
add_test(NAME lexer COMMAND test_lexer)
add_test(NAME parser COMMAND test_parser)
T
printf 'build/\nbuild-asan/\n*.o\ncore\n' >.gitignore
commit 'Add the lexer'
git push -qu origin main
branches week3-parser register-alloc
for subject in 'parser: precedence' 'codegen: spill' 'lexer: strings'; do
  echo "// $subject" >>src/parser.cpp
  commit "$subject"
done
git push -q
git tag week1 HEAD~3
git tag week2 HEAD~1
mkdir -p build build-asan
cp /bin/true build/toyc
cp /bin/true build/test_lexer
printf 'CMAKE_BUILD_TYPE:STRING=Debug\nCMAKE_GENERATOR:INTERNAL=Ninja\n' >build/CMakeCache.txt
printf 'rule cc\n  command = c++\nbuild toyc: phony\nbuild test_lexer: phony\nbuild all: phony toyc\n' >build/build.ninja
cp build/{build.ninja,CMakeCache.txt} build-asan/
printf '!<arch>\n' >build/libtoy.a
head -c 64 /bin/true >build/lexer.o
echo '// more' >>src/codegen.cpp
echo '// more' >>include/ast.hpp
put tests/test_codegen.cpp

repo uni/leaves
put README.md train.py evaluate.py export_onnx.py leaves/{__init__,data,model,augment}.py \
  configs/{small,large,debug}.yaml notebooks/{explore,errors}.ipynb tests/{test_data,test_model}.py requirements.txt
cat >pyproject.toml <<'T'
[project]
name = "leaves"
version = "0.2.0"
dependencies = ["torch", "numpy", "typer"]

[project.scripts]
leaves = "leaves.cli:app"

[tool.pytest.ini_options]
testpaths = ["tests"]
T
printf 'def test_split():\n    pass\n\n\ndef test_shapes():\n    pass\n' >tests/test_data.py
printf 'class TestModel:\n    def test_forward(self):\n        pass\n' >tests/test_model.py
cat >Makefile <<'T'
.PHONY: data train lint report
data: ## Fetch the images
	python -m leaves.data
train:
	python train.py --config configs/small.yaml
lint:
	ruff check .
report:
	python evaluate.py --html
T
printf 'runs/\ncheckpoints/\n.venv/\n' >.gitignore
commit 'Add the model'
git push -qu origin main
branches mixup larger-backbone
for subject in 'augment: flip' 'model: dropout' 'configs: a longer warmup'; do
  echo "# $subject" >>leaves/model.py
  commit "$subject"
done
git push -q
mkdir -p runs/{2024-11-02,2024-11-09} checkpoints .venv/bin
put checkpoints/{best,last}.pt runs/2024-11-09/metrics.csv .venv/bin/activate
echo '# next' >>train.py
git stash push -qm 'cosine schedule' train.py
echo '# other' >>leaves/data.py
put scripts/split.py

repo dotfiles
put README.md install.sh zsh/{.zshrc,.zprofile} nvim/.config/nvim/init.lua nvim/.config/nvim/lua/{keys,lsp}.lua \
  tmux/.tmux.conf git/.gitconfig bin/.local/bin/{backup-pi,mkpost} alacritty/.config/alacritty/alacritty.toml
chmod +x install.sh bin/.local/bin/*
commit 'Add the dotfiles'
git push -qu origin main
branches work-laptop
echo 'set -g mouse on' >>tmux/.tmux.conf

repo pi/cluster
mkdir -p charts/sensors/templates
put README.md manifests/{namespace,mqtt,grafana,sensors}.yaml charts/sensors/{Chart,values,values-dev}.yaml \
  charts/sensors/templates/deployment.yaml ansible/{site,update}.yml ansible/hosts.ini systemd/{sensors.service,sensors.timer} scripts/{flash,backup}.sh
chmod +x scripts/*.sh
printf '[pis]\npi-door\npi-roof\n' >ansible/hosts.ini
cat >docker-compose.yml <<'T'
services:
  mosquitto:
    image: eclipse-mosquitto
  influx:
    image: influxdb
  grafana:
    image: grafana/grafana
T
for name in manifests/*; do
  printf 'apiVersion: v1\nkind: Service\nmetadata:\n  name: %s\n' "$(basename "$name" .yaml)" >"$name"
done
for name in ansible/*.yml; do printf -- '---\n- hosts: pis\n' >"$name"; done
cat >justfile <<'T'
# Write an image to a card
flash device:
    scripts/flash.sh {{device}}

# Send the manifests
deploy:
    kubectl apply -k manifests

logs:
    journalctl -u sensors -f
T
commit 'Add the cluster'
git push -qu origin main
branches roof-sensor influx-2
echo '# resources' >>manifests/mqtt.yaml
echo '# image' >>charts/sensors/values.yaml
git add charts/sensors/values.yaml
put manifests/ingress.yaml

repo blog
put _config.yml index.md about.md _posts/{2024-09-01-hello,2024-10-12-a-toy-compiler}.md _drafts/leaves.md \
  assets/main.scss lib/feed.rb spec/feed_spec.rb
printf 'source "https://rubygems.org"\ngem "jekyll"\ngem "rake"\ngem "rspec"\n' >Gemfile
cat >Rakefile <<'T'
desc 'Build the pages'
task :build do
end

desc 'Check all links'
task :links do
end

namespace :post do
  desc 'Begin a post'
  task :new do
  end
end
T
commit 'Begin the blog'
git push -qu origin main
branches dark-theme
echo 'more' >>_drafts/leaves.md

cd "$HOME"
mkdir -p .config/systemd/user
put .config/systemd/user/{backup-pi.service,backup-pi.timer,syncthing.service}
mkdir -p .ssh .kube Downloads notes/{ma,os} teaching/ws24/{sheet1,sheet2} images
put Downloads/{lecture-07.pdf,raspios-lite.img.xz,leaves-v2.tar.gz,submissions.zip,cat.jpg} notes/os/{paging,locks}.md \
  notes/ma/series.md teaching/ws24/grades.csv teaching/ws24/sheet1/{tasks.tex,solution.tex} images/raspios-lite.img \
  .ssh/id_ed25519 .ssh/id_ed25519.pub .zshrc .vimrc
cat >.ssh/config <<'T'
Host pi-door
  HostName 192.168.1.20
  User pi
Host pi-roof
  HostName 192.168.1.21
  User pi
Host gpu1 gpu2
  HostName %h.cs.example.edu
  User rvale
Host *.cs.example.edu
  ForwardAgent no
T
cat >.kube/config <<'T'
apiVersion: v1
kind: Config
current-context: k3s
contexts:
- name: k3s
  context: {cluster: k3s, user: me, namespace: sensors}
- name: kind-lab
  context: {cluster: kind, user: me}
clusters:
- {name: k3s, cluster: {server: "https://127.0.0.1:1"}}
- {name: kind, cluster: {server: "https://127.0.0.1:1"}}
users:
- {name: me, user: {}}
T
program kubectl 'case "$*" in
*get*pod*-o*name*) printf "pod/mqtt-0\npod/sensors-7d4b-xk2lp\npod/grafana-66f-9q8zt\n";;
*get*pod*) printf "mqtt-0\nsensors-7d4b-xk2lp\ngrafana-66f-9q8zt\n";;
*get*deploy*-o*name*) printf "deployment.apps/sensors\ndeployment.apps/grafana\n";;
*get*deploy*) printf "sensors\ngrafana\n";;
*get*node*-o*name*) printf "node/pi-door\nnode/pi-roof\n";;
*get*node*) printf "pi-door\npi-roof\n";;
*get*n*s*-o*name*) printf "namespace/default\nnamespace/kube-system\nnamespace/sensors\n";;
*get*n*s*) printf "default\nkube-system\nsensors\n";;
*get-contexts*) printf "k3s\nkind-lab\n";;
esac'
program helm 'case "$*" in
*list*-q*|*ls*-q*|*list*--short*) printf "sensors\nmqtt\n";;
*list*|*ls*) printf "NAME NAMESPACE REVISION\nsensors sensors 4\nmqtt sensors 1\n";;
*repo*list*) printf "NAME URL\nbitnami https://charts.example.org\n";;
esac'
program docker 'case "$*" in
*ps*) printf "cluster-mosquitto-1\ncluster-influx-1\n";;
*images*) printf "eclipse-mosquitto:latest\ninfluxdb:2\n";;
*volume*ls*) printf "influx-data\nmqtt-data\n";;
*network*ls*) printf "bridge\ncluster_default\n";;
*"config --services"*) printf "mosquitto\ninflux\ngrafana\n";;
esac'
program systemctl 'case "$*" in
*--user*list-unit*) printf "syncthing.service enabled enabled\nbackup-pi.timer enabled enabled\nbackup-pi.service static -\n";;
*list-unit-files*) printf "ssh.service enabled enabled\nbluetooth.service disabled enabled\ncups.service enabled enabled\n";;
*list-units*) printf "ssh.service loaded active running Secure shell\nbluetooth.service loaded inactive dead Bluetooth\ncups.service loaded active running Printing\n";;
esac'
program tmux 'case "$*" in
*list-sessions*|*ls*) printf "gpu\nnotes\n";;
esac'
program squeue 'printf "40121\n40122\n"'
program nmcli 'case "$*" in
*con*) printf "eduroam:802-11-wireless\nHome WLAN:802-11-wireless\n";;
esac'
program ssh 'case "$*" in *pi-dor*|*gup1*) exit 255;; esac'
programs cmake ninja ctest gdb valgrind clang-tidy clang-format g++ clang++ nm objdump strace perf hyperfine bear \
  python3 python pip uv ruff pytest jupyter tensorboard torchrun accelerate huggingface-cli wandb nvidia-smi watch \
  scp rsync sftp stow nvim vim code ansible-playbook ansible k3sup k9s stern flux just bundle jekyll rake ruby gem rspec \
  mosquitto_sub mosquitto_pub journalctl sudo apt dd lsblk mount umount xz pandoc latexmk zathura feh ffmpeg yt-dlp \
  gh typst curl wget dig ping ss sbatch srun scancel mpv
