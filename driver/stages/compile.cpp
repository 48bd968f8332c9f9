// The list of stages that one input goes through, in their order, and what each leaves to those after it.
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
#include "driver/stages/parameters_stage.h"
#include "driver/stages/semantics_stage.h"
#include "support/text/text.h"

namespace romas::driver {

CompileResult::CompileResult() = default;
CompileResult::CompileResult(CompileResult&&) noexcept = default;
CompileResult& CompileResult::operator=(CompileResult&&) noexcept = default;
CompileResult::~CompileResult() = default;

namespace {

// An input that has been read, on its way through the stages. They add to the result.
struct Compilation {
  Compilation(const Input& compiled, const CompileRequest& own, const Pipelines& passes, ReadInput read)
      : input(compiled),
        request(own),
        pipelines(passes),
        text(read.text.file),
        parsed(std::move(read.parsed)),
        diagnostics(std::move(read.diagnostics)),
        files(compiled.file, own.input.frontend, looks_for_packages(own)),
        stage{*read.sources, *diagnostics, result.files_read, result.printed} {
    result.status = read.text.status;
    result.sources = std::move(read.sources);
    // Before that of a robot that its SRDF is about. Other files include models of SDF.
    result.is_root = result.sources->expansions().used() || parsed.format == "sdf";
    result.files_read = std::move(read.files_read);
    result.printed = std::move(read.printed);
    result.file = input.file;
    result.label = label(input);
    result.models = std::move(parsed.models);
    result.semantics = std::move(parsed.semantics);
    result.part_names = std::move(parsed.part_names);
    result.format = parsed.format;
    result.unchecked =
        text != 0 && (parsed.malformed || (result.models.empty() && !result.semantics &&
                                           parsed.kernels.empty() && parsed.parameters.empty()));
  }
  void note(CompileStatus status) { result.status = std::max(result.status, status); }
  bool sound() const { return result.status == CompileStatus::ok && !stage.diagnostics.has_errors(); }

