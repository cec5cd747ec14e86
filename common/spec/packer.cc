#include "spec/packer.h"

#include <limits>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "spec/late_lists.h"

namespace synapse {
namespace {

// Increase it when members change places, or the values of an enum do.
constexpr uint64_t kPackVersion = 3;

template <class T>
constexpr bool kIsList = false;
template <class T>
constexpr bool kIsList<PackedList<T>> = true;

template <class T>
constexpr bool kIsLate = false;
template <class T>
constexpr bool kIsLate<LateList<T>> = true;

template <class T>
constexpr bool kIsVector = false;
template <class T>
constexpr bool kIsVector<std::vector<T>> = true;

constexpr int LastOf(RiskLevel) {
  return static_cast<int>(RiskLevel::kDestructive);
}
constexpr int LastOf(ValueType) { return static_cast<int>(ValueType::kSql); }
constexpr int LastOf(Creates) { return static_cast<int>(Creates::kNew); }
constexpr int LastOf(RunsOnly) { return static_cast<int>(RunsOnly::kPrograms); }
constexpr int LastOf(Reads) { return static_cast<int>(Reads::kAny); }
constexpr int LastOf(Builtin) { return static_cast<int>(Builtin::kBash); }

constexpr uint64_t Mixed(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3;
}

// A number for the type of one member, or of all members of a struct in order.
template <class T>
constexpr uint64_t ShapeOf();

template <class... Members>
constexpr uint64_t ShapeOfAll(std::tuple<Members&...>*) {
  uint64_t hash = 0xcbf29ce484222325;
  ((hash = Mixed(hash, ShapeOf<std::remove_const_t<Members>>())), ...);
  return hash;
}

template <class T>
constexpr uint64_t ShapeOf() {
  if constexpr (std::is_same_v<T, bool>) {
    return 1;
  } else if constexpr (std::is_same_v<T, int>) {
    return 2;
  } else if constexpr (std::is_enum_v<T>) {
    return Mixed(3, static_cast<uint64_t>(LastOf(T{})));
  } else if constexpr (std::is_same_v<T, PackedText>) {
    return 4;
  } else if constexpr (kIsList<T>) {
    return Mixed(5, sizeof(typename T::value_type));
  } else if constexpr (kIsLate<T>) {
    return Mixed(6, sizeof(typename T::value_type));
  } else {
    using Members = decltype(T::Fields(std::declval<T&>()));
    return Mixed(ShapeOfAll(static_cast<Members*>(nullptr)), sizeof(T));
  }
}

class Writer {
 public:
  template <class PackedType, class DraftType>
  std::string Write(const DraftType& draft) {
    bytes_.resize(sizeof(PackedType));
    WriteObject<PackedType>(0, draft);
    WriteTexts();
    bytes_.resize((bytes_.size() + kPackAlignment - 1) & ~(kPackAlignment - 1));
    return std::move(bytes_);
  }

