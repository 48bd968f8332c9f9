// The input of a code target: a robot's kernels, lowered and optimised, and the options that shaped them.
// Made by the stage between the passes and emission (passes/kernel/make_code_model.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/analysis/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas {

// The functions of generated code, by their names behind --kernels.
enum class KernelKind : std::uint8_t { fk, jacobian, rnea, gravity, bias, crba, fd, com, energy };
constexpr int kKernelKindCount = 9;
std::string_view kernel_kind_name(KernelKind kind);
std::optional<KernelKind> parse_kernel_kind(std::string_view name);

struct CodeOptions {
  std::string name;        // of the header and namespace; empty: the robot's, made an identifier
  std::string namespaces;  // "A::B" around it; empty: none
  std::string precision = "double";
  bool floating_base = false;
  bool independent_mimics = false;
  bool armature = false;  // that of the joints counts
  bool standalone = false;
  int optimization = 2;  // 0: the source's frames, folding alone; 1: kernels simplified too; 2: frames and
                         // regroupings searched
  double snap_tolerance = 1e-8;  // radians
  double most_operations = 2e6;  // of one kind of function, roughly
  std::optional<Vector3> gravity;
  bool one_by_one = true;  // also functions of single links and frames
  // Empty: all that the robot allows.
  std::vector<KernelKind> kernels;
  bool wants(KernelKind kind) const;
  bool names(KernelKind kind) const;  // asked for by name
};

// One function. `index`: of the link or frame it is for, in DynamicsModel's lists; -1: of the robot.
struct CodeKernel {
  enum class Subject : std::uint8_t { robot, link, frame };
  KernelKind kind = KernelKind::fk;
  Subject subject = Subject::robot;
  int index = -1;
  Kernel kernel;
};

struct CodeModel {
  CodeOptions options;
  DynamicsModel dynamics;
  std::vector<CodeKernel> kernels;
  std::string input_hash;
  // Remarks on the chosen variants, for --stats and the banner: "forward dynamics: factorised mass matrix,
  // 1056 operations (articulated bodies: 2200)".
  std::vector<std::string> remarks;
};

}  // namespace romas
