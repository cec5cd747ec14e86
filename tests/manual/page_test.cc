#include "manual/page.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// "LEVEL TEXT" of each paragraph, "LEVEL T TEXT" for a tag, "# TITLE".
std::string ShownPage(std::string_view source) {
  std::string out;
  for (const PageSection& section : ParsePage(source).sections) {
    out += (section.is_part ? "## " : "# ") + section.title + "\n";
    for (const PageParagraph& p : section.paragraphs) {
      std::string text;
      for (char c : p.text) {
        text += c == kValueBegin || c == kValueEnd ? '*' : c;
      }
      out += std::to_string(p.level) + (p.tag ? " T " : " ") + text + "\n";
    }
  }
  return out;
}

}  // namespace

TEST_CASE("page: the layouts in which options are written") {
  const struct {
    const char* what;
    const char* source;
    const char* shown;
  } kCases[] = {
      {"TP, as of help2man",
       ".SH OPTIONS\n.TP\n\\fB\\-a\\fR, \\fB\\-\\-all\\fR\nShow\nall.\n.TP\n"
       ".BR \\-o \" \" \\fIfile\\fR\nWrite.\n",
       "# OPTIONS\n0 T -a, --all\n1 Show all.\n0 T -o *file*\n1 Write.\n"},
      {"DocBook",
       ".SH \"OPTIONS\"\n.PP\n\\fB\\-a\\fR\n.RS "
       "4\nShow\n\\fIall\\fR\\&.\n.RE\n",
       "# OPTIONS\n0 -a\n1 Show *all*.\n"},
      {"pod2man",
       ".SH OPTIONS\n.IP \"\\fB\\-a\\fR \\fIfile\\fR\" 4\n.IX Item \"-a\"\n"
       "Show.\n",
       "# OPTIONS\n0 T -a *file*\n1 Show.\n"},
      {"go-md2man", ".SH OPTIONS\n.PP\n\\fB--all\\fP=false\n\tShow all.\n",
       "# OPTIONS\n0 --all=false\n1 Show all.\n"},
      {"mdoc",
       ".Dd May 1\n.Sh OPTIONS\n.Bl -tag -width Ds\n.It Fl o Ar file , Fl Fl "
       "output Ns = Ns Ar file\nWrite to\n.Ar file .\n.It Fl v\nTell.\n.El\n",
       "# OPTIONS\n0 T -o *file*, --output=*file*\n1 Write to *file*.\n"
       "0 T -v\n1 Tell.\n"},
      {"mdoc: a tag in several lines",
       ".Dd x\n.Sh O\n.Bl -tag\n.It Xo\n.Fl L\n.Op Ar a :\n.Ar b\n.Xc\nText.\n",
       "# O\n0 T -L [*a*]: *b*\n1 Text.\n"},
      {"a bullet is no tag", ".SH O\n.IP \"\\[bu]\" 2\n\\-a: text\n",
       "# O\n1 -a: text\n"},
      {"nested",
       ".SH C\n.TP\nadd\nAdd.\n.RS\n.TP\n\\-f\nForce.\n.RE\n.TP\nrm\nRemove.\n",
       "# C\n0 T add\n1 Add.\n2 T -f\n3 Force.\n0 T rm\n1 Remove.\n"}};
  for (const auto& c : kCases) {
    CHECK_MESSAGE(ShownPage(c.source) == c.shown, c.what);
  }
}

TEST_CASE("page: escapes, strings, conditions and definitions") {
  CHECK(ShownPage(".SH N\n\\(lqa\\(rq \\[u00e9] \\e \\*(Aq \\s-1X\\s0 "
                  "\\m[red]y\\m[] \\h'2'z\\\" gone\n") ==
        "# N\n0 \"a\" é \\ ' X y z\n");
  CHECK(ShownPage(".ds xx five\n.SH N\n\\*(xx \\*[none].\n") ==
        "# N\n0 five .\n");
  CHECK(ShownPage(".SH N\n.ie n yes\n.el no\n.if t \\{\\\nno\n.\\}\n.if n "
                  "\\{\\\nagain\n.\\}\nend\n") == "# N\n0 yes again end\n");
  CHECK(ShownPage(".de XX\n.SH no\n..\n.SH N\n.XX\ntext\n.TS\nl l.\na\tb\n.TE\n"
                  "more\n") == "# N\n0 text more\n");
  CHECK(ShownPage(".SH N\n.am URL\n.  .\nafter\n") == "# N\n0 after\n");
}

TEST_CASE("page: one page may stand for another") {
  CHECK(ParsePage(".so man1/xz.1\n").include == "man1/xz.1");
  CHECK(ParsePage(".SH N\n.so man1/xz.1\n").include.empty());
}

TEST_CASE("page: what a page makes is bounded and clean") {
  std::string source = ".SH N\n";
  for (int i = 0; i < 30'000; ++i) source += ".TP\n\\-a\ntext\n";
  size_t paragraphs = 0;
  for (const auto& section : ParsePage(source).sections) {
    paragraphs += section.paragraphs.size();
  }
  CHECK(paragraphs <= 20'000);
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += ".if n \\{";
  CHECK(ParsePage(".SH N\n" + nested).sections.size() == 1);
  CHECK(ShownPage(".SH N\na\x1b[2Jb\x07\n") == "# N\n0 a[2Jb\n");
}

}  // namespace synapse
