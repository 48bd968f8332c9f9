// The result of one compilation, in parts by who reads them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/request/input.h"
#include "driver/request/stage.h"
#include "driver/stages/emit.h"
#include "ir/model/model.h"
#include "ir/model/semantics.h"
#include "support/shown/diagnostic_render.h"
#include "support/shown/tally.h"
#include "support/sources/part_names.h"

namespace romas::driver {

// The input of a result. Reports and the cache read it.
struct ResultInput {
  std::string file;
  std::string label;        // tells it from other inputs of the same file
  bool is_root = false;     // its text was expanded: other robots may read parts of it
  bool of_an_input = true;  // false: a problem of the whole run
};

// The robots of an input. Editors, the studio and comparisons read them.
struct ResultRobots {
  std::vector<Model> models;           // as checked and transformed
  std::optional<Semantics> semantics;  // of an SRDF
  std::vector<Model> described;        // the robot that the semantics are about, as it is written; or none
  Input described_by;                  // the description of that robot
  std::vector<PartName> part_names;    // FrontendResult::part_names
  std::string format;                  // the name of the frontend that read it; empty: none did
  bool unchecked = false;  // no rule looked at what the input says: it is malformed, or has no robot
  // Entries of the servo map whose joint no robot of this input has.
  std::vector<std::size_t> unknown_servo_joints;
};

// The files of an input. The writer of outputs and the lists of dependencies read them.
struct ResultFiles {
  std::vector<OutputFile> files;  // nothing if there were errors
  std::vector<FileCopy> copies;   // of meshes and textures
  std::vector<std::string> files_read;
};

// The findings of an input. Everything that shows, counts or mends findings reads them.
struct ResultFindings {
  DiagnosticReport report;
  std::vector<Diagnostic> losses;  // RM1901 and RM1902, whatever their severities
  std::string printed;             // output of --print-after and similar options
  // Expansions::occurrences, where the sources do not know it because the result comes from a cache.
  std::function<std::size_t(SourceRange)> occurrences;
  // Findings that the caller has rendered as text and no longer keeps as data, and internal errors.
  std::string shown;
  Tally tally;           // of these
  bool counted = false;  // the tally counts the report, too
};

struct CompileResult : ResultInput, ResultRobots, ResultFiles, ResultFindings {
  CompileResult();
  CompileResult(CompileResult&&) noexcept;
  CompileResult& operator=(CompileResult&&) noexcept;
  ~CompileResult();

  CompileStatus status = CompileStatus::ok;
  // The texts that ranges refer to; null once no range refers to them.
  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
};

}  // namespace romas::driver
