// Kernels as text (ir/kernel/limbs.h): nothing but arithmetic, for passes on kernels.
#include "frontend/frontend.h"

namespace romas {

FrontendResult parse_kernel(FileId file, FrontendContext& context) {
  FrontendResult result;
  KernelTextFault fault;
  if (parse_kernel_texts(context.sources.text(file), result.kernels, fault)) return result;
  result.malformed = true;
  context.diagnostics.report(
      Rule::syntax, {file, static_cast<std::uint32_t>(fault.begin), static_cast<std::uint32_t>(fault.end)},
      fault.message);
  return result;
}

}  // namespace romas
