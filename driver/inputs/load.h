// Reads models from the name of an input: the stages that read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"
#include "ir/model/parameter_name.h"

namespace romas::driver {

struct LoadedText {
  FileId file = 0;  // 0: it could not be read, which is reported
  CompileStatus status = CompileStatus::ok;
};
// Reads a file; "-" is standard input. The file may be a pipe. The request limits its size.
LoadedText load(const std::string& path, const InputRequest& request, Stage& stage);

// How texts of the language import files of other formats, and SDF includes them. The sources must outlive
// it.
ImportReader import_reader(const SourceManager& sources);

struct ParsedText {
  std::vector<Model> models;
  // The text is malformed, or its format is unknown: later stages have nothing to work with.
  bool malformed = false;
  std::string_view format = {};              // the name of the frontend that read it; empty: unknown
  std::optional<std::string> expanded = {};  // the expanded text, if the request asks for it
  std::optional<Semantics> semantics =
      {};                                 // of a robot that another file describes; there are no models then
  bool foreign_root = false;              // FrontendResult::foreign_root
  std::vector<PartName> part_names = {};  // FrontendResult::part_names
  std::vector<KernelText> kernels = {};   // there are no models then
  // Names of a robot that another file describes; there are no models then.
  std::vector<ParameterName> parameters = {};
};
// Finds the format and reads the robots. A text without robots is an error, unless `robots_optional` is set
// and the text is a library for others.
ParsedText parse(const std::string& path, FileId file, const InputRequest& request, bool robots_optional,
                 Stage& stage);

}  // namespace romas::driver
