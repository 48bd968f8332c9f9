#include "tools/romasc/write_outputs.h"

#include <algorithm>

#include "tools/romasc/console.h"

namespace romas::tool {

namespace {

// Formats in which all findings of a run are one document; a line behind it would break the document.
bool is_document(const Invocation& invocation) {
  return invocation.format == DiagnosticFormat::json || invocation.format == DiagnosticFormat::sarif;
}

bool shares_stream(const Invocation& invocation) { return invocation.diagnostics_file.empty(); }

}  // namespace

int write_outputs(OutputSet& outputs, std::vector<CompileResult>& results, const Invocation& invocation,
                  int code, const Epilogue& epilogue) {
  const bool one_document = is_document(invocation) && shares_stream(invocation);
  const bool show_later = epilogue.wait || one_document;
  if (!show_later && !show_diagnostics(results, invocation)) return kFiles;
  if (const auto failure = outputs.commit()) {
    if (epilogue.not_written) epilogue.not_written(results);
    // Findings on the screen stay; a file is rewritten with all of them.
    if (!show_later && !is_document(invocation) && shares_stream(invocation)) results.clear();
    results.push_back(write_problem(*failure));
    show_diagnostics(results, invocation);
    return std::max<int>(code, kFiles);
  }
  if (show_later && !show_diagnostics(results, invocation)) return kFiles;
  return one_document || epilogue.summary.empty() ? code : say(epilogue.summary, code);
}

}  // namespace romas::tool
