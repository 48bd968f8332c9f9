// A value that is usually absent: like std::optional, but of the size of one pointer.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace romas {

// Holds a T on the heap, or nothing. It is used as std::optional is: copies are deep, and so is equality.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(std::nullopt_t) {}  // NOLINT(google-explicit-constructor): as std::optional
  Boxed(const T& value) : value_(std::make_unique<T>(value)) {}        // NOLINT(google-explicit-constructor)
  Boxed(T&& value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT(google-explicit-constructor)
  Boxed(const std::optional<T>& value)
      : value_(value ? std::make_unique<T>(*value) : nullptr) {}  // NOLINT(google-explicit-constructor)
  Boxed(std::optional<T>&& value)
      : value_(value ? std::make_unique<T>(*std::move(value)) : nullptr) {
  }  // NOLINT(google-explicit-constructor)
  Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&& other) noexcept = default;
  // Strong exception guarantee: if copying fails, this is unchanged.
  Boxed& operator=(const Boxed& other) {
    if (this != &other) *this = Boxed(other);
    return *this;
  }
  Boxed& operator=(Boxed&& other) noexcept = default;
  ~Boxed() = default;

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  T value_or(T fallback) const { return value_ ? *value_ : std::move(fallback); }
  // Replaces the present value.
  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return *value_;
  }
  void reset() { value_.reset(); }

  friend bool operator==(const Boxed& a, const Boxed& b) {
    return a && b ? *a == *b : a.has_value() == b.has_value();
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace romas
