#include "driver/stages/kernel_stage.h"

#include <algorithm>
#include <filesystem>

#include "support/text/text.h"

namespace romas::driver {

namespace {

// Whether all targets are made of kernels alone; reports the first that is not. Without --emit, the kernels
// are what is shown.
bool fits_targets(const CompileRequest& request, FileId file, Stage& stage) {
  if (request.emit.robots_optional) return true;
  for (const std::string& target : request.emit.targets)
    if (target != kKernelTarget) {
      stage.diagnostics.report(Rule::no_robot, {file, 0, 0},
                               concat("this file has functions of a robot but no robot; --emit=", target,
                                      " needs one, --emit=kernel does not"));
      return false;
    }
  return true;
}

// Reports the first pass that cannot take a kernel with lanes.
bool takes_lanes(const KernelPipeline& pipeline, const Kernel& kernel, FileId file, Stage& stage) {
  const auto found =
      std::ranges::find_if(pipeline, [](const KernelPassInfo* pass) { return !pass->takes_lanes; });
  if (found == pipeline.end() || lane_counts(kernel).empty()) return true;
  stage.diagnostics.report(Rule::bad_value, {file, 0, 0},
                           concat("pass '", (*found)->name, "' does not take a kernel with lanes, such as '",
                                  kernel.name, "'; give it the kernel without lanes"));
  return false;
}

}  // namespace

KernelWork work_on_kernels(const std::vector<KernelText>& kernels, const Input& input, FileId file,
                           const CompileRequest& request, const Pipelines& pipelines, Stage& stage) {
  KernelWork work;
  if (!fits_targets(request, file, stage)) return work;
  const KernelPipeline pipeline = pipelines.kernel.value_or(
      kernel_pipeline_of_level(request.passes.passes ? 0 : request.passes.optimization.value_or(0)));
  KernelPassRunner passes(pipeline, kernel_pass_options(request.passes, stage));
  std::string text;
  for (const KernelText& of : kernels) {
    if (!takes_lanes(pipeline, of.kernel, file, stage)) return work;
    KernelPassRunner::Result made = passes.run(of.kernel, &of.limbs, KernelPassRunner::Search::none);
    if (!text.empty()) text += "\n";
    text += print_kernel_text({of.limbs, std::move(made.kernel)});
    if (!made.in_lanes) continue;
    made.in_lanes->name += kLanesSuffix;
    text += concat("\n", print_kernel_text({{}, std::move(*made.in_lanes)}));
  }
  passes.print_times();
  if (!passes.sound()) {
    work.status = CompileStatus::internal_error;
    return work;
  }
  if (request.emit.targets.empty()) return work;
  const std::string stem = std::filesystem::path(input.file).stem().string();
  work.files.push_back({concat(request.emit.output_name.empty() ? stem : request.emit.output_name, ".kernel"),
                        std::move(text)});
  return work;
}

}  // namespace romas::driver