 private:
  template <class PackedType, class DraftType>
  void WriteObject(size_t at, const DraftType& draft) {
    WriteMembers<PackedType>(
        at, DraftType::Fields(draft),
        std::make_index_sequence<
            std::tuple_size_v<decltype(DraftType::Fields(draft))>>());
  }
  template <class PackedType, class Members, size_t... I>
  void WriteMembers(size_t at, const Members& members,
                    std::index_sequence<I...>) {
    (WriteMember<PackedType, I>(at, std::get<I>(members)), ...);
  }
  // The bytes move when they grow, so a member is found again each time.
  template <class PackedType, size_t I, class Member>
  void WriteMember(size_t at, const Member& member) {
    auto& object = *reinterpret_cast<PackedType*>(bytes_.data() + at);
    auto& place = std::get<I>(PackedType::Fields(object));
    using To = std::remove_cvref_t<decltype(place)>;
    const auto to =
        static_cast<size_t>(reinterpret_cast<char*>(&place) - bytes_.data());
    if constexpr (std::is_same_v<To, PackedText>) {
      if (!member.empty()) texts_.push_back({to, &member});
    } else if constexpr (kIsList<To>) {
      WriteList<typename To::value_type>(to, member);
    } else if constexpr (kIsLate<To>) {
      WriteList<typename To::value_type>(to, member);
      const uint32_t objects = ObjectsIn(member);
      memcpy(bytes_.data() + to + sizeof(PackedList<char>), &objects,
             sizeof(objects));
    } else if constexpr (std::is_class_v<To>) {
      WriteObject<To>(to, member);
    } else {
      place = member;
    }
  }
  template <class Item, class DraftItem>
  void WriteList(size_t to, const std::vector<DraftItem>& items) {
    static_assert(alignof(Item) <= sizeof(uint32_t));
    if (items.empty()) return;
    bytes_.resize((bytes_.size() + 3) & ~size_t{3});
    std::string content = std::to_string(ShapeOf<PackedList<Item>>());
    AppendContent(items, content);
    const auto [same, fresh] =
        lists_.emplace(std::move(content), bytes_.size());
    Put(to, same->second);
    if (!fresh) return;
    const auto count = static_cast<uint32_t>(items.size());
    Append(&count, sizeof(count));
    const size_t first = bytes_.size();
    bytes_.resize(first + items.size() * sizeof(Item));
    for (size_t i = 0; i < items.size(); ++i) {
      const size_t at = first + i * sizeof(Item);
      if constexpr (std::is_same_v<Item, PackedText>) {
        if (!items[i].empty()) texts_.push_back({at, &items[i]});
      } else {
        WriteObject<Item>(at, items[i]);
      }
    }
  }
  // The number of items that BytesCheck visits.
  template <class T>
  static uint32_t ObjectsIn(const T& draft) {
    uint32_t objects = 0;
    if constexpr (kIsVector<T>) {
      objects = static_cast<uint32_t>(draft.size());
      for (const auto& item : draft) objects += ObjectsIn(item);
    } else if constexpr (std::is_class_v<T> &&
                         !std::is_same_v<T, std::string>) {
      std::apply([&](const auto&... m) { ((objects += ObjectsIn(m)), ...); },
                 T::Fields(draft));
    }
    return objects;
  }
  // The contents of a draft as bytes, so that equal lists have equal bytes.
  template <class T>
  static void AppendContent(const T& draft, std::string& out) {
    const auto number = [&out](uint64_t n) {
      out.append(reinterpret_cast<const char*>(&n), sizeof(n));
    };
    if constexpr (std::is_same_v<T, std::string>) {
      number(draft.size());
      out += draft;
    } else if constexpr (kIsVector<T>) {
      number(draft.size());
      for (const auto& item : draft) AppendContent(item, out);
    } else if constexpr (std::is_class_v<T>) {
      std::apply([&out](const auto&... m) { (AppendContent(m, out), ...); },
                 T::Fields(draft));
    } else {
      number(static_cast<uint64_t>(draft));
    }
  }
  // Behind all objects: a walk reads many objects and few texts.
  void WriteTexts() {
    std::unordered_map<std::string_view, size_t> known;
    for (const auto& [to, text] : texts_) {
      const auto [found, fresh] = known.emplace(*text, bytes_.size());
      Put(to, found->second);
      const auto size = static_cast<uint32_t>(text->size());
      memcpy(bytes_.data() + to + sizeof(int32_t), &size, sizeof(size));
      if (fresh) bytes_.append(*text);
    }
  }
  void Put(size_t to, size_t target) {
    const auto distance = static_cast<int32_t>(static_cast<int64_t>(target) -
                                               static_cast<int64_t>(to));
    memcpy(bytes_.data() + to, &distance, sizeof(distance));
  }
  void Append(const void* from, size_t size) {
    bytes_.append(static_cast<const char*>(from), size);
  }

  struct TextAt {
    size_t to;
    const std::string* text;
  };
  std::string bytes_;
  std::vector<TextAt> texts_;
  // A list lies in a spec once, however many commands have it.
  std::unordered_map<std::string, size_t> lists_;
};

// A command and an option are read by their first names.
template <class T>
constexpr bool kIsNamed =
    std::is_same_v<T, CommandSpec> || std::is_same_v<T, OptionSpec>;

// Members `first` to `behind` - 1 of Fields() are all absent in most objects of
// the type: one comparison finds that their bytes are zero, as those of absent
// members are. Members lie in an object in the order of Fields().
struct MostlyAbsent {
  size_t first = 0, behind = 0;
};
template <class T>
constexpr MostlyAbsent kMostlyAbsent;
template <>
constexpr MostlyAbsent kMostlyAbsent<CommandSpec>{5, 28};  // hidden to ref
template <>
constexpr MostlyAbsent kMostlyAbsent<OptionSpec>{3, 10};  // to risk_with
template <>
constexpr MostlyAbsent kMostlyAbsent<ArgSpec>{4, 14};  // extensions to risks

// The spec of a large command has some thousand objects, whose members are mostly
// absent: a member that is there costs a call, the others a comparison.
class BytesCheck {
 public:
  enum class Lists { kAll, kButLate };

  // `items`: as many are visited at most. REQUIRES: bytes.size() > 4
  BytesCheck(std::string_view bytes, size_t items, Lists lists)
      : begin_(bytes.data()),
        size_(bytes.size()),
        lists_(lists),
        left_(items) {}

