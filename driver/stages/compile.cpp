#include "driver/stages/compile.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <set>

#include "driver/inputs/document_text.h"
#include "driver/inputs/expand_input.h"
#include "driver/inputs/read_input.h"
#include "driver/meshes/fill_inertias.h"
#include "driver/stages/kernel_stage.h"
#include "driver/stages/semantics_stage.h"
#include "support/text/text.h"

namespace romas::driver {

CompileResult::CompileResult() = default;
CompileResult::CompileResult(CompileResult&&) noexcept = default;
CompileResult& CompileResult::operator=(CompileResult&&) noexcept = default;
CompileResult::~CompileResult() = default;

namespace {

// The stages after parsing. Returns their output; nothing if there are errors.
Emission work_on(std::vector<Model>& models, const Input& input, FileId source, const CompileRequest& request,
                 const Pipelines& pipelines, RobotFiles& robot_files, CompileResult& result, Stage& stage) {
  const auto note = [&](CompileStatus status) { result.status = std::max(result.status, status); };
  const FrontendOptions& frontend = request.input.frontend;
  note(run_servo_passes(models, pipelines, request.passes, stage));
  AppliedServoMap map = apply_servo_maps(models, request.servos, frontend, stage);
  note(map.status);
  result.unknown_servo_joints = std::move(map.unknown_joints);
  note(apply_calibration(models, request.servos, frontend, stage));
  const ServoFacts servos = read_servo_facts(models, request.servos, frontend, stage);
  note(servos.status);
  if (!request.inertias.shapes.empty())
    for (Model& model : models) fill_inertias(model, input, request, stage);
  // Nothing tells in which folder the text of standard input belongs.
  RobotFiles* files = robot_files.packages() || !robot_files.from_stream() ? &robot_files : nullptr;
  for (Model& model : models) {
    const CompileStatus sound = check_model(model, pipelines, request.passes, servos, files, stage);
    note(sound);
    if (sound == CompileStatus::ok && !stage.diagnostics.has_errors())
      note(transform_model(model, pipelines, request.passes, servos, files, stage));
  }
  stage.diagnostics.finish_suppressions();
  Emission all;
  if (stage.diagnostics.has_errors() || result.status != CompileStatus::ok) return all;
  const std::optional<Semantics> semantics = read_semantics(input, request, stage);
  stage.collected_before_outputs = stage.diagnostics.collected().size();
  for (const Model& model : models) {
    Emission emission = emit(model, source, request, pipelines, servos, semantics, robot_files, stage);
    note(emission.status);
    std::move(emission.files.begin(), emission.files.end(), std::back_inserter(all.files));
    std::move(emission.copies.begin(), emission.copies.end(), std::back_inserter(all.copies));
  }
  return all;
}

// An unknown word that a target leaves out is one finding; the losses have it still.
void drop_known_losses(std::vector<Diagnostic>& findings) {
  const auto is_unknown = [](const Diagnostic& finding) {
    return finding.rule == Rule::unknown_attribute || finding.rule == Rule::unknown_element;
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> unknown;  // file and begin
  for (const Diagnostic& finding : findings)
    if (is_unknown(finding)) unknown.emplace(finding.range.file, finding.range.begin);
  std::erase_if(findings, [&](const Diagnostic& finding) {
    return finding.rule == Rule::feature_dropped && finding.severity < Severity::error &&
           unknown.contains({finding.range.file, finding.range.begin});
  });
}

bool is_error(const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; }

CompileResult compile_as(const Input& input, const CompileRequest& request, const Pipelines& pipelines,
                         const SourceManager::Texts* texts) {
  ReadInput read = texts == nullptr && input.read ? input.read->take() : ReadInput();
  if (!read.diagnostics) {
    read = load_input(input, request, texts);
    parse_input(input, request, read);
  }
  CompileResult result;
  result.sources = std::move(read.sources);
  result.files_read = std::move(read.files_read);
  result.printed = std::move(read.printed);
  const std::unique_ptr<DiagnosticEngine> engine = std::move(read.diagnostics);
  DiagnosticEngine& diagnostics = *engine;
  Stage stage{*result.sources, diagnostics, result.files_read, result.printed};

  const LoadedText text = read.text;
  result.status = text.status;
  Emission emission;
  if (text.file != 0) {
    ParsedText parsed = std::move(read.parsed);
    result.models = std::move(parsed.models);
    result.part_names = std::move(parsed.part_names);
    result.format = parsed.format;
    result.unchecked =
        parsed.malformed || (result.models.empty() && !parsed.semantics && parsed.kernels.empty());
    if (parsed.semantics) {
      SemanticsWork work = work_on_semantics(*parsed.semantics, input, text.file, request, stage);
      result.status = std::max(result.status, work.status);
      emission.files = std::move(work.files);
      if (work.robot) result.described.push_back(std::move(*work.robot));
      result.described_by = std::move(work.described_by);
      result.semantics = std::move(parsed.semantics);
    }
    if (!parsed.kernels.empty()) {
      KernelWork work = work_on_kernels(parsed.kernels, input, text.file, request, pipelines, stage);
      result.status = std::max(result.status, work.status);
      emission.files = std::move(work.files);
    }
    RobotFiles robot_files(input.file, request.input.frontend, looks_for_packages(request));
    if (!parsed.malformed && !result.semantics && parsed.kernels.empty())
      emission = work_on(result.models, input, text.file, request, pipelines, robot_files, result, stage);
    const bool sound = !parsed.malformed && result.status == CompileStatus::ok && !diagnostics.has_errors();
    if (sound && documents(request.emit))
      std::ranges::move(document_text(input.file, result.sources->text(text.file), parsed.format,
                                      result.models, request.emit, stage),
                        std::back_inserter(emission.files));
    if (parsed.expanded) emission.files.push_back({expanded_name(input), std::move(*parsed.expanded)});
  }
  if (diagnostics.incomplete()) throw std::bad_alloc();
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  drop_known_losses(result.report.diagnostics);
  result.losses = diagnostics.collected();
  result.report =
      without_ignored(std::move(result.report), request.ignores, input.file, severities_of(request));
  const std::vector<Diagnostic>& found = result.report.diagnostics;
  const bool incomplete = result.format != "sdf" && diagnostics.reported(Rule::import_missing) > 0;
  if (incomplete || diagnostics.has_errors() || std::any_of(found.begin(), found.end(), is_error))
    result.status = std::max(result.status, CompileStatus::errors);
  if (result.status == CompileStatus::ok) {
    result.files = std::move(emission.files);
    result.copies = std::move(emission.copies);
  }
  result.file = input.file;
  result.label = label(input);
  result.is_root = result.sources->expansions().used();
  return result;
}

}  // namespace

CompileResult compile(const Input& input, const CompileRequest& request, const Pipelines& pipelines,
                      const SourceManager::Texts* texts) {
  if (input.arguments.empty() && input.name.empty() && input.tree == nullptr)
    return compile_as(input, request, pipelines, texts);
  return compile_as(input, request_for(input, request), pipelines, texts);
}

}  // namespace romas::driver
