#include "tools/romasc/invocation.h"

#include <algorithm>
#include <cstdlib>

#include "backends/controller/controller.h"
#include "backends/servo/formats.h"
#include "backends/target.h"
#include "passes/kernel/make_code_model.h"
#include "passes/pass.h"
#include "support/c_names.h"
#include "support/profiles.h"
#include "support/text.h"
#include "tools/romasc/options.h"
#include "tools/romasc/project_file.h"
#include "tools/romasc/tables.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

class Reader {
 public:
  Reader(const po::variables_map& values, Invocation& invocation) : values_(values), to_(invocation) {}

  void read() {
    find_project();
    read_input();
    read_output();
    read_passes();
    read_code();
    read_servos();
    read_diagnostics();
  }

 private:
  bool on(const char* name) const { return values_[name].as<bool>(); }
  std::string text(const char* name, const std::string& fallback = {}) const {
    return values_.count(name) != 0 ? values_[name].as<std::string>() : fallback;
  }
  Strings list(const char* name) const {
    return values_.count(name) != 0 ? values_[name].as<Strings>() : Strings{};
  }
  // Words of a repeatable option that also takes lists with commas.
  Strings words(const char* name) const {
    Strings result;
    for (const std::string& value : list(name))
      for (const std::string_view word : split(value, ',')) result.emplace_back(word);
    return result;
  }
  unsigned long long count(const char* name, unsigned long long fallback) const {
    if (values_.count(name) == 0) return fallback;
    const auto value = parse_integer(text(name));
    if (!value || *value < 0) throw UsageError{concat("--", name, "=", text(name), ": not a number")};
    return static_cast<unsigned long long>(*value);
  }
  // The index of an option's value among the allowed words.
  std::size_t choice(const char* name, const Strings& allowed) const {
    const std::string value = text(name, allowed.front());
    const auto found = std::find(allowed.begin(), allowed.end(), value);
    if (found == allowed.end())
      throw UsageError{concat("--", name, "=", value, ": must be one of ", join(allowed, ", "))};
    return static_cast<std::size_t>(found - allowed.begin());
  }

  // All inputs of a call have one project: a baseline or a list of warnings for some of them only would
  // surprise.
  void find_project() {
    std::string path = text("project");
    if (values_.count("project") != 0 && path.empty()) throw UsageError{"--project needs a file"};
    if (!path.empty() && on("no-project")) throw UsageError{"--project and --no-project exclude each other"};
    if (path.empty() && !on("no-project")) {
      for (const std::string& input : list("input")) {
        const std::string found = find_project_file(input);
        if (!path.empty() && !found.empty() && found != path)
          throw UsageError{concat("the inputs belong to two projects, '", path, "' and '", found,
                                  "'; name one with --project, or call romasc for each")};
        if (!found.empty()) path = found;
      }
    }
    if (!path.empty()) project_ = read_project_file(path);
    to_.project_file = path;
  }

  // What the command line says, and then what the project says.
  Strings list_with(const char* name, const Strings& of_project) const {
    Strings result = list(name);
    result.insert(result.end(), of_project.begin(), of_project.end());
    return result;
  }