  template <class T>
  bool Object(const T& object) {
    if constexpr (kIsNamed<T>) {
      if (object.names.empty()) return false;
    }
    const auto members = T::Fields(object);
    return Members(object, members,
                   std::make_index_sequence<
                       std::tuple_size_v<decltype(T::Fields(object))>>());
  }
  // REQUIRES: !list.empty()
  template <class T>
  bool Check(const PackedList<T>& list) {
    constexpr int kMaxDepth = 64;
    const size_t at = Reached(&list, list.distance());
    Checked* const known = CheckedAt<T>(at);
    if (known && known->at == at) {
      if (known->items > left_) return false;
      left_ -= known->items;
      return true;
    }
    uint32_t count = Items(list);
    if (count == 0 || depth_ >= kMaxDepth) return false;
    const size_t before = left_;
    left_ -= count;
    ++depth_;
    for (const T* item = list.begin(); count > 0; ++item, --count) {
      if (!Object(*item)) return false;
    }
    --depth_;
    if (known) *known = {at, before - left_};
    return true;
  }

 private:
  template <class T, class Fields, size_t... I>
  [[gnu::always_inline]] bool Members(const T& object, const Fields& members,
                                      std::index_sequence<I...>) {
    constexpr MostlyAbsent kAbsent = kMostlyAbsent<T>;
    unsigned flags = 0;
    if constexpr (kAbsent.behind > 0) {
      const auto* begin =
          reinterpret_cast<const char*>(&std::get<kAbsent.first>(members));
      const auto* end = reinterpret_cast<const char*>(&object + 1);
      if constexpr (kAbsent.behind < sizeof...(I)) {
        end = reinterpret_cast<const char*>(&std::get<kAbsent.behind>(members));
      }
      static_assert(sizeof(T) <= sizeof(kZeros));
      if (memcmp(begin, kZeros, static_cast<size_t>(end - begin)) == 0) {
        return (((I >= kAbsent.first && I < kAbsent.behind) ||
                 Member(std::get<I>(members), flags)) &&
                ...) &&
               flags <= 1;
      }
    }
    return (Member(std::get<I>(members), flags) && ...) && flags <= 1;
  }
  // Flags are collected in `flags`, so that an object compares once.
  template <class T>
  [[gnu::always_inline]] bool Member(const T& member, unsigned& flags) {
    if constexpr (std::is_same_v<T, PackedText>) {
      return member.empty() || Room(member) >= 0;
    } else if constexpr (kIsList<T>) {
      return member.empty() || Check(member);
    } else if constexpr (kIsLate<T>) {
      return member.list().empty() || Late(member);
    } else if constexpr (std::is_class_v<T>) {
      return Object(member);
    } else if constexpr (std::is_same_v<T, bool>) {
      flags |= Byte(&member);
      return true;
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(sizeof(T) == 1);
      return Byte(&member) <= LastOf(T{});
    } else {
      return true;
    }
  }
  static unsigned Byte(const void* at) {
    return *static_cast<const unsigned char*>(at);
  }
  // The place of the byte that is so far from the object; beyond size_ if there
  // is none.
  size_t Reached(const void* object, int32_t distance) const {
    return static_cast<size_t>(static_cast<const char*>(object) - begin_ +
                               int64_t{distance});
  }
  // Negative if a byte of the text is not within the bytes. No number here comes
  // near 2^63.
  [[gnu::always_inline]] int64_t Room(const PackedText& text) const {
    const int64_t at =
        reinterpret_cast<const char*>(&text) - begin_ + text.distance();
    const int64_t behind =
        static_cast<int64_t>(size_) - at - static_cast<int64_t>(text.size());
    return at | behind;
  }
  // The number of items of a list that is not empty(); 0 if they are not within
  // the bytes, or are more than what is left.
  template <class T>
  [[gnu::always_inline]] uint32_t Items(const PackedList<T>& list) const {
    uint32_t count;
    const size_t at = Reached(&list, list.distance());
    const size_t last = size_ - sizeof(count);
    if (at > last || at % sizeof(count) != 0) return 0;
    memcpy(&count, begin_ + at, sizeof(count));
    const bool fits =
        count <= left_ && uint64_t{count} * sizeof(T) <= last - at;
    return fits ? count : 0;
  }
  // Its items count here in either case.
  template <class T>
  bool Late(const LateList<T>& late) {
    if (late.objects() > left_) return false;
    const size_t others = left_ - late.objects();
    left_ = late.objects();
    if (lists_ == Lists::kAll && !Check(late.list())) return false;
    left_ = others;
    return true;
  }
  // Most lists are the names of an option.
  bool Check(const PackedList<PackedText>& list) {
    const uint32_t count = Items(list);
    left_ -= count;
    int64_t all = 0;
    const PackedText* item = list.begin();
    for (uint32_t i = 0; i < count; ++i) all |= Room(item[i]);
    return count > 0 && all >= 0;
  }
  // The latest lists of options and of arguments that were checked: many options
  // have the same argument, and commands the same options. Not lists of
  // commands, whose depth is counted from the root.
  struct Checked {
    size_t at = std::string_view::npos;
    size_t items = 0;  // below it
  };
  template <class T>
  Checked* CheckedAt(size_t at) {
    const size_t place = at / sizeof(uint32_t) % kKept;
    if constexpr (std::is_same_v<T, ArgSpec>) return &arguments_[place];
    if constexpr (std::is_same_v<T, OptionSpec>) return &options_[place];
    return nullptr;
  }

