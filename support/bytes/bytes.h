// Values as bytes and back, for files that only this program reads. The reader takes nothing on trust:
// whatever the bytes are, it gives values or fails.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace romas {

class ByteWriter {
 public:
  // Seven bits a byte, the lowest first.
  ByteWriter& number(std::uint64_t value) {
    constexpr std::uint64_t kMore = 0x80;
    for (; value >= kMore; value >>= 7U) bytes_.push_back(static_cast<char>(value | kMore));
    bytes_.push_back(static_cast<char>(value));
    return *this;
  }
  ByteWriter& flag(bool value) { return number(value ? 1 : 0); }
  ByteWriter& text(std::string_view value) {
    number(value.size());
    bytes_ += value;
    return *this;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// After a failure every value is 0 or empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    constexpr unsigned kBits = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < kBits; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    return fail();
  }
  // A number that is at most `largest`.
  std::uint64_t number(std::uint64_t largest) {
    const std::uint64_t value = number();
    return value <= largest ? value : fail();
  }
  // How many items follow, each of which takes at least a byte.
  std::size_t count() { return static_cast<std::size_t>(number(rest_.size())); }
  bool flag() { return number(1) == 1; }
  std::string_view text() {
    const std::size_t size = count();
    if (size > rest_.size()) return fail(), std::string_view();
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }
  bool ok() const { return ok_; }
  // Everything was read, and well.
  bool done() const { return ok_ && rest_.empty(); }
  std::uint64_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace romas
