#include "spec/command_output.h"

#include <string>
#include <vector>

#include "spec/parse.h"
#include "tests/spec/spec_testing.h"
#include "tests/testing.h"

namespace synapse {
namespace {

std::vector<std::string> TextsOf(const GeneratorDraft& spec,
                                 std::string_view output) {
  std::vector<std::string> out;
  for (const GeneratedValue& v : ParseOutput(spec, output)) {
    out.push_back(v.description.empty() ? v.value
                                        : v.value + " - " + v.description);
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("command output: lines, patterns, JSON") {
  GeneratorDraft lines;
  CHECK(TextsOf(lines, "one\n\n two \r\n") == Lines{"one", "two"});
  GeneratorDraft pods;
  pods.pattern = "^pod/(.+)$";
  pods.value = "{1}";
  CHECK(TextsOf(pods, "pod/a\nsvc/b\npod/c\n") == Lines{"a", "c"});
  GeneratorDraft docker;
  docker.parse = "jsonl";
  docker.value = "{Names}";
  docker.description = "{Image}, {Status}";
  CHECK(TextsOf(docker,
                "{\"Names\":\"web\",\"Image\":\"nginx\",\"Status\":\"Up\"}\n"
                "broken\n{\"Image\":\"none\"}\n") == Lines{"web - nginx, Up"});
  GeneratorDraft nested;
  nested.parse = "json";
  nested.path = "packages[].deps[]";
  nested.value = "{name}";
  CHECK(TextsOf(nested,
                "{\"packages\":[{\"deps\":[{\"name\":\"a\"}]},"
                "{\"deps\":[{\"name\":\"b\"},{}]},{}]}") == Lines{"a", "b"});
  GeneratorDraft plain;
  plain.parse = "json";
  CHECK(TextsOf(plain, "[\"x\", 3]") == Lines{"x", "3"});
  GeneratorDraft broken;
  broken.pattern = "(";
  CHECK(TextsOf(broken, "a\n").empty());
}

TEST_CASE("command output: options only where options are listed") {
  GeneratorDraft spec;
  spec.pattern = "^(\\S+) *(.*)$";
  spec.value = "{1}";
  spec.description = "{2}";
  constexpr char kOutput[] = "-W  Warn\n--param=\nname\n--\n-\n---x\n";
  CHECK(TextsOf(spec, kOutput) == Lines{"name"});
  spec.name = kOptionGenerator;
  CHECK(TextsOf(spec, kOutput) == Lines{"-W - Warn", "--param="});
  std::string many;
  for (size_t i = 0; i < kMaxOptions + 10; ++i) {
    many += "-f" + std::to_string(i) + "\n";
  }
  CHECK(ParseOutput(spec, many).size() == kMaxOptions);
}

// `lvextend ` listed only volumes with a file system: lsblk leaves the last
// column of a new one empty. The parts that LVM makes of a volume are no names.
TEST_CASE("command output: lvextend lists new volumes and no parts of one") {
  auto json = ReadFile(testing::SourceFile("specs/lvextend.json"));
  REQUIRE(json.ok());
  auto spec = ParseSpec(*json, "lvextend.json");
  REQUIRE(spec.ok());
  REQUIRE(spec->generators.size() == 1);
  CHECK(TextsOf(spec->generators[0],
                "/dev/sda1 part 512M vfat\n"
                "/dev/mapper/vg-root lvm 20G ext4\n"
                "/dev/mapper/vg-my_data lvm 1G \n"
                "/dev/mapper/vg-x--real lvm 2G \n"
                "/dev/mapper/vg-pool_tdata lvm 9G \n"
                "/dev/mapper/vg-pool_tmeta lvm 4M \n"
                "/dev/mapper/vg-raid_rimage_0 lvm 3G \n"
                "/dev/mapper/vg-root-real lvm 20G ext4\n") ==
        Lines{"/dev/mapper/vg-root - 20G ext4", "/dev/mapper/vg-my_data - 1G ",
              "/dev/mapper/vg-x--real - 2G "});
}

}  // namespace synapse
