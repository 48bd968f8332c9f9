#include "passes/pass.h"

#include <algorithm>
#include <array>

#include "passes/pass_functions.h"

namespace romas {

namespace {
constexpr std::array kPasses = {
#define PASS(name, function, kind, options, summary) \
  PassInfo{name, PassKind::kind, function, options, summary},
#include "passes/passes.def"
#undef PASS
};
}  // namespace

std::span<const PassInfo> all_passes() { return kPasses; }

const PassInfo* find_pass(std::string_view name) {
  const auto* found =
      std::find_if(kPasses.begin(), kPasses.end(), [&](const PassInfo& info) { return info.name == name; });
  return found == kPasses.end() ? nullptr : found;
}

std::string_view check_pipeline() {
  return "check-names,check-references,check-tree,check-overflow,check-axes,check-poses,check-joints,check-"
         "mimic,check-inertia,check-bodies,"
         "check-symmetry,check-control,check-gravity,check-geometry,check-meshes,check-materials,check-files,"
         "check-servos";
}

std::string_view optimization_pipeline(int level) {
  return level <= 0 ? "" : "fold-transforms,normalize-axes";
}

}  // namespace romas
