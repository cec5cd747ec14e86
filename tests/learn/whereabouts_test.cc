#include "learn/whereabouts.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// The directory after the lines, which start in /srv/a.
std::string Walked(const std::vector<std::string>& lines,
                   const std::string& home = "/home/u") {
  Whereabouts at{"/srv/a", ""};
  for (const std::string& line : lines) at = After(at, line, home);
  return at.now;
}

}  // namespace

TEST_CASE("directory: follows cd") {
  CHECK(Walked({"ls", "cdx b", "git cd b"}) == "/srv/a");
  CHECK(Walked({"cd b"}) == "/srv/a/b");
  CHECK(Walked({"cd ./b//c/"}) == "/srv/a/b/c");
  CHECK(Walked({"cd .."}) == "/srv");
  CHECK(Walked({"cd ../../.."}) == "/");
  CHECK(Walked({"cd /tmp/x"}) == "/tmp/x");
  CHECK(Walked({"cd"}) == "/home/u");
  CHECK(Walked({"cd ~"}) == "/home/u");
  CHECK(Walked({"cd ~/x"}) == "/home/u/x");
  CHECK(Walked({"cd ~/x"}, "") == "~/x");
  CHECK(Walked({"cd 'b c' && ls"}) == "/srv/a/b c");
  CHECK(Walked({"cd -P -- b"}) == "/srv/a/b");
  CHECK(Walked({"cd b", "cd -"}) == "/srv/a");
  CHECK(Walked({"cd b", "cd -", "cd -"}) == "/srv/a/b");
  CHECK(Walked({"cd $HOME/x"}) == "$HOME/x");
}

TEST_CASE("directory: a loop does not grow for ever") {
  CHECK(Walked(std::vector<std::string>(5000, "cd abc")).size() <= 1024);
}

TEST_CASE("directory: the mark of an unknown or a foreign one") {
  CHECK(IsUnknownDirectory(""));
  CHECK(IsUnknownDirectory("/nonexistent"));
  // A recorded directory of another machine is none of this one.
  CHECK(DirectoryElsewhere("") == "/nonexistent");
  CHECK(DirectoryElsewhere("/") == "/nonexistent");
  CHECK(DirectoryElsewhere("/usr") == "/nonexistent/usr");
  CHECK(DirectoryElsewhere("/nonexistent/usr") == "/nonexistent/usr");
  CHECK_FALSE(IsUnknownDirectory("/"));
  CHECK(RecordedDirectory("/usr", {}) == "/nonexistent/usr");
  CHECK(RecordedDirectory("", {}) == "/nonexistent");
  const std::vector<std::string> here = {"", "/home/u", "/srv"};
  CHECK(RecordedDirectory("/home/u", here) == "/home/u");
  CHECK(RecordedDirectory("/srv/x", here) == "/srv/x");
  CHECK(RecordedDirectory("/home/user", here) == "/nonexistent/home/user");
  CHECK(RecordedDirectory("/usr", {"/"}) == "/usr");
}

}  // namespace synapse
