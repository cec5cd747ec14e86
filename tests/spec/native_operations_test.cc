// Ansible's hosts and tags, AWS's profiles.
#include <doctest/doctest.h>

#include "spec/natives.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("ansible: groups and hosts of the inventory that the line names") {
  TempTree tree;
  tree.Write("ansible.cfg",
             "[defaults]\n#inventory = no\ninventory = inv, b\n");
  tree.Write("inv/stage.ini",
             "lone ansible_host=10.0.0.1\n; c\n[web]\nweb-a\nweb-[1:9]\n"
             "[web:vars]\nuser=x\n[all:children]\nweb\n");
  tree.Write("inv/group_vars/web.yml", "all:\n  hosts:\n    hidden:\n");
  tree.Write("inv/list.sh", "[no]\n");
  tree.Write("b", "#!/bin/sh\n[program]\n");
  tree.Write("prod.yml",
             "all:\n  hosts:\n    one:\n      port: 22\n  children:\n"
             "    db:\n      hosts:\n        two:\n");
  const auto hosts = [&](Names words) {
    return NamesOf(FindNative("ansible.hosts")({tree.Path(""), "/", "", words},
                                               testing::Unbounded()));
  };
  CHECK(hosts({"ansible"}) == Names{"web", "all", "lone", "web-a"});
  const Names prod{"all", "db", "one", "two"};
  CHECK(hosts({"ansible", "-i", "prod.yml"}) == prod);
  CHECK(hosts({"ansible", "--inventory=prod.yml"}) == prod);
  CHECK(hosts({"ansible", "-i", "none"}).empty());
  CHECK(hosts({"ansible", "-i"}).size() == 4);
}

TEST_CASE("ansible: tags of the playbooks in the line, and of roles") {
  TempTree tree;
  tree.Write("site.yml",
             "- hosts: web\n  tags: [nginx, 'tls']\n- hosts: db\n  tags: db\n");
  tree.Write("other.yml", "- hosts: web\n  tags: hidden\n");
  tree.Write("roles/users/tasks/main.yml",
             "- name: a\n  user: x\n  tags:\n    - users\n    - \"a b\"\n");
  tree.Write("roles/users/vars/main.yml", "tags: [vars]\n");
  CHECK(NamesOf(FindNative("ansible.tags")(
            {tree.Path(""), "/", "", {"ansible-playbook", "site.yml"}},
            testing::Unbounded())) == Names{"nginx", "tls", "db", "users"});
}

TEST_CASE("aws: the profiles of both files") {
  TempTree tree;
  tree.Write(".aws/config",
             "[default]\nregion = eu-west-1\n[profile shop-prod]\n"
             "region=us-east-1\n[ profile \"two\" ]\n[sso-session s]\n"
             "region = x\n[services t]\n[profile $(id)]\n[profile\n");
  tree.Write(".aws/credentials", "[default]\naws_x = 1\n[ci]\n");
  const auto found = FindNative("aws.profiles")({"/", tree.Path(""), "", {}},
                                                testing::Unbounded());
  CHECK(NamesOf(found) == Names{"default", "shop-prod", "two", "ci"});
  CHECK(found.at(1).description == "us-east-1");
}

}  // namespace synapse
