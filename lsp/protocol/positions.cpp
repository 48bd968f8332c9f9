#include "lsp/protocol/positions.h"

#include <algorithm>

namespace romas::lsp {

namespace {

// Bytes of the character that begins here; 1 where this is no UTF-8.
std::size_t character_size(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t size = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1;
  if (at + size > text.size()) return 1;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U) return 1;
  return size;
}

// Code units of a character of so many bytes: UTF-16 has a pair for those that UTF-8 has four bytes for.
std::uint32_t units(std::size_t bytes, PositionEncoding encoding) {
  if (encoding == PositionEncoding::utf8) return static_cast<std::uint32_t>(bytes);
  return bytes == 4 ? 2 : 1;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~' || c == '/';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

TextPositions::TextPositions(std::string_view text, PositionEncoding encoding)
    : text_(text), encoding_(encoding), line_starts_{0} {
  for (std::size_t at = text.find_first_of("\r\n"); at != std::string_view::npos;
       at = text.find_first_of("\r\n", at)) {
    at += text.substr(at).starts_with("\r\n") ? 2 : 1;
    line_starts_.push_back(at);
  }
}

Position TextPositions::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto behind = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(behind - line_starts_.begin()) - 1;
  Position position{static_cast<std::uint32_t>(line), 0};
  for (std::size_t at = line_starts_[line]; at < offset;) {
    if (text_[at] == '\n' || text_[at] == '\r') break;  // between the two of "\r\n"
    const std::size_t size = character_size(text_, at);
    if (at + size > offset) break;
    position.character += units(size, encoding_);
    at += size;
  }
  return position;
}

std::size_t TextPositions::offset(Position position) const {
  if (position.line >= line_starts_.size()) return text_.size();
  std::uint32_t units_left = position.character;
  std::size_t at = line_starts_[position.line];
  while (units_left > 0 && at < text_.size() && text_[at] != '\n' && text_[at] != '\r') {
    const std::size_t size = character_size(text_, at);
    const std::uint32_t count = units(size, encoding_);
    if (count > units_left) break;  // within a character
    units_left -= count;
    at += size;
  }
  return at;
}

std::optional<std::size_t> TextPositions::divided(Position place) const {
  const std::size_t at = offset(place);
  if (encoding_ != PositionEncoding::utf16 || at >= text_.size() || character_size(text_, at) != 4)
    return std::nullopt;
  return position(at) == place ? std::nullopt : std::optional(at);
}

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return {};
  std::string_view rest = uri.substr(kScheme.size());
  if (const std::size_t path = rest.find('/'); path != std::string_view::npos && path != 0) {
    if (rest.substr(0, path) != "localhost") return {};
    rest.remove_prefix(path);
  }
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '%' && i + 2 < rest.size() && hex_digit(rest[i + 1]) >= 0 && hex_digit(rest[i + 2]) >= 0) {
      path += static_cast<char>(hex_digit(rest[i + 1]) * 16 + hex_digit(rest[i + 2]));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return path.find('\0') == std::string::npos ? path : std::string();
}

std::string uri_of_path(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    if (is_plain(c)) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kDigits[byte >> 4U];
    uri += kDigits[byte & 15U];
  }
  return uri;
}

}  // namespace romas::lsp
