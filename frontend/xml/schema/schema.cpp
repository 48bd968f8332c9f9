#include "frontend/xml/schema/schema.h"

#include <algorithm>

#include "frontend/xml/reader/same_name.h"
#include "support/text/text.h"

namespace romas {

namespace {

template <class Row>
bool is_name_of(const Row& row, std::string_view written) {
  if (is_same_name(row.name, written)) return true;
  if (row.spellings.empty()) return false;
  const auto others = split_words(row.spellings);
  return std::any_of(others.begin(), others.end(), [&](const Token& other) { return other.text == written; });
}

template <class Row>
const Row* find_row(std::span<const Row> rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.has_name(name); });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

bool AttributeRow::has_name(std::string_view written) const { return is_name_of(*this, written); }
bool ChildRow::has_name(std::string_view written) const { return is_name_of(*this, written); }

const AttributeRow* ElementRow::attribute(std::string_view wanted) const {
  return find_row(attributes, wanted);
}

const ChildRow* ElementRow::child(std::string_view wanted) const { return find_row(children, wanted); }

}  // namespace romas
