#include "tools/romasc/compile.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <new>

#include "backends/servo/formats.h"
#include "backends/target.h"
#include "frontend/mesh/mesh_bounds.h"
#include "frontend/servo/device_files.h"
#include "frontend/servo/servo_dump.h"
#include "frontend/servo/servo_map.h"
#include "frontend/xml/package_manifest.h"
#include "ir/analysis/bounds.h"
#include "ir/analysis/overflow.h"
#include "passes/kernel/make_code_model.h"
#include "support/c_names.h"
#include "support/hash.h"
#include "support/text.h"
#include "tools/romasc/verify_output.h"

namespace romas::tool {

namespace {

// Checks measure no larger mesh file (bytes): they are to be quick.
constexpr std::uint64_t kLargestMeasured = 100'000'000;

// A short name for the content of a text, for banners.
std::string content_hash(std::string_view text) { return Hash().add(text).hex(); }

class Compilation {
 public:
  Compilation(const std::string& path, const Invocation& invocation, const Pipelines& pipelines,
              std::string output_folder, const SourceManager::Texts* texts)
      : path_(path),
        invocation_(invocation),
        pipelines_(pipelines),
        output_folder_(std::move(output_folder)),
        diagnostics_(invocation.severities) {
    result_.sources->read_instead(texts);
    diagnostics_.collect(Rule::feature_dropped);
    diagnostics_.collect(Rule::value_approximated);
  }

  CompileResult run() {
    const FileId file = load();
    if (file != 0 && parse(file)) {
      select_robots();
      read_servos();
      load_servo_devices();
      read_servo_dump();
      run_passes();
      diagnostics_.finish_suppressions();
      if (!diagnostics_.has_errors() && result_.status == CompileStatus::ok) emit(file);
    }
    if (diagnostics_.incomplete()) throw std::bad_alloc();
    result_.report = {result_.sources.get(), diagnostics_.sorted(), diagnostics_.omitted()};
    result_.losses = diagnostics_.collected();
    if (result_.status == CompileStatus::ok && diagnostics_.has_errors())
      result_.status = CompileStatus::errors;
    if (result_.status != CompileStatus::ok) {
      result_.emitted.clear();
      result_.copies.clear();
    }
    return std::move(result_);
  }

 private:
  FileId load() {
    SourceManager::ReadError error;
    const FileId file = result_.sources->read_file(path_, error, invocation_.frontend.max_input,
                                                   SourceManager::Kinds::streams);
    if (file != 0) {
      result_.files_read.push_back(path_);
      return file;
    }
    if (error.too_large) {
      diagnostics_.report(
          Rule::input_limit, {},
          concat("cannot read '", path_, "': ", error.reason, "; --max-input raises the limit"));
      result_.status = CompileStatus::errors;
    } else {
      diagnostics_.report(Rule::unreadable_file, {}, concat("cannot read '", path_, "': ", error.reason));
      result_.status = CompileStatus::unreadable;
    }
    return 0;
  }

  bool parse(FileId file) {
    const FrontendInfo* frontend = invocation_.input_format == "auto"
                                       ? detect_frontend(path_, result_.sources->text(file))
                                       : find_frontend(invocation_.input_format);
    if (frontend == nullptr) {
      diagnostics_.report(Rule::unknown_format, {file, 0, 0},
                          "cannot tell the format of this file from its name or its first element; name it "
                          "with --input-format");
      return false;
    }
    const ImportReader imports = import_reader();
    FrontendContext context{*result_.sources, diagnostics_, invocation_.frontend, result_.files_read,
                            &imports};
    FrontendResult parsed = frontend->parse(file, context);
    result_.models = std::move(parsed.models);
    // A file of definitions for others can be checked, and nothing can be made of it.
    const bool nothing_wanted = parsed.library && (invocation_.default_target || invocation_.targets.empty());
    if (!parsed.malformed && result_.models.empty() && !nothing_wanted && !diagnostics_.has_errors())
      diagnostics_.report(Rule::no_robot, {file, 0, 0}, "this file describes no robot");
    return !parsed.malformed;
  }

