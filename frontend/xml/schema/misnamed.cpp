#include "frontend/xml/schema/misnamed.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

std::vector<std::string_view> meant_names(const std::vector<std::string_view>& unknown,
                                          std::vector<KnownName> known) {
  std::vector<std::string_view> meant;
  meant.reserve(unknown.size());
  for (const std::string_view name : unknown) {
    const std::string_view near = nearest_name(name, known, &KnownName::name);
    const auto found = std::ranges::find(known, near, &KnownName::name);
    const bool fits = !near.empty() && found->lacking;
    meant.push_back(fits ? near : std::string_view());
    if (fits && !found->repeatable) found->lacking = false;
  }
  return meant;
}

std::string in_place_of(std::string_view meant, std::string_view written) {
  return concat("; write '", meant, "' in place of '", written, "'");
}

}  // namespace romas
