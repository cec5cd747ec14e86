#include "manual/program_texts.h"

#include <cstdio>

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

std::string Page(const std::string& name, const std::string& text) {
  return ".TH X 1\n.SH NAME\n" + name + " \\- " + text + "\n.SH SYNOPSIS\n";
}

struct Programs {
  TempTree tree;
  ProgramTextSources sources{{tree.Path("own/man"), tree.Path("man")},
                             {tree.Path("applications")}};
  std::string cache = tree.Path("cache");

  std::string Of(std::string_view name) {
    return ProgramTexts(cache, sources, /*renews=*/false).Of(name);
  }
};

}  // namespace

TEST_CASE("program texts: manual pages, then desktop entries") {
  Programs m;
  m.tree.Write("man/man1/frob.1", Page("frob", "frobnicate the widgets"));
  m.tree.Write("man/man8/frobd.8", Page("frobd", "widget server"));
  m.tree.Write("man/man1/glorb.1", ".so man1/frob.1\n");
  m.tree.Write("man/man1/py.3.11.1", Page("py", "an interpreter"));
  m.tree.Write("own/man/man1/frob.1", Page("frob", "my own frob"));
  m.tree.Write("man/man3/printf.3", Page("printf", "a function of C"));
  m.tree.Write("man/man1/bad.1", "no page\n");
  const std::string plain = m.tree.Write("man/man1/zip.1", Page("zip", "pack"));
  REQUIRE(system(("gzip " + plain).c_str()) == 0);
  m.tree.Write("applications/paint.desktop",
               "[Desktop Entry]\nName=Paint\nGenericName=Editor\n"
               "Comment=Draw pictures\nExec=/usr/bin/paint %U\n"
               "[Desktop Action x]\nExec=other\n");
  m.tree.Write("applications/frob.desktop",
               "[Desktop Entry]\nComment=not this\nExec=frob\n");
  CHECK(m.Of("frob").empty());  // nothing is written yet
  WriteProgramTexts(m.cache, m.sources);
  CHECK(m.Of("frob") == "my own frob");
  CHECK(m.Of("frobd") == "widget server");
  CHECK(m.Of("glorb") == "frobnicate the widgets");
  CHECK(m.Of("py.3.11") == "an interpreter");
  CHECK(m.Of("zip") == "pack");
  CHECK(m.Of("paint") == "Draw pictures");
  for (const char* name : {"printf", "bad", "other", "fro", "frobb", "zzz", "",
                           "a/b", "synapse"}) {
    CAPTURE(name);
    CHECK(m.Of(name).empty());
  }
}

TEST_CASE("program texts: each of many names is found") {
  Programs m;
  std::mt19937 random(static_cast<uint32_t>(testing::RandomSeed()));
  std::map<std::string, std::string> all;
  for (int i = 0; i < 500; ++i) {
    std::string name;
    for (size_t j = random() % 12 + 1; j > 0; --j) {
      name += static_cast<char>('a' + random() % 4);
    }
    const std::string text =
        "text of " + std::to_string(i) + std::string(random() % 90, 'x');
    if (all.emplace(name, text).second) {
      m.tree.Write("man/man1/" + name + ".1", Page(name, text));
    }
  }
  WriteProgramTexts(m.cache, m.sources);
  ProgramTexts texts(m.cache, m.sources, /*renews=*/false);
  for (const auto& [name, text] : all) {
    CAPTURE(name);
    CHECK(texts.Of(name) == text);
  }
  for (const char* name : {"", "0", "e", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
    CHECK(texts.Of(name).empty());
  }
}

TEST_CASE("program texts: a damaged file has no texts") {
  Programs m;
  for (const std::string& bytes :
       {std::string(), std::string("other\n"),
        std::string("synapse programs 1 x"),
        std::string("synapse programs 1 x\nfrob"),
        std::string("synapse programs 1 x\nfrob no tab\n"),
        "synapse programs 1 x\n" + std::string(10000, 'f') + "\ttext\n",
        std::string("synapse programs 1 x\n\n\n\n")}) {
    m.tree.Write("cache/programs", bytes);
    CHECK(m.Of("frob").empty());
  }
  m.tree.Write("cache/programs", "synapse programs 1 x\nfrob\ta\x1b[31mb\n");
  CHECK(m.Of("frob") == "a[31mb");
}

TEST_CASE("program texts: a shell has them written, and again after a change") {
  Programs m;
  auto written = [&](const std::string& text) {
    for (int i = 0; i < 2000; ++i) {
      if (m.Of("frob") == text) return true;
      usleep(5000);
    }
    return false;
  };
  m.tree.Write("man/man1/frob.1", Page("frob", "first"));
  const std::string at_once =
      ProgramTexts(m.cache, m.sources, /*renews=*/true).Of("frob");
  CHECK((at_once.empty() || at_once == "first"));
  CHECK(written("first"));
  m.tree.Write("man/man1/frob.1", Page("frob", "second"));
  m.tree.Write("man/man1/new.1", Page("new", "third"));
  (void)ProgramTexts(m.cache, m.sources, /*renews=*/true).Of("frob");
  CHECK(written("second"));
}

}  // namespace synapse
