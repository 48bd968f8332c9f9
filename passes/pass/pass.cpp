#include "passes/pass/pass.h"

#include <algorithm>
#include <array>

#include "passes/pass/pass_functions.h"

namespace romas {

namespace {
constexpr std::array kPasses = {
#define CHECK(name, function, summary) PassInfo{name, function, "", summary},
#define TRANSFORM(name, function, options, summary) PassInfo{name, function, options, summary},
#include "passes/pass/passes.def"
#undef CHECK
#undef TRANSFORM
};

// With a comma behind each.
constexpr std::string_view kChecks =
#define CHECK(name, function, summary) name ","
#define TRANSFORM(name, function, options, summary)
#include "passes/pass/passes.def"
#undef CHECK
#undef TRANSFORM
    ;
}  // namespace

std::span<const PassInfo> all_passes() { return kPasses; }

const PassInfo* find_pass(std::string_view name) {
  const auto* found =
      std::find_if(kPasses.begin(), kPasses.end(), [&](const PassInfo& info) { return info.name == name; });
  return found == kPasses.end() ? nullptr : found;
}

std::string_view check_pipeline() { return kChecks.substr(0, kChecks.size() - 1); }

std::string_view optimization_pipeline(int level) {
  return level <= 0 ? "" : "fold-transforms,normalize-axes";
}

}  // namespace romas
