// The end of a run: files are written, and findings shown.
#pragma once

#include <functional>
#include <vector>

#include "support/output_set.h"
#include "tools/romasc/report.h"

namespace romas::tool {

// What a run says behind its findings, when it is known whether the files are written.
struct Epilogue {
  // Findings are true only if the files are written (--fix): they are shown behind the writing.
  bool wait = false;
  // Puts the results right where the files could not be written.
  std::function<void(std::vector<CompileResult>&)> not_written;
  // Lines that follow the findings where the files were written.
  std::string summary;
};

// Shows the diagnostics and writes the outputs; returns the exit code, which is `code` if nothing more
// happens. That something cannot be written is a finding too: people read it behind the others, a program
// gets all of them as one document.
int write_outputs(OutputSet& outputs, std::vector<CompileResult>& results, const Invocation& invocation,
                  int code, const Epilogue& epilogue = {});

}  // namespace romas::tool