  // How texts of the language get at files of other formats.
  ImportReader import_reader() {
    ImportReader reader;
    reader.format = [this](FileId file) -> std::optional<std::string_view> {
      const FrontendInfo* frontend =
          detect_frontend(result_.sources->name(file), result_.sources->text(file));
      return frontend == nullptr ? std::nullopt : std::optional(frontend->name);
    };
    reader.robots = [this](FileId file, FrontendContext& context) {
      return detect_frontend(result_.sources->name(file), result_.sources->text(file))->parse(file, context);
    };
    reader.blocks = read_block_library;
    return reader;
  }

  void select_robots() {
    if (invocation_.robot.empty()) return;
    std::string names;
    for (const Model& model : result_.models)
      names += concat(names.empty() ? "" : ", ", "'", model.name, "'");
    std::erase_if(result_.models, [&](const Model& model) { return model.name != invocation_.robot; });
    if (result_.models.empty())
      diagnostics_.report(Rule::no_robot, {},
                          concat("'", path_, "' has no robot '", invocation_.robot, "'; it has ",
                                 names.empty() ? "none" : names));
  }

  // Device files are read only for robots that have servos, and only those of their families.
  void load_servo_devices() {
    std::vector<std::string> families;
    for (const Model& model : result_.models)
      for (const Joint& joint : model.joints)
        if (joint.servo && !joint.servo->family.empty() &&
            std::find(families.begin(), families.end(), joint.servo->family) == families.end())
          families.push_back(joint.servo->family);
    if (families.empty()) return;
    FrontendContext context{*result_.sources, diagnostics_, invocation_.frontend, result_.files_read};
    servos_ = read_servo_devices(invocation_.servo_devices, context, families);
  }

  PipelineOptions pipeline_options() {
    PipelineOptions options;
    options.print_after = invocation_.print_after;
    options.print_after_all = invocation_.print_after_all;
    options.print_changed = invocation_.print_changed;
    options.verify_each = invocation_.verify_each;
    options.time_passes = invocation_.time_passes;
    options.statistics = invocation_.statistics;
    options.print_model = print_romas;
    if (servos_) options.servos = &*servos_;
    options.sources = result_.sources.get();
    options.output = [this](std::string_view text) { result_.pass_output += text; };
    return options;
  }

  // What the description says of servos, and then what the servo map says.
  void read_servos() {
    const PipelineOptions options = pipeline_options();
    for (Model& model : result_.models)
      if (!pipelines_.servos.empty() && !run_pipeline(model, pipelines_.servos, diagnostics_, options))
        result_.status = CompileStatus::internal_error;
    if (invocation_.servo_map.empty()) return;
    FrontendContext context{*result_.sources, diagnostics_, invocation_.frontend, result_.files_read};
    const auto map = read_servo_map(invocation_.servo_map, context);
    if (!map) {
      if (diagnostics_.reported(Rule::unreadable_file) > 0) result_.status = CompileStatus::unreadable;
      return;
    }
    for (Model& model : result_.models) apply_servo_map(*map, model, diagnostics_);
    result_.unknown_servo_joints = unknown_servo_joints(*map, result_.models);
    // With several files the joint may be in another one: the run looks at that.
    if (invocation_.inputs.size() == 1 && !result_.models.empty())
      report_unknown_servo_joints(*map, result_.unknown_servo_joints, result_.models, diagnostics_);
  }

  // What the servos' registers hold now.
  void read_servo_dump() {
    if (invocation_.servo_present.empty()) return;
    FrontendContext context{*result_.sources, diagnostics_, invocation_.frontend, result_.files_read};
    servo_dump_ = romas::read_servo_dump(invocation_.servo_present, context);
    if (!servo_dump_ && diagnostics_.reported(Rule::unreadable_file) > 0)
      result_.status = CompileStatus::unreadable;
  }

  void run_passes() {
    PipelineOptions options = pipeline_options();
    const FileSearch files = file_search();
    MeshSizes meshes(files, [this](const std::string& path) {
      return measure_mesh(path, std::min(invocation_.frontend.max_input, kLargestMeasured));
    });
    if (!invocation_.frontend.package_paths.empty() || invocation_.copy_meshes) {
      options.files = &files;
      options.meshes = &meshes;
    }
    for (Model& model : result_.models) {
      bool sound = run_pipeline(model, pipelines_.checks, diagnostics_, options);
      // Whatever passes are asked for: no target says what is beyond a double.
      if (invocation_.passes)
        for (const Overflow& overflow : find_overflows(model))
          diagnostics_.report(Rule::value_overflow, overflow.place, overflow.message);
      if (sound && !diagnostics_.has_errors())
        sound = run_pipeline(model, pipelines_.transforms, diagnostics_, options);
      if (!sound) result_.status = CompileStatus::internal_error;
    }
  }

