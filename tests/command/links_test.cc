// The links of README and docs/, and what comments and manual pages cite of
// docs/, lead to a file and to a heading in it.
#include <re2/re2.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::LinesOf;
using testing::SourceFile;

// The files below a folder of the tree, by their paths in the tree.
std::vector<std::string> FilesBelow(const char* folder) {
  std::vector<std::string> out;
  const std::filesystem::path root = SourceFile("");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(root / folder)) {
    if (!entry.is_regular_file()) continue;
    out.push_back(entry.path().lexically_relative(root).string());
  }
  REQUIRE_MESSAGE(!out.empty(), folder);
  return out;
}

std::vector<std::string> MarkdownPages() {
  std::vector<std::string> out = {"README.md"};
  for (const std::string& file : FilesBelow("docs")) {
    if (file.ends_with(".md")) out.push_back(file);
  }
  return out;
}

std::string TextOf(const std::string& path) {
  auto text = ReadFile(SourceFile(path));
  REQUIRE_MESSAGE(text.ok(), path);
  return *text;
}

struct PageLink {
  std::string file;    // by its path in the tree
  std::string anchor;  // the heading as browsers write it, or empty
};

std::vector<PageLink> LinksOf(const std::string& page) {
  std::vector<PageLink> out;
  const auto folder = std::filesystem::path(page).parent_path();
  const std::string text = TextOf(page);
  re2::StringPiece rest = text;
  std::string file, anchor;
  while (RE2::FindAndConsume(&rest, R"(\]\(([^)#]*)#?([^)]*)\))", &file,
                             &anchor)) {
    if (file.starts_with("http")) continue;
    out.push_back(
        {file.empty() ? page : (folder / file).lexically_normal().string(),
         anchor});
  }
  return out;
}

// "The score" -> "the-score", as GitHub does.
std::string AnchorOf(const std::string& heading) {
  std::string out;
  for (char c : heading) {
    if (isalnum(static_cast<unsigned char>(c)) || c == '-') {
      out += static_cast<char>(tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      out += '-';
    }
  }
  return out;
}

std::set<std::string> HeadingsOf(const std::string& page) {
  std::set<std::string> out;
  for (const std::string& line : LinesOf(TextOf(page))) {
    if (line.starts_with("#")) out.insert(line.substr(line.find(' ') + 1));
  }
  return out;
}

bool HasAnchor(const std::string& page, const std::string& anchor) {
  for (const std::string& heading : HeadingsOf(page)) {
    if (AnchorOf(heading) == anchor) return true;
  }
  return false;
}

bool IsIn(const std::vector<PageLink>& links, const std::string& file) {
  for (const PageLink& link : links) {
    if (link.file == file) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("links: every link leads to a file, and to a heading in it") {
  size_t count = 0;
  for (const std::string& page : MarkdownPages()) {
    CAPTURE(page);
    for (const PageLink& link : LinksOf(page)) {
      ++count;
      CAPTURE(link.file);
      CAPTURE(link.anchor);
      REQUIRE(std::filesystem::exists(SourceFile(link.file)));
      if (!link.anchor.empty()) CHECK(HasAnchor(link.file, link.anchor));
    }
  }
  CHECK(count > 100);
}

TEST_CASE("links: README leads to every page of docs/, and is short") {
  const auto links = LinksOf("README.md");
  const auto internals = LinksOf("docs/internals/README.md");
  for (const std::string& page : MarkdownPages()) {
    CAPTURE(page);
    if (page == "README.md") continue;
    CHECK((IsIn(links, page) || IsIn(internals, page)));
  }
  CHECK(LinesOf(TextOf("README.md")).size() <= 150);
}

TEST_CASE("links: every folder of the code has a page") {
  const std::string manual = TextOf("man/synapse-internals.7");
  const std::filesystem::path common = SourceFile("common");
  for (const auto& entry : std::filesystem::directory_iterator(common)) {
    if (!entry.is_directory()) continue;
    const std::string room = entry.path().filename().string();
    CAPTURE(room);
    CHECK(
        std::filesystem::exists(SourceFile("docs/internals/" + room + ".md")));
    CHECK(manual.find("common/" + room + "/ \", \" " + room + ".md") !=
          manual.npos);
  }
}

// The form of a citation is: docs/internals/rank.md, "The score". Its line may
// be broken.
TEST_CASE("links: comments cite headings that are there") {
  static const RE2 kBreak(R"(\n[ \t]*(//|#|\*)?[ \t]*)");
  static const RE2 kCitation(R"re((docs/internals/[a-z-]+\.md),? "([^"]*)")re");
  size_t count = 0;
  for (const char* folder : {"common", "module", "scripts", "tests"}) {
    for (const std::string& file : FilesBelow(folder)) {
      if (file.ends_with("links_test.cc")) continue;
      std::string text = TextOf(file);
      if (text.find("docs/internals/") == text.npos) continue;
      RE2::GlobalReplace(&text, kBreak, " ");
      re2::StringPiece rest = text;
      std::string page, heading;
      while (RE2::FindAndConsume(&rest, kCitation, &page, &heading)) {
        if (!std::filesystem::exists(SourceFile(page))) {
          FAIL_CHECK(file, " cites ", page);
          continue;
        }
        ++count;
        CHECK_MESSAGE(HeadingsOf(page).contains(heading), file, ": ", heading);
      }
    }
  }
  CHECK(count > 4);
}

}  // namespace synapse
