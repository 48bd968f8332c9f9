#include "ir/format/since.h"

#include <algorithm>
#include <vector>

#include "support/text/text.h"

namespace romas {

namespace {

struct SinceRow {
  std::string_view version, place;
  std::string_view names;  // separated by spaces
};
constexpr SinceRow kSdf[] = {
#define SINCE(version, place, names) {version, place, names},
#include "ir/format/sdf_since.def"
};
constexpr SinceRow kMjcf[] = {
#define SINCE(version, place, names) {version, place, names},
#include "ir/format/mjcf_since.def"
};
using Table = std::span<const SinceRow>;

// "1.10" is later than "1.9", and anything than nothing.
bool is_later(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view first = a.substr(0, a.find('.')), second = b.substr(0, b.find('.'));
    if (first != second) return first.size() != second.size() ? first.size() > second.size() : first > second;
    a.remove_prefix(std::min(a.size(), first.size() + 1));
    b.remove_prefix(std::min(b.size(), second.size() + 1));
  }
  return !a.empty();
}

// Whether the path ends with the names of a place.
bool ends_with(std::span<const std::string_view> path, std::string_view place) {
  for (std::size_t i = path.size(); i > 0; --i) {
    const std::size_t slash = place.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? place : place.substr(slash + 1);
    if (path[i - 1] != last) return false;
    if (slash == std::string_view::npos) return true;
    place = place.substr(0, slash);
  }
  return false;
}

bool has_name(std::string_view names, std::string_view name) {
  for (const Token& word : split_words(names))
    if (word.text == name) return true;
  return false;
}

// Returns the version in the row with the longest fitting place, for the name alone; empty if there is no
// row.
std::string_view own_since(Table table, std::span<const std::string_view> path, std::string_view name) {
  const SinceRow* best = nullptr;
  for (const SinceRow& row : table)
    if ((best == nullptr || row.place.size() > best->place.size()) && ends_with(path, row.place) &&
        has_name(row.names, name))
      best = &row;
  return best == nullptr ? std::string_view() : best->version;
}

std::string_view since_in(Table table, std::span<const std::string_view> path, std::string_view name) {
  std::string_view latest = own_since(table, path, name);
  for (std::size_t i = 1; i < path.size(); ++i)
    if (const std::string_view around = own_since(table, path.first(i), path[i]); is_later(around, latest))
      latest = around;
  return latest;
}

}  // namespace

std::string_view sdf::since(std::span<const std::string_view> path, std::string_view name) {
  return since_in(kSdf, path, name);
}

// The schema has <body> where others stand for it.
std::string_view mjcf::since(std::span<const std::string_view> path, std::string_view name) {
  std::vector<std::string_view> in_schema(path.begin(), path.end());
  for (std::string_view& around : in_schema)
    if (around == "worldbody" || around == "frame" || around == "replicate") around = "body";
  return since_in(kMjcf, in_schema, name);
}

}  // namespace romas