  std::string source_folder() const {
    return path_ == "-" ? "." : std::filesystem::path(path_).parent_path().string();
  }

  FileSearch file_search() const {
    return {source_folder(), invocation_.frontend.package_paths, read_package_name};
  }

  // Robots of several files must not get into each other's way.
  void gather(const Model& model, TargetOptions& options) {
    if (!invocation_.copy_meshes) return;
    const std::string below = invocation_.inputs.size() > 1
                                  ? concat("meshes/", std::filesystem::path(path_).stem().string())
                                  : "meshes";
    const FileSearch search = file_search();
    const CopiedFiles allowed(search, invocation_.frontend.libraries, invocation_.frontend.max_input);
    GatheredFiles gathered = gather_files(model, search, allowed, output_folder_, below, diagnostics_);
    options.gathered = std::move(gathered.paths);
    for (FileCopy& copy : gathered.copies) {
      result_.files_read.push_back(copy.source);
      result_.copies.push_back(std::move(copy));
    }
  }

  void emit(FileId file) {
    TargetOptions options;
    options.sdf_version = invocation_.sdf_version;
    options.source_folder = source_folder();
    options.output_folder = output_folder_;
    if (invocation_.banner)
      options.banner = concat("written by romasc ", ROMAS_VERSION, " from input ",
                              content_hash(result_.sources->text(file)));
    for (const Model& model : result_.models) {
      gather(model, options);
      for (const std::string& name : invocation_.targets) {
        const TargetInfo& target = *find_target(name);
        if (target.is_code) {
          emit_code(model, target, file, options);
          continue;
        }
        if (target.emit_project != nullptr) {
          emit_servos(model, target, file, options);
          continue;
        }
        TargetContext context{diagnostics_, options};
        std::string text = target.emit(model, context);
        if (diagnostics_.has_errors()) continue;  // nothing will be written
        if (invocation_.verify_output) verify(model, target, text, context.changes);
        result_.emitted.push_back({name, std::string(target.extension), model.name, std::move(text), {}});
      }
    }
  }

  // Servo tables have forward kinematics where the robot's kernels can be made, and say why where not.
  void emit_servos(const Model& model, const TargetInfo& target, FileId file, TargetOptions options) {
    options.servo_formats = invocation_.servo_formats;
    if (options.servo_formats.empty()) options.servo_formats = {"c"};
    options.banner = concat("written by romasc ", ROMAS_VERSION, " from input ",
                            content_hash(result_.sources->text(file)));
    options.code_name = invocation_.code.name;
    std::optional<CodeModel> code;
    std::string no_code;
    if (std::any_of(options.servo_formats.begin(), options.servo_formats.end(),
                    [](const std::string& f) { return find_servo_format(f)->kernels; }))
      code = servo_kernels(model, no_code);
    TargetContext context{diagnostics_,
                          options,
                          code ? &*code : nullptr,
                          servos_ ? &*servos_ : nullptr,
                          no_code,
                          servo_dump_ ? &*servo_dump_ : nullptr};
    const std::string name = options.code_name.empty() ? make_namespace(model.name) : options.code_name;
    for (ProjectFile& part : target.emit_project(model, context))
      result_.emitted.push_back(
          {std::string(target.name), {}, name, std::move(part.text), std::move(part.path), part.shared});
  }

  std::optional<CodeModel> servo_kernels(const Model& model, std::string& why_not) {
    DiagnosticEngine aside;
    CodeModelContext stage{aside};
    CodeOptions wanted = invocation_.code;
    wanted.floating_base = false;
    wanted.independent_mimics = false;
    wanted.kernels = {KernelKind::fk};
    std::optional<CodeModel> code = make_code_model(model, wanted, stage);
    const auto& joints = model.joints;
    if (!code) {
      const auto found = aside.sorted();
      why_not = found.empty() ? "the kernels cannot be made" : found.front().message;
    } else if (code->dynamics.n_q != static_cast<int>(code->dynamics.joints.size()) ||
               std::any_of(joints.begin(), joints.end(),
                           [](const Joint& joint) { return joint.type == JointType::planar; })) {
      why_not = "a joint has several degrees of freedom";
      code.reset();
    }
    return code;
  }