  const Input& input;
  const CompileRequest& request;  // for this input
  const Pipelines& pipelines;
  CompileResult result;
  FileId text;        // 0: it could not be read
  ParsedText parsed;  // but for what the result has of it
  std::unique_ptr<DiagnosticEngine> diagnostics;
  RobotFiles files;
  Stage stage;
  ServoFacts servos;
  Emission emission;
};

// --- the stages of an SRDF, of parameters, of kernels, and of robots

void check_srdf(Compilation& c) {
  SemanticsWork work = work_on_semantics(*c.result.semantics, c.input, c.text, c.request, c.stage);
  c.note(work.status);
  c.emission.files = std::move(work.files);
  if (work.robot) c.result.described.push_back(std::move(*work.robot));
  c.result.described_by = std::move(work.described_by);
}

void run_kernel_passes(Compilation& c) {
  KernelWork work = work_on_kernels(c.parsed.kernels, c.input, c.text, c.request, c.pipelines, c.stage);
  c.note(work.status);
  c.emission.files = std::move(work.files);
}

// From the description, the servo map, the calibration, device files and dumps.
void find_servos(Compilation& c) {
  std::vector<Model>& models = c.result.models;
  const FrontendOptions& frontend = c.request.input.frontend;
  c.note(run_servo_passes(models, c.pipelines, c.request.passes, c.stage));
  AppliedServoMap map = apply_servo_maps(models, c.request.servos, frontend, c.stage);
  c.note(map.status);
  c.result.unknown_servo_joints = std::move(map.unknown_joints);
  c.note(apply_calibration(models, c.request.servos, frontend, c.stage));
  c.servos = read_servo_facts(models, c.request.servos, frontend, c.stage);
  c.note(c.servos.status);
}

void weigh_links(Compilation& c) {
  if (c.request.inertias.shapes.empty()) return;
  for (Model& model : c.result.models) fill_inertias(model, c.input, c.request, c.stage);
}

// A robot with errors is not transformed, and neither are those after it.
void check_and_transform(Compilation& c) {
  RobotFiles* files = c.files.can_be_found() ? &c.files : nullptr;
  for (Model& model : c.result.models) {
    const CompileStatus found = check_model(model, c.pipelines, c.request.passes, c.servos, files, c.stage);
    c.note(found);
    if (found == CompileStatus::ok && !c.stage.diagnostics.has_errors())
      c.note(transform_model(model, c.pipelines, c.request.passes, c.servos, files, c.stage));
  }
  c.stage.diagnostics.finish_suppressions();
}

void emit_robots(Compilation& c) {
  if (!c.sound()) return;
  const std::optional<Semantics> semantics = read_semantics(c.input, c.request, c.stage);
  c.stage.collected_before_outputs = c.stage.diagnostics.collected().size();
  for (const Model& model : c.result.models) {
    Emission made = emit(model, {c.text, c.request, c.pipelines, c.servos, semantics, c.files, c.stage});
    c.note(made.status);
    std::ranges::move(made.files, std::back_inserter(c.emission.files));
    std::ranges::move(made.copies, std::back_inserter(c.emission.copies));
  }
}

// --- the last stages, of all inputs
// --------------------------------------------------------------------------

// The page of comments, and the expanded text.
void add_texts(Compilation& c) {
  if (!c.parsed.malformed && c.sound() && documents(c.request.emit))
    std::ranges::move(document_text(c.input.file, c.result.sources->text(c.text), c.parsed.format,
                                    c.result.models, c.request.emit, c.stage),
                      std::back_inserter(c.emission.files));
  if (c.parsed.expanded) c.emission.files.push_back({expanded_name(c.input), std::move(*c.parsed.expanded)});
}

// An unknown word that a target leaves out is one finding; the losses have it still.
void drop_known_losses(std::vector<Diagnostic>& findings) {
  const auto is_unknown = [](const Diagnostic& finding) {
    return finding.rule == Rule::unknown_attribute || finding.rule == Rule::unknown_element;
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> unknown;  // file and begin
  for (const Diagnostic& finding : findings) {
    if (!is_unknown(finding)) continue;
    unknown.emplace(finding.range.file, finding.range.begin);
    // An unknown element is told at its name, and its loss at the '<' in front of it.
    if (finding.rule == Rule::unknown_element && finding.range.begin > 0)
      unknown.emplace(finding.range.file, finding.range.begin - 1);
  }
  std::erase_if(findings, [&](const Diagnostic& finding) {
    return finding.rule == Rule::feature_dropped && finding.severity < Severity::error &&
           unknown.contains({finding.range.file, finding.range.begin});
  });
}

void report_findings(Compilation& c) {
  const DiagnosticEngine& diagnostics = c.stage.diagnostics;
  CompileResult& result = c.result;
  if (diagnostics.incomplete()) throw std::bad_alloc();
  result.losses = diagnostics.collected();
  result.report = {result.sources.get(), diagnostics.sorted(), diagnostics.omitted()};
  drop_known_losses(result.report.diagnostics);
  result.report =
      without_ignored(std::move(result.report), c.request.ignores, c.input.file, severities_of(c.request));
  const bool incomplete = result.format != "sdf" && diagnostics.reported(Rule::import_missing) > 0;
  const auto is_error = [](const Diagnostic& finding) { return finding.severity == Severity::error; };
  if (incomplete || diagnostics.has_errors() || std::ranges::any_of(result.report.diagnostics, is_error))
    c.note(CompileStatus::errors);
}

void hand_out_files(Compilation& c) {
  if (c.result.status != CompileStatus::ok) return;
  c.result.files = std::move(c.emission.files);
  c.result.copies = std::move(c.emission.copies);
}

ReadInput read_input(const Input& input, const CompileRequest& own, const SourceManager::Texts* texts) {
  ReadInput read = texts == nullptr && input.read ? input.read->take() : ReadInput();
  if (read.diagnostics) return read;
  read = load_input(input, own, texts);
  parse_input(input, own, read);
  return read;
}

CompileResult run_stages(const Input& input, const CompileRequest& own, const Pipelines& pipelines,
                         const SourceManager::Texts* texts) {
  Compilation c(input, own, pipelines, read_input(input, own, texts));
  if (c.result.semantics) {
    check_srdf(c);
  } else if (!c.parsed.parameters.empty()) {
    work_on_parameters(c.parsed.parameters, c.input, c.text, c.request, c.stage);
    c.stage.diagnostics.finish_suppressions();
  } else if (!c.parsed.kernels.empty()) {
    run_kernel_passes(c);
  } else if (c.text != 0 && !c.parsed.malformed) {
    find_servos(c);
    weigh_links(c);
    check_and_transform(c);
    emit_robots(c);
  }
  if (c.text != 0 && c.parsed.parameters.empty()) add_texts(c);
  report_findings(c);
  hand_out_files(c);
  return std::move(c.result);
}

}  // namespace

CompileResult compile(const Input& input, const CompileRequest& request, const Pipelines& pipelines,
                      const SourceManager::Texts* texts) {
  if (input.arguments.empty() && input.name.empty() && input.tree == nullptr)
    return run_stages(input, request, pipelines, texts);
  return run_stages(input, request_for(input, request), pipelines, texts);
}

}  // namespace romas::driver
