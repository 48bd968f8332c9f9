// The end of a run: files are written, and findings shown.
#pragma once

#include <functional>
#include <vector>

#include "support/files/output_set.h"
#include "tools/romasc/report.h"

namespace romas::tool {

// Text behind the findings of a run, which depends on whether the files were written.
struct Epilogue {
  // True if findings are valid only once the files are written (--fix): they are shown afterwards.
  bool wait = false;
  // Corrects the results if the files could not be written.
  std::function<void(std::vector<CompileResult>&)> not_written;
  // Lines that follow the findings where the files were written.
  std::string summary;
};

// Shows the diagnostics and writes the outputs; returns the exit code, which is `code` if nothing more
// happens. A failure to write is a finding, too: people see it behind the others, programs get one document
// with all of them.
int write_outputs(OutputSet& outputs, std::vector<CompileResult>& results, const Invocation& invocation,
                  int code, const Epilogue& epilogue = {});

}  // namespace romas::tool
