// Layout: rows of a list, cut and aligned for the terminal's width.
//
//   > git ch                                        2 of 14  all
//   likely
//   git checkout   subcommand  Switch branches or restore files     spec
// ! git clean -fd  line        removes untracked files           history
//
// The description has the room that the text leaves; the column of texts is as wide
// as cuts the least from all rows. Kind and note are shown only where no description
// is cut for them.
// Tested by tests/list/picker_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "list/picker.h"

namespace synapse {

struct HeaderToDraw {
  std::string_view typed;
  std::string_view scope;
  size_t position;  // of the selected row, from 1; 0: nothing matches
  size_t count;
  bool complete;  // everything was read
};
ListRow HeaderRow(const HeaderToDraw& header, int columns);
ListRow NoteRow(std::string_view note, int columns);
ListRow HeadingRow(std::string_view group, int columns);

struct EntryToDraw {
  std::string_view text;
  std::vector<FuzzyQuery::Range> matched;
  RowDetails details;
  bool selected;
};
std::vector<ListRow> EntryRows(const std::vector<EntryToDraw>& entries,
                               int columns);

// The rows below the entries: the rest of the selected entry's description and
// risk, which its own row has no room for. At most `most` rows. One row is empty
// if only other entries have such a rest, so that the list keeps its height.
std::vector<ListRow> DetailRows(const std::vector<EntryToDraw>& entries,
                                int columns, size_t most);

// A text that one row cannot show, in at most `most` rows, the last of which is
// cut; no rows for a shorter text.
std::vector<ListRow> PreviewRows(std::string_view text, int columns,
                                 size_t most);

// Removes characters of no width, such as accents behind their letter and
// joiners, for an editor that shows each of them as <0301>.
void DropCombining(ListRow& row);

}  // namespace synapse
