#include "tools/romasc/write_outputs.h"

#include <algorithm>

#include "tools/romasc/console.h"

namespace romas::tool {

namespace {

bool shares_stream(const Invocation& invocation) { return invocation.diagnostics_file.empty(); }

}  // namespace

int write_outputs(OutputSet& outputs, std::vector<CompileResult>& results, const Invocation& invocation,
                  int code, const Epilogue& epilogue) {
  // A line behind a document would break it.
  const bool one_document = is_document(invocation.format) && shares_stream(invocation);
  const bool show_later = epilogue.wait || one_document;
  // On the screen the count is the last line, behind summaries and a failure to write.
  const bool count_later = !show_later && shares_stream(invocation);
  if (count_later && say(render_findings(results, invocation), kSuccess) != kSuccess) return kFiles;
  if (!count_later && !show_later && !show_diagnostics(results, invocation)) return kFiles;
  if (const auto failure = outputs.commit()) {
    if (epilogue.not_written) epilogue.not_written(results);
    results.push_back(write_problem(*failure));
    // Findings on the screen stay; a file is rewritten with all of them.
    if (count_later)
      say(render_findings({&results.back(), 1}, invocation) + render_closing(results, invocation), kFiles);
    else
      show_diagnostics(results, invocation);
    return std::max<int>(code, kFiles);
  }
  if (count_later) code = say(render_closing(results, invocation), code);
  if (show_later && !show_diagnostics(results, invocation)) return kFiles;
  return one_document || epilogue.summary.empty() ? code : say(epilogue.summary, code);
}

}  // namespace romas::tool
