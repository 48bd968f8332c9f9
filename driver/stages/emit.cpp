#include "driver/stages/emit.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "driver/inputs/read_input.h"
#include "driver/inputs/wing_profiles.h"
#include "driver/meshes/convert_meshes.h"
#include "driver/meshes/import_meshes.h"
#include "driver/meshes/judge_meshes.h"
#include "driver/meshes/locate_files.h"
#include "driver/request/file_ignores.h"
#include "driver/stages/comparable.h"
#include "driver/stages/equivalence_report.h"
#include "driver/stages/keep_structure.h"
#include "driver/stages/verify_output.h"
#include "ir/model/entity.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "support/bytes/hash.h"
#include "support/process/stop.h"
#include "support/process/version.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// A robot's name as a file name: characters that could leave the folder or are special to a shell become '_'.
std::string file_stem(std::string_view robot) {
  std::string stem(robot.empty() ? "robot" : robot);
  for (char& c : stem)
    if (c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) <= 0x20 || c == 0x7f) c = '_';
  if (stem.front() == '.' || stem.front() == '-') stem.front() = '_';
  return stem;
}

// The name of the one file that a target makes of a robot.
std::string file_name_of(const Model& model, std::string_view extension, const EmitRequest& request) {
  return concat(file_stem(request.output_name.empty() ? std::string_view(model.name) : request.output_name),
                extension);
}

// The banner depends on the source's text alone, not on its path.
std::string banner_of(FileId source, const SourceManager& sources) {
  return concat("written by romasc ", version(), " from input ", Hash().add(sources.text(source)).hex());
}

// The options that all targets of a model have in common.
TargetOptions common_options(const CompileRequest& request, const RobotFiles& files,
                             const GatheredFiles& gathered) {
  TargetOptions options;
  options.source_folder = files.search().source_folder;
  options.output_folder = request.emit.output_folder;
  options.gathered = gathered.paths;
  options.name = request.emit.code.name;
  options.floating_base = request.emit.code.floating_base;
  return options;
}

// A target gets the options that its row names, and no others.
void choose_words(const TargetInfo& target, const EmitRequest& request, TargetOptions& options) {
  options.words.clear();
  for (const auto& [option, words] : request.words)
    if (target.options.contains(option)) options.words.emplace(option, words);
}

struct LoweredKernels {
  std::optional<CodeModel> code;
  std::string why_not;
  CompileStatus status = CompileStatus::ok;
};

// The robot's kernels as a target needs them. Findings are reported only if the target requires kernels.
LoweredKernels lower_kernels(const Model& model, const TargetInfo& target, const TargetOptions& options,
                             const CompileRequest& request,
                             const std::optional<KernelPipeline>& kernel_passes, const RobotFiles& files,
                             Stage& stage) {
  const bool required = target.kernels.degree == KernelNeed::Degree::required;
  const auto wanted =
      target.kernels.options == nullptr ? std::nullopt : target.kernels.options(request.emit.code, options);
  if (!wanted) return {};
  DiagnosticEngine aside;
  CodeModelContext context{required ? stage.diagnostics : aside, {}, kernel_passes};
  if (required) context.passes = kernel_pass_options(request.passes, stage);
  context.wing_profiles = [&] {
    Stage reading{stage.sources, context.diagnostics, stage.files_read, stage.printed};
    return find_wing_profiles(model, files.search(), request.input.frontend.max_input, reading);
  };
  LoweredKernels lowered{make_code_model(model, *wanted, context), {}, CompileStatus::ok};
  if (lowered.code) return lowered;
  if (required && !stage.diagnostics.has_errors()) lowered.status = CompileStatus::internal_error;
  const auto found = aside.sorted();
  lowered.why_not = found.empty() ? "the kernels cannot be made" : found.front().message;
  return lowered;
}

// Reads back what was written, and compares it with the model.
OutputVerdict verify(const Model& model, const TargetInfo& target, const std::string& text,
                     const DeclaredChanges& changes, const TargetOptions& options,
                     const CompileRequest& request, const Semantics* beside, Stage& stage) {
  CompareOptions comparison;
  comparison.tolerance = request.verify.tolerance;
  comparison.canonical_xml = canonical_xml;
  comparison.a = {model.layout.format, absolute_folder(options.source_folder)};
  comparison.b = {std::string(target.name), absolute_folder(options.output_folder)};
  OutputVerdict verdict = verify_output(model, target, text, changes, request.input.frontend, comparison,
                                        {request.verify.report, request.verify.lossless}, beside);
  if (request.verify.outputs)
    for (const std::string& fault : verdict.faults)
      stage.printed += concat("romasc: internal error: ", fault, "\n");
  if (!verdict.beyond_limits.empty())
    stage.diagnostics.report(verdict.rule_of_limits, name_place(model), verdict.beyond_limits);
  return verdict;
}

// --lossless: what --compare would find is an error, too.
void report_differences(const Model& model, const TargetInfo& target, const OutputVerdict& verdict,
                        DiagnosticEngine& diagnostics) {
  for (const ModelDifference& difference : verdict.differences)
    diagnostics.report(
        Rule::output_differs, difference.a.valid() ? difference.a : SourceRange(name_place(model)),
        concat("the ", target.name, " output differs from the robot: ", message_of(difference)));
}

