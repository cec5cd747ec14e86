// Object:  zlib of: type, blank, size in decimal digits, NUL, content
// Commit:  "tree " and its id in hexadecimal digits, LF, more lines
// Tree:    for each entry: mode in octal digits, blank, name, NUL, id
#include "spec/git_tree.h"

#include <algorithm>
#include <charconv>

#include "base/files.h"
#include "base/inflate.h"
#include "base/text.h"
#include "spec/git_objects.h"

namespace synapse {
namespace {

// Objects of a repository are untrusted, and are read while a key waits.
constexpr size_t kMaxObject = size_t{1} << 20;
constexpr ptrdiff_t kMaxDepth = 64;  // of directories

// The content of a loose object of that type; no value if it is none.
std::optional<std::string> LooseObject(const GitDir& git, std::string_view id,
                                       std::string_view type,
                                       Reading& reading) {
  const std::string name =
      std::string(id.substr(0, 2)) + "/" + std::string(id.substr(2));
  const std::string packed =
      reading.Text(JoinPath(git.common, "objects/" + name));
  if (packed.empty()) return std::nullopt;
  std::string object = Inflate(packed, kMaxObject);
  const size_t end = object.find('\0');
  if (end == object.npos || object.size() == kMaxObject ||
      !object.starts_with(std::string(type) + " ")) {
    return std::nullopt;
  }
  object.erase(0, end + 1);
  return object;
}

std::optional<std::string> BytesOf(std::string_view digits) {
  if (!IsObjectId(digits)) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < digits.size(); i += 2) {
    unsigned byte = 0;
    (void)std::from_chars(&digits[i], &digits[i] + 2, byte, 16);
    out += static_cast<char>(byte);
  }
  return out;
}

// The id of a reference with this full name; "" if there is none.
std::string IdOfRef(const GitDir& git, const std::string& ref,
                    Reading& reading) {
  const std::string loose = SmallText(JoinPath(git.common, ref));
  if (!loose.empty()) return std::string(Trim(loose));
  const std::string packed = reading.Text(JoinPath(git.common, "packed-refs"));
  const size_t at = packed.find(" " + ref + "\n");
  const size_t digits = 2 * IdBytes(git, reading);
  return at == packed.npos || at < digits ? ""
                                          : packed.substr(at - digits, digits);
}

}  // namespace

std::string HeadCommit(const GitDir& git, Reading& reading) {
  constexpr std::string_view kRef = "ref: ";
  const std::string head = SmallText(JoinPath(git.git_dir, "HEAD"));
  const std::string_view named = Trim(head);
  const std::string id =
      named.starts_with(kRef)
          ? IdOfRef(git, std::string(named.substr(kRef.size())), reading)
          : std::string(named);
  return id.size() == 2 * IdBytes(git, reading) && IsObjectId(id) ? id : "";
}

std::optional<std::string> HeadTree::IdOf(std::string_view path) {
  const size_t begin = path.rfind('/') + 1;  // 0 of npos
  const Entries* entries = EntriesOf(path.substr(0, begin));
  if (!entries) return std::nullopt;
  const auto found = entries->find(path.substr(begin));
  return found == entries->end() || found->second.is_tree ? ""
                                                          : found->second.id;
}

const HeadTree::Entries* HeadTree::EntriesOf(std::string_view directory) {
  if (std::count(directory.begin(), directory.end(), '/') > kMaxDepth) {
    return nullptr;
  }
  auto known = known_.find(directory);
  if (known == known_.end()) {
    known = known_.emplace(directory, ReadEntries(directory)).first;
  }
  return known->second ? &*known->second : nullptr;
}

std::optional<std::string> HeadTree::TreeOf(std::string_view directory) {
  if (directory.empty()) {
    constexpr std::string_view kTree = "tree ";
    const std::string id = HeadCommit(git_, reading_);
    if (id.empty()) return std::nullopt;
    const auto commit = LooseObject(git_, id, "commit", reading_);
    if (!commit || !commit->starts_with(kTree)) return std::nullopt;
    return BytesOf(commit->substr(kTree.size(), id.size()));
  }
  directory.remove_suffix(1);
  const size_t begin = directory.rfind('/') + 1;  // 0 of npos
  const Entries* above = EntriesOf(directory.substr(0, begin));
  if (!above) return std::nullopt;
  const auto found = above->find(directory.substr(begin));
  return found == above->end() || !found->second.is_tree ? ""
                                                         : found->second.id;
}

std::optional<HeadTree::Entries> HeadTree::ReadEntries(
    std::string_view directory) {
  const auto id = TreeOf(directory);
  if (!id) return std::nullopt;
  if (id->empty()) return Entries();
  const auto tree = LooseObject(git_, HexOf(*id), "tree", reading_);
  if (!tree) return std::nullopt;
  Entries entries;
  const size_t bytes = id->size();
  for (size_t at = 0; at < tree->size();) {
    const size_t blank = tree->find(' ', at);
    const size_t end = tree->find('\0', at);
    if (reading_.Spent() || end == tree->npos || blank >= end ||
        tree->size() - end <= bytes) {
      return std::nullopt;
    }
    entries[tree->substr(blank + 1, end - blank - 1)] = {
        tree->substr(end + 1, bytes), (*tree)[at] == '4'};
    at = end + 1 + bytes;
  }
  return entries;
}

}  // namespace synapse
