#include <algorithm>

#include "backends/target.h"
#include "driver/several/build_project.h"
#include "frontend/frontend.h"
#include "support/names/c_names.h"
#include "support/names/romanize.h"
#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace {

bool any_target(const Invocation& invocation, bool (*holds)(const TargetInfo&)) {
  const Strings& targets = invocation.request.emit.targets;
  return std::any_of(targets.begin(), targets.end(),
                     [&](const std::string& name) { return holds(*find_target(name)); });
}

void read_names(const OptionValues& values, const Invocation& to, CodeOptions& code) {
  code.name = values.text("name");
  const bool is_cpp = any_target(
      to, [](const TargetInfo& target) { return target.kernels.degree == KernelNeed::Degree::required; });
  if (is_cpp && !code.name.empty() && !is_cpp_identifier(code.name))
    throw UsageError{concat("--name=", code.name, ": generated code needs an identifier, such as ",
                            has_other_letters(code.name) ? "robot_arm" : make_identifier(code.name))};
  code.namespaces = values.text("namespace");
  // Between "::", as C++ writes it.
  std::string_view rest = code.namespaces;
  while (!rest.empty()) {
    const std::size_t end = rest.find("::");
    if (!is_cpp_identifier(rest.substr(0, end)) || rest.ends_with("::"))
      throw UsageError{
          concat("--namespace=", code.namespaces, ": must be identifiers, with :: between them")};
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
  }
}

std::optional<Vector3> read_gravity(const OptionValues& values) {
  if (!values.given("gravity")) return std::nullopt;
  const std::string given = values.text("gravity");
  const auto parts = split(given, ',');
  Vector3 gravity;
  for (int k = 0; k < 3; ++k) {
    const auto number =
        parts.size() == 3 ? parse_double(trim(parts[static_cast<std::size_t>(k)])) : std::nullopt;
    if (!number) throw UsageError{concat("--gravity=", given, ": must be three numbers, as in 0,0,-9.81")};
    gravity[k] = *number;
  }
  return gravity;
}

std::vector<KernelKind> read_kernels(const OptionValues& values) {
  std::vector<KernelKind> kernels;
  for (const std::string& word : values.words("kernels")) {
    const auto kind = parse_kernel_kind(word);
    if (!kind) {
      Strings names;
      for (int k = 0; k < kKernelKindCount; ++k)
        names.emplace_back(kernel_kind_name(static_cast<KernelKind>(k)));
      throw UsageError{
          concat("--kernels=", word, ": must be one of ", join(names, ", "), did_you_mean(word, names))};
    }
    if (std::find(kernels.begin(), kernels.end(), *kind) == kernels.end()) kernels.push_back(*kind);
  }
  return kernels;
}

// FUNCTION/INPUT, both as generated code names them.
std::vector<DerivativeRequest> read_derivatives(const OptionValues& values) {
  std::vector<DerivativeRequest> requests;
  for (const std::string& word : values.words("differentiate")) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    DerivativeRequest request{word.substr(0, slash), word.substr(std::min(slash + 1, word.size()))};
    const KernelFunction* function = find_robot_function(request.function);
    if (function == nullptr) {
      Strings names;
      for (const KernelFunction& known : kernel_functions())
        if (!known.of_place) names.emplace_back(known.name);
      throw UsageError{concat("--differentiate=", word, ": must be FUNCTION/INPUT with one of ",
                              join(names, ", "), did_you_mean(request.function, names))};
    }
    const std::vector<std::string_view> inputs = split(function->inputs, ' ');
    if (std::find(inputs.begin(), inputs.end(), request.input) == inputs.end())
      throw UsageError{concat("--differentiate=", word, ": ", function->name, " depends on ",
                              join(inputs, ", "), "; write ", function->name, "/", inputs.front())};
    requests.push_back(std::move(request));
  }
  return requests;
}

// Solvers of inverse kinematics in C++ include the runtime.
void read_closed_form(const OptionValues& values, const Invocation& to, CodeOptions& code) {
  code.tips = values.words("tip");
  code.given = values.words("given");
  const bool asked = code.names(KernelKind::ik);
  const bool documented = any_target(
      to, [](const TargetInfo& target) { return target.options.contains(TargetOption::doc_format); });
  if (!documented && values.given("doc-format")) throw UsageError{"--doc-format goes with --emit=doc"};
  const bool measured = any_target(
      to, [](const TargetInfo& target) { return target.options.contains(TargetOption::report_format); });
  if (!measured && values.given("report-format")) throw UsageError{"--report-format goes with --emit=report"};
  if (!asked && !measured && values.given("tip"))
    throw UsageError{"--tip goes with --kernels=ik, or --emit=report"};
  if (!asked && values.given("given")) throw UsageError{"--given goes with --kernels=ik"};
  if (!asked) return;
  for (const std::string& target : to.request.emit.targets)
    if (target != "cpp" && target != "controller" && target != "c" && target != "python" && target != "js" &&
        target != "kernel")
      throw UsageError{concat(
          "--kernels=ik goes with --emit=cpp, c, python, js, kernel and controller, not with ", target)};
  const std::vector<std::string>& targets = to.request.emit.targets;
  const bool only_c =
      std::all_of(targets.begin(), targets.end(), [](const std::string& target) { return target == "c"; });
  if (code.standalone && !only_c)
    throw UsageError{
        "--standalone excludes --kernels=ik, whose functions include <romas/closed_form_ik.hpp>"};
}

