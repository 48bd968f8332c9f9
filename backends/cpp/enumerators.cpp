#include "backends/cpp/enumerators.h"

#include <set>

#include "ir/code_model.h"
#include "support/text.h"

namespace romas::cpp {

std::vector<std::string> enumerators(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::set<std::string, std::less<>> taken;
  for (const std::string& name : names) {
    const std::string base = make_identifier(name);
    std::string identifier = base;
    for (int k = 2; !taken.insert(identifier).second; ++k) identifier = concat(base, "_", k);
    result.push_back(identifier);
  }
  return result;
}

}  // namespace romas::cpp
