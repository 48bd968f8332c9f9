// The input of a code target: a robot's kernels, lowered and optimised, and the options that shaped them.
// Made by the stage between the passes and emission (passes/kernel/lowering/make_code_model.h).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/analysis/loads/described_forces.h"
#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/limbs.h"

namespace romas {

// The functions of generated code, by their names behind --kernels: rows of functions.def.
enum class KernelKind : std::uint8_t {
#define KERNELS(enumerator, word, usual) enumerator,
#define FUNCTION(kernels, name, inputs, outputs, meaning)
#define PLACE_FUNCTION(kernels, link_name, frame_name, inputs, outputs, meaning)
#include "ir/kernel/functions.def"
#undef KERNELS
#undef FUNCTION
#undef PLACE_FUNCTION
};
inline constexpr int kKernelKindCount = 0
#define KERNELS(enumerator, word, usual) +1
#define FUNCTION(kernels, name, inputs, outputs, meaning)
#define PLACE_FUNCTION(kernels, link_name, frame_name, inputs, outputs, meaning)
#include "ir/kernel/functions.def"
#undef KERNELS
#undef FUNCTION
#undef PLACE_FUNCTION
    ;
std::string_view kernel_kind_name(KernelKind kind);
std::optional<KernelKind> parse_kernel_kind(std::string_view name);
// Whether it is generated where nothing is asked for.
bool is_usual(KernelKind kind);

// The subject of a function.
enum class Subject : std::uint8_t { robot, link, frame };

// A function of the generated interface.
struct KernelFunction {
  KernelKind kind;
  bool of_place;                // of one link or frame, else of the robot
  std::string_view name;        // of the robot or of a link
  std::string_view frame_name;  // of a frame
  std::string_view inputs;      // names of arrays, in order
  std::string_view outputs;
  std::string_view meaning;  // of the outputs
  std::string_view name_for(Subject subject) const { return subject == Subject::frame ? frame_name : name; }
};
std::span<const KernelFunction> kernel_functions();
// By the name that it has for robots and links; it must exist.
const KernelFunction& kernel_function(std::string_view name);
// A function of the whole robot by its name, or null.
const KernelFunction* find_robot_function(std::string_view name);

// The derivative of a function's outputs by one of its inputs, both by their names.
struct DerivativeRequest {
  std::string function, input;
};

struct CodeOptions {
  std::string name;        // of the header and namespace; empty: the robot's, made an identifier
  std::string namespaces;  // "A::B" around it; empty: none
  std::string precision = "double";
  bool floating_base = false;
  bool independent_mimics = false;
  bool armature = false;  // that of the joints counts
  // The dynamics count the forces of the description, without inputs, and damping and friction of the joints.
  bool described_forces = false;
  bool standalone = false;
  bool whole_functions = false;  // large functions stay in one piece
  int optimization = 2;  // 0: the source's frames, folding alone; 1: kernels simplified too; 2: frames and
                         // regroupings searched
  double snap_tolerance = 1e-8;  // radians
  double most_operations = 2e6;  // of one kind of function, roughly
  std::optional<Vector3> gravity;
  bool one_by_one = true;  // also functions of single links and frames
  // Empty: the usual ones, as far as the robot allows them.
  std::vector<KernelKind> kernels;
  // Functions of the whole robot that are differentiated by an input, beside the functions themselves.
  std::vector<DerivativeRequest> derivatives;
  // Links of which inverse kinematics is solved, by name. Empty: those at the end of a robot that is one
  // chain.
  std::vector<std::string> tips;
  // Joints whose positions these solvers take as given where a chain has more than six, by name. Empty: those
  // that leave the cheapest closed form.
  std::vector<std::string> given;
  // Links without a closed form are no error, and without tips every link at the end of a chain counts: for
  // texts that tell of inverse kinematics.
  bool ik_where_possible = false;
  // Whether links may be solved by the runtime's eigenvalues, which are C++.
  bool ik_by_eigenvalues = true;
  // Joints that move loops, by name. Empty: those with motors (see passes/kernel/loops/planar_loops.h).
  std::vector<std::string> driven;
  // For controllers: loops are part of the code where all of them are planar (see PlanarLoops), else they are
  // left open.
  bool planar_loops_alone = false;
  bool wants(KernelKind kind) const;
  bool names(KernelKind kind) const;  // asked for by name
};

// One function. `index`: of the link or frame it is for, in DynamicsModel's lists; -1: of the robot.
struct CodeKernel {
  const KernelFunction* function = nullptr;
  Subject subject = Subject::robot;
  int index = -1;
  Kernel kernel;
  // The same with equal limbs computed side by side, for targets with vector registers; only where that is
  // less work.
  std::optional<Kernel> in_lanes;
};

// All solutions of the inverse kinematics of one link in closed form. A solution is a choice of signs, one
// for each square root on the way to it.
struct ClosedFormIk {
  int link = -1;                   // in DynamicsModel::links
  std::string structure;           // "axes 4, 5 and 6 meet, and axes 2 and 3 are parallel"
  std::vector<std::size_t> chain;  // from the root to the link, in DynamicsModel::joints
  std::vector<bool> slides;        // of the chain: prismatic
  // Joints of the chain whose positions are given, because the pose leaves them free.
  std::vector<std::size_t> free;
  // In their place, the angle by which the elbow turns about the line from shoulder to wrist.
  bool swivel = false;
  // Whether solutions have the whole pose: arms of few joints reach a part of it, which `structure` tells.
  bool whole_pose = true;
  // Six axes without a structure, which the runtime solves by eigenvalues (romas/six_revolute.hpp): (pose,
  // free) to axes, motion: direction and point of each axis that is not given, and the motion that these
  // turns make, row-major [R | p]. `first`: the axis with which the elimination begins.
  bool six_revolute = false;
  int first = 0;
  std::size_t signs = 0;
  // (pose, free, sign) to sine, cosine, room: of each joint of the chain the sine and cosine of its angle,
  // both times the same positive number; a prismatic one has its position (m) in place of the sine. room, one
  // for each root: negative where there is no solution, near 0 where two fall together or a joint may have
  // any position.
  Kernel kernel;
  Kernel swivel_of;  // q of the robot to sine and cosine of the swivel angle
};

// Joints that follow from others, because each is part of one loop that moves in a plane. Their positions are
// a closed form of the others', on two branches: the two ways in which a loop can be put together.
struct PlanarLoops {
  struct Loop {
    std::size_t closure = 0;  // in DynamicsModel::closures
    std::string structure;    // "four turning joints"
    int branch = 1;           // 1 or -1: where the description has it closed
  };
  struct Dependent {
    std::size_t joint = 0;  // in DynamicsModel::joints
    std::size_t loop = 0;   // in `loops`
    bool slides = false;
  };
  std::vector<Loop> loops;
  std::vector<Dependent> dependents;
  bool empty() const { return loops.empty(); }
};

// A link of which no closed form is known, and why: "it has 2 joints; closed forms are known for 1 to 8".
struct NoClosedForm {
  int link = -1;  // in DynamicsModel::links
  std::string reason;
};

// The interface of a derivative: "inverse_dynamics_by_q".
struct DerivedFunction {
  DerivedFunction(const KernelFunction& of, std::string_view input);
  DerivedFunction(const DerivedFunction&) = delete;  // `function` refers to the texts
  DerivedFunction& operator=(const DerivedFunction&) = delete;
  std::string name, outputs, meaning;
  KernelFunction function;
};

struct CodeModel {
  CodeOptions options;
  DynamicsModel dynamics;
  LimbLanes limbs;  // that kernels of the robot are told by
  std::vector<CodeKernel> kernels;
  std::vector<ClosedFormIk> inverse_kinematics;
  std::vector<NoClosedForm> no_closed_forms;  // where CodeOptions::ik_where_possible asks for them
  // Interfaces of the derivatives that were asked for; they stay where they are.
  std::deque<DerivedFunction> derived_functions;
  std::vector<double> inertial_parameters;  // what the regressor is multiplied by
  // The base parameters of identification, each as a sum: "m(hand) + 0.5 mx(finger)". Empty without it.
  std::vector<std::string> base_parameters;
  // The motions that the loops forbid, one for each element of the constraint: "displacement along x at loop
  // joint 'pin' (m)". Empty without loops.
  std::vector<std::string> constraints;
  PlanarLoops planar_loops;  // that the functions of independent joints are of
  DescribedForces forces;    // that the functions of forces count
  std::string input_hash;
  // Remarks on the chosen variants, for --stats and the banner: "forward dynamics: factorised mass matrix,
  // 1056 operations (articulated bodies: 2200)".
  std::vector<std::string> remarks;
};

}  // namespace romas