void read_registers(const OptionValues& values, Invocation& to) {
  driver::ServoRequest& servos = to.request.servos;
  servos.registers = values.text("servo-present");
  const bool given = values.given("servo-present");
  const Strings formats = values.words("servo-format");
  const bool diff = std::find(formats.begin(), formats.end(), "diff") != formats.end();
  if (given && (servos.registers.empty() || servos.registers == "-"))
    throw UsageError{"--servo-present needs a file"};
  if (diff && !given)
    throw UsageError{
        "--servo-format=diff compares with what the servos hold now: name the dump with --servo-present"};
  if (given && !diff) throw UsageError{"--servo-present goes with --servo-format=diff"};
  if (given && to.inputs.size() > 1)
    throw UsageError{"--servo-present is of one robot; give one description"};
}

void read_calibration(const OptionValues& values, Invocation& to) {
  std::string& file = to.request.servos.calibration;
  file = values.text("servo-calibration");
  if (!values.given("servo-calibration")) return;
  if (file.empty() || file == "-") throw UsageError{"--servo-calibration needs a file"};
  if (values.on("reformat"))
    throw UsageError{"--reformat rewrites texts of the language; it excludes --servo-calibration"};
  const auto robots = std::count_if(to.inputs.begin(), to.inputs.end(),
                                    [](const driver::Input& input) { return !is_srdf_name(input.file); });
  if (robots > 1 || to.of_folder)
    throw UsageError{"--servo-calibration is of one robot; give one description"};
}

}  // namespace

void read_code_options(const OptionValues& values, Invocation& to) {
  to.build = values.on("build");
  const Strings& targets = to.request.emit.targets;
  if (to.build && (targets.size() != 1 || !driver::can_build(targets.front())))
    throw UsageError{"--build goes with --emit=controller alone, or --emit=python"};
  CodeOptions& code = to.request.emit.code;
  read_names(values, to, code);
  code.gravity = read_gravity(values);
  code.floating_base = values.on("floating-base");
  code.armature = values.on("armature");
  code.described_forces = values.choice("forces") == 1;
  code.standalone = values.on("standalone");
  code.whole_functions = values.on("whole-functions");
  if (code.whole_functions && targets != Strings{"cpp"})
    throw UsageError{"--whole-functions goes with --emit=cpp alone"};
  code.precision = option_words("precision")[values.choice("precision")];
  code.independent_mimics = values.choice("mimic") == 1;
  code.most_operations = static_cast<double>(values.count("max-operations", 2'000'000));
  code.optimization = to.request.passes.optimization.value_or(2);
  code.snap_tolerance =
      values.number("snap-angles", 0.1, "must be radians from 0 to 0.1").value_or(code.snap_tolerance);
  code.kernels = read_kernels(values);
  code.derivatives = read_derivatives(values);
  code.driven = values.words("driven");
  if (!code.driven.empty() && !code.wants(KernelKind::independent))
    throw UsageError{"--driven goes with the functions of independent joints: add independent to --kernels"};
  read_closed_form(values, to, code);
  // A terminal shows no pages.
  if (!values.given("report-format") && (to.output.empty() || to.output == "-"))
    to.request.emit.words[TargetOption::report_format] = {"text"};
  if (!values.given("doc-format") && (to.output.empty() || to.output == "-"))
    to.request.emit.words[TargetOption::doc_format] = {"markdown"};
}

void read_servo_options(const OptionValues& values, Invocation& to) {
  driver::ServoRequest& servos = to.request.servos;
  servos.map = values.text("servo-map");
  if (values.given("servo-map") && servos.map.empty()) throw UsageError{"--servo-map needs a file"};
  if (servos.map == "-") throw UsageError{"--servo-map takes a file; standard input is for descriptions"};
  if (!servos.map.empty() && values.on("reformat"))
    throw UsageError{"--reformat rewrites texts of the language; it excludes --servo-map"};
  servos.devices = values.list("servo-devices");
  const bool understood = any_target(
      to, [](const TargetInfo& target) { return target.options.contains(TargetOption::servo_formats); });
  if (!understood && values.given("servo-format")) throw UsageError{"--servo-format goes with --emit=servo"};
  read_registers(values, to);
  read_calibration(values, to);
}

}  // namespace romas::tool