  // A controller and its simulated plant need all of the dynamics, so that a robot without forward dynamics
  // is an error then; what --kernels names comes on top.
  static std::vector<KernelKind> kernels_of_project(const std::vector<KernelKind>& named) {
    std::vector<KernelKind> kernels = {KernelKind::fk,      KernelKind::jacobian, KernelKind::rnea,
                                       KernelKind::gravity, KernelKind::bias,     KernelKind::crba,
                                       KernelKind::fd};
    for (const KernelKind kind : named)
      if (std::find(kernels.begin(), kernels.end(), kind) == kernels.end()) kernels.push_back(kind);
    return kernels;
  }

  // A target that is made of kernels: lowering stands between the passes and it.
  void emit_code(const Model& model, const TargetInfo& target, FileId file, TargetOptions options) {
    CodeModelContext stage{diagnostics_,
                           invocation_.statistics,
                           invocation_.verify_each,
                           invocation_.print_after,
                           invocation_.print_after_all,
                           [this](std::string_view text) { result_.pass_output += text; }};
    CodeOptions wanted = invocation_.code;
    if (target.emit_project != nullptr) wanted.kernels = kernels_of_project(wanted.kernels);
    const std::optional<CodeModel> code = make_code_model(model, wanted, stage);
    if (!code) {
      if (!diagnostics_.has_errors()) result_.status = CompileStatus::internal_error;
      return;
    }
    options.banner = concat("written by romasc ", ROMAS_VERSION, " from input ",
                            content_hash(result_.sources->text(file)));
    options.control = invocation_.control;
    TargetContext context{diagnostics_, options, &*code};
    if (target.emit_project != nullptr) {
      for (ProjectFile& part : target.emit_project(model, context))
        result_.emitted.push_back(
            {std::string(target.name), {}, code->options.name, std::move(part.text), std::move(part.path)});
      return;
    }
    result_.emitted.push_back({std::string(target.name),
                               std::string(target.extension),
                               code->options.name,
                               target.emit(model, context),
                               {}});
  }

  void verify(const Model& model, const TargetInfo& target, const std::string& text,
              const DeclaredChanges& changes) {
    const OutputVerdict verdict =
        verify_output(model, target, text, changes, invocation_.frontend, {invocation_.tolerance});
    for (const std::string& fault : verdict.faults) internal_problem(fault);
    if (!verdict.beyond_limits.empty())
      diagnostics_.report(Rule::input_limit, model.name_range, verdict.beyond_limits);
  }

  void internal_problem(const std::string& message) {
    result_.pass_output += concat("romasc: internal error: ", message, "\n");
    result_.status = CompileStatus::internal_error;
  }

  const std::string& path_;
  const Invocation& invocation_;
  const Pipelines& pipelines_;
  const std::string output_folder_;
  DiagnosticEngine diagnostics_;
  CompileResult result_;
  std::optional<ServoDeviceLibrary> servos_;
  std::optional<ServoDump> servo_dump_;
};

}  // namespace

bool make_pipelines(const Invocation& invocation, Pipelines& pipelines, std::string& error) {
  const bool servos =
      std::find(invocation.targets.begin(), invocation.targets.end(), "servo") != invocation.targets.end();
  if ((servos || !invocation.servo_map.empty()) && !invocation.passes &&
      !parse_pipeline("derive-servos", pipelines.servos, error))
    return false;
  if (invocation.passes) return parse_pipeline(*invocation.passes, pipelines.transforms, error);
  std::string transforms(optimization_pipeline(std::min(invocation.optimization.value_or(0), 1)));
  const auto append = [&](std::string_view more) {
    if (!more.empty()) transforms += concat(transforms.empty() ? "" : ",", more);
  };
  if (!invocation.lump.empty() && invocation.lump != "none")
    append(concat("lump-fixed-joints(mode=", invocation.lump, ")"));
  for (const std::string& name : invocation.targets) append(find_target(name)->pipeline);
  return parse_pipeline(check_pipeline(), pipelines.checks, error) &&
         parse_pipeline(transforms, pipelines.transforms, error);
}

CompileResult compile_file(const std::string& path, const Invocation& invocation, const Pipelines& pipelines,
                           const std::string& output_folder, const SourceManager::Texts* texts) {
  return Compilation(path, invocation, pipelines, output_folder, texts).run();
}

}  // namespace romas::tool