  void read_input() {
    to_.inputs = list("input");
    to_.input_format = text("input-format", "auto");
    if (to_.input_format != "auto" && find_frontend(to_.input_format) == nullptr) {
      Strings names = {"auto"};
      for (const FrontendInfo& info : all_frontends()) names.emplace_back(info.name);
      throw UsageError{concat("--input-format=", to_.input_format, ": must be one of ", join(names, ", "))};
    }
    to_.frontend.libraries = list_with("library", project_.libraries);
    to_.frontend.import_paths = list_with("import-path", project_.import_paths);
    read_definitions();
    to_.frontend.robot_name = text("name");
    to_.frontend.joint_zero_assembled = choice("joint-zero", {"zero-axes", "assembled"}) == 1;
    to_.frontend.max_input =
        std::min<unsigned long long>(count("max-input", SourceManager::kDefaultMaxInput), 4'000'000'000ULL);
    if (values_.count("default-limit") != 0) {
      const std::string value = text("default-limit");
      const auto parts = split(value, ':');
      const auto lower = parts.size() == 2 ? parse_double(parts[0]) : std::nullopt;
      const auto upper = parts.size() == 2 ? parse_double(parts[1]) : std::nullopt;
      if (!lower || !upper || *lower > *upper)
        throw UsageError{concat("--default-limit=", value, ": must be LOWER:UPPER in metres")};
      to_.frontend.default_limit = std::pair(*lower, *upper);
    }
    to_.frontend.package_paths = list_with("package-path", project_.package_paths);
    if (const char* path = std::getenv("ROS_PACKAGE_PATH");
        path != nullptr)  // NOLINT(concurrency-mt-unsafe): before any thread
      for (const std::string_view folder : split(path, ':'))
        if (!folder.empty()) to_.frontend.package_paths.emplace_back(folder);
    to_.robot = text("robot");
    to_.jobs = static_cast<unsigned>(std::min<unsigned long long>(count("jobs", 0), 256));
  }

  // -D NAME=VALUE
  void read_definitions() {
    for (const std::string& definition : list("define")) {
      const std::size_t equals = definition.find('=');
      if (equals == 0 || equals == std::string::npos)
        throw UsageError{concat("-D ", definition, ": must be NAME=VALUE, as in -D reach=0.6m")};
      to_.frontend.definitions.emplace_back(definition.substr(0, equals), definition.substr(equals + 1));
    }
  }

  void read_output() {
    to_.default_target = values_.count("emit") == 0;
    for (const std::string& target : words("emit")) {
      if (target == "none") continue;
      if (find_target(target) == nullptr) {
        Strings names = {"none"};
        for (const TargetInfo& info : all_targets()) names.emplace_back(info.name);
        throw UsageError{concat("--emit=", target, ": must be one of ", join(names, ", "))};
      }
      if (std::find(to_.targets.begin(), to_.targets.end(), target) == to_.targets.end())
        to_.targets.push_back(target);
    }
    if (to_.default_target) to_.targets = {"tree"};
    to_.output = text("output");
    if (values_.count("sdf-version") != 0)
      to_.sdf_version = Strings{"1.9", "1.10", "1.11"}[choice("sdf-version", {"1.9", "1.10", "1.11"})];
    to_.banner = on("banner");
    to_.lossless = on("lossless");
    to_.loss_report = text("loss-report");
    to_.verify_output = on("verify-output");
    to_.copy_meshes = on("copy-meshes");
    if (to_.copy_meshes && (to_.output.empty() || to_.output == "-"))
      throw UsageError{"--copy-meshes needs -o: files lie beside an output"};
    if (on("compare")) to_.action = Action::compare;
    if (on("reformat")) to_.action = Action::reformat;
    if (values_.count("tolerance") != 0) {
      const auto tolerance = parse_double(text("tolerance"));
      if (!tolerance || *tolerance < 0)
        throw UsageError{concat("--tolerance=", text("tolerance"), ": not a number")};
      to_.tolerance = *tolerance;
    }
    to_.dependencies = {on("depfile"), text("depfile-path"), list("depfile-target"), on("depfile-phony")};
  }

  void read_passes() {
    if (values_.count("-O") != 0) {
      const auto level = parse_integer(text("-O"));
      if (!level || *level < 0 || *level > 2)
        throw UsageError{concat("-O", text("-O"), ": the levels are 0, 1 and 2")};
      to_.optimization = static_cast<int>(*level);
    }
    if (values_.count("passes") != 0) to_.passes = text("passes");
    if (values_.count("lump") != 0)
      to_.lump = Strings{"none", "massless", "all"}[choice("lump", {"none", "massless", "all"})];
    to_.show_pipeline = on("print-pipeline");
    to_.print_after = words("print-after");
    for (const std::string& pass : to_.print_after)
      if (find_pass(pass) == nullptr && find_kernel_pass(pass) == nullptr)
        throw UsageError{
            concat("--print-after=", pass, ": there is no such pass; --print-passes lists them")};
    to_.print_after_all = on("print-after-all");
    to_.print_changed = on("print-changed");
    to_.verify_each = on("verify-each");
    to_.time_passes = on("time-passes");
    to_.statistics = on("stats");
  }

  void read_code() {
    to_.control = control_kind_names()[choice("control", control_kind_names())];
    if (values_.count("control") == 0) to_.control = "computed-torque";
    to_.build = on("build");
    if (to_.build && to_.targets != Strings{"controller"})
      throw UsageError{"--build goes with --emit=controller alone"};
    CodeOptions& code = to_.code;
    const bool any_code = std::any_of(to_.targets.begin(), to_.targets.end(),
                                      [](const std::string& name) { return find_target(name)->is_code; });
    code.name = text("name");
    if (any_code && !code.name.empty() && !is_cpp_identifier(code.name))
      throw UsageError{concat("--name=", code.name, ": generated code needs an identifier, such as ",
                              make_identifier(code.name))};
    code.namespaces = text("namespace");
    if (!code.namespaces.empty()) {
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
    if (values_.count("gravity") != 0) {
      const std::string given = text("gravity");
      const auto parts = split(given, ',');
      Vector3 gravity;
      for (int k = 0; k < 3; ++k) {
        const auto number =
            parts.size() == 3 ? parse_double(trim(parts[static_cast<std::size_t>(k)])) : std::nullopt;
        if (!number)
          throw UsageError{concat("--gravity=", given, ": must be three numbers, as in 0,0,-9.81")};
        gravity[k] = *number;
      }
      code.gravity = gravity;
    }
    code.floating_base = on("floating-base");
    code.standalone = on("standalone");
    code.precision = Strings{"double", "float"}[choice("precision", {"double", "float"})];
    code.independent_mimics = choice("mimic", {"coupled", "independent"}) == 1;
    code.most_operations = static_cast<double>(count("max-operations", 2'000'000));
    code.optimization = to_.optimization.value_or(2);
    if (values_.count("snap-angles") != 0) {
      const auto tolerance = parse_double(text("snap-angles"));
      constexpr double kLargest = 0.1;
      if (!tolerance || *tolerance < 0 || *tolerance > kLargest)
        throw UsageError{concat("--snap-angles=", text("snap-angles"), ": must be radians from 0 to 0.1")};
      code.snap_tolerance = *tolerance;
    }
    for (const std::string& word : words("kernels")) {
      const auto kind = parse_kernel_kind(word);
      if (!kind) {
        Strings names;
        for (int k = 0; k < kKernelKindCount; ++k)
          names.emplace_back(kernel_kind_name(static_cast<KernelKind>(k)));
        throw UsageError{concat("--kernels=", word, ": must be one of ", join(names, ", "))};
      }
      if (!code.names(*kind)) code.kernels.push_back(*kind);
    }
  }

  void read_servos() {
    to_.servo_map = text("servo-map");
    if (values_.count("servo-map") != 0 && to_.servo_map.empty())
      throw UsageError{"--servo-map needs a file"};
    if (to_.servo_map == "-")
      throw UsageError{"--servo-map takes a file; standard input is for descriptions"};
    if (!to_.servo_map.empty() && on("reformat"))
      throw UsageError{"--reformat rewrites texts of the language; it excludes --servo-map"};
    Strings formats;
    for (const ServoFormatInfo& format : all_servo_formats()) formats.emplace_back(format.name);
    for (const std::string& format : words("servo-format")) {
      if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
        const std::string_view near = nearest_name(format, formats);
        throw UsageError{concat("--servo-format=", format, ": must be one of ", join(formats, ", "),
                                near.empty() ? std::string() : concat("; did you mean '", near, "'?"))};
      }
      if (std::find(to_.servo_formats.begin(), to_.servo_formats.end(), format) == to_.servo_formats.end())
        to_.servo_formats.push_back(format);
    }
    to_.servo_devices = list("servo-devices");
    const bool servo = std::find(to_.targets.begin(), to_.targets.end(), "servo") != to_.targets.end();
    if (!servo && values_.count("servo-format") != 0)
      throw UsageError{"--servo-format goes with --emit=servo"};
    read_servo_present();
  }

  void read_servo_present() {
    to_.servo_present = text("servo-present");
    const bool given = values_.count("servo-present") != 0;
    const bool diff =
        std::find(to_.servo_formats.begin(), to_.servo_formats.end(), "diff") != to_.servo_formats.end();
    if (given && (to_.servo_present.empty() || to_.servo_present == "-"))
      throw UsageError{"--servo-present needs a file"};
    if (diff && !given)
      throw UsageError{
          "--servo-format=diff compares with what the servos hold now: name the dump with --servo-present"};
    if (given && !diff) throw UsageError{"--servo-present goes with --servo-format=diff"};
    if (given && to_.inputs.size() > 1)
      throw UsageError{"--servo-present is of one robot; give one description"};
  }

  void read_profiles() {
    for (const std::string& name : project_.profiles)
      apply_profile(find_profile(name)->profile, to_.severities);
    for (const std::string& name : words("profile")) {
      if (const auto problem = unknown_profile(name))
        throw UsageError{concat("--profile=", name, ": ", *problem)};
      apply_profile(find_profile(name)->profile, to_.severities);
    }
  }

  void read_diagnostics() {
    read_profiles();
    to_.severities.set_strict(on("strict") || project_.strict);
    if (to_.lossless) to_.severities.raise(Rule::feature_dropped, Severity::error);
    for (const std::string& option : project_.warnings) to_.severities.apply(option);
    for (const std::string& option : list("-W"))
      if (const auto problem = to_.severities.apply(option)) throw UsageError{*problem};
    to_.error_limit = count("error-limit", project_.error_limit.value_or(20));
    to_.format = static_cast<DiagnosticFormat>(choice("format", {"text", "json", "sarif", "github"}));
    to_.color = static_cast<ColorMode>(choice("color", {"auto", "always", "never"}));
    to_.diagnostics_file = text("diagnostics-file");
    to_.verify_diagnostics = on("verify-diagnostics");
    read_fixes();
    read_baselines();
  }

  void read_baselines() {
    to_.baseline = text("baseline", project_.baseline);
    to_.write_baseline = text("write-baseline");
    for (const char* name : {"baseline", "write-baseline"}) {
      if (values_.count(name) == 0) continue;
      if (text(name).empty() || text(name) == "-") throw UsageError{concat("--", name, " needs a file")};
      for (const char* other : {"compare", "reformat", "verify-diagnostics"})
        if (on(other)) throw UsageError{concat("--", name, " excludes --", other)};
    }
    if (to_.verify_diagnostics || !to_.write_baseline.empty()) to_.baseline.clear();
  }

  void read_fixes() {
    for (const char* name : {"fix", "fix-dry-run"})
      if (values_.count(name) != 0 && choice(name, {"safe", "unsafe"}) == 1) to_.fix_unsafe = true;
    if (values_.count("fix") != 0) to_.fix = FixMode::apply;
    if (values_.count("fix-dry-run") != 0) to_.fix = FixMode::dry_run;
    if (to_.fix == FixMode::none) return;
    const std::string name = to_.fix == FixMode::apply ? "--fix" : "--fix-dry-run";
    for (const char* other : {"compare", "reformat", "verify-diagnostics", "print-pipeline"})
      if (on(other)) throw UsageError{concat(name, " excludes --", other)};
    // The summaries of robots are for those who read them.
    if (to_.default_target) {
      if (!to_.output.empty())
        throw UsageError{
            concat(name, to_.fix == FixMode::apply ? " changes the files themselves" : " prints a diff",
                   "; -o goes with --emit")};
      to_.targets.clear();
      to_.default_target = false;
    }
    const bool prints = to_.output.empty() || to_.output == "-";
    if (to_.fix == FixMode::dry_run && !to_.targets.empty())
      throw UsageError{"--fix-dry-run writes no files; leave --emit out"};
    if (to_.fix == FixMode::apply && prints && !to_.targets.empty() &&
        std::find(to_.inputs.begin(), to_.inputs.end(), "-") != to_.inputs.end())
      throw UsageError{
          "--fix writes the fixed text of standard input to standard output; name the place of --emit with "
          "-o"};
  }

  const po::variables_map& values_;
  Invocation& to_;
  ProjectFile project_;
};

// The text of an option that prints something and ends, if one is given.
std::optional<std::string> information(const po::variables_map& values, const OptionGroups& groups) {
  const auto on = [&](const char* name) { return values[name].as<bool>(); };
  if (on("help")) return help_text(groups);
  if (on("version")) return concat("romasc ", ROMAS_VERSION, "\n");
  if (on("print-diagnostics")) return diagnostics_table();
  if (on("print-passes")) return passes_table();
  if (on("print-targets")) return targets_table();
  if (on("print-formats")) return formats_table();
  if (values.count("explain") != 0) {
    auto page = explain_rule(values["explain"].as<std::string>());
    if (!page)
      throw UsageError{concat("--explain=", values["explain"].as<std::string>(),
                              ": there is no such rule; --print-diagnostics lists them")};
    return page;
  }
  return std::nullopt;
}

void check_consistency(const Invocation& invocation) {
  if (invocation.inputs.empty()) throw UsageError{"no input file; romasc --help shows how to call it"};
  if (invocation.action == Action::compare && invocation.inputs.size() != 2)
    throw UsageError{"--compare takes exactly two files"};
  if (invocation.passes && (invocation.optimization || !invocation.lump.empty()))
    throw UsageError{"--passes gives the whole pipeline; it excludes -O and --lump"};
  if (std::count(invocation.inputs.begin(), invocation.inputs.end(), "-") > 1)
    throw UsageError{"standard input can be read once"};
}

}  // namespace

std::optional<Invocation> parse_command_line(int argc, char** argv, std::string& error) {
  try {
    const OptionGroups groups;
    const po::variables_map values = split_command_line(groups, argc, argv);
    Invocation invocation;
    if (auto text = information(values, groups)) {
      invocation.action = Action::print;
      invocation.print = std::move(*text);
      return invocation;
    }
    Reader(values, invocation).read();
    check_consistency(invocation);
    return invocation;
  } catch (const UsageError& usage) {
    error = usage.message;
  } catch (const po::error& problem) {
    error = problem.what();
  }
  return std::nullopt;
}

}  // namespace romas::tool
