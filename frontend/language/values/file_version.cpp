#include "frontend/language/values/file_version.h"

#include <array>
#include <tuple>

#include "support/text/text.h"

namespace romas::language {

namespace {

// Digits without a sign, blanks or zeros in front.
std::optional<unsigned> parse_part(std::string_view digits) {
  constexpr std::size_t kMostDigits = 9;
  if (digits.empty() || digits.size() > kMostDigits || (digits.size() > 1 && digits.front() == '0'))
    return std::nullopt;
  unsigned number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

}  // namespace

std::string FileVersion::text() const { return concat(major, ".", minor, ".", patch); }

std::optional<FileVersion> parse_file_version(std::string_view text, SourceRange range) {
  std::array<unsigned, 3> numbers{};
  const std::vector<std::string_view> parts = split(text, '.');
  if (parts.size() > numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = parse_part(parts[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return FileVersion{numbers[0], numbers[1], numbers[2], range};
}

bool satisfies(const FileVersion& has, const FileVersion& needed) {
  return has.major == needed.major && std::tie(has.minor, has.patch) >= std::tie(needed.minor, needed.patch);
}

}  // namespace romas::language
