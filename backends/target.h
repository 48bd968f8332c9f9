// Targets: functions from a model to files. targets.def lists them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/target_options.h"
#include "ir/compare/declared_changes.h"
#include "ir/kernel/code_model.h"
#include "ir/model/model.h"
#include "ir/model/semantics.h"
#include "ir/servo/device.h"
#include "ir/servo/dump.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

// Inputs beside the model that the row of a target asks for.
struct TargetInputs {
  // The robot's kernels. Null if the row does not ask for them, or if they are optional and cannot be made.
  const CodeModel* kernels = nullptr;
  std::string_view why_no_kernels;  // a sentence, where they cannot be made
  // Gravity, tips and angles to snap, from the command line; null: not given.
  const CodeOptions* asked = nullptr;
  // The known devices of the families that the robot's servos name; null: none.
  const ServoDeviceLibrary* servo_devices = nullptr;
  // The present contents of the registers, for rows that ask for servos; null: not given.
  const ServoDump* servo_registers = nullptr;
  // The SRDF beside the robot, for rows that ask for it; null: there is none.
  const Semantics* semantics = nullptr;
};

struct TargetContext {
  DiagnosticEngine& diagnostics;  // one RM1901 for each thing the target cannot say
  const TargetOptions& options;
  TargetInputs inputs;
  DeclaredChanges changes;  // filled by the target: where its output differs from the model
};

// One of the files that a target makes.
struct OutputFile {
  // Below the output folder, with /. Empty: the robot's name with the extension of the target.
  std::string path;
  std::string text;
  bool shared = false;              // the same for every robot: it may be there already
  bool beside = false;              // a further file of a target that writes one; it lies in the same folder
  std::string_view extension = {};  // of a file without a path, in the place of the target's
};

// Legalize (on a copy), name, print. Called only for models without errors.
using TargetFunction = std::vector<OutputFile> (*)(const Model&, TargetContext&);

// Whether a target needs the robot's kernels, and which. Lowering runs between the passes and the target.
struct KernelNeed {
  // required: missing kernels are an error. optional: the target can do without. told: so can a text that
  // tells of them and is no code.
  enum class Degree : std::uint8_t { none, told, optional, required } degree = Degree::none;
  // The options of lowering, derived from the command line. Nothing if the target needs no kernels with these
  // options.
  std::optional<CodeOptions> (*options)(const CodeOptions& asked, const TargetOptions& target) = nullptr;
};

struct TargetInfo {
  std::string_view name;       // of --emit
  std::string_view extension;  // of the one file, with the dot; empty: the target writes a folder
  TargetFunction emit;         // null: the target is the text of the input, as its frontend understands it
  KernelNeed kernels;
  bool servos;              // needs what the description says of servos, and what is known of their devices
  bool semantics;           // needs the SRDF that is given beside the robot
  TargetOptionSet options;  // that it understands
  std::string_view summary;

  bool writes_folder() const { return extension.empty(); }
  // The output is code, which says in its first lines what it was made from.
  bool is_code() const { return kernels.degree >= KernelNeed::Degree::optional; }
};
std::span<const TargetInfo> all_targets();
const TargetInfo* find_target(std::string_view name);

// The functions of the rows.
#define DECLARE_TARGET_one_file(F) std::string F(const Model& model, TargetContext& context);
#define DECLARE_TARGET_files(F) std::vector<OutputFile> F(const Model& model, TargetContext& context);
#define DECLARE_TARGET_input_text
#define DECLARE_TARGET_no_kernels
#define DECLARE_TARGET_kernels(degree, F) \
  std::optional<CodeOptions> F(const CodeOptions& asked, const TargetOptions& options);
#define TARGET(name, extension, emit, kernels, ...) DECLARE_TARGET_##emit DECLARE_TARGET_##kernels
#include "backends/targets.def"
#undef TARGET
#undef DECLARE_TARGET_one_file
#undef DECLARE_TARGET_files
#undef DECLARE_TARGET_input_text
#undef DECLARE_TARGET_no_kernels
#undef DECLARE_TARGET_kernels

// The text of the C++ header, for targets that contain it.
std::string emit_cpp(const Model& model, TargetContext& context);

// The one target that an input of kernels has, too.
inline constexpr std::string_view kKernelTarget = "kernel";

// The core form of the language without diagnostics, for --print-after and tests.
std::string print_romas(const Model& model);

MeshUse use_of(const Mesh& mesh);

// A mesh or texture path as the output must say it: gathered files by their new path, package:// URIs, other
// URIs and absolute paths as they are, relative ones rebased from the source's folder to the output's.
std::string rebase_path(std::string_view path, const TargetOptions& options);

}  // namespace romas
