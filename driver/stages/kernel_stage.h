// The stage of an input that is kernels as text: runs the requested passes on kernels, one after another.
#pragma once

#include <vector>

#include "backends/target.h"
#include "driver/request/input.h"
#include "driver/request/pipelines.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/kernel/limbs.h"

namespace romas::driver {

struct KernelWork {
  CompileStatus status = CompileStatus::ok;
  std::vector<OutputFile> files;
};

// Runs kernel(…) of --passes, else the passes of -O, else none, and writes the kernels again. A variant with
// lanes stands behind its kernel. Other targets need a robot, which is reported.
KernelWork work_on_kernels(const std::vector<KernelText>& kernels, const Input& input, FileId file,
                           const CompileRequest& request, const Pipelines& pipelines, Stage& stage);

}  // namespace romas::driver
