#include <algorithm>
#include <iterator>

#include "source/popular.h"

namespace synapse {
namespace {

struct Entry {
  std::string_view words;  // the command, or the command and what follows it
  std::string_view next;   // commonest first
};

// Sorted by `words`. Of commands with a spec only what a spec does not say.
constexpr Entry kNext[] = {
    {"alias", "ls=\"ls --color=auto\" ll=\"ls -la\""},
    {"ansible", "all -m -i --become"},
    {"ansible-playbook", "-i --check --diff --limit --tags"},
    {"awk", "'{print $1}' '{print $2}'"},
    {"aws", "s3 configure sts ec2 iam lambda --version --profile"},
    {"aws s3", "ls cp sync rm mb"},
    {"bash", "-c -x -n"},
    {"bat", "-p --style=plain"},
    {"brew", "cask"},
    {"bun", "install run add dev test"},
    {"bundle", "install exec update add"},
    {"bundle exec", "rails rake rspec"},
    {"cat", "README.md /etc/hosts package.json .gitignore Makefile /etc/os-release"},
    {"cd", ".. - ~ ../.. src ~/Downloads /tmp /etc ~/Documents Downloads Documents Desktop"},
    {"chmod", "777"},
    {"chown", "root:root"},
    {"clang", "-o -Wall -O2 -g"},
    {"cmake", ".. . -DCMAKE_BUILD_TYPE=Release"},
    {"cmake --build", "build . --target"},
    {"code", ". --install-extension -r"},
    {"composer", "install update require dump-autoload"},
    {"conda", "activate install create env deactivate list update"},
    {"conda env", "list create remove export"},
    {"curl", "-fsSL"},
    {"curl -X", "POST GET PUT DELETE PATCH"},
    {"deno", "run test fmt lint task"},
    {"dig", "+short @8.8.8.8 -x MX TXT"},
    {"dmesg", "-w -T --follow"},
    {"dnf", "install update search remove info list upgrade"},
    {"docker run", "-it --rm -d -p -v --name hello-world -e --network"},
    {"dotnet", "run build test new add restore publish"},
    {"dpkg", "-i -l -L -S --configure"},
    {"dpkg --configure", "-a"},
    {"du", "-sh -hs --max-depth=1"},
    {"echo", "$PATH $? $SHELL $HOME -e -n $DISPLAY"},
    {"export", "PATH=$PATH: EDITOR=vim DISPLAY=:0"},
    {"ffmpeg", "-i -y -ss -f"},
    {"file", "*"},
    {"find", ". / ~"},
    {"find .", "-name -type -iname -maxdepth -mtime"},
    {"find . -type", "f d"},
    {"flutter", "run pub build doctor clean create test"},
    {"free", "-h -m -g"},
    {"g++", "-o -std=c++17 -Wall -O2 -g main.cpp"},
    {"gcc", "main.c"},
    {"gem", "install list update"},
    {"go run", "main.go ."},
    {"gpg", "--list-keys --gen-key --import --export --verify -d -c --list-secret-keys"},
    {"gradle", "build clean test run"},
    {"grep", "-rn -rin"},
    {"gunzip", "-k -c"},
    {"head", "-1 -20"},
    {"helm", "install upgrade list repo uninstall template"},
    {"helm repo", "add update list"},
    {"history", "| -c -a"},
    {"hostname", "-I -i -f"},
    {"htop", "-u -p"},
    {"ifconfig", "-a eth0 lo"},
    {"java", "-jar -version -cp"},
    {"javac", "*.java -d -cp Main.java"},
    {"journalctl", "-xe -fu"},
    {"jq", ". '.'"},
    {"jupyter", "notebook lab"},
    {"kill", "%1"},
    {"killall", "node python"},
    {"less", "+F +G"},
    {"ln", "-sf"},
    {"locate", "-i"},
    {"ls", "-la -lh -lah -al -ltr -lrt"},
    {"lsblk", "-f -o"},
    {"lsof", "-i -nP -p"},
    {"lspci", "| -v -k -nn"},
    {"make", "-j4 -j clean install all -B -C -j$(nproc)"},
    {"man", "bash zsh find git ls ssh"},
    {"minikube", "start stop status dashboard delete"},
    {"mkdir", "build src tmp test"},
    {"mongo", "--host --port"},
    {"mount", "-o -t /dev/sdb1 -a"},
    {"mvn", "clean install package test spring-boot:run compile"},
    {"mvn clean", "install package"},
    {"mysql", "-u -uroot -h -p"},
    {"mysql -u", "root"},
    {"nano", "~/.bashrc ~/.zshrc /etc/hosts README.md .env"},
    {"nc", "-l -lvnp -zv -v"},
    {"netstat", "-tulpn -an -tlnp -rn -plant"},
    {"nmap", "-sV -p -sn -A -p- -sS -Pn -sC"},
    {"nmcli", "device connection dev con general radio"},
    {"nmcli device", "status wifi"},
    {"node", "index.js app.js server.js"},
    {"nvim", ". ~/.config/nvim/init.lua README.md ~/.zshrc ~/.bashrc"},
    {"nvm", "use install ls list alias current"},
    {"openssl", "x509 req s_client rand genrsa enc rsa"},
    {"openssl x509", "-in"},
    {"pacman", "-S -Syu -Ss -R -Q -Rs -Qi -Syy"},
    {"perl", "-e -pe -ne -pi"},
    {"php", "artisan -S -v -r"},
    {"php artisan", "migrate serve make:controller make:model tinker db:seed"},
    {"ping", "8.8.8.8 google.com 1.1.1.1"},
    {"pipenv", "install shell run"},
    {"pnpm", "dev build"},
    {"poetry", "add install run shell update lock"},
    {"poetry run", "pytest python"},
    {"ps", "axf"},
    {"psql -U", "postgres"},
    {"pytest", "tests -vv"},
    {"rails", "server console generate db:migrate new s c g"},
    {"rm", "-rf"},
    {"rsync", "-av -avz -avzP -avh"},
    {"ruby", "-v -e"},
    {"rustup", "update default target component toolchain show"},
    {"scp", "-r -P -i"},
    {"screen", "-r -S -ls -d -x"},
    {"sed", "s/"},
    {"service", "nginx ssh apache2 docker mysql --status-all"},
    {"sh", "-c -x"},
    {"shutdown", "now -h -r -c"},
    {"shutdown -h", "now"},
    {"snap", "install list remove refresh find"},
    {"sort", "-rn"},
    {"source", "~/.bashrc ~/.zshrc venv/bin/activate .venv/bin/activate ~/.profile env/bin/activate"},
    {"sqlite3", "-header db.sqlite3"},
    {"ss", "-an -lntp"},
    {"ssh-keygen -t", "ed25519 rsa"},
    {"strace", "-f -p -e -c"},
    {"su", "- root -c"},
    {"svn", "up co commit st diff log add"},
    {"tail", "-100 -20"},
    {"terraform", "init plan apply destroy fmt validate state output import workspace"},
    {"touch", "README.md .gitignore .env index.html index.js"},
    {"tree", "-L -a -d -I"},
    {"ufw", "status allow enable disable deny"},
    {"umount", "-l /mnt"},
    {"uname", "-a -r -m"},
    {"useradd", "-m -s -G"},
    {"usermod", "-aG -s"},
    {"usermod -aG", "docker sudo"},
    {"vagrant", "up ssh halt destroy status provision init"},
    {"vi", "~/.bashrc ~/.vimrc /etc/hosts"},
    {"vim", "~/.vimrc ~/.bashrc ~/.zshrc README.md . Makefile /etc/hosts"},
    {"virsh", "list start shutdown edit"},
    {"wget", "-qO-"},
    {"which", "python python3 node git bash"},
    {"wsl", "--list --shutdown -d"},
    {"yarn", "dev build start test"},
    {"yay", "-S -Syu -Ss -R -Rns -Q"},
    {"yum", "install update search remove"},
};

constexpr bool IsSorted() {
  for (size_t i = 1; i < std::size(kNext); ++i) {
    if (!(kNext[i - 1].words < kNext[i].words)) return false;
  }
  return true;
}
static_assert(IsSorted(), "kNext is searched by halves");

std::string_view NextOf(std::string_view words) {
  auto at = std::lower_bound(
      std::begin(kNext), std::end(kNext), words,
      [](const Entry& e, std::string_view w) { return e.words < w; });
  return at != std::end(kNext) && at->words == words ? at->next
                                                     : std::string_view();
}

}  // namespace

std::vector<std::string_view> PopularNext(
    const std::vector<std::string>& words, bool own) {
  std::vector<std::string_view> out;
  if (words.empty()) return out;
  std::string all;
  for (const std::string& word : words) {
    if (!all.empty()) all += ' ';
    all += word;
    if (all.size() > 64) return out;
  }
  std::string_view next = NextOf(all);
  // Behind further words the command's own still fit.
  if (next.empty() && own) next = NextOf(words[0]);
  while (!next.empty()) {
    size_t end = std::min(next.find(' '), next.size());
    // A quoted word holds blanks of its own.
    if (size_t quote = next.find_first_of("'\""); quote < end) {
      end = next.find(next[quote], quote + 1);
      end = end == next.npos ? next.size() : std::min(next.find(' ', end), next.size());
    }
    std::string_view word = next.substr(0, end);
    bool there = std::find(words.begin() + 1, words.end(), word) != words.end();
    if (!there) out.push_back(word);
    next.remove_prefix(std::min(next.size(), end + 1));
  }
  return out;
}

}  // namespace synapse
