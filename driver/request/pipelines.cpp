#include "driver/request/pipelines.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "backends/target.h"
#include "frontend/mesh/mesh_bounds.h"
#include "ir/analysis/mass/overflow.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// Upper bound (bytes) of the mesh files that checks measure, because checks should be fast.
constexpr std::uint64_t kLargestMeasured = 100'000'000;
// Likewise of those whose inside is asked for.
constexpr std::uint64_t kLargestSurface = 10'000'000;

PipelineOptions pipeline_options(const PassRequest& request, const ServoFacts* servos, RobotFiles* files,
                                 Stage& stage) {
  PipelineOptions options;
  static_cast<PassPrinting&>(options) = request;
  options.count = &stage.passes;
  options.print_model = print_romas;
  if (servos != nullptr && servos->devices) options.inputs.servos = &*servos->devices;
  options.inputs.sources = &stage.sources;
  options.output = [&stage](std::string_view text) { stage.printed += text; };
  if (files != nullptr) {
    options.inputs.files = &files->search();
    options.inputs.packages = files->packages();
    options.inputs.windings = [largest = files->largest_mesh()](const std::string& path,
                                                                std::span<const Vector3> points) {
      return mesh_windings(path, points, std::min(largest, kLargestSurface));
    };
    if (files->packages()) options.inputs.meshes = &files->sizes();
  }
  return options;
}

CompileStatus run(Model& model, const Pipeline& pipeline, const PipelineOptions& options, Stage& stage) {
  return run_pipeline(model, pipeline, stage.diagnostics, options) ? CompileStatus::ok
                                                                   : CompileStatus::internal_error;
}

bool needs_servos(const CompileRequest& request) {
  const auto& targets = request.emit.targets;
  return !request.servos.map.empty() || !request.servos.calibration.empty() ||
         std::any_of(targets.begin(), targets.end(),
                     [](const std::string& name) { return find_target(name)->servos; });
}

// Whether each of the robots becomes code, which closes its loops and tells where they do not.
bool makes_code(const CompileRequest& request) {
  const auto& targets = request.emit.targets;
  return std::any_of(targets.begin(), targets.end(), [](const std::string& name) {
    return find_target(name)->kernels.degree == KernelNeed::Degree::required;
  });
}

}  // namespace

bool make_pipelines(const CompileRequest& request, Pipelines& pipelines, std::string& error) {
  const PassRequest& passes = request.passes;
  if (passes.passes) return parse_pipeline(*passes.passes, pipelines.transforms, pipelines.kernel, error);
  if (needs_servos(request) && !parse_pipeline("derive-servos", pipelines.servos, error)) return false;
  std::string transforms(optimization_pipeline(std::min(passes.optimization.value_or(0), 1)));
  if (!passes.lump.empty() && passes.lump != "none")
    transforms += concat(transforms.empty() ? "" : ",", "lump-fixed-joints(mode=", passes.lump, ")");
  if (!parse_pipeline(check_pipeline(), pipelines.checks, error)) return false;
  // Closed positions are searched for once.
  if (makes_code(request))
    std::erase_if(pipelines.checks,
                  [](const PipelineStep& step) { return step.pass->name == "check-loops"; });
  return parse_pipeline(transforms, pipelines.transforms, error);
}

std::string pipeline_text(const CompileRequest& request, const Pipelines& pipelines) {
  std::vector<std::string> parts;
  for (const Pipeline* part : {&pipelines.servos, &pipelines.checks, &pipelines.transforms})
    if (!part->empty()) parts.push_back(print_pipeline(*part));
  if (pipelines.kernel || makes_code(request))
    parts.push_back(
        print_pipeline(pipelines.kernel.value_or(kernel_pipeline_of_level(request.emit.code.optimization))));
  return join(parts, ",");
}

KernelPassOptions kernel_pass_options(const PassRequest& request, Stage& stage) {
  return {request, [&stage](std::string_view text) { stage.printed += text; }, &stage.passes};
}

RobotFiles::RobotFiles(const std::string& input, const FrontendOptions& options, bool packages)
    : input_stem_(std::filesystem::path(input).stem().string()),
      search_(file_search(input, options)),
      sizes_(search_, [largest = std::min(options.max_input, kLargestMeasured)](
                          const std::string& path) { return measure_mesh(path, largest); }),
      largest_mesh_(options.max_input),
      packages_(packages),
      from_stream_(input == "-") {}

CompileStatus run_servo_passes(std::vector<Model>& models, const Pipelines& pipelines,
                               const PassRequest& request, Stage& stage) {
  if (pipelines.servos.empty()) return CompileStatus::ok;
  const PipelineOptions options = pipeline_options(request, nullptr, nullptr, stage);
  CompileStatus status = CompileStatus::ok;
  for (Model& model : models) status = std::max(status, run(model, pipelines.servos, options, stage));
  return status;
}

bool looks_for_packages(const CompileRequest& request) {
  const FrontendOptions& options = request.input.frontend;
  const auto& places = options.places.packages;
  return !options.package_paths.empty() || request.emit.copy_meshes ||
         std::any_of(places.begin(), places.end(),
                     [](const SearchPlace& place) { return place.kind == SearchPlace::Kind::tree; });
}

CompileStatus check_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                          const ServoFacts& servos, RobotFiles* files, Stage& stage) {
  const CompileStatus status =
      run(model, pipelines.checks, pipeline_options(request, &servos, files, stage), stage);
  // Whatever passes were requested: no target can write a value beyond a double.
  if (request.passes)
    for (const Overflow& overflow : find_overflows(model))
      stage.diagnostics.report(Rule::value_overflow, overflow.place, overflow.message);
  return status;
}

CompileStatus transform_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                              const ServoFacts& servos, RobotFiles* files, Stage& stage) {
  return run(model, pipelines.transforms, pipeline_options(request, &servos, files, stage), stage);
}

bool is_target(std::string_view name) { return find_target(name) != nullptr; }

}  // namespace romas::driver
