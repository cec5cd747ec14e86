// Small parts: text, files, budget, clock, status.
#include <fcntl.h>
#include <rapidjson/document.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "tests/testing.h"

namespace synapse {

using testing::ScopedEnv;
using testing::TempTree;

TEST_CASE("text: UTF-8 is decoded, and what is none advances by a byte") {
  struct {
    std::string bytes;
    char32_t value;
    int length;
  } const kCases[] = {
      {"a", 'a', 1},
      {"\xc3\xbc", 0xFC, 2},
      {"\xe6\xbc\xa2", 0x6F22, 3},
      {"\xf0\x9f\x98\x80", 0x1F600, 4},
      {"\xef\xbf\xbd", 0xFFFD, 3},
      {"\xf4\x8f\xbf\xbf", 0x10FFFF, 4},
      {"\xff", 0xFFFD, 1},
      {"\x80", 0xFFFD, 1},
      {"\xc3", 0xFFFD, 1},              // cut
      {"\xc3(", 0xFFFD, 1},             // no continuation
      {"\xc0\xaf", 0xFFFD, 1},          // overlong
      {"\xe0\x80\xaf", 0xFFFD, 1},      // overlong
      {"\xed\xa0\x80", 0xFFFD, 1},      // a surrogate
      {"\xf4\x90\x80\x80", 0xFFFD, 1},  // beyond Unicode
  };
  for (const auto& c : kCases) {
    INFO(c.bytes);
    CodePoint p = DecodeUtf8(c.bytes, 0);
    CHECK(p.value == c.value);
    CHECK(p.length == c.length);
  }
}

TEST_CASE("text: columns") {
  CHECK(DisplayWidth("abc") == 3);
  CHECK(DisplayWidth("ü") == 1);
  CHECK(DisplayWidth("u\xcc\x88") == 1);  // a combining mark
  CHECK(DisplayWidth("漢字") == 4);
  CHECK(DisplayWidth("😀") == 2);
  CHECK(DisplayWidth("a\tb") == 4);  // ^I
  CHECK(DisplayWidth("") == 0);
  CHECK(CodePointWidth(0x1B) == -1);
  CHECK(CodePointWidth(0x9B) == -1);
  CHECK(CodePointWidth(0x200D) == 0);
}

TEST_CASE("text: nothing printable steers the terminal") {
  CHECK(Printable("a\x1b[31mb") == "a^[[31mb");
  CHECK(Printable("a\nb") == "a^Jb");
  CHECK(Printable("a\nb", true) == "a\nb");
  CHECK(Printable("\x7f") == "^?");
  CHECK(Printable("\xc2\x9b") == "\\x9b");  // CSI as one character
  CHECK(Printable("\xff") == "\xef\xbf\xbd");
  CHECK(Printable("a\u202etxt.exe") == "a\\u202etxt.exe");  // right to left
  CHECK(Printable("a\u200bb\u2028") == "a\\u200bb\\u2028");
  CHECK(Printable("\U000e0041") == "\\U000e0041");
  CHECK(Printable("👩\u200d👧") == "👩\u200d👧");
  CHECK(Printable("a\u200db") == "a\\u200db");
  CHECK(Printable("漢") == "漢");
  for (int c = 0; c < 256; ++c) {
    std::string shown = Printable(std::string(1, static_cast<char>(c)));
    for (unsigned char b : shown) CHECK((b >= 0x20 && b != 0x7F));
  }
}

// `suggest --format json` sent control characters raw to the terminal.
TEST_CASE("json: short forms where JSON has them") {
  std::string out;
  for (char32_t value :
       {U'\n', U'\t', U'\r', U'\b', U'\f', U'\x7', U'\x202e'}) {
    AppendJsonEscape(value, out);
  }
  CHECK(out == R"(\n\t\r\b\f\u0007\u202e)");
}

TEST_CASE("json: what is hidden is escaped, and reads back") {
  for (const std::string& text :
       {std::string("plain \"q\" \\ \xc3\xa9"),
        std::string("a\xe2\x80\xae"
                    "b"),
        std::string("\xc2\x9b"
                    "31m\x1b[2J\n\t"),
        std::string("\xe2\x80\xa8"),
        std::string("\xf3\xa0\x81\x81 tag \xf0\x9f\x98\x80")}) {
    JsonBuffer buffer;
    JsonWriter w(buffer);
    JsonString(w, text);
    const std::string json = buffer.GetString();
    INFO(json);
    CHECK_FALSE(HasHidden(json));
    rapidjson::Document d;
    d.Parse(json.c_str());
    REQUIRE(d.IsString());
    CHECK(std::string(d.GetString(), d.GetStringLength()) == text);
  }
  JsonBuffer buffer;
  JsonWriter w(buffer);
  JsonString(w,
             "\xff"
             "a");
  CHECK(std::string(buffer.GetString()) == "\"\\ufffda\"");
}

TEST_CASE("text: as wide as it is counted, in a locale of single bytes too") {
  CHECK(Drawable("añ漢e\u0301\x1b") == "añ漢e\u0301^[");
  setlocale(LC_CTYPE, "C");
  CHECK(Drawable("añ漢e\u0301\x1b") == "a??e^[");
  int count = 0;
  CHECK(WrapRows("ñññ", 2, 10, 2, &count) == "??\n?");
  setlocale(LC_CTYPE, "C.UTF-8");
}

TEST_CASE("text: clipping never cuts a character") {
  CHECK(ClipToWidth("abc", 2) == "ab");
  CHECK(ClipToWidth("漢字", 3) == "漢");
  CHECK(ClipToWidth("u\xcc\x88x", 1) == "u\xcc\x88");
  CHECK(ClipToWidth("abc", 0) == "");
  CHECK(ClipToWidth("abc", 99) == "abc");
}

TEST_CASE("text: trimming, lower case, the published hash") {
  CHECK(Trim(" \t a b \n") == "a b");
  CHECK(Trim(" \n") == "");
  CHECK(AsciiLower("AbÜ") == "abÜ");
  // FNV-1a's own test vectors.
  CHECK(Hash64("") == 0xcbf29ce484222325ull);
  CHECK(Hash64("a") == 0xaf63dc4c8601ec8cull);
  CHECK(Hash64("foobar") == 0x85944171f73967e8ull);
}

TEST_CASE("text: a line of a text begins with a word, or none does") {
  CHECK(HasLine("kind: x\napiVersion: v1\n", "apiVersion:"));
  CHECK(HasLine("apiVersion: v1", "apiVersion:"));
  CHECK(HasLine("  kind:\nkind:", "kind:"));
  CHECK_FALSE(HasLine("  kind: x", "kind:"));
  CHECK_FALSE(HasLine("", "kind:"));
}

TEST_CASE("text: words are joined with a blank between each two") {
  CHECK(JoinWords(std::vector<std::string>{}).empty());
  CHECK(JoinWords(std::vector<std::string>{"ls"}) == "ls");
  CHECK(JoinWords(std::vector<std::string>{"git", "", "log"}) == "git  log");
  CHECK(JoinWords(std::vector<std::string>{"", "log"}) == "log");
}

TEST_CASE("text: a decimal number is the whole text, or none") {
  CHECK(ParseDecimal("0.4") == 0.4);
  CHECK(ParseDecimal("-2") == -2);
  CHECK(ParseDecimal("1e3") == 1000);
  CHECK(ParseDecimal(".5") == 0.5);
  CHECK(ParseDecimal(std::string_view("125", 2)) == 12);
  for (const char* text : {"", " 1", "1 ", "1,5", "0x1", "inf", "nan", "1e999",
                           "-", "1.2.3", "1e", "a"}) {
    CAPTURE(text);
    CHECK(!ParseDecimal(text));
  }
}

TEST_CASE("amounts: in words") {
  for (const auto& [bytes, text] :
       {std::pair<uint64_t, const char*>(0, "0 bytes"),
        {1, "1 byte"},
        {999, "999 bytes"},
        {1'234, "1.2 KB"},
        {12'345, "12 KB"},
        {UINT64_MAX, "18446744 TB"}}) {
    CHECK(SizeText(bytes) == text);
  }
  constexpr int64_t kNow = 2'000'000'000;
  for (const auto& [age, text] :
       {std::pair<int64_t, const char*>(0, "just now"),
        {-50, "just now"},
        {300, "5 min ago"},
        {7200, "2 h ago"},
        {3 * 86400, "3 days ago"},
        {14 * 86400, "2 weeks ago"},
        {kNow, "63 years ago"}}) {
    CHECK(AgoText(kNow - age, kNow) == text);
  }
  CHECK(AgoText(INT64_MIN, kNow) == "63 years ago");
}

TEST_CASE("files: a file is read whole, or says why not") {
  TempTree tree;
  std::string path = tree.Write("f", std::string("a\0b\n", 4));
  CHECK(*ReadFile(path) == std::string("a\0b\n", 4));
  CHECK(ReadFile(tree.Path("none")).status().code() == Code::kNotFound);
  CHECK(ReadFile(path + "/x").status().code() == Code::kNotFound);
  CHECK(ReadFile(tree.Path()).status().code() == Code::kInvalidArgument);
  CHECK(ReadFile(path, 3).status().code() == Code::kInvalidArgument);
  CHECK(ReadFile(path, 4).ok());
  // The file reports size 0 and has content.
  CHECK(ReadFile("/proc/self/status")->find("Name:") != std::string::npos);
}

TEST_CASE("files: a fifo and a terminal never block") {
  TempTree tree;
  REQUIRE(mkfifo(tree.Path("fifo").c_str(), 0600) == 0);
  CHECK(ReadFile(tree.Path("fifo")).status().code() == Code::kInvalidArgument);
  CHECK_FALSE(ReadFile("/dev/null").ok());
}

TEST_CASE("files: writing is all or nothing, private, and keeps a link") {
  TempTree tree;
  std::string path = tree.Path("f");
  CHECK(WriteFileAtomically(path, "one").ok());
  CHECK(WriteFileAtomically(path, "two").ok());
  CHECK(*ReadFile(path) == "two");
  CHECK((StatFile(path)->st_mode & 0777) == 0600);
  CHECK_FALSE(WriteFileAtomically(tree.Path("no/f"), "x").ok());
  // The configuration is a link into a repository.
  tree.Write("dotfiles/target", "old");
  const std::string link = tree.Path("link");
  REQUIRE(symlink(tree.Path("dotfiles/target").c_str(), link.c_str()) == 0);
  CHECK(WriteFileAtomically(link, "new").ok());
  CHECK(*ReadFile(tree.Path("dotfiles/target")) == "new");
  CHECK(std::filesystem::is_symlink(link));
  REQUIRE(symlink(tree.Path("none").c_str(), tree.Path("dead").c_str()) == 0);
  CHECK_FALSE(WriteFileAtomically(tree.Path("dead"), "x").ok());
  // As root, `history export --bundle /dev/null` made a file of the device.
  REQUIRE(mkfifo(tree.Path("pipe").c_str(), 0600) == 0);
  REQUIRE(symlink("pipe", tree.Path("to-pipe").c_str()) == 0);
  for (const char* name : {"pipe", "to-pipe", "dotfiles"}) {
    const Status refused = WriteFileAtomically(tree.Path(name), "x");
    CHECK(refused.message() == tree.Path(name) + ": not a regular file");
  }
  CHECK(S_ISFIFO(StatFile(tree.Path("pipe"))->st_mode));
}

// Root has the HOME of another user, or a directory that others can write to.
TEST_CASE("files: another user's files, directories and links are left alone") {
  if (geteuid() != 0) {
    MESSAGE("the right to give a file away is missing: skipped");
    return;
  }
  constexpr uid_t kOther = 65534;
  TempTree tree;
  tree.Write("home/f", "theirs");
  tree.Write("mine/f", "mine");
  tree.Write("shared/target", "kept");
  const std::string home = tree.Path("home"), link = tree.Path("shared/f");
  REQUIRE(chown(home.c_str(), kOther, kOther) == 0);
  REQUIRE(chown((home + "/f").c_str(), kOther, kOther) == 0);
  REQUIRE(chown(tree.Path("mine/f").c_str(), kOther, kOther) == 0);
  REQUIRE(symlink(tree.Path("shared/target").c_str(), link.c_str()) == 0);
  REQUIRE(lchown(link.c_str(), kOther, kOther) == 0);
  for (const std::string& path :
       {home + "/f", home + "/new", link, tree.Path("mine/f")}) {
    CAPTURE(path);
    Status written = WriteFileAtomically(path, "root's");
    CHECK(written.code() == Code::kUnavailable);
    CHECK(written.message().find("another user") != std::string::npos);
  }
  CHECK(StatFile(home + "/f")->st_uid == kOther);
  CHECK(*ReadFile(tree.Path("shared/target")) == "kept");
  CHECK_FALSE(CheckOwner(home + "/.config/synapse").ok());
  CHECK(CheckOwner(tree.Path("mine/a/b")).ok());
}

// A blocked signal stays pending, although ignored (bash blocks all in a hook).
TEST_CASE("files: a write beyond the file-size limit kills nobody") {
  TempTree tree;
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    Status written = WriteFileAtomically(tree.Path("f"), std::string(200, 'x'));
    sigprocmask(SIG_SETMASK, &before, nullptr);
    _exit(written.ok() ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("files: directories are made private") {
  TempTree tree;
  std::string path = tree.Path("a/b/c");
  CHECK(MakePrivateDirs(path).ok());
  CHECK(MakePrivateDirs(path).ok());
  CHECK((StatFile(tree.Path("a"))->st_mode & 0777) == 0700);
  CHECK((StatFile(path)->st_mode & 0777) == 0700);
  tree.Write("file", "");
  CHECK_FALSE(MakePrivateDirs(tree.Path("file")).ok());
  CHECK_FALSE(MakePrivateDirs(tree.Path("file/x")).ok());
  // Root made the home directory of a user who has none.
  const char* home = getenv("HOME");
  const std::string before = home ? home : "";
  setenv("HOME", tree.Path("nobody").c_str(), 1);
  CHECK_FALSE(MakePrivateDirs(tree.Path("nobody/.local/share/synapse")).ok());
  CHECK_FALSE(IsDirectory(tree.Path("nobody")));
  CHECK(MakePrivateDirs(tree.Path("elsewhere/store")).ok());
  setenv("HOME", before.c_str(), 1);
}

TEST_CASE("files: paths") {
  CHECK(JoinPath("a", "b") == "a/b");
  CHECK(JoinPath("a/", "b") == "a/b");
  CHECK(JoinPath("a", "/b") == "/b");
  CHECK(JoinPath("", "b") == "b");
  CHECK(BaseName("a/b") == "b");
  CHECK(BaseName("b") == "b");
  CHECK(DirName("a/b") == "a");
  CHECK(DirName("/b") == "/");
  CHECK(DirName("b") == ".");
}

TEST_CASE("files: a path is below a directory by whole names") {
  CHECK(IsBelow("/a/b", "/a"));
  CHECK(IsBelow("/a", "/a"));
  CHECK(IsBelow("/a", "/"));
  CHECK_FALSE(IsBelow("/ab", "/a"));
  CHECK_FALSE(IsBelow("/", "/a"));
  CHECK_FALSE(IsBelow("/a", ""));
}

TEST_CASE("files: upwards to the directory that holds a name") {
  TempTree tree;
  tree.MakeDir("r/.git");
  std::string deep = tree.MakeDir("r/a/b/c");
  CHECK(FindUpwards(deep, ".git") == tree.Path("r"));
  CHECK(FindUpwards(tree.Path("r"), ".git") == tree.Path("r"));
  CHECK_FALSE(FindUpwards(deep, ".git", 2));
  CHECK_FALSE(FindUpwards(deep, "no-such-name-anywhere"));
  CHECK_FALSE(FindUpwards("relative", ".git"));
}

TEST_CASE("files: the paths of a user") {
  ScopedEnv home("HOME", "/h");
  {
    ScopedEnv data("XDG_DATA_HOME", "");
    ScopedEnv config("XDG_CONFIG_HOME", "/c");
    ScopedEnv cache("XDG_CACHE_HOME", "relative");
    PathSet p = PathSet::FromEnvironment();
    CHECK(p.home == "/h");
    CHECK(p.data == "/h/.local/share/synapse");
    CHECK(p.config == "/c/synapse");
    CHECK(p.cache == "/h/.cache/synapse");  // a relative path is ignored
  }
  CHECK(ExpandTilde("~/x") == "/h/x");
  CHECK(ExpandTilde("~") == "/h");
  CHECK(ExpandTilde("~no-such-user-here/x") == "~no-such-user-here/x");
  CHECK(ExpandTilde("x/~") == "x/~");
  CHECK(ExpandTilde("~root/x").ends_with("/x"));
  CHECK(ExpandTilde("~root/x").starts_with("/"));
}

TEST_CASE("files: local directories are no slow mounts") {
  TempTree tree;
  CHECK_FALSE(OnSlowMount("/"));
  CHECK_FALSE(OnSlowMount("/proc"));
}

TEST_CASE("budget: spent once the time is over, and from then on") {
  Budget none(0);
  CHECK(none.SpentNow());
  CHECK(none.Spent());
  Budget much = Budget::Unlimited();
  for (int i = 0; i < 1000; ++i) CHECK_FALSE(much.Spent());
  CHECK_FALSE(much.SpentNow());
  CHECK_FALSE(much.Slice(0.5).SpentNow());
  CHECK(none.Slice(0.5).SpentNow());
  // The budget reads the clock once in 64 questions.
  Budget asked(0);
  int questions = 1;
  while (!asked.Spent()) ++questions;
  CHECK(questions == 64);
  CHECK(asked.steps() == 64);
  (void)asked.SpentNow();
  CHECK(asked.steps() == 65);
}

TEST_CASE("clock: fixed, and real again") {
  Clock clock;
  clock.Fix(1234);
  CHECK(clock.NowMs() == 1234);
  clock.Fix(0);
  CHECK(clock.NowMs() > 1600000000000);
  int64_t before = Clock::MonotonicUs();
  CHECK(Clock::MonotonicUs() >= before);
}

TEST_CASE("status: codes have the names of the wire") {
  CHECK(Status().ok());
  Status busy(Code::kBusy, "locked");
  CHECK_FALSE(busy.ok());
  CHECK(busy.message() == "locked");
  CHECK(std::string(CodeName(Code::kBusy)) == "E_STORAGE_BUSY");
  CHECK(std::string(CodeName(Code::kCorrupt)) == "E_STORAGE_CORRUPT");
  Result<int> good(3);
  CHECK(*good == 3);
  Result<int> bad(Code::kNotFound, "x");
  CHECK_FALSE(bad.ok());
  CHECK(bad.status().code() == Code::kNotFound);
}

TEST_CASE("layers: no include points back") {
  CHECK(system(testing::SourceFile("tests/check_includes").c_str()) == 0);
}

TEST_CASE("memory: what is left below the limit") {
  // The sanitizers map terabytes: no limit can be set below that.
  const pid_t child = fork();
  if (child == 0) {
    if (AddressSpaceLeft() != UINT64_MAX) _exit(0);  // it has a limit
    const rlimit far{rlim_t{1} << 46, rlim_t{1} << 46};
    if (setrlimit(RLIMIT_AS, &far) != 0) _exit(1);
    const uint64_t left = AddressSpaceLeft();
    if (left == 0 || left >= far.rlim_cur) _exit(2);
    const rlimit near{4096, far.rlim_max};
    if (setrlimit(RLIMIT_AS, &near) != 0) _exit(3);
    // No memory can be mapped now: the result is zero, or unknown.
    _exit(AddressSpaceLeft() >= left ? 0 : AddressSpaceLeft() == 0 ? 0 : 4);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("text: in rows, as a terminal would break it") {
  auto rows = [](std::string_view text, int first, int columns, int most) {
    int count = 0;
    std::string out = WrapRows(text, first, columns, most, &count);
    return std::to_string(count) + ":" + out;
  };
  CHECK(rows("abcdef", 6, 10, 3) == "1:abcdef");
  CHECK(rows("abcdef", 2, 3, 3) == "3:ab\ncde\nf");
  CHECK(rows("abcdef", 2, 3, 2) == "2:ab\ncd…");
  CHECK(rows("a\nb", 5, 5, 3) == "2:a\nb");
  CHECK(rows("a\nb", 5, 5, 1) == "1:a…");
  CHECK(rows("ab\ncd", 2, 5, 1) == "1:a…");
  CHECK(rows("漢字x", 4, 5, 1) == "1:漢…");
  CHECK(rows("ab", 0, 5, 2) == "2:\nab");
  CHECK(rows("ab", 0, 5, 1) == "0:");
  CHECK(rows("\xE6\xBC\xA2\xE5\xAD\x97", 3, 3, 3) ==
        "2:\xE6\xBC\xA2\n\xE5\xAD\x97");
  CHECK(rows("\xE6\xBC\xA2", 1, 1, 3) == "0:");  // wider than the screen
  CHECK(rows("a\033b", 10, 10, 2) == "1:a^[b");
}

TEST_CASE("text: where the next word ends") {
  CHECK(NextWordEnd("git commit -m", 0) == 3);
  CHECK(NextWordEnd("git commit -m", 3) == 10);
  CHECK(NextWordEnd("git commit", 5) == 10);
  CHECK(NextWordEnd("git \t", 3) == 5);
  CHECK(NextWordEnd("git", 3) == 3);
  CHECK(NextWordEnd("", 0) == 0);
  // Half of `My\ Documents` leaves a backslash at the end of the line, and
  // Enter then asks for another line.
  CHECK(NextWordEnd("cd My\\ Documents/ x", 2) == 17);
  CHECK(NextWordEnd("cat a\\\\ b", 3) == 7);
  CHECK(NextWordEnd("cat a\\", 3) == 6);
  CHECK(NextWordEnd("\\ b c", 0) == 3);
  CHECK(WithoutSlash("src//") == "src");
  CHECK(WithoutSlash("a/b") == "a/b");
  CHECK(WithoutSlash("//") == "/");
  CHECK(WithoutSlash("") == "");
}

}  // namespace synapse
