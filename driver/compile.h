// One input from its name to emitted files: load, parse, apply servo maps, check, transform, emit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/emit.h"
#include "driver/pipelines.h"
#include "driver/request.h"
#include "driver/stage.h"
#include "ir/model.h"
#include "support/diagnostic_render.h"

namespace romas::driver {

struct CompileResult {
  CompileResult();
  CompileResult(CompileResult&&) noexcept;
  CompileResult& operator=(CompileResult&&) noexcept;
  ~CompileResult();

  CompileStatus status = CompileStatus::ok;
  // The texts that ranges refer to; none where no range does any more.
  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
  DiagnosticReport report;
  std::vector<Diagnostic> losses;  // RM1901 and RM1902, whatever the severities say of them
  std::vector<Model> models;       // as checked and transformed
  std::vector<OutputFile> files;   // nothing if there were errors
  std::vector<FileCopy> copies;    // of meshes and textures
  std::vector<std::string> files_read;
  // Entries of the servo map whose joint no robot of this input has.
  std::vector<std::size_t> unknown_servo_joints;
  std::string printed;  // what --print-after and its like show
  // What its caller has made text of already, and no longer keeps; internal errors stand here, too.
  std::string shown;
};

// Every problem is in the result; throws nothing but std::bad_alloc. `texts` stand for the files of their
// names, on the disk or not; null: none. Nothing is kept between calls: it may be called again and again, and
// from several threads at once.
CompileResult compile(const std::string& input, const CompileRequest& request, const Pipelines& pipelines,
                      const SourceManager::Texts* texts = nullptr);

}  // namespace romas::driver
