// Names each of which may be there once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/text/text.h"

namespace romas {

class UniqueNames {
 public:
  // The name, or the first of NAME_1, NAME_2, … that is free. Counts on from where the last call for this
  // name ended.
  std::string take(std::string_view wanted) {
    std::string name(wanted);
    while (!taken_.try_emplace(name, 0).second)
      name = concat(wanted, "_", ++taken_.find(std::string(wanted))->second);
    return name;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> taken_;  // how often each was wanted again
};

}  // namespace romas
