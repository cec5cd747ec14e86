// Rare: a member that few objects of a type set. It takes one pointer, and
// reads as T's default until it is written.
//
// Tested by tests/base/rare_test.cc.
#pragma once

#include <memory>
#include <utility>

namespace synapse {

template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(const Rare& other) { *this = other; }
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) {
    value_ = other.value_ ? std::make_unique<T>(*other.value_) : nullptr;
    return *this;
  }
  Rare& operator=(Rare&&) noexcept = default;
  Rare& operator=(T value) {
    Edit() = std::move(value);
    return *this;
  }

  const T& operator*() const { return value_ ? *value_ : Default(); }
  const T* operator->() const { return &**this; }
  // For writing: the value is stored from here on.
  T& Edit() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }

  bool operator==(const Rare& other) const { return **this == *other; }

 private:
  static const T& Default() {
    static const T kDefault{};
    return kDefault;
  }

  std::unique_ptr<T> value_;
};

}  // namespace synapse
