#include "manual/machine_pack.h"

#include <sys/stat.h>

#include "manual/confined.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// A home with specs and a cache, and a program with a manual page next to it.
struct Home {
  std::string root = std::filesystem::temp_directory_path() / "synapse-XXXXXX";
  PackMaker maker;
  Installed installed;

  Home() {
    REQUIRE(mkdtemp(root.data()));
    root = std::filesystem::canonical(root);
    std::filesystem::create_directories(root + "/specs");
    maker.cache = root + "/cache";
    maker.directories = {root + "/specs"};
    maker.program_of = [this](const std::string& name) {
      return ProgramOf(name);
    };
  }
  ~Home() { std::filesystem::remove_all(root); }
  void Put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(
        std::filesystem::path(root + path).parent_path());
    REQUIRE(WriteFileAtomically(root + path, text).ok());
  }
  void PutTool(const std::string& text = "1") const {
    Put("/bin/tool", text);
    REQUIRE(chmod((root + "/bin/tool").c_str(), 0755) == 0);
    Put("/share/man/man1/tool.1",
        ".SH NAME\ntool \\- a tool\n.SH OPTIONS\n.TP\n\\-a, \\-\\-all\nPage of "
        "all.\n.TP\n\\-b\nBare.\n");
  }
  std::string ProgramOf(const std::string& name) const {
    const std::string path = root + "/bin/" + name;
    return IsRegularFile(path) ? path : "";
  }
  Result<MachineSpec> Make() {
    return MakeMachinePack(maker, installed, "tool", ProgramOf("tool"));
  }
  std::unique_ptr<SpecStore> Store() const {
    return std::make_unique<SpecStore>(
        maker.directories, SpecStore::Compiles::kInMemory, maker.cache,
        [this](const std::string& name) { return ProgramOf(name); });
  }
};

std::string TextOfOption(const Spec& spec, std::string_view name) {
  const OptionSpec* option = OptionNamed(spec.root, name);
  return option ? option->description.str() : "none";
}

}  // namespace

TEST_CASE(
    "machine pack: a command without a spec is wanted once, then has one") {
  Home home;
  home.PutTool();
  const auto store = home.Store();
  const SpecStore::LooksForPrograms looks(*store);
  CHECK_FALSE(store->Find("tool"));
  CHECK_FALSE(store->Find("none"));
  const auto wanted = store->TakeWanted();
  REQUIRE(wanted.size() == 1);
  CHECK(wanted[0].name == "tool");
  CHECK_FALSE(wanted[0].lacks);
  CHECK(store->TakeWanted().empty());
  REQUIRE(home.Make().ok());
  store->Recheck();
  const auto spec = store->Find("tool");
  REQUIRE(spec);
  CHECK(TextOfOption(*spec, "--all") == "Page of all");
  CHECK(TextOfOption(*spec, "-b") == "Bare");
}

TEST_CASE("machine pack: another version of the program is read again") {
  Home home;
  home.PutTool();
  REQUIRE(home.Make().ok());
  const auto store = home.Store();
  const SpecStore::LooksForPrograms looks(*store);
  CHECK(store->Find("tool"));
  home.PutTool("a new version");
  store->Recheck();
  CHECK_FALSE(store->Find("tool"));
  CHECK(store->TakeWanted().size() == 1);
}

TEST_CASE("machine pack: a program that says nothing is not read again") {
  Home home;
  home.PutTool();
  home.Put("/share/man/man1/tool.1", ".SH NAME\nnothing\n");
  REQUIRE(home.Make().ok());
  const auto store = home.Store();
  const SpecStore::LooksForPrograms looks(*store);
  CHECK_FALSE(store->Find("tool"));
  CHECK(store->TakeWanted().empty());
}

TEST_CASE("machine pack: texts of ours win, and missing options are added") {
  Home home;
  home.PutTool();
  home.Put("/specs/tool.json",
           R"({"name": "tool", "options": [{"name": ["-a", "--all"],
               "description": "Show all of it"}], "risk": "erases"})");
  const auto store = home.Store();
  const SpecStore::LooksForPrograms looks(*store);
  auto made = home.Make();
  REQUIRE(made.ok());
  CHECK(made->spec.has_risks);
  CHECK(OptionNamed(made->spec.root, "-b"));
  CHECK(OptionNamed(made->spec.root, "-a")->description == "Show all of it");
  // It is used for a command that lacked something, now and in later shells.
  {
    store->Lacks("tool");
    const auto wanted = store->TakeWanted();
    REQUIRE(wanted.size() == 1);
    CHECK(wanted[0].lacks);
    CHECK(wanted[0].program.empty());
    CHECK(OptionNamed(store->Find("tool")->root, "-b"));
  }
  REQUIRE(MarkLacking(home.maker.cache, "tool").ok());
  const auto later = home.Store();
  const SpecStore::LooksForPrograms looks_later(*later);
  const auto spec = later->Find("tool");
  REQUIRE(spec);
  CHECK(TextOfOption(*spec, "-a") == "Show all of it");
  CHECK(TextOfOption(*spec, "-b") == "Bare");
}

TEST_CASE("machine pack: a partial spec of ours becomes a full one") {
  Home home;
  home.PutTool();
  home.Put("/specs/tool.json",
           R"({"name": "tool", "partial": true, "risk": "erases"})");
  REQUIRE(home.Make().ok());
  bool has_programs = false;
  SpecStore store(home.maker.directories, SpecStore::Compiles::kInMemory,
                  home.maker.cache, [&](const std::string& name) {
                    return has_programs ? home.ProgramOf(name) : "";
                  });
  CHECK_FALSE(store.Find("tool"));
  has_programs = true;
  // Only the line that is typed leads to a search for the program.
  CHECK_FALSE(store.Find("tool"));
  const SpecStore::LooksForPrograms looks(store);
  const auto spec = store.Find("tool");
  REQUIRE(spec);
  CHECK(spec->has_risks);
  CHECK(TextOfOption(*spec, "-b") == "Bare");
}

TEST_CASE("machine pack: --help is run of programs that a package owns") {
  Home home;
  home.PutTool();
  const std::string program = home.ProgramOf("tool");
  CHECK_FALSE(MayRunHelp(home.installed, program, /*has_run=*/false));
  CHECK(MayRunHelp(home.installed, program, /*has_run=*/true) == CanConfine());
  REQUIRE(chmod(program.c_str(), 04755) == 0);
  CHECK_FALSE(MayRunHelp(home.installed, program, /*has_run=*/true));
}

}  // namespace synapse
