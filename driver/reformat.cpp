#include "driver/reformat.h"

#include "support/text.h"

namespace romas::driver {

Reformatted reformat(const std::string& input, const CompileRequest& request) {
  Reformatted reformatted;
  CompileResult& result = reformatted.result;
  DiagnosticEngine diagnostics(request.severities);
  SourceManager::ReadError problem;
  const FileId file = result.sources->read_file(input, problem, request.input.frontend.max_input,
                                                SourceManager::Kinds::streams);
  if (file == 0) {
    diagnostics.report(Rule::unreadable_file, {}, concat("cannot read '", input, "': ", problem.reason));
    result.status = CompileStatus::unreadable;
  } else {
    reformatted.text = reformat_romas(file, *result.sources, diagnostics);
    reformatted.changed = reformatted.text && *reformatted.text != result.sources->text(file);
    if (!reformatted.text) result.status = CompileStatus::errors;
  }
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  return reformatted;
}

}  // namespace romas::driver
