// Status and Result: how disk, parsers and children report an error.
//
// A Status is ok, or carries a code and one line for a person. Absence is not
// an error: a function that may find nothing returns std::optional.
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace synapse {

enum class Code {
  kOk,
  kInvalidArgument,  // the caller's input is malformed
  kUnavailable,      // the store is off, busy for good, or not ours
  kBusy,             // another process holds a lock; a retry may work
  kCorrupt,          // bytes on disk are invalid
  kTimeout,
  kNotFound,
  kInternal,
};

// The names of the codes in JSON replies.
constexpr const char* CodeName(Code code) {
  switch (code) {
    case Code::kOk: return "OK";
    case Code::kInvalidArgument: return "E_INVALID_ARGUMENT";
    case Code::kUnavailable: return "E_STORAGE_UNAVAILABLE";
    case Code::kBusy: return "E_STORAGE_BUSY";
    case Code::kCorrupt: return "E_STORAGE_CORRUPT";
    case Code::kTimeout: return "E_TIMEOUT";
    case Code::kNotFound: return "E_NOT_FOUND";
    case Code::kInternal: return "E_INTERNAL";
  }
  return "E_INTERNAL";
}

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string message)
      : code_(code), message_(std::move(message)) {}
  static Status Ok() { return {}; }

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::kOk;
  std::string message_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}          // NOLINT
  Result(Status status) : status_(std::move(status)) {}  // NOLINT
  Result(Code code, std::string message) : status_(code, std::move(message)) {}

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  // REQUIRES: ok().
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace synapse
