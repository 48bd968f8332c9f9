// One input from its name to emitted files: load, parse, apply servo maps, check, transform, emit.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/request/input.h"
#include "driver/request/pipelines.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "driver/stages/emit.h"
#include "ir/model/model.h"
#include "ir/model/semantics.h"
#include "support/shown/diagnostic_render.h"
#include "support/shown/tally.h"
#include "support/sources/part_names.h"

namespace romas::driver {

struct CompileResult {
  CompileResult();
  CompileResult(CompileResult&&) noexcept;
  CompileResult& operator=(CompileResult&&) noexcept;
  ~CompileResult();

  CompileStatus status = CompileStatus::ok;
  // The texts that ranges refer to; null once no range refers to them.
  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
  DiagnosticReport report;
  std::vector<Diagnostic> losses;      // RM1901 and RM1902, whatever their severities
  std::vector<Model> models;           // as checked and transformed
  std::optional<Semantics> semantics;  // of an SRDF
  std::vector<Model> described;        // the robot that the semantics are about, as it is written; or none
  Input described_by;                  // the description of that robot
  std::vector<PartName> part_names;    // FrontendResult::part_names
  std::string format;                  // of the input: the name of the frontend that read it; empty: none did
  std::string file;                    // the input
  std::string label;                   // tells it from other inputs of the same file
  bool is_root = false;                // its text was expanded: other robots may read parts of it
  // Expansions::occurrences, where the sources do not know it because the result comes from a cache.
  std::function<std::size_t(SourceRange)> occurrences;
  bool unchecked = false;         // no rule looked at what the input says: it is malformed, or has no robot
  std::vector<OutputFile> files;  // nothing if there were errors
  std::vector<FileCopy> copies;   // of meshes and textures
  std::vector<std::string> files_read;
  // Entries of the servo map whose joint no robot of this input has.
  std::vector<std::size_t> unknown_servo_joints;
  std::string printed;  // output of --print-after and similar options
  // Findings that the caller has rendered as text and no longer keeps as data, and internal errors.
  std::string shown;
  Tally tally;              // of these
  bool counted = false;     // the tally counts the report, too
  bool of_an_input = true;  // false: a problem of the whole run
};

// All problems are reported in the result; only std::bad_alloc is thrown. `texts` replace the files of their
// names, which need not exist; null: none. Keeps no state between calls and is thread-safe.
CompileResult compile(const Input& input, const CompileRequest& request, const Pipelines& pipelines,
                      const SourceManager::Texts* texts = nullptr);

}  // namespace romas::driver
