#include "backends/c/symbols.h"

#include <array>

#include "support/text/text.h"

namespace romas::c {

namespace {

// Symbols beside the functions. All are taken, whichever of them a robot has, so that other names do not
// depend on that.
constexpr std::array kNames = {
    "n_joints",
    "n_q",
    "n_v",
    "n_dof",
    "n_links",
    "n_parameters",
    "n_base_parameters",
    "n_constraints",
    "n_independent",
    "n_dependent",
    "n_branches",
    "n_inputs",
    "forces_in_dynamics",
    "input_names",
    "input_lower",
    "input_upper",
    "joint_names",
    "q_index",
    "v_index",
    "limits",
    "joint_limits",
    "safety",
    "joint_safety",
    "safety_clamp",
    "safety_velocities",
    "limit_velocity",
    "limit_effort",
    "joint_damping",
    "joint_friction",
    "inertial_parameters",
    "link_names",
    "link",
    "frame",
    "sincos_all",
    "without_fsingle_precision_constant",
    "ik_chain",
    "ik_singular",
    "ik_at_limit",
    "ik_within_limits",
    "ik_limit",
    "ik_finish",
    "ik_are_finite",
    "ik_choices",
    "ik_choice",
    "ik_solutions",
    "ik_closest",
};

// The word of each IkWord, in front of a link.
constexpr std::array<std::string_view, 14> kIkWords = {
    "ik",        "ik_nearest",  "ik_n",      "ik_n_free", "ik_most",  "ik_q_index", "ik_kernel",
    "ik_swivel", "ik_given_of", "ik_joints", "ik_slides", "ik_given", "ik_turning", "ik_chain"};

// Two parts with one underscore in between: two in a row belong to the implementation of C++.
std::string joined(std::string_view front, std::string_view back) {
  while (back.starts_with('_')) back.remove_prefix(1);
  while (back.ends_with('_')) back.remove_suffix(1);
  return concat(front, front.ends_with('_') ? "" : "_", back);
}

std::string prefix_of(const CodeOptions& options) {
  std::string prefix;
  for (const std::string_view part : split(options.namespaces, ':'))
    if (!part.empty()) prefix = prefix.empty() ? std::string(part) : joined(prefix, part);
  return prefix.empty() ? options.name : joined(prefix, options.name);
}

}  // namespace

Symbols::Symbols(const CodeModel& code, const codegen::RobotIdentifiers& identifiers)
    : prefix_(prefix_of(code.options)) {
  for (const char* name : kNames) taken_.insert(of_robot(name));
  for (const KernelFunction& function : kernel_functions()) {
    taken_.insert(of_robot(function.name));
    if (function.of_place) taken_.insert(of_robot(function.frame_name));
  }
  for (const DerivedFunction& derived : code.derived_functions) taken_.insert(of_robot(derived.name));
  for (const std::string& link : identifiers.links) links_.enumerators.push_back(take("link", link));
  for (const std::string& frame : identifiers.frames) frames_.enumerators.push_back(take("frame", frame));
  for (const KernelFunction& function : kernel_functions()) {
    std::vector<std::string>& of_links = links_.functions.emplace_back();
    std::vector<std::string>& of_frames = frames_.functions.emplace_back();
    if (!function.of_place) continue;
    for (const std::string& link : identifiers.links) of_links.push_back(take(function.name, link));
    for (const std::string& frame : identifiers.frames) of_frames.push_back(take(function.frame_name, frame));
  }
  // These come last: they change no other name.
  for (const std::string_view word : kIkWords) {
    std::vector<std::string>& of_links = ik_.emplace_back();
    for (const std::string& link : identifiers.links) of_links.push_back(take(word, link));
  }
}

std::string Symbols::of_robot(std::string_view name) const { return joined(prefix_, name); }

const std::string& Symbols::enumerator(Subject subject, std::size_t index) const {
  return places(subject).enumerators[index];
}

const std::string& Symbols::of_place(const KernelFunction& function, Subject subject, int index) const {
  const auto row = static_cast<std::size_t>(&function - kernel_functions().data());
  return places(subject).functions[row][static_cast<std::size_t>(index)];
}

const std::string& Symbols::of_ik(IkWord word, int link) const {
  return ik_[static_cast<std::size_t>(word)][static_cast<std::size_t>(link)];
}

std::string Symbols::take(std::string_view word, std::string_view identifier) {
  const std::string base = joined(of_robot(word), identifier);
  std::string name = base;
  for (int k = 2; !taken_.insert(name).second; ++k) name = concat(base, "_", k);
  return name;
}

}  // namespace romas::c
