#include "backends/code/enumerators.h"

#include <set>
#include <string_view>

#include "ir/kernel/code_model.h"
#include "support/names/c_names.h"
#include "support/text/text.h"

namespace romas::codegen {

namespace {

// Whether a name can be an enumerator as it is: an identifier, also with an underscore at an end, which is
// not reserved inside of an enum.
bool stays(std::string_view name) {
  if (is_cpp_identifier(name)) return true;
  std::string_view inner = name;
  if (inner.starts_with('_')) inner.remove_prefix(1);
  if (inner.ends_with('_')) inner.remove_suffix(1);
  const bool reserved =
      name.starts_with('_') && !inner.empty() && inner.front() >= 'A' && inner.front() <= 'Z';
  return !reserved && is_cpp_identifier(inner);
}

}  // namespace

std::vector<std::string> enumerators(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::set<std::string, std::less<>> taken, kept;
  for (const std::string& name : names)
    if (stays(name)) taken.insert(name);
  for (const std::string& name : names) {
    const bool exact = stays(name) && kept.insert(name).second;
    const std::string base = make_identifier(name);
    std::string identifier = exact ? name : base;
    if (!exact)
      for (int k = 2; !taken.insert(identifier).second; ++k)
        identifier = concat(base, base.ends_with('_') ? "" : "_", k);
    result.push_back(identifier);
  }
  return result;
}

}  // namespace romas::codegen
