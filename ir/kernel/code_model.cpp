#include "ir/kernel/code_model.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

struct Words {
  std::string_view word;
  bool usual;
};
constexpr std::array kKinds = {
#define KERNELS(enumerator, word, usual) Words{word, usual},
#define FUNCTION(kernels, name, inputs, outputs, meaning)
#define PLACE_FUNCTION(kernels, link_name, frame_name, inputs, outputs, meaning)
#include "ir/kernel/functions.def"
#undef KERNELS
#undef FUNCTION
#undef PLACE_FUNCTION
};

constexpr std::array kFunctions = {
#define KERNELS(enumerator, word, usual)
#define FUNCTION(kernels, name, inputs, outputs, meaning) \
  KernelFunction{KernelKind::kernels, false, name, "", inputs, outputs, meaning},
#define PLACE_FUNCTION(kernels, link_name, frame_name, inputs, outputs, meaning) \
  KernelFunction{KernelKind::kernels, true, link_name, frame_name, inputs, outputs, meaning},
#include "ir/kernel/functions.def"
#undef KERNELS
#undef FUNCTION
#undef PLACE_FUNCTION
};

}  // namespace

std::string_view kernel_kind_name(KernelKind kind) { return kKinds[static_cast<std::size_t>(kind)].word; }
bool is_usual(KernelKind kind) { return kKinds[static_cast<std::size_t>(kind)].usual; }

std::optional<KernelKind> parse_kernel_kind(std::string_view name) {
  const auto* found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Words& row) { return row.word == name; });
  if (found == kKinds.end()) return std::nullopt;
  return static_cast<KernelKind>(found - kKinds.begin());
}

std::span<const KernelFunction> kernel_functions() { return kFunctions; }

const KernelFunction& kernel_function(std::string_view name) {
  return *std::find_if(kFunctions.begin(), kFunctions.end(),
                       [&](const KernelFunction& function) { return function.name == name; });
}

const KernelFunction* find_robot_function(std::string_view name) {
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(), [&](const KernelFunction& function) {
    return !function.of_place && function.name == name;
  });
  return found == kFunctions.end() ? nullptr : found;
}

DerivedFunction::DerivedFunction(const KernelFunction& of, std::string_view input)
    : name(concat(of.name, "_by_", input)),
      outputs(join(split(of.outputs, ' '), " ",
                   [&](std::string_view output) { return concat("d", output, "_d", input); })),
      meaning(concat("derivative of ", of.name, ", row-major: rows ", join(split(of.outputs, ' '), "; "),
                     ", columns ", input == "q" ? "steps of q along each velocity variable" : input)),
      function{of.kind, false, name, "", of.inputs, outputs, meaning} {}

bool CodeOptions::wants(KernelKind kind) const {
  const bool differentiated = std::any_of(
      derivatives.begin(), derivatives.end(),
      [&](const DerivativeRequest& request) { return kernel_function(request.function).kind == kind; });
  return differentiated || (kernels.empty() ? is_usual(kind) : names(kind));
}
bool CodeOptions::names(KernelKind kind) const {
  return std::find(kernels.begin(), kernels.end(), kind) != kernels.end();
}

}  // namespace romas
