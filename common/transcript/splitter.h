// RecordSplitter: splits a stream of bytes into records: the lines of JSON
// lines, or the elements of one JSON array, in any layout.
//
// Bounds:   a record longer than `max_record` is skipped and not stored.
// Recovery: an incomplete line at the end of a growing file is no record;
//           whole() is the offset from which to read on.
// Tested by tests/transcript/splitter_test.cc, fuzzed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace synapse {

class RecordSplitter {
 public:
  // `offset`: the beginning of the record in the file. The view is valid during
  // the call.
  using Visit = std::function<void(std::string_view record, uint64_t offset)>;

  // `from`: the offset of the first byte; 0: the file may be an array.
  RecordSplitter(size_t max_record, uint64_t from, Visit visit)
      : max_record_(max_record),
        visit_(std::move(visit)),
        mode_(from == 0 ? Mode::kUnknown : Mode::kLines),
        at_(from),
        begin_(from),
        whole_(from) {}

  void Feed(std::string_view bytes);
  // The offset after the last complete record, visited or skipped.
  uint64_t whole() const { return whole_; }
  // The number of skipped records.
  size_t too_long() const { return too_long_; }
  // True if the current record is being skipped; the offset read so far.
  bool is_skipping() const { return skipping_; }
  uint64_t read() const { return at_; }

 private:
  enum class Mode { kUnknown, kLines, kArray };
  void FeedLines(std::string_view bytes);
  void FeedArray(std::string_view bytes);
  void Keep(std::string_view bytes);
  void EndRecord();

  const size_t max_record_;
  const Visit visit_;
  Mode mode_;
  uint64_t at_;     // offset of the next byte
  uint64_t begin_;  // of the current record
  uint64_t whole_;
  size_t too_long_ = 0;
  std::string open_;  // its bytes so far
  bool skipping_ = false;
  // For an array:
  size_t depth_ = 0;
  bool in_string_ = false, escaped_ = false;
};

}  // namespace synapse
