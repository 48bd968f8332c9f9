#include "support/names/c_names.h"

#include "support/bytes/hash.h"
#include "support/names/c_reserved_names.h"
#include "support/names/romanize.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Longer names are cut, and a hash of the whole name is appended: files and symbols are named after them.
constexpr std::size_t kLongestIdentifier = 100;

}  // namespace

std::string make_identifier(std::string_view text) {
  std::string result;
  for (const char c : romanized(text)) {
    const char kept = is_letter(c) || is_digit(c) ? c : '_';
    if (kept == '_' && (result.empty() || result.back() == '_')) continue;  // two in a row are reserved
    result.push_back(kept);
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty()) return "unnamed";
  if (is_digit(result.front())) result.insert(0, "n");
  if (result.size() > kLongestIdentifier) {
    const std::string hash = Hash().add(text).hex();
    result.resize(kLongestIdentifier - hash.size() - 1);
    result += (result.back() == '_' ? "" : "_") + hash;
  }
  if (is_c_reserved(result)) result.push_back('_');
  return result;
}

std::string make_namespace(std::string_view text) {
  std::string result = make_identifier(text);
  if (has_other_letters(text)) {
    const std::string hash = Hash().add(text).hex().substr(0, 8);
    if (result == "unnamed")
      result = concat("robot_", hash);
    else if (result.size() + hash.size() < kLongestIdentifier)
      result += concat(result.ends_with('_') ? "" : "_", hash);
  }
  if (is_c_global(result)) result.push_back('_');
  return result;
}

bool is_cpp_identifier(std::string_view text) { return !text.empty() && make_identifier(text) == text; }

}  // namespace romas
