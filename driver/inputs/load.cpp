#include "driver/inputs/load.h"

#include <algorithm>
#include <optional>

#include "backends/target.h"
#include "driver/inputs/expand_input.h"
#include "frontend/yaml/parameter_names.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

const FrontendInfo* frontend_of(FileId file, const SourceManager& sources) {
  return detect_frontend(sources.name(file), sources.text(file));
}

// Runs the checks first, since a writer takes only sound models. Findings other than errors are found again
// in the place where the robot is included.
std::optional<std::string> as_sdf(Model robot, DiagnosticEngine& diagnostics) {
  DiagnosticEngine aside;
  Pipeline checks;
  std::string error;
  if (!parse_pipeline(check_pipeline(), checks, error) || !run_pipeline(robot, checks, aside))
    return std::nullopt;
  if (aside.has_errors()) {
    for (const Diagnostic& finding : aside.sorted()) {
      if (finding.severity != Severity::error) continue;
      auto report = diagnostics.report(finding.rule, finding.range, finding.message);
      for (const DiagnosticNote& note : finding.notes) report.note(note.range, note.message);
    }
    return std::nullopt;
  }
  const TargetOptions options;
  TargetContext context{diagnostics, options, {}, {}};
  return emit_sdf(robot, context);
}

}  // namespace

ImportReader import_reader(const SourceManager& sources) {
  ImportReader reader;
  reader.format = [&sources](FileId file) -> std::optional<std::string_view> {
    const FrontendInfo* frontend = frontend_of(file, sources);
    return frontend == nullptr ? std::nullopt : std::optional(frontend->name);
  };
  reader.robots = [&sources](FileId file, FrontendContext& context) {
    return frontend_of(file, sources)->parse(file, context);
  };
  reader.as_sdf = as_sdf;
  reader.blocks = read_block_library;
  return reader;
}

namespace {

void select_robot(const std::string& path, const std::string& name, std::vector<Model>& models,
                  Stage& stage) {
  if (name.empty()) return;
  const std::string names = join(models, ", ", [](const Model& model) { return in_quotes(model.name); });
  std::erase_if(models, [&](const Model& model) { return model.name != name; });
  if (models.empty())
    stage.diagnostics.report(
        Rule::no_robot, {},
        concat("'", path, "' has no robot '", name, "'; it has ", names.empty() ? "none" : names));
}

void report_no_robot(FileId file, const std::optional<Diagnostic>& why, Stage& stage) {
  if (!why) {
    stage.diagnostics.report(Rule::no_robot, {file, 0, 0}, "this file describes no robot");
    return;
  }
  auto builder = stage.diagnostics.report(why->rule, why->range, why->message);
  for (const DiagnosticNote& note : why->notes) builder.note(note.range, note.message);
}

}  // namespace

LoadedText load(const std::string& path, const InputRequest& request, Stage& stage) {
  SourceManager::ReadError error;
  const FileId file =
      stage.sources.read_file(path, error, request.frontend.max_input, SourceManager::Kinds::streams);
  if (file != 0) {
    stage.files_read.push_back(path);
    return {file, CompileStatus::ok};
  }
  const std::string problem = concat("cannot read '", path, "': ", error.reason);
  if (error.too_large) {
    stage.diagnostics.report(Rule::input_limit, {}, concat(problem, "; --max-input raises the limit"));
    return {0, CompileStatus::errors};
  }
  stage.diagnostics.report(Rule::unreadable_file, {}, problem);
  return {0, CompileStatus::unreadable};
}

ParsedText parse(const std::string& path, FileId file, const InputRequest& request, bool robots_optional,
                 Stage& stage) {
  const FrontendInfo* frontend = request.format == "auto" ? detect_frontend(path, stage.sources.text(file))
                                                          : find_frontend(request.format);
  if (frontend == nullptr && is_yaml_name(path))
    if (auto names = find_parameter_names(file, stage.sources); names && !names->empty()) {
      ParsedText read;
      read.parameters = *std::move(names);
      return read;
    }
  const FrontendInfo* const xacro = find_frontend("xacro");
  const bool expands = request.frontend.expanded_text != ExpandedText::unused &&
                       can_be_expanded(frontend, stage.sources.text(file));
  // Robots of another format are read from the file itself, as without the expansion.
  const bool apart = expands && frontend != nullptr && frontend != xacro &&
                     request.frontend.expanded_text == ExpandedText::beside_robots;
  if (expands && !apart) frontend = xacro;
  if (frontend == nullptr) {
    stage.diagnostics.report(
        Rule::unknown_format, {file, 0, 0},
        "cannot tell the format of this file from its name or its first element; name it "
        "with --input-format");
    return {{}, true};
  }
  const ImportReader imports = import_reader(stage.sources);
  FrontendContext context{stage.sources, stage.diagnostics, request.frontend, stage.files_read, &imports};
  FrontendResult parsed = frontend->parse(file, context);
  if (apart && !parsed.malformed)
    if (auto document = expand_document(file, context)) parsed.expanded = std::move(document->text);
  if (parsed.malformed) return {std::move(parsed.models), true, frontend->name, {}, {}, parsed.foreign_root};
  if (request.frontend.expanded_text != ExpandedText::unused && !parsed.expanded)
    stage.diagnostics.report(Rule::no_robot, {file, 0, 0},
                             "--emit=expanded takes XML, but this is a file of another kind");
  if (request.frontend.expanded_text == ExpandedText::instead_of_robots)
    return {{}, false, frontend->name, std::move(parsed.expanded)};
  if (parsed.semantics)
    return {{}, false, frontend->name, std::move(parsed.expanded), std::move(parsed.semantics)};
  if (!parsed.kernels.empty()) {
    ParsedText read{{}, false, frontend->name};
    read.kernels = std::move(parsed.kernels);
    return read;
  }
  // A file that only defines things for other files can be checked, but has no robot to translate.
  const bool may_be_empty = parsed.is_library && robots_optional;
  if (parsed.models.empty() && !may_be_empty && !stage.diagnostics.has_errors())
    report_no_robot(file, parsed.no_robot, stage);
  select_robot(path, request.robot, parsed.models, stage);
  ParsedText read{std::move(parsed.models), false, frontend->name, std::move(parsed.expanded)};
  read.part_names = std::move(parsed.part_names);
  return read;
}

}  // namespace romas::driver
