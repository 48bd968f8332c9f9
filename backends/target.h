// What a target is: a function from a model to text. The table of all of them is targets.def.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/analysis/declared_changes.h"
#include "ir/kernel/code_model.h"
#include "ir/model.h"
#include "ir/servo/device.h"
#include "ir/servo/dump.h"
#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas {

struct TargetOptions {
  std::string sdf_version;    // empty: the lowest that can say the model
  std::string source_folder;  // of the file the model comes from; relative mesh paths start there
  std::string
      output_folder;  // where the output goes; empty: unknown (standard output), paths stay as they are
  // Files gathered beside the output: the path that the model has, and the one that the output must have.
  std::map<std::string, std::string, std::less<>> gathered;
  std::string control = "computed-torque";  // --control: how a controller moves the robot
  std::string banner;                       // a comment for the top of the output; empty: none
  std::string code_name;  // --name: of files and identifiers of the servo target; empty: the robot's
  std::vector<std::string> servo_formats;  // --servo-format
};

struct TargetContext {
  DiagnosticEngine& diagnostics;  // one RM1901 for each thing the target cannot say
  const TargetOptions& options;
  const CodeModel* code = nullptr;  // of code targets: the robot's kernels
  // Of the servo target: what is known of servos, and why there are no kernels where `code` is null.
  const ServoDeviceLibrary* servos = nullptr;
  std::string_view no_code;
  const ServoDump* present = nullptr;  // --servo-present; null: not said
  DeclaredChanges changes;             // filled by the target: where its output differs from the model
};

// Legalize (on a copy), name, print. Called only for models without errors.
using TargetFunction = std::string (*)(const Model&, TargetContext&);

// One of the files of a target that writes several.
struct ProjectFile {
  std::string path;  // below the output folder, with /
  std::string text;
  bool shared = false;  // the same for every robot: it may be there already
};
using ProjectFunction = std::vector<ProjectFile> (*)(const Model&, TargetContext&);

std::vector<ProjectFile> emit_controller_project(const Model& model, TargetContext& context);
std::vector<ProjectFile> emit_servo(const Model& model, TargetContext& context);
std::string emit_urdf(const Model& model, TargetContext& context);
std::string emit_sdf(const Model& model, TargetContext& context);
std::string emit_romas(const Model& model, TargetContext& context);
std::string emit_block(const Model& model, TargetContext& context);
std::string emit_assembly(const Model& model, TargetContext& context);
std::string emit_tree(const Model& model, TargetContext& context);
std::string emit_dot(const Model& model, TargetContext& context);
std::string emit_cpp(const Model& model, TargetContext& context);
std::string emit_json(const Model& model, TargetContext& context);

struct TargetInfo {
  std::string_view name;       // of --emit
  std::string_view extension;  // of files, with the dot
  TargetFunction emit;
  std::string_view pipeline;  // passes the target needs after the optimization pipeline
  std::string_view summary;
  bool is_code = false;  // needs TargetContext::code; the servo target takes it where it can be had
  ProjectFunction emit_project = nullptr;  // instead of `emit`, for targets that write a folder
};
std::span<const TargetInfo> all_targets();
const TargetInfo* find_target(std::string_view name);

// The core form of the language without diagnostics, for --print-after and tests.
std::string print_romas(const Model& model);

// A mesh or texture path as the output must say it: gathered files by their new path, package:// URIs, other
// URIs and absolute paths as they are, relative ones rebased from the source's folder to the output's.
std::string rebase_path(std::string_view path, const TargetOptions& options);

}  // namespace romas
