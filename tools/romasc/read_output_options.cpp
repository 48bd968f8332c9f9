#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "passes/pass/pass.h"
#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace {

Strings read_targets(const OptionValues& values) {
  Strings targets;
  for (const std::string& target : values.words("emit")) {
    if (target == "none") continue;
    if (find_target(target) == nullptr)
      throw UsageError{concat("--emit=", target, ": must be one of none, ",
                              join(all_targets(), ", ", &TargetInfo::name),
                              did_you_mean(target, all_targets(), &TargetInfo::name))};
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  }
  return targets;
}

// The options of single targets.
void read_words(const OptionValues& values, driver::EmitRequest& emit) {
  for (const TargetOptionInfo& option : all_target_options()) {
    const char* name = option.name.data();
    if (option.form == TargetOptionForm::flag) {
      if (values.on(name)) emit.words[option.option] = {name};
      continue;
    }
    if (!values.given(name)) continue;
    Strings& words = emit.words[option.option];
    if (option.form == TargetOptionForm::number) {
      constexpr std::string_view kWanted = "must be a positive number";
      if (values.number(name, std::numeric_limits<double>::max(), kWanted) == 0.0)
        throw UsageError{concat("--", name, "=", values.text(name), ": ", kWanted)};
      words = {values.text(name)};
      continue;
    }
    const Strings allowed = option.words();
    for (const std::string& word :
         option.form == TargetOptionForm::list ? values.words(name) : Strings{values.text(name)}) {
      if (std::find(allowed.begin(), allowed.end(), word) == allowed.end())
        throw UsageError{concat("--", name, "=", word, ": must be one of ", join(allowed, ", "),
                                did_you_mean(word, allowed))};
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
  }
}

void read_comparison(const OptionValues& values, Invocation& to) {
  to.action = Action::compare;
  Strings allowed = {"all"};
  for (const std::string_view word : aspect_words()) allowed.emplace_back(word);
  bool all = false;
  for (const std::string& word : values.words("compare")) {
    const auto aspect = parse_aspect(word);
    if (!aspect && word != "all")
      throw UsageError{
          concat("--compare=", word, ": must be one of ", join(allowed, ", "), did_you_mean(word, allowed))};
    all = all || !aspect;
    if (aspect) to.comparison.aspects.push_back(*aspect);
  }
  if (all) to.comparison.aspects.clear();
  to.comparison.match_structure = values.given("match") && values.choice("match") == 1;
}

void read_verification(const OptionValues& values, const Invocation& to, driver::CompileRequest& request) {
  driver::VerifyRequest& verify = request.verify;
  verify.outputs = values.given("verify-output");
  verify.report = verify.outputs && values.choice("verify-output") == 1;
  verify.lossless = values.on("lossless");
  if (!verify.report) return;
  if (to.output.empty() || to.output == "-")
    throw UsageError{"--verify-output=report needs -o: the pages lie beside the output"};
  const bool readable =
      std::any_of(request.emit.targets.begin(), request.emit.targets.end(), [](const std::string& target) {
        return target != "block" && target != "srdf" && target != kKernelTarget &&
               find_frontend(target) != nullptr;
      });
  if (!readable)
    throw UsageError{
        "--verify-output=report needs a target that is read back as a robot: urdf, sdf, mjcf, romas, "
        "assembly"};
}

// --test checks its inputs as a run without targets does.
void read_tests(const OptionValues& values, Invocation& to) {
  to.test_output = values.text("test-output");
  if (!values.on("test")) {
    if (values.given("test-output")) throw UsageError{"--test-output goes with --test"};
    return;
  }
  for (const char* other :
       {"compare", "emit", "reformat", "fix", "fix-dry-run", "verify-output", "verify-diagnostics",
        "print-pipeline", "list-outputs", "baseline", "write-baseline"})
    if (values.on(other)) throw UsageError{concat("--test excludes --", other)};
  if (!to.output.empty()) throw UsageError{"--test writes no robots; its results go to --test-output"};
  if (values.given("test-output") && to.test_output.empty()) throw UsageError{"--test-output needs a file"};
  to.action = Action::test;
  to.request.emit.targets.clear();
  to.default_target = false;
}

// The end of the message about an unknown pass.
std::string meant_pass(std::string_view word) {
  std::vector<std::string_view> names;
  for (const PassInfo& pass : all_passes()) names.push_back(pass.name);
  for (const KernelPassInfo& pass : all_kernel_passes()) names.push_back(pass.name);
  const std::string_view near = nearest_name(word, names);
  return near.empty() ? "; --print-passes lists them" : did_you_mean(near);
}

Strings read_pass_names(const OptionValues& values, const char* option) {
  Strings names = values.words(option);
  for (std::string& name : names) {
    const KernelPassInfo* kernel = find_kernel_pass(name);
    if (kernel != nullptr)
      name = kernel->name;
    else if (find_pass(name) == nullptr)
      throw UsageError{concat("--", option, "=", name, ": there is no such pass", meant_pass(name))};
  }
  return names;
}

}  // namespace

