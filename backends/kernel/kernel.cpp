// Kernels as text, after the passes: what code targets print, for people and for passes that are run on it.
#include <algorithm>

#include "backends/target.h"
#include "ir/kernel/limbs.h"
#include "support/text/text.h"

namespace romas {

std::string emit_kernel(const Model& /*model*/, TargetContext& context) {
  const CodeModel& code = *context.inputs.kernels;
  std::string text = concat("// ", context.options.banner, "\n");
  const auto add = [&](const Kernel& kernel, const LimbLanes& limbs) {
    text += concat("\n", print_kernel_text({limbs, kernel}));
  };
  for (const CodeKernel& kernel : code.kernels) {
    add(kernel.kernel, kernel.subject == Subject::robot ? code.limbs : LimbLanes());
    if (!kernel.in_lanes) continue;
    Kernel in_lanes = *kernel.in_lanes;
    in_lanes.name += kLanesSuffix;
    add(in_lanes, {});
  }
  for (const ClosedFormIk& ik : code.inverse_kinematics) {
    if (!ik.kernel.outputs.empty()) add(ik.kernel, {});
    if (!ik.swivel_of.outputs.empty()) add(ik.swivel_of, {});
  }
  return text;
}

}  // namespace romas
