// An input from its name to models, as nothing has looked at them yet.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driver/inputs/load.h"
#include "driver/request/input.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

struct ReadInput {
  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
  std::unique_ptr<DiagnosticEngine> diagnostics;  // which refers to the sources
  std::vector<std::string> files_read;
  std::string printed;
  LoadedText text;
  ParsedText parsed;  // of a text that could be loaded

  Stage stage() { return {*sources, *diagnostics, files_read, printed}; }
};

// A reading of an input that is kept until the input is compiled. It is used once.
class KeptReading {
 public:
  explicit KeptReading(ReadInput read) : read_(std::move(read)) {}
  // Afterwards there is nothing but a ReadInput without diagnostics.
  ReadInput take() { return std::move(read_); }

 private:
  ReadInput read_;
};

// How findings count in the input of a request.
SeverityPolicy severities_of(const CompileRequest& request);

// Loads the text of an input. `own`: the request for this input (request_for). `texts` replace the files of
// their names; null: none.
ReadInput load_input(const Input& input, const CompileRequest& own, const SourceManager::Texts* texts);
// Parses the text, if it could be loaded.
void parse_input(const Input& input, const CompileRequest& own, ReadInput& read);

// Whether the targets of a request are made of robots alone, and of all robots of an input.
bool is_about_robots(const CompileRequest& request);

}  // namespace romas::driver
