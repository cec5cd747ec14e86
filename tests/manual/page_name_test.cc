#include "manual/page_name.h"

#include "base/text.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE("page name: the description of the NAME section") {
  const struct {
    std::string source, description;
  } kCases[] = {
      {".TH TAC 1\n.SH NAME\ntac \\- concatenate and print files in reverse\n"
       ".SH SYNOPSIS\n.B tac\n",
       "concatenate and print files in reverse"},
      {".SH \"NAME\"\ngit\\-add \\- Add file contents to the index\n",
       "Add file contents to the index"},
      // Fonts, quotes, several names, a second line.
      {".SH NAME\n.B zip, \\fIunzip\\fP\n\\- \\(lqpack\\(rq\nand unpack files.\n"
       ".SH X\n",
       "\"pack\" and unpack files"},
      {".Dd today\n.Dt SSH 1\n.Os\n.Sh NAME\n.Nm ssh\n"
       ".Nd OpenSSH remote login client\n.Sh SYNOPSIS\n.Nm ssh\n",
       "OpenSSH remote login client"},
      // Only the first of several descriptions.
      {".SH NAME\na \\- the first\n.br\nb \\- the second\n", "the first"},
      {".SH NAME\nx -- two dashes\n", "two dashes"},
      {".SH NAME\nx \\(em a long dash\n", "a long dash"},
      {".SH NAME\n.ad l\n.\\\" a comment\nx \\- text \\\" comment\n", "text"},
      {".SH NAME\nlz4 \\- lz4, unlz4 \\- Compress files\n", "Compress files"},
      {".SH NAME\nx \\- text \\- of two parts\n", "of two parts"},
      {".SH NAME\nx \\- a text \\- of two parts\n", "a text - of two parts"},
      // A name that says nothing, or none: the first sentence.
      {".SH NAME\nx \\- x Documentation\n.SH DESCRIPTION\n.sp\nx plays music. "
       "It has more.\n",
       "x plays music"},
      {".SH NAME\n.PP\nThis is the tool.\n.SH SYNOPSIS\nx\n",
       "This is the tool"},
      {".SH NAME\nx \\- Linter\n.sp\nA linter for x.\n", "Linter"},
      // Nothing to take.
      {".SH NAME\nx \\- manual page for x 1.0\n", ""},
      {"", ""},
      {"no roff at all - but a dash\n", ""},
      {".SH NAME\nonly a name\n", ""},
      {".SH DESCRIPTION\nx \\- y\n", ""},
      {".SH NAME\n", ""},
      {".SH NAME\n\\", ""},
      {".SH NAME\nx \\- a\\f", "a"},
      {".SH NAME\nx \\- a\\[", "a"},
  };
  for (const auto& [source, description] : kCases) {
    CAPTURE(source);
    CHECK(DescriptionInPage(source) == description);
  }
}

TEST_CASE("page name: a hostile description is one short, plain line") {
  const std::string text = DescriptionInPage(
      ".SH NAME\nx \\- red \x1b[31m\x07 \xff\xfe wide\xE2\x80\xAE " +
      std::string(5000, 'a') + "\n");
  CHECK(text == "red [31m wide");
  std::string words = ".SH NAME\nx \\- ";
  for (int i = 0; i < 100; ++i) words += "word ";
  const std::string cut = DescriptionInPage(words);
  CHECK(cut.size() <= kMaxPageText);
  CHECK(cut.ends_with("word"));
  CHECK(!HasHidden(cut));
}

}  // namespace synapse
