#include "source/file_kind.h"

#include "source/filesystem.h"
#include "tests/source/source_testing.h"

namespace synapse {

using testing::Bench;
using Texts = std::vector<std::string>;

// `ansible-playbook -i ` listed roles/ beside inventory/, and `pip install -r `
// src/ beside requirements.txt.
TEST_CASE("files: a directory that leads to no file of the kind stays out") {
  Bench b;
  b.tree.Write("inventory/prod.ini", "");
  b.tree.Write("roles/nginx/tasks/main.yml", "");
  b.tree.Write("far/away/from/all/that/prod.ini", "");
  b.tree.MakeDir("empty");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "ansible-playbook -i ") ==
        Texts{"ansible-playbook -i far/", "ansible-playbook -i inventory/"});
  CHECK(b.Texts(fs, "ansible-playbook -i r") ==
        Texts{"ansible-playbook -i roles/"});
  // What is below a directory is read too.
  CHECK(b.Texts(fs, "grep -r x ").size() == 4);
  b.tree.Write("inventory/x", "");
  CHECK(b.Texts(fs, "ansible-playbook -i inventory/") ==
        Texts{"ansible-playbook -i inventory/prod.ini"});
}

// A directory stood before the Dockerfile; `Dockerfile*` did not fit it.
TEST_CASE("files: a star in an ending stands for nothing too") {
  Bench b;
  b.tree.Write("src/api/Dockerfile", "");
  b.tree.Write("src/api/Dockerfile.dev", "");
  b.tree.Write("src/api/main.cs", "");
  b.tree.Write("src/api/Controllers/a.cs", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "docker build -f src/api/") ==
        Texts{"docker build -f src/api/Dockerfile",
              "docker build -f src/api/Dockerfile.dev"});
}

// `ansible-vault edit ` had directories before the encrypted file, and
// `ansible-playbook ` had it beside the playbooks.
TEST_CASE("files: contents of the kind keep others out") {
  Bench b;
  b.tree.Write("site.yml", "- hosts: all\n");
  b.tree.Write("requirements.yml", "roles:\n");
  b.tree.Write("vault.yml", "$ANSIBLE_VAULT;1.1;AES256\n");
  b.tree.Write("roles/web/tasks/main.yml", "- name: x\n");
  b.tree.Write("deploy/web.yml", "- hosts: all\n");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "ansible-playbook ") ==
        Texts{"ansible-playbook deploy/", "ansible-playbook site.yml"});
  CHECK(b.Texts(fs, "ansible-vault edit ") ==
        Texts{"ansible-vault edit vault.yml"});
  CHECK(b.Texts(fs, "ansible-playbook r") ==
        Texts{"ansible-playbook requirements.yml", "ansible-playbook roles/"});
}

TEST_CASE("files: directories stay where none leads to the kind") {
  Bench b;
  b.tree.Write("roles/nginx/tasks.yml", "");
  b.tree.MakeDir("empty");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "ansible-playbook -i ") ==
        Texts{"ansible-playbook -i empty/", "ansible-playbook -i roles/"});
}

// `tar -czf dumps/` had an archive that exists, which the line would replace.
TEST_CASE("files: an output is no file that exists, until a letter is typed") {
  Bench b;
  b.tree.Write("dumps/etc.tar.gz", "");
  b.tree.Write("etc.tar.gz", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "tar -czf dumps/").empty());
  CHECK(b.Texts(fs, "tar -czf ") == Texts{"tar -czf dumps/"});
  CHECK(b.Texts(fs, "sort -o ") == Texts{"sort -o dumps/"});
  CHECK(b.Texts(fs, "tar -czf dumps/e") == Texts{"tar -czf dumps/etc.tar.gz"});
  for (const char* line : {"tar -xzf dumps/", "tar -rf dumps/", "ls > dumps/",
                           "cp etc.tar.gz dumps/", "tee -a dumps/"}) {
    INFO(line);
    CHECK(b.Texts(fs, line).size() == 1);
  }
}

// `gdb --args ` listed nothing, and `apt install ` each directory.
TEST_CASE("files: a path where another name would be meant without one") {
  Bench b;
  // An ELF file of the type "shared object", as programs are today.
  const std::string elf("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\0\0", 20);
  const std::string program = b.tree.Write("ringctl", elf);
  b.tree.Write("build/ringlog", elf);
  REQUIRE(chmod(program.c_str(), 0755) == 0);
  REQUIRE(chmod(b.tree.Path("build/ringlog").c_str(), 0755) == 0);
  b.tree.Write("notes.txt", "");
  b.tree.Write("docs/a.txt", "");
  b.tree.Write("tally.deb", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "gdb --args ") ==
        Texts{"gdb --args ./build/", "gdb --args ./ringctl"});
  CHECK(b.Texts(fs, "valgrind ") ==
        Texts{"valgrind ./build/", "valgrind ./ringctl"});
  CHECK(b.Texts(fs, "apt install ") == Texts{"apt install ./tally.deb"});
  CHECK(b.Texts(fs, "apt install t").empty());
  CHECK(b.Texts(fs, "apt install ./ta") == Texts{"apt install ./tally.deb"});
}

}  // namespace synapse
