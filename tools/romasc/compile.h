// One input file from text to emitted text: frontend, checks, transforms, targets.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/model.h"
#include "passes/pass.h"
#include "support/diagnostic_render.h"
#include "tools/romasc/gather_files.h"
#include "tools/romasc/invocation.h"

namespace romas::tool {

struct Emitted {
  std::string target;
  std::string extension;
  std::string robot;
  std::string text;
  std::string path;     // below the output folder, of targets that write several files; else empty
  bool shared = false;  // the same for every robot: written once
};

enum class CompileStatus : std::uint8_t { ok, errors, unreadable, internal_error };

struct CompileResult {
  CompileStatus status = CompileStatus::ok;
  std::unique_ptr<SourceManager> sources =
      std::make_unique<SourceManager>();  // none where no range refers to it any more
  DiagnosticReport report;
  std::vector<Diagnostic> losses;  // RM1901 and RM1902, whatever -W says of them
  std::vector<Model> models;       // as checked and transformed
  std::vector<Emitted> emitted;    // nothing if there were errors
  std::vector<FileCopy> copies;    // of --copy-meshes
  std::vector<std::string> files_read;
  std::vector<std::size_t>
      unknown_servo_joints;  // entries of --servo-map whose joint no robot of this file has
  std::string pass_output;   // what --print-after and its like print
  std::string shown;         // findings that are text already; report has the others
};

// The passes that the command line asks for. Returns false and says why for a faulty --passes.
struct Pipelines {
  Pipeline checks;
  Pipeline servos;      // before the servo map is applied
  Pipeline transforms;  // with --passes: exactly those, and no checks
};
bool make_pipelines(const Invocation& invocation, Pipelines& pipelines, std::string& error);

// Every problem is in the result; throws nothing but std::bad_alloc. `output_folder` is where the emitted
// files will lie (empty: unknown). `texts` stand for files, where that is given.
CompileResult compile_file(const std::string& path, const Invocation& invocation, const Pipelines& pipelines,
                           const std::string& output_folder, const SourceManager::Texts* texts = nullptr);

}  // namespace romas::tool
