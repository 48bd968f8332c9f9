#include "ir/format/sdf_words.h"

namespace romas::sdf {

const ElementMeaning* find_meaning(std::string_view place, std::string_view child) {
  const ElementMeaning* anywhere = nullptr;
  for (const ElementMeaning& row : kElementMeanings) {
    if (row.child != child) continue;
    if (row.parent == place) return &row;
    if (row.parent == "*") anywhere = &row;
  }
  return anywhere;
}

}  // namespace romas::sdf