// The pages of --verify-output=report. Losses are those of reading and of this target, whose first is number
// `first_of_target` of all.
std::vector<OutputFile> report_pages(const Model& model, FileId source, const TargetInfo& target,
                                     const TargetOptions& options, OutputVerdict verdict,
                                     std::size_t first_of_target, const Stage& stage) {
  const std::vector<Diagnostic>& all = stage.diagnostics.collected();
  const auto at = [&](std::size_t index) { return all.begin() + static_cast<std::ptrdiff_t>(index); };
  VerifiedTranslation translation;
  translation.robot = model.name;
  translation.source = stage.sources.name(source);
  translation.output = options.file_name;
  translation.source_format = model.layout.format.empty() ? std::string_view("romas") : model.layout.format;
  translation.format = target.name;
  translation.numbers = std::move(verdict.numbers);
  translation.losses.assign(at(0), at(stage.collected_before_outputs));
  translation.losses.insert(translation.losses.end(), at(first_of_target), all.end());
  const auto page = [&](std::string_view ending, std::string text) {
    return OutputFile{concat(options.file_name, ".equivalence", ending), std::move(text), false, true};
  };
  return {page(".txt", equivalence_page(translation, stage.sources)),
          page(".json", equivalence_json(translation, stage.sources))};
}

CompileStatus emit_target(const Model& model, const TargetInfo& target, const TargetOptions& options,
                          const EmitInputs& from, Emission& emission) {
  const CompileRequest& request = from.request;
  const ServoFacts& servos = from.servos;
  Stage& stage = from.stage;
  const std::size_t first_loss = stage.diagnostics.collected().size();
  const LoweredKernels kernels =
      lower_kernels(model, target, options, request, from.pipelines.kernel, from.files, stage);
  if (!kernels.code && target.kernels.degree == KernelNeed::Degree::required) return kernels.status;
  TargetContext context{stage.diagnostics, options, {}, {}};
  if (kernels.code) context.inputs.kernels = &*kernels.code;
  context.inputs.why_no_kernels = kernels.why_not;
  context.inputs.asked = &request.emit.code;
  if (servos.devices) context.inputs.servo_devices = &*servos.devices;
  if (target.servos && servos.registers) context.inputs.servo_registers = &*servos.registers;
  if (target.semantics && from.semantics) context.inputs.semantics = &*from.semantics;
  for (const auto& [written, path] : options.gathered) context.changes.move_file(written, path);
  std::vector<OutputFile> files;
  if (keeps_structure(request.emit, target.name)) {
    std::optional<std::string> text = kept_structure(model, from.source, request, options, stage);
    if (!text) return CompileStatus::errors;
    files.push_back({{}, std::move(*text)});
  } else {
    files = target.emit(model, context);
  }
  CompileStatus status = CompileStatus::ok;
  std::vector<OutputFile> pages;
  for (OutputFile& file : files) {
    if ((request.verify.outputs || request.verify.lossless) && !file.beside &&
        !stage.diagnostics.has_errors()) {
      OutputVerdict verdict = verify(model, target, file.text, context.changes, options, request,
                                     context.inputs.semantics, stage);
      if (request.verify.outputs && !verdict.faults.empty()) status = CompileStatus::internal_error;
      if (request.verify.lossless) report_differences(model, target, verdict, stage.diagnostics);
      if (request.verify.lossless && !request.verify.outputs && !verdict.compared &&
          !verdict.faults.empty() && !keeps_structure(request.emit, target.name))
        stage.diagnostics.report(Rule::output_differs, name_place(model), verdict.faults.front());
      if (request.verify.report && verdict.compared)
        pages = report_pages(model, from.source, target, options, std::move(verdict), first_loss, stage);
    }
    if (file.path.empty())
      file.path =
          file_name_of(model, file.extension.empty() ? target.extension : file.extension, request.emit);
    emission.files.push_back(std::move(file));
  }
  std::move(pages.begin(), pages.end(), std::back_inserter(emission.files));
  return status;
}

std::string_view mesh_format_word(const EmitRequest& request) {
  const auto format = request.words.find(TargetOption::mesh_format);
  return format == request.words.end() || format->second.empty() ? std::string_view("keep")
                                                                 : format->second.back();
}

// Why --copy-meshes converts no files of scenes.
std::string why_unconverted(const CompileRequest& request) {
  if (request.verify.lossless) return "under --lossless no mesh is converted";
  return mesh_reader().empty() ? without_mesh_reader() : std::string();
}

// Reports the meshes in text form that were not converted: targets with an option of mesh formats cannot use
// them.
void report_text_meshes(const TextMeshes& meshes, const EmitRequest& request, Stage& stage) {
  for (const auto& [mesh, place] : meshes)
    if (mesh_format_word(request) == "keep")
      stage.diagnostics.report(
          Rule::target_refuses, place,
          concat(
              "MuJoCo does not read STL as text, such as '", mesh,
              "'; --copy-meshes writes a binary copy, and --mesh-format=stl leaves the conversion to you"));
    else
      stage.diagnostics.report(
          Rule::value_approximated, place,
          concat("'", mesh,
                 "' is STL as text: convert the file, because MuJoCo reads only binary STL and OBJ"));
}

