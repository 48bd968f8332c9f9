// The bytes of images that firmware loads, with their checksum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace romas {

inline constexpr std::size_t kCrcSize = 4;

// Little-endian.
class ImageBytes {
 public:
  void u8(std::uint64_t value) { append(value, 1); }
  void u16(std::uint64_t value) { append(value, 2); }
  void u32(std::uint64_t value) { append(value, 4); }
  void u64(std::uint64_t value) { append(value, 8); }
  void i32(std::int64_t value) { append(static_cast<std::uint64_t>(value), 4); }
  void text(std::string_view value) { bytes_ += value; }
  void put_u32(std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes_[at + i] = static_cast<char>(value >> (8 * i) & 0xFF);
  }
  std::size_t size() const { return bytes_.size(); }
  // Of all bytes so far: CRC-32 of IEEE 802.3, bits reversed.
  std::uint32_t crc() const {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : bytes_) {
      crc ^= static_cast<unsigned char>(byte);
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? (crc >> 1) ^ 0xEDB88320U : crc >> 1;
    }
    return ~crc;
  }
  std::string take() { return std::move(bytes_); }

 private:
  void append(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
  }
  std::string bytes_;
};

}  // namespace romas
