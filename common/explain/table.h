// Table: an explanation as rows of columns for a terminal, and as JSON.
//
//     tar    command  archiver of files
//     x      option   --extract: Extract files from the archive
//     a.tgz  file     ARCHIVE (does not exist)
//   ! rm     command  removal of files [deletes recursively]
//
// Parts of a text inside another (an alias, a substitution, a quoted line) are
// indented. Texts are safe for a terminal: no control characters.
// Tested by tests/explain/table_test.cc.
#pragma once

#include <string>
#include <vector>

#include "explain/explanation.h"

namespace synapse {

// A row, and the bytes of its columns in it, for styles.
struct TableRow {
  std::string text;
  size_t kind_begin = 0, meaning_begin = 0;
  bool has_risk = false;
  size_t part =
      0;  // its index in Explanation::parts; their count: the last row
};

// Rows of at most `columns` columns (at least 20). A long meaning is wrapped at
// blanks, a long text is cut. The last row is the risk of the whole line, if it
// has one.
std::vector<TableRow> TableOf(const Explanation& explanation, int columns);

// At most `most` of the rows: the rows around the part at the byte `cursor` of
// the line. If rows are left out, the last row is the risk of the line, or the
// number of these rows.
std::vector<TableRow> RowsAround(const Explanation& explanation, size_t cursor,
                                 int columns, int most);

// {"ok":true,"parts":[{"text","kind","begin","end",...}],"risk":...}
std::string ExplanationJson(const Explanation& explanation);

}  // namespace synapse