void read_output_options(const OptionValues& values, Invocation& to) {
  driver::EmitRequest& emit = to.request.emit;
  to.default_target = !values.given("emit");
  emit.targets = to.default_target ? Strings{"tree"} : read_targets(values);
  to.output = values.output();
  to.force = values.on("force");
  read_words(values, emit);
  emit.banner = values.on("banner");
  read_verification(values, to, to.request);
  emit.copy_meshes = values.on("copy-meshes");
  if (emit.copy_meshes && (to.output.empty() || to.output == "-"))
    throw UsageError{"--copy-meshes needs -o: files lie beside an output"};
  if (values.on("mjcf-scene") && (to.output.empty() || to.output == "-"))
    throw UsageError{"--mjcf-scene needs -o: the scene lies beside the robot's file"};
  to.loss_report = values.text("loss-report");
  if (values.given("compare")) read_comparison(values, to);
  if (values.on("reformat")) to.action = Action::reformat;
  to.check = values.on("check");
  if (to.check && !values.on("reformat"))
    throw UsageError{"--check goes with --reformat; without an option, romasc checks its inputs anyway"};
  if (to.check && !to.output.empty()) throw UsageError{"--check writes no files; leave -o out"};
  read_tests(values, to);
  constexpr double kAny = std::numeric_limits<double>::infinity();
  double& tolerance = to.request.verify.tolerance;
  tolerance = values.number("tolerance", kAny, "not a number").value_or(tolerance);
  to.comparison.tolerance = tolerance;
  to.dependencies = {values.on("depfile"),
                     values.text("depfile-path"),
                     values.list("depfile-target"),
                     values.on("depfile-phony"),
                     {}};
  to.list_outputs = values.on("list-outputs");
  if (!to.list_outputs) return;
  if (to.output.empty() || to.output == "-")
    throw UsageError{"--list-outputs needs -o: nothing else names files"};
  for (const char* other : {"compare", "reformat", "build"})
    if (values.on(other)) throw UsageError{concat("--list-outputs excludes --", other)};
  for (const char* other : {"fix", "fix-dry-run"})
    if (values.given(other)) throw UsageError{concat("--list-outputs excludes --", other)};
}

namespace {

// A number above 0; `otherwise` where the option is not given.
double positive_number(const OptionValues& values, const char* name, double otherwise) {
  if (!values.given(name)) return otherwise;
  const auto number = parse_double(values.text(name));
  if (!number || !(*number > 0) || !std::isfinite(*number))
    throw UsageError{concat("--", name, "=", values.text(name), ": must be a number above 0")};
  return *number;
}

void read_inertia_options(const OptionValues& values, driver::InertiaRequest& inertias) {
  if (values.given("inertia-from"))
    inertias.shapes = option_words("inertia-from")[values.choice("inertia-from")];
  for (const char* name : {"density", "total-mass"})
    if (values.given(name) && inertias.shapes.empty())
      throw UsageError{concat("--", name, " needs --inertia-from")};
  if (values.given("density") && values.given("total-mass"))
    throw UsageError{"--density and --total-mass exclude each other"};
  inertias.density = positive_number(values, "density", inertias.density);
  inertias.total_mass = positive_number(values, "total-mass", 0);
}

}  // namespace

void read_pass_options(const OptionValues& values, Invocation& to) {
  read_inertia_options(values, to.request.inertias);
  driver::PassRequest& passes = to.request.passes;
  if (values.given("-O")) {
    const auto level = parse_integer(values.text("-O"));
    if (!level || *level < 0 || *level > 2)
      throw UsageError{concat("-O", values.text("-O"), ": the levels are 0, 1 and 2")};
    passes.optimization = static_cast<int>(*level);
  }
  if (values.given("passes")) passes.passes = values.text("passes");
  if (values.given("lump")) passes.lump = option_words("lump")[values.choice("lump")];
  to.show_pipeline = values.on("print-pipeline");
  passes.print_before = read_pass_names(values, "print-before");
  passes.print_before_all = values.on("print-before-all");
  passes.print_after = read_pass_names(values, "print-after");
  passes.print_after_all = values.on("print-after-all");
  if (values.given("opt-bisect-limit")) {
    passes.pass_limit = parse_integer(values.text("opt-bisect-limit"));
    if (!passes.pass_limit)
      throw UsageError{
          concat("--opt-bisect-limit=", values.text("opt-bisect-limit"), ": must be a whole number")};
  }
  passes.print_changed = values.on("print-changed");
  passes.verify_each = values.on("verify-each");
  passes.time_passes = values.on("time-passes");
  passes.statistics = values.on("stats");
}

}  // namespace romas::tool
