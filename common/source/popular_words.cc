#include <algorithm>
#include <iterator>

#include "source/popular.h"

namespace synapse {
namespace {

struct Entry {
  std::string_view words;  // the command, or the command and what follows it
  std::string_view next;   // commonest first
};

// Sorted by `words`. What a spec calls frequent as well stands here where it
// parts what is common, such as `-la`, from what is less so.
constexpr Entry kNext[] = {
    {"alias", "ls=\"ls --color=auto\" ll=\"ls -la\""},
    {"ansible", "all -m -i --become"},
    {"ansible-playbook", "-i --check --diff --limit --tags"},
    {"awk", "'{print $1}' '{print $2}' -F"},
    {"aws", "s3 configure sts ec2 iam lambda --version --profile"},
    {"aws s3", "ls cp sync rm mb"},
    {"bash", "-c -x -n"},
    {"bat", "-p --style=plain"},
    {"brew", "install update upgrade list search info uninstall services cask cleanup doctor outdated tap"},
    {"brew services", "list start stop restart"},
    {"bun", "install run add dev test"},
    {"bundle", "install exec update add"},
    {"bundle exec", "rails rake rspec"},
    {"cat", "README.md /etc/hosts package.json .gitignore Makefile /etc/os-release"},
    {"cd", ".. - ~ ../.. src ~/Downloads /tmp /etc ~/Documents Downloads Documents Desktop"},
    {"chmod", "+x 755 644 600 -R 700"},
    {"chown", "-R root:root"},
    {"clang", "-o -Wall -O2 -g"},
    {"cmake", ".. . -S -B --build -G -DCMAKE_BUILD_TYPE=Release"},
    {"cmake --build", "build . --target"},
    {"code", ". --install-extension -r"},
    {"composer", "install update require dump-autoload"},
    {"conda", "activate install create env deactivate list update"},
    {"conda env", "list create remove export"},
    {"cp", "-r -a -v -i"},
    {"crontab", "-e -l"},
    {"curl", "-s -L -O -X -I -H -v -k -fsSL -o"},
    {"curl -X", "POST GET PUT DELETE PATCH"},
    {"cut", "-d -f -c"},
    {"date", "+%s +%Y-%m-%d -u -d"},
    {"deno", "run test fmt lint task"},
    {"df", "-h -i -T"},
    {"diff", "-u -r -y --color"},
    {"dig", "+short @8.8.8.8 -x MX TXT"},
    {"dmesg", "-w -T --follow"},
    {"dnf", "install update search remove info list upgrade"},
    {"docker run", "-it --rm -d -p -v --name hello-world -e --network"},
    {"docker-compose", "up down logs build exec ps pull run restart stop"},
    {"docker-compose up", "-d --build"},
    {"dotnet", "run build test new add restore publish"},
    {"dpkg", "-i -l -L -S --configure"},
    {"dpkg --configure", "-a"},
    {"du", "-sh -h -hs --max-depth=1 -d"},
    {"echo", "$PATH $? $SHELL $HOME -e -n $DISPLAY"},
    {"export", "PATH=$PATH: EDITOR=vim DISPLAY=:0"},
    {"ffmpeg", "-i -y -ss -f"},
    {"file", "-i *"},
    {"find", ". / -name ~ -type"},
    {"find .", "-name -type -iname -maxdepth -mtime"},
    {"find . -type", "f d"},
    {"flutter", "run pub build doctor clean create test"},
    {"free", "-h -m -g"},
    {"g++", "-o -std=c++17 -Wall -O2 -g main.cpp"},
    {"gcc", "-o -Wall -g -O2 -c -Wextra main.c"},
    {"gem", "install list update"},
    {"gh", "pr repo auth issue run workflow release api"},
    {"gh auth", "login status"},
    {"gh pr", "create list view checkout merge status"},
    {"gh repo", "clone create view"},
    {"go", "run build test mod get install fmt vet version env"},
    {"go mod", "tidy init download vendor"},
    {"go run", "main.go ."},
    {"go test", "./... -v -run -race"},
    {"gpg", "--list-keys --gen-key --import --export --verify -d -c --list-secret-keys"},
    {"gradle", "build clean test run"},
    {"grep", "-r -i -rn -v -n -E -rin -l -c"},
    {"gunzip", "-k -c"},
    {"gzip", "-d -k -9"},
    {"head", "-n -1 -20 -c"},
    {"helm", "install upgrade list repo uninstall template"},
    {"helm repo", "add update list"},
    {"history", "| -c -a"},
    {"hostname", "-I -i -f"},
    {"htop", "-u -p"},
    {"ifconfig", "-a eth0 lo"},
    {"ip", "a addr route link r -br neigh"},
    {"ip addr", "show"},
    {"ip link", "show set"},
    {"java", "-jar -version -cp"},
    {"javac", "*.java -d -cp Main.java"},
    {"journalctl", "-xe -u -f -b -n --since --no-pager -fu --user"},
    {"jq", ". -r '.'"},
    {"jupyter", "notebook lab"},
    {"kill", "-9 %1 -15 -HUP"},
    {"killall", "-9 node python"},
    {"less", "-R +F +G"},
    {"ln", "-s -sf"},
    {"locate", "-i"},
    {"ls", "-la -l -a -lh -lah -al -R -ltr -lrt -1 -d"},
    {"lsblk", "-f -o"},
    {"lsof", "-i -nP -p"},
    {"lspci", "| -v -k -nn"},
    {"make", "-j4 -j clean install all -B -C -j$(nproc)"},
    {"man", "bash zsh find git ls ssh"},
    {"minikube", "start stop status dashboard delete"},
    {"mkdir", "-p build src tmp test"},
    {"mongo", "--host --port"},
    {"mount", "-o -t /dev/sdb1 -a"},
    {"mv", "-v -i -f"},
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
    {"node", "index.js -v --version app.js server.js -e"},
    {"nvim", ". ~/.config/nvim/init.lua README.md ~/.zshrc ~/.bashrc"},
    {"nvm", "use install ls list alias current"},
    {"openssl", "x509 req s_client rand genrsa enc rsa"},
    {"openssl x509", "-in"},
    {"pacman", "-S -Syu -Ss -R -Q -Rs -Qi -Syy"},
    {"perl", "-e -pe -ne -pi"},
    {"php", "artisan -S -v -r"},
    {"php artisan", "migrate serve make:controller make:model tinker db:seed"},
    {"ping", "-c 8.8.8.8 google.com 1.1.1.1"},
    {"pipenv", "install shell run"},
    {"pkill", "-f -9"},
    {"pnpm", "install add dev run build i test"},
    {"poetry", "add install run shell update lock"},
    {"poetry run", "pytest python"},
    {"ps", "aux -ef -A axf -e"},
    {"psql", "-U -h -d -c"},
    {"psql -U", "postgres"},
    {"pytest", "-v -s -x -k tests -vv --cov"},
    {"rails", "server console generate db:migrate new s c g"},
    {"rg", "-i -l -n -g --files"},
    {"rm", "-rf -r -f -i"},
    {"rsync", "-av -avz -avzP -a --delete --progress -avh"},
    {"ruby", "-v -e"},
    {"rustup", "update default target component toolchain show"},
    {"scp", "-r -P -i"},
    {"screen", "-r -S -ls -d -x"},
    {"sed", "-i -n -e 's/"},
    {"service", "nginx ssh apache2 docker mysql --status-all"},
    {"sh", "-c -x"},
    {"shutdown", "now -h -r -c"},
    {"shutdown -h", "now"},
    {"snap", "install list remove refresh find"},
    {"sort", "-n -u -r -k -rn -h"},
    {"source", "~/.bashrc ~/.zshrc venv/bin/activate .venv/bin/activate ~/.profile env/bin/activate"},
    {"sqlite3", "-header db.sqlite3"},
    {"ss", "-tulpn -tlnp -an -lntp"},
    {"ssh-copy-id", "-i"},
    {"ssh-keygen", "-t -R -f -b"},
    {"ssh-keygen -t", "ed25519 rsa"},
    {"strace", "-f -p -e -c"},
    {"su", "- root -c"},
    {"svn", "up co commit st diff log add"},
    {"tail", "-f -n -100 -F -20"},
    {"terraform", "init plan apply destroy fmt validate state output import workspace"},
    {"tmux", "attach new ls a new-session kill-session kill-server -2 source"},
    {"tmux attach", "-t"},
    {"tmux new", "-s"},
    {"touch", "README.md .gitignore .env index.html index.js"},
    {"tree", "-L -a -d -I"},
    {"ufw", "status allow enable disable deny"},
    {"umount", "-l /mnt"},
    {"uname", "-a -r -m"},
    {"unzip", "-l -d -o -q"},
    {"useradd", "-m -s -G"},
    {"usermod", "-aG -s"},
    {"usermod -aG", "docker sudo"},
    {"vagrant", "up ssh halt destroy status provision init"},
    {"vi", "~/.bashrc ~/.vimrc /etc/hosts"},
    {"vim", "~/.vimrc ~/.bashrc ~/.zshrc README.md . Makefile /etc/hosts"},
    {"virsh", "list start shutdown edit"},
    {"wc", "-l -w -c"},
    {"wget", "-O -c -q -r --no-check-certificate -qO-"},
    {"which", "python python3 node git bash"},
    {"wsl", "--list --shutdown -d"},
    {"yarn", "install add dev build start test run global"},
    {"yarn add", "-D"},
    {"yay", "-S -Syu -Ss -R -Rns -Q"},
    {"yum", "install update search remove"},
    {"zip", "-r"},
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
