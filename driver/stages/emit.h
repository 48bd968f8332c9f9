// Makes files of a checked model: kernels if the target is made of them, then the target, then reading back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/target.h"
#include "driver/meshes/gather_files.h"
#include "driver/request/pipelines.h"
#include "driver/request/request.h"
#include "driver/request/servo_inputs.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"
#include "ir/model/semantics.h"

namespace romas::driver {

struct Emission {
  std::vector<OutputFile> files;  // each with a path below the output folder
  std::vector<FileCopy> copies;   // meshes and textures
  CompileStatus status = CompileStatus::ok;
};

// The facts that the targets of a robot are made from, beside its model.
struct EmitInputs {
  FileId source;  // the text that the model was read from; banners contain its hash
  const CompileRequest& request;
  const Pipelines& pipelines;
  const ServoFacts& servos;
  const std::optional<Semantics>&
      semantics;  // the content of the SRDFs among the inputs that are about the robot
  RobotFiles& files;
  Stage& stage;
};

// All files that the request's targets make of a model. Files may be returned even if errors are reported;
// the caller writes none then.
Emission emit(const Model& model, const EmitInputs& from);

}  // namespace romas::driver
