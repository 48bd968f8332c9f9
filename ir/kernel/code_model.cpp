#include "ir/kernel/code_model.h"

#include <algorithm>
#include <array>

namespace romas {

namespace {
constexpr std::array<std::string_view, kKernelKindCount> kKindNames = {
    "fk", "jacobian", "rnea", "gravity", "bias", "crba", "fd", "com", "energy"};
}  // namespace

std::string_view kernel_kind_name(KernelKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<KernelKind> parse_kernel_kind(std::string_view name) {
  const auto* found = std::find(kKindNames.begin(), kKindNames.end(), name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<KernelKind>(found - kKindNames.begin());
}

bool CodeOptions::wants(KernelKind kind) const { return kernels.empty() || names(kind); }
bool CodeOptions::names(KernelKind kind) const {
  return std::find(kernels.begin(), kernels.end(), kind) != kernels.end();
}

}  // namespace romas
