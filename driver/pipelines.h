// Which passes run, and running them.
#pragma once

#include <string>
#include <vector>

#include "driver/request.h"
#include "driver/servo_inputs.h"
#include "driver/stage.h"
#include "ir/analysis/bounds.h"
#include "ir/file_search.h"
#include "passes/pass.h"

namespace romas::driver {

struct Pipelines {
  Pipeline servos;      // what the description says of servos, before the servo map is applied
  Pipeline checks;      // none where the request names exactly the passes that it wants
  Pipeline transforms;  // these, then
};
// Returns false and says why in `error` for faulty pipeline text.
bool make_pipelines(const CompileRequest& request, Pipelines& pipelines, std::string& error);

// Where the files that a robot names lie, and how large its meshes are.
class RobotFiles {
 public:
  // `input`: the path of the description, or "-".
  RobotFiles(const std::string& input, const FrontendOptions& options);
  RobotFiles(const RobotFiles&) = delete;
  RobotFiles& operator=(const RobotFiles&) = delete;

  const FileSearch& search() const { return search_; }
  MeshSizes& sizes() { return sizes_; }
  // The name of the description without its folder and extension.
  const std::string& input_stem() const { return input_stem_; }

 private:
  std::string input_stem_;
  FileSearch search_;
  MeshSizes sizes_;
};

// Reads servos from what the description says of hardware.
CompileStatus run_servo_passes(std::vector<Model>& models, const Pipelines& pipelines,
                               const PassRequest& request, Stage& stage);

// Looks for files only where the request says where packages lie, or takes meshes along.
bool looks_for_files(const CompileRequest& request);

// Checks a model, and rewrites it where there are no errors. `files`: null: nobody looks for them.
CompileStatus check_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                          const ServoFacts& servos, RobotFiles* files, Stage& stage);
CompileStatus transform_model(Model& model, const Pipelines& pipelines, const PassRequest& request,
                              const ServoFacts& servos, RobotFiles* files, Stage& stage);

}  // namespace romas::driver
