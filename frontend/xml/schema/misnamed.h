// Unknown names of attributes and elements that stand for ones that are missing: one mistake each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace romas {

// A name that the format knows at a place.
struct KnownName {
  std::string_view name;
  bool lacking;  // may be added: it is absent, or may occur several times
  bool required = false;
  bool repeatable = false;
};

// The missing name that each unknown one is probably meant as; empty: there is none, or it is there already.
// A name that may occur once is meant once.
std::vector<std::string_view> meant_names(const std::vector<std::string_view>& unknown,
                                          std::vector<KnownName> known);

// The end of a message about a missing name: "; write 'xyz' in place of 'value'".
std::string in_place_of(std::string_view meant, std::string_view written);

}  // namespace romas
