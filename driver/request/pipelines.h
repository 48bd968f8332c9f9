// Chooses the passes of a run, and runs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/request/request.h"
#include "driver/request/servo_inputs.h"
#include "driver/request/stage.h"
#include "ir/analysis/tree/bounds.h"
#include "ir/packages/file_search.h"
#include "passes/kernel/lowering/kernel_passes.h"
#include "passes/pass/pass.h"

namespace romas::driver {

struct Pipelines {
  Pipeline servos;      // read servos from the description, before the servo map is applied
  Pipeline checks;      // none if the request names its passes exactly
  Pipeline transforms;  // run after the checks
  // Passes on kernels, in place of those of the level; nothing: these.
  std::optional<KernelPipeline> kernel;
};
// Returns false and says why in `error` for faulty pipeline text.
bool make_pipelines(const CompileRequest& request, Pipelines& pipelines, std::string& error);
// All passes of a run. Those on kernels are among them if a target is made of kernels.
std::string pipeline_text(const CompileRequest& request, const Pipelines& pipelines);

// The options of the passes on kernels, as requested; their output goes to the stage.
KernelPassOptions kernel_pass_options(const PassRequest& request, Stage& stage);

// Whether EmitRequest::targets may hold the name.
bool is_target(std::string_view name);

// Finds the files that a robot names, and measures its meshes.
class RobotFiles {
 public:
  // `input`: the path of the description, or "-". `packages`: whether packages are searched for, and meshes
  // measured; else only files by their own paths.
  RobotFiles(const std::string& input, const FrontendOptions& options, bool packages);
  RobotFiles(const RobotFiles&) = delete;
  RobotFiles& operator=(const RobotFiles&) = delete;

  const FileSearch& search() const { return search_; }
  MeshSizes& sizes() { return sizes_; }
  bool packages() const { return packages_; }
  // Upper bound (bytes) of the mesh files that may be read.
  std::uint64_t largest_mesh() const { return largest_mesh_; }
  // False for standard input without packages: nothing tells in which folder its text belongs.
  bool can_be_found() const { return packages_ || !from_stream_; }
  // The name of the description without its folder and extension.
  const std::string& input_stem() const { return input_stem_; }

 private:
  std::string input_stem_;
  FileSearch search_;
  MeshSizes sizes_;
  std::uint64_t largest_mesh_;
  bool packages_;
  bool from_stream_;
};

// Reads servos from what the description says of hardware.
CompileStatus run_servo_passes(std::vector<Model>& models, const Pipelines& pipelines,
                               const PassRequest& request, Stage& stage);

// Meshes of packages are looked for only if the request gives folders of packages (--package-path,
// ROS_PACKAGE_PATH) or copies meshes.
bool looks_for_packages(const CompileRequest& request);

// The checks of a model, and its transforms, for models without errors. `files`: null if files are not looked
// for.
CompileStatus check_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                          const ServoFacts& servos, RobotFiles* files, Stage& stage);
CompileStatus transform_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                              const ServoFacts& servos, RobotFiles* files, Stage& stage);

}  // namespace romas::driver
