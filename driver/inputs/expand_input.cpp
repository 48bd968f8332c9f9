#include "driver/inputs/expand_input.h"

#include <algorithm>
#include <filesystem>

#include "driver/inputs/read_input.h"
#include "driver/request/file_ignores.h"
#include "frontend/frontend.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// Errors that are found below count although the expansion could be made: options make errors of warnings.
std::string first_error(ReadInput& read, const Input& input, const CompileRequest& request) {
  DiagnosticReport report{read.sources.get(), read.diagnostics->sorted(), read.diagnostics->omitted()};
  report = without_ignored(std::move(report), request.ignores, input.file, severities_of(request));
  const auto error = std::ranges::find(report.diagnostics, Severity::error, &Diagnostic::severity);
  return error == report.diagnostics.end() ? std::string() : error->message;
}

ExpandedInput expand_as(const Input& input, const CompileRequest& request,
                        const SourceManager::Texts* texts) {
  ReadInput read = load_input(input, request, texts);
  ExpandedInput result;
  if (read.text.file != 0) {
    const std::string_view text = read.sources->text(read.text.file);
    InputRequest asked = request.input;
    place_arguments(input, asked.frontend, *read.sources);
    FrontendContext context{*read.sources, *read.diagnostics, asked.frontend, read.files_read};
    if (can_be_expanded(detect_frontend(input.file, text), text))
      result.document = expand_document(read.text.file, context);
    else
      read.diagnostics->report(Rule::no_robot, {read.text.file, 0, 0},
                               "only XML is expanded, but this is a file of another kind");
    read.diagnostics->finish_suppressions();
  }
  result.problem = first_error(read, input, request);
  if (!result.problem.empty()) result.document.reset();
  result.sources = std::move(read.sources);
  return result;
}

}  // namespace

bool can_be_expanded(const FrontendInfo* frontend, std::string_view text) {
  if (frontend == nullptr) return trim(text).starts_with('<');
  return !frontend->root_elements.empty() || frontend->parse == parse_xacro;
}

std::string expanded_name(const Input& input) {
  const std::filesystem::path name =
      std::filesystem::path(input.file == "-" ? "expanded.xml" : input.file).filename();
  const bool xacro = name.extension() == ".xacro";
  const std::filesystem::path shown = xacro ? name.stem() : name;
  const std::string extension = shown.has_extension() || !xacro ? shown.extension().string() : ".xml";
  return concat(input.name.empty() ? shown.stem().string() : input.name, extension);
}

ExpandedInput expand_input(const Input& input, const CompileRequest& request,
                           const SourceManager::Texts* texts) {
  CompileRequest own = request_for(input, request);
  own.emit.targets = {"expanded"};
  return expand_as(input, own, texts);
}

}  // namespace romas::driver