// The meshes that no target names.
void drop_copies(GatheredFiles& gathered, const std::set<std::string>& meshes,
                 const CompileRequest& request) {
  for (const std::string& mesh : meshes) {
    const std::filesystem::path target =
        std::filesystem::path(request.emit.output_folder) / gathered.paths.find(mesh)->second;
    std::erase_if(gathered.copies,
                  [&](const FileCopy& each) { return each.target == target.lexically_normal(); });
  }
}

// The severities of a run for one target alone: findings about its output do not concern the others.
SeverityPolicy severities_alone(const CompileRequest& request, const std::string& target) {
  CompileRequest alone = request;
  alone.emit.targets = {target};
  return undecided(severities_of(alone), request.ignores);
}

}  // namespace

Emission emit(const Model& model, const EmitInputs& from) {
  const CompileRequest& request = from.request;
  RobotFiles& files = from.files;
  Stage& stage = from.stage;
  Emission emission;
  GatheredFiles gathered;
  const auto judges = [](const std::string& name) {
    return find_target(name)->options.contains(TargetOption::mesh_format);
  };
  const bool judges_meshes = std::ranges::any_of(request.emit.targets, judges);
  const std::uint64_t max_input = request.input.frontend.max_input;
  TextMeshes texts;
  const bool finds_meshes = judges_meshes && (files.can_be_found() || request.emit.copy_meshes);
  if (judges_meshes && files.can_be_found()) texts = text_meshes(model, files.search(), max_input);
  const bool imports = judges_meshes && request.emit.copy_meshes && why_unconverted(request).empty();
  ForeignMeshes foreign;
  if (const std::string_view format = mesh_format_word(request.emit); finds_meshes && format != "keep")
    foreign = foreign_meshes(model, files.search(), concat(".", format), imports);
  std::vector<OutputFile> converted;
  std::optional<ImportedMeshes> imported;
  if (request.emit.copy_meshes) {
    const std::string stem =
        request.emit.output_name.empty() ? files.input_stem() : file_stem(request.emit.output_name);
    const std::string meshes_folder = request.emit.separate_meshes ? concat("meshes/", stem) : "meshes";
    const CopiedFiles allowed(files.search(), request.input.frontend.libraries,
                              request.input.frontend.max_input);
    gathered = gather_files(model, files.search(), allowed, request.emit.output_folder, meshes_folder,
                            foreign.converted, stage.diagnostics);
    for (const FileCopy& copy : gathered.copies) stage.files_read.push_back(copy.source);
    converted = convert_meshes(texts, gathered, files.search(), request.emit.output_folder, max_input,
                               stage.diagnostics);
    if (imports) {
      imported = import_meshes(model, gathered, files.search(), files.largest_mesh(),
                               mesh_format_word(request.emit) == "stl", stage);
      if (stage.diagnostics.has_errors()) return emission;
    }
  }
  report_text_meshes(texts, request.emit, stage);
  TargetOptions options = common_options(request, files, gathered);
  options.why_unconverted = why_unconverted(request);
  if (judges_meshes && files.can_be_found())
    options.surfaces = judge_meshes(imported ? imported->model : model, files.search(), files.largest_mesh(),
                                    imported ? imported->meshes : MeshesByName(), stage.diagnostics);
  const auto beside_output = options.gathered;
  auto named = beside_output;
  if (finds_meshes)
    named.merge(located_files(model, files.search(), request.emit.output_folder, foreign.converted));
  options.unconverted = std::move(foreign.unconverted);
  if (imported && std::ranges::all_of(request.emit.targets, judges))
    drop_copies(gathered, imported->sources, request);
  emission.copies = std::move(gathered.copies);
  const SeverityPolicy of_all = stage.diagnostics.policy();
  for (const std::string& name : request.emit.targets) {
    const TargetInfo& target = *find_target(name);
    stop_point();
    stage.diagnostics.policy() = severities_alone(request, name);
    if (target.emit == nullptr) continue;  // made of the text of the input, not of its robots
    choose_words(target, request.emit, options);
    options.gathered = judges(name) ? named : beside_output;
    options.file_name = request.emit.output_file;
    if (options.file_name.empty() && !target.is_code())
      options.file_name = file_name_of(model, target.extension, request.emit);
    options.banner =
        request.emit.banner || target.is_code() ? banner_of(from.source, stage.sources) : std::string();
    emission.status = std::max(
        emission.status,
        emit_target(imported && judges(name) ? imported->model : model, target, options, from, emission));
  }
  stage.diagnostics.policy() = of_all;
  std::move(converted.begin(), converted.end(), std::back_inserter(emission.files));
  if (imported) std::move(imported->files.begin(), imported->files.end(), std::back_inserter(emission.files));
  return emission;
}

}  // namespace romas::driver