  static constexpr char kZeros[256] = {};
  const char* const begin_;
  const size_t size_;
  const Lists lists_;
  size_t left_;
  int depth_ = 0;
  static constexpr size_t kKept = 64;
  Checked arguments_[kKept], options_[kKept];
};

template <class To, class From>
void Copy(const From& from, To& to) {
  if constexpr (std::is_same_v<From, PackedText>) {
    to = from.view();
  } else if constexpr (kIsList<From>) {
    to.resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) Copy(from[i], to[i]);
  } else {
    to = from;
  }
}

// Null if no object can lie there.
template <class Object>
const Object* ObjectIn(std::string_view bytes) {
  constexpr size_t kMaxSize = std::numeric_limits<int32_t>::max();
  if (bytes.size() < sizeof(Object) || bytes.size() > kMaxSize ||
      reinterpret_cast<uintptr_t>(bytes.data()) % kPackAlignment != 0) {
    return nullptr;
  }
  return reinterpret_cast<const Object*>(bytes.data());
}

}  // namespace

std::string Pack(const SpecDraft& spec) { return Writer().Write<Spec>(spec); }

std::string Pack(const PackIndexDraft& index) {
  return Writer().Write<PackIndex>(index);
}

template <class Object>
const Object* Unpacked(std::string_view bytes) {
  const auto* object = ObjectIn<Object>(bytes);
  if (!object) return nullptr;
  BytesCheck check(bytes, bytes.size(), BytesCheck::Lists::kAll);
  return check.Object(*object) ? object : nullptr;
}
template const Spec* Unpacked(std::string_view bytes);
template const PackIndex* Unpacked(std::string_view bytes);

const Spec* UnpackedButLate(std::string_view bytes) {
  const auto* spec = ObjectIn<Spec>(bytes);
  if (!spec) return nullptr;
  BytesCheck check(bytes, bytes.size(), BytesCheck::Lists::kButLate);
  return check.Object(*spec) ? spec : nullptr;
}

template <class T>
bool IsGoodLateList(const LateList<T>& list) {
  LateLists& lists = LateLists::Get();
  const LateLists::State state = lists.Of(&list);
  if (state != LateLists::State::kUnchecked) {
    return state == LateLists::State::kGood;
  }
  const std::string_view bytes = lists.BytesOf(&list);
  if (bytes.empty()) return true;  // Unpacked() has checked it
  BytesCheck check(bytes, list.objects(), BytesCheck::Lists::kAll);
  const bool is_good = check.Check(list.list());
  lists.Note(&list, is_good);
  return is_good;
}
template bool IsGoodLateList(const LateList<OptionSpec>& list);

GeneratorDraft DraftOf(const GeneratorSpec& generator) {
  GeneratorDraft out;
  auto to = GeneratorDraft::Fields(out);
  [&]<size_t... I>(std::index_sequence<I...>, const auto& from) {
    (Copy(std::get<I>(from), std::get<I>(to)), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(to)>>(),
   GeneratorSpec::Fields(generator));
  return out;
}

uint64_t PackFormat() {
  constexpr uint64_t kShapes[] = {kPackVersion,
                                  ShapeOf<RiskSpec>(),
                                  ShapeOf<ValueRisk>(),
                                  ShapeOf<ValueSpec>(),
                                  ShapeOf<ArgSpec>(),
                                  ShapeOf<OptionSpec>(),
                                  ShapeOf<NextSpec>(),
                                  ShapeOf<CommandSpec>(),
                                  ShapeOf<GeneratorSpec>(),
                                  ShapeOf<BasicOptionUse<Packed>>(),
                                  ShapeOf<Spec>(),
                                  ShapeOf<PackIndex>(),
                                  ShapeOf<PackEntry>(),
                                  ShapeOf<BasicPackSource<Packed>>()};
  uint64_t hash = 0xcbf29ce484222325;
  for (const uint64_t shape : kShapes) hash = Mixed(hash, shape);
  return hash;
}

}  // namespace synapse
