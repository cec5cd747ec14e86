// Texts and lists of a compiled spec. They are read where they lie: each holds
// the distance in bytes from itself to what it names, so a pack can be mapped
// at any address, and is never copied or parsed.
//
//   PackedText   i32 distance -> bytes | u32 size             size 0: ""
//   PackedList   i32 distance -> u32 count | items            0: no items
//   LateList     PackedList | u32 number of all objects and texts in it
//
// Equal texts and equal lists of a spec lie in it once: the options that several
// subcommands share, the arguments that several options have. So an address says
// what an option is, and not which command it was found in.
//
// A text and a list check no bound: a spec was checked (spec/packer.h) before a
// caller sees it, but for its late lists. Those are the options of each command,
// nine tenths of a large spec, of which a line reads one or two. A late list is
// checked when it is first read, and is empty if it is bad.
//
// They cannot be copied, because a copy would lie elsewhere: use a reference, or
// view().
//
// A text has its size beside its distance: a check of a spec then reads the
// objects alone, and a walk few texts. Most pages of a pack are texts.
//
// Rejected: FlatBuffers. Its objects are read by accessors that search a table
// of fields at each call; here a field is a member of a plain struct, the model
// has the same members while a spec is compiled, and the source has no
// generated code.
// Tested by tests/spec/packer_test.cc.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

class PackedText {
 public:
  PackedText() = default;
  PackedText(const PackedText&) = delete;
  PackedText& operator=(const PackedText&) = delete;

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  std::string_view view() const {
    if (size_ == 0) return {};
    return {reinterpret_cast<const char*>(this) + distance_, size_};
  }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator std::string_view() const { return view(); }
  std::string str() const { return std::string(view()); }
  bool starts_with(std::string_view text) const {
    return view().starts_with(text);
  }
  bool starts_with(char c) const { return view().starts_with(c); }
  bool ends_with(std::string_view text) const { return view().ends_with(text); }
  int32_t distance() const { return distance_; }

 private:
  int32_t distance_;
  uint32_t size_;
};

inline bool operator==(const PackedText& a, const PackedText& b) {
  return a.view() == b.view();
}
// A name is looked for among hundreds that begin alike, as options do.
inline bool operator==(const PackedText& a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const std::string_view text = a.view();
  return text.empty() || (text.back() == b.back() && text == b);
}
inline std::string operator+(std::string a, const PackedText& b) {
  return std::move(a.append(b.view()));
}
inline std::string operator+(const PackedText& a, std::string_view b) {
  return a.str().append(b);
}
inline std::string& operator+=(std::string& a, const PackedText& b) {
  return a.append(b.view());
}
inline std::ostream& operator<<(std::ostream& out, const PackedText& text) {
  return out << text.view();
}

template <class T>
class PackedList {
 public:
  using value_type = T;
  using const_iterator = const T*;
  PackedList() = default;
  PackedList(const PackedList&) = delete;
  PackedList& operator=(const PackedList&) = delete;

  bool empty() const { return distance_ == 0; }
  size_t size() const {
    uint32_t count = 0;
    if (distance_ != 0) memcpy(&count, Head(), sizeof(count));
    return count;
  }
  const T* begin() const {
    if (distance_ == 0) return nullptr;
    return reinterpret_cast<const T*>(Head() + sizeof(uint32_t));
  }
  const T* end() const { return begin() + size(); }
  // REQUIRES: i < size().
  const T& operator[](size_t i) const { return begin()[i]; }
  const T& front() const { return begin()[0]; }
  const T& back() const { return end()[-1]; }
  int32_t distance() const { return distance_; }

 private:
  const char* Head() const {
    return reinterpret_cast<const char*>(this) + distance_;
  }
  int32_t distance_;
};

template <class T>
class LateList;
// Checks the list, or finds that it was checked (spec/packer.cc).
template <class T>
bool IsGoodLateList(const LateList<T>& list);

template <class T>
class LateList {
 public:
  using value_type = T;
  using const_iterator = const T*;

  bool empty() const { return size() == 0; }
  size_t size() const { return IsGood() ? list_.size() : 0; }
  const T* begin() const { return IsGood() ? list_.begin() : nullptr; }
  const T* end() const { return IsGood() ? list_.end() : nullptr; }
  // REQUIRES: i < size().
  const T& operator[](size_t i) const { return list_[i]; }
  const T& front() const { return list_[0]; }
  const T& back() const { return list_.back(); }

  // Not checked.
  const PackedList<T>& list() const { return list_; }
  size_t objects() const { return objects_; }

 private:
  bool IsGood() const { return !list_.empty() && IsGoodLateList(*this); }
  PackedList<T> list_;
  uint32_t objects_;
};

template <class T, class U>
bool operator==(const PackedList<T>& a, const std::vector<U>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// The texts of a list, for a caller that keeps or changes them.
inline std::vector<std::string> StringsOf(const PackedList<PackedText>& list) {
  return {list.begin(), list.end()};
}

// The two forms of the model: how it is mapped, and how it is built.
struct Packed {
  using Text = PackedText;
  template <class T>
  using List = PackedList<T>;
  template <class T>
  using Late = LateList<T>;
};
struct Draft {
  using Text = std::string;
  template <class T>
  using List = std::vector<T>;
  template <class T>
  using Late = std::vector<T>;
};

}  // namespace synapse
