#include "tools/romasc/invocation.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "backends/controller/controller.h"
#include "backends/servo/formats.h"
#include "backends/target.h"
#include "passes/kernel/make_code_model.h"
#include "passes/pass.h"
#include "support/profiles.h"
#include "support/text.h"
#include "tools/romasc/tables.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

using Strings = std::vector<std::string>;

struct UsageError {
  std::string message;
};

// clang's -MD family are two-letter options; program_options knows one-letter and long ones.
void translate_dependency_options(Strings& arguments) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNames = {
      {{"-MD", "--depfile"}, {"-MF", "--depfile-path="}, {"-MT", "--depfile-target="}, {"-MP", "--depfile-phony"}}};
  Strings result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto* match = std::find_if(kNames.begin(), kNames.end(), [&](const auto& name) { return argument.starts_with(name.first); });
    if (match == kNames.end()) {
      result.push_back(argument);
      continue;
    }
    std::string value = argument.substr(match->first.size());
    const bool takes_value = match->second.ends_with('=');
    if (!takes_value && !value.empty()) throw UsageError{concat("unknown option '", argument, "'")};
    if (takes_value && value.empty()) {
      if (i + 1 == arguments.size()) throw UsageError{concat(argument, " needs a value")};
      value = arguments[++i];
    }
    result.push_back(concat(match->second, value));
  }
  arguments = std::move(result);
}

Strings expand_response_files(const Strings& arguments, int depth = 0) {
  Strings result;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      result.push_back(argument);
      continue;
    }
    if (depth > 8) throw UsageError{concat("response files are nested too deeply at '", argument, "'")};
    std::ifstream file(argument.substr(1), std::ios::binary);
    if (!file) throw UsageError{concat("cannot read the response file '", argument.substr(1), "'")};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Strings inner = expand_response_files(po::split_unix(text, " \t\r\n"), depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

struct OptionGroups {
  po::options_description input{"Input"};
  po::options_description output{"Output"};
  po::options_description code{"Generated code"};
  po::options_description servos{"Servos"};
  po::options_description passes{"Passes"};
  po::options_description diagnostics{"Diagnostics"};
  po::options_description information{"Information"};

  OptionGroups();
  po::options_description all() const {
    po::options_description everything;
    everything.add(input).add(output).add(code).add(servos).add(passes).add(diagnostics).add(information);
    return everything;
  }
};

OptionGroups::OptionGroups() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  const auto list = [](const char* name) { return po::value<Strings>()->value_name(name)->composing(); };
  // clang-format off
  input.add_options()
    ("input", list("FILE"), "file to read, '-' for standard input (also without the option's name)")
    ("input-format,x", text("F"), "auto, or a format of --print-formats; as in: romasc -x urdf -")
    ("library,L", list("PATH"), "Block file or folder of Blocks, repeatable; as in: romasc -L blocks arm.assembly.xml")
    ("import-path,I", list("FOLDER"), "where the language's imports are looked for, repeatable")
    ("define,D", list("NAME=VALUE"), "value of a parameter of the language; as in: romasc -D reach=0.6m arm.romas")
    ("name", text("NAME"), "name of the robot made from an assembly or Block; of the header that code targets write")
    ("joint-zero", text("Z"), "zero-axes or assembled: where joints of an assembly are zero")
    ("default-limit", text("L:U"), "limits in metres for an assembly's prismatic joints; as in: --default-limit=0:0.1")
    ("package-path", list("PATH"), "where package:// URIs are looked up, repeatable; ROS_PACKAGE_PATH is read too")
    ("robot", text("NAME"), "only this robot of a file with several")
    ("max-input", text("BYTES"), "largest file that is read (1000000000)");
  output.add_options()
    ("emit", list("F[,F...]"), "targets, see --print-targets; as in: romasc arm.urdf --emit=sdf -o arm.sdf")
    ("output,o", text("PATH"), "file, folder, or '-' for standard output")
    ("copy-meshes", po::bool_switch(), "gather meshes and textures beside the output; as in: romasc arm.urdf --emit=sdf --copy-meshes -o out/")
    ("sdf-version", text("V"), "SDF version to write: 1.9, 1.10, 1.11")
    ("banner", po::bool_switch(), "put a comment with romasc's version at the top of the output")
    ("lossless", po::bool_switch(), "whatever a target cannot say is an error")
    ("loss-report", text("FILE"), "write what a target cannot say as JSON")
    ("verify-output", po::bool_switch(), "read URDF and language output back and compare it with the model")
    ("compare", po::bool_switch(), "tell whether two files describe the same robot; as in: romasc --compare a.urdf b.romas")
    ("reformat", po::bool_switch(), "rewrite files of the language in the canonical style; with -o: elsewhere")
    ("tolerance", text("T"), "relative tolerance of --compare and --verify-output (1e-9)")
    ("depfile", po::bool_switch(), "-MD: write a dependency file for make or ninja")
    ("depfile-path", text("FILE"), "-MF FILE: where to write it")
    ("depfile-target", list("TARGET"), "-MT TARGET: what depends on the inputs")
    ("depfile-phony", po::bool_switch(), "-MP: phony rules for the inputs");
  code.add_options()
    ("control", text("KIND"), "of --emit=controller: pd, pid, gravity, computed-torque (default), impedance, cartesian")
    ("build", po::bool_switch(), "configure and compile the controller; as in: romasc arm.urdf --emit=controller -o arm --build")
    ("namespace", text("A::B"), "namespaces around the generated one; as in: romasc arm.urdf --emit=cpp --namespace=plant -o include")
    ("gravity", text("X,Y,Z"), "m/s² in the root frame (0,0,-9.81, or what the description says)")
    ("floating-base", po::bool_switch(), "the root link moves freely: 7 more positions, 6 more velocities in front")
    ("precision", text("P"), "double, float: the default scalar of generated code")
    ("mimic", text("M"), "coupled (default): followers move with what they follow; independent: as joints of their own")
    ("snap-angles", text("TOL"), "constant angles this close to a multiple of 90 degrees are exactly that, in radians (1e-8); 0: none")
    ("kernels", list("K[,K...]"), "fk, jacobian, rnea, gravity, bias, crba, fd, com, energy: only these functions; a controller has all but the last two anyway")
    ("max-operations", text("N"), "largest function that is generated, in operations (2000000)")
    ("standalone", po::bool_switch(), "the header needs the standard library alone");
  servos.add_options()
    ("servo-map", text("FILE"), "which servos drive the joints, as YAML; as in: romasc arm.urdf --servo-map arm.servos.yaml --emit=romas")
    ("servo-format", list("F[,F...]"), "of --emit=servo: c (default), writes, packets, diff, bin, ros2, lerobot, moteus, cia402")
    ("servo-present", text("FILE"), "of --servo-format=diff: what the servos' registers hold now, as JSON")
    ("servo-devices", list("PATH"), "device file or folder of them, repeatable: servos that romasc does not know");
  passes.add_options()
    (",O", text("LEVEL"), "0: leave the model as it is (default), 1: fold transforms and normalise axes, 2: the best kernels (default for code)")
    ("passes", text("P,Q(...)"), "run exactly these passes; as in: --passes='lump-fixed-joints(mode=all),sort-tree'")
    ("lump", text("MODE"), "none, massless, all: join links behind fixed joints to their parents")
    ("print-after", list("P[,P...]"), "print the model after these passes")
    ("print-after-all", po::bool_switch(), "print the model after every pass")
    ("print-changed", po::bool_switch(), "print the model after every pass that changed it")
    ("verify-each", po::bool_switch(), "verify the model after every pass")
    ("time-passes", po::bool_switch(), "print how long each pass took")
    ("stats", po::bool_switch(), "print what the passes counted");
  diagnostics.add_options()
    (",W", list("RULE"), "-Wslug, -Wno-slug, -Werror[=slug], -Wno-error=slug, -Wpedantic, -Weverything")
    ("profile", list("P[,P...]"), "gazebo, mujoco, drake, kdl, moveit, firmware: rules that hurt there, and how; as in: romasc --profile=gazebo,moveit arm.urdf")
    ("strict", po::bool_switch(), "defects of the description are errors (for CI)")
    ("error-limit", text("N"), "errors shown for each file (20), 0: all")
    ("format", text("F"), "text, json, sarif, github")
    ("color", text("WHEN"), "auto, always, never")
    ("diagnostics-file", text("PATH"), "write diagnostics there instead of to standard error")
    ("verify-diagnostics", po::bool_switch(), "compare the diagnostics with expected-error {{...}} comments in the input");
  information.add_options()
    ("jobs,j", text("N"), "files worked on at once (all cores)")
    ("explain", text("RULE"), "print the page on a rule; as in: romasc --explain=RM1404")
    ("print-diagnostics", po::bool_switch(), "list the rules")
    ("print-passes", po::bool_switch(), "list the passes")
    ("print-pipeline", po::bool_switch(), "show the passes that this command line runs")
    ("print-targets", po::bool_switch(), "list the targets")
    ("print-formats", po::bool_switch(), "list the input formats")
    ("version", po::bool_switch(), "print the version")
    ("help,h", po::bool_switch(), "print this text");
  // clang-format on
}

class Reader {
 public:
  Reader(const po::variables_map& values, Invocation& invocation) : values_(values), to_(invocation) {}

  void read() {
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
  Strings list(const char* name) const { return values_.count(name) != 0 ? values_[name].as<Strings>() : Strings{}; }
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
    if (found == allowed.end()) throw UsageError{concat("--", name, "=", value, ": must be one of ", join(allowed, ", "))};
    return static_cast<std::size_t>(found - allowed.begin());
  }

  void read_input() {
    to_.inputs = list("input");
    to_.input_format = text("input-format", "auto");
    if (to_.input_format != "auto" && find_frontend(to_.input_format) == nullptr) {
      Strings names = {"auto"};
      for (const FrontendInfo& info : all_frontends()) names.emplace_back(info.name);
      throw UsageError{concat("--input-format=", to_.input_format, ": must be one of ", join(names, ", "))};
    }
    to_.frontend.libraries = list("library");
    to_.frontend.import_paths = list("import-path");
    read_definitions();
    to_.frontend.robot_name = text("name");
    to_.frontend.joint_zero_assembled = choice("joint-zero", {"zero-axes", "assembled"}) == 1;
    to_.frontend.max_input = std::min<unsigned long long>(count("max-input", SourceManager::kDefaultMaxInput), 4'000'000'000ULL);
    if (values_.count("default-limit") != 0) {
      const std::string value = text("default-limit");
      const auto parts = split(value, ':');
      const auto lower = parts.size() == 2 ? parse_double(parts[0]) : std::nullopt;
      const auto upper = parts.size() == 2 ? parse_double(parts[1]) : std::nullopt;
      if (!lower || !upper || *lower > *upper) throw UsageError{concat("--default-limit=", value, ": must be LOWER:UPPER in metres")};
      to_.frontend.default_limit = std::pair(*lower, *upper);
    }
    to_.frontend.package_paths = list("package-path");
    if (const char* path = std::getenv("ROS_PACKAGE_PATH"); path != nullptr)  // NOLINT(concurrency-mt-unsafe): before any thread
      for (const std::string_view folder : split(path, ':'))
        if (!folder.empty()) to_.frontend.package_paths.emplace_back(folder);
    to_.robot = text("robot");
    to_.jobs = static_cast<unsigned>(std::min<unsigned long long>(count("jobs", 0), 256));
  }

  // -D NAME=VALUE
  void read_definitions() {
    for (const std::string& definition : list("define")) {
      const std::size_t equals = definition.find('=');
      if (equals == 0 || equals == std::string::npos) throw UsageError{concat("-D ", definition, ": must be NAME=VALUE, as in -D reach=0.6m")};
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
      if (std::find(to_.targets.begin(), to_.targets.end(), target) == to_.targets.end()) to_.targets.push_back(target);
    }
    if (to_.default_target) to_.targets = {"tree"};
    to_.output = text("output");
    if (values_.count("sdf-version") != 0) to_.sdf_version = Strings{"1.9", "1.10", "1.11"}[choice("sdf-version", {"1.9", "1.10", "1.11"})];
    to_.banner = on("banner");
    to_.lossless = on("lossless");
    to_.loss_report = text("loss-report");
    to_.verify_output = on("verify-output");
    to_.copy_meshes = on("copy-meshes");
    if (to_.copy_meshes && (to_.output.empty() || to_.output == "-")) throw UsageError{"--copy-meshes needs -o: files lie beside an output"};
    if (on("compare")) to_.action = Action::compare;
    if (on("reformat")) to_.action = Action::reformat;
    if (values_.count("tolerance") != 0) {
      const auto tolerance = parse_double(text("tolerance"));
      if (!tolerance || *tolerance < 0) throw UsageError{concat("--tolerance=", text("tolerance"), ": not a number")};
      to_.tolerance = *tolerance;
    }
    to_.dependencies = {on("depfile"), text("depfile-path"), list("depfile-target"), on("depfile-phony")};
  }

  void read_passes() {
    if (values_.count("-O") != 0) {
      const auto level = parse_integer(text("-O"));
      if (!level || *level < 0 || *level > 2) throw UsageError{concat("-O", text("-O"), ": the levels are 0, 1 and 2")};
      to_.optimization = static_cast<int>(*level);
    }
    if (values_.count("passes") != 0) to_.passes = text("passes");
    if (values_.count("lump") != 0) to_.lump = Strings{"none", "massless", "all"}[choice("lump", {"none", "massless", "all"})];
    to_.show_pipeline = on("print-pipeline");
    to_.print_after = words("print-after");
    for (const std::string& pass : to_.print_after)
      if (find_pass(pass) == nullptr && find_kernel_pass(pass) == nullptr)
        throw UsageError{concat("--print-after=", pass, ": there is no such pass; --print-passes lists them")};
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
    if (to_.build && to_.targets != Strings{"controller"}) throw UsageError{"--build goes with --emit=controller alone"};
    CodeOptions& code = to_.code;
    const bool any_code = std::any_of(to_.targets.begin(), to_.targets.end(), [](const std::string& name) { return find_target(name)->is_code; });
    code.name = text("name");
    if (any_code && !code.name.empty() && !is_cpp_identifier(code.name))
      throw UsageError{concat("--name=", code.name, ": generated code needs an identifier, such as ", make_identifier(code.name))};
    code.namespaces = text("namespace");
    if (!code.namespaces.empty()) {
      // Between "::", as C++ writes it.
      std::string_view rest = code.namespaces;
      while (!rest.empty()) {
        const std::size_t end = rest.find("::");
        if (!is_cpp_identifier(rest.substr(0, end)) || rest.ends_with("::"))
          throw UsageError{concat("--namespace=", code.namespaces, ": must be identifiers, with :: between them")};
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
      }
    }
    if (values_.count("gravity") != 0) {
      const std::string given = text("gravity");
      const auto parts = split(given, ',');
      Vector3 gravity;
      for (int k = 0; k < 3; ++k) {
        const auto number = parts.size() == 3 ? parse_double(trim(parts[static_cast<std::size_t>(k)])) : std::nullopt;
        if (!number) throw UsageError{concat("--gravity=", given, ": must be three numbers, as in 0,0,-9.81")};
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
        for (int k = 0; k < kKernelKindCount; ++k) names.emplace_back(kernel_kind_name(static_cast<KernelKind>(k)));
        throw UsageError{concat("--kernels=", word, ": must be one of ", join(names, ", "))};
      }
      if (!code.names(*kind)) code.kernels.push_back(*kind);
    }
  }

  void read_servos() {
    to_.servo_map = text("servo-map");
    if (values_.count("servo-map") != 0 && to_.servo_map.empty()) throw UsageError{"--servo-map needs a file"};
    if (to_.servo_map == "-") throw UsageError{"--servo-map takes a file; standard input is for descriptions"};
    if (!to_.servo_map.empty() && on("reformat")) throw UsageError{"--reformat rewrites texts of the language; it excludes --servo-map"};
    Strings formats;
    for (const ServoFormatInfo& format : all_servo_formats()) formats.emplace_back(format.name);
    for (const std::string& format : words("servo-format")) {
      if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
        const std::string_view near = nearest_name(format, formats);
        throw UsageError{concat("--servo-format=", format, ": must be one of ", join(formats, ", "),
                                near.empty() ? std::string() : concat("; did you mean '", near, "'?"))};
      }
      if (std::find(to_.servo_formats.begin(), to_.servo_formats.end(), format) == to_.servo_formats.end()) to_.servo_formats.push_back(format);
    }
    to_.servo_devices = list("servo-devices");
    const bool servo = std::find(to_.targets.begin(), to_.targets.end(), "servo") != to_.targets.end();
    if (!servo && values_.count("servo-format") != 0) throw UsageError{"--servo-format goes with --emit=servo"};
    read_servo_present();
  }

  void read_servo_present() {
    to_.servo_present = text("servo-present");
    const bool given = values_.count("servo-present") != 0;
    const bool diff = std::find(to_.servo_formats.begin(), to_.servo_formats.end(), "diff") != to_.servo_formats.end();
    if (given && (to_.servo_present.empty() || to_.servo_present == "-")) throw UsageError{"--servo-present needs a file"};
    if (diff && !given) throw UsageError{"--servo-format=diff compares with what the servos hold now: name the dump with --servo-present"};
    if (given && !diff) throw UsageError{"--servo-present goes with --servo-format=diff"};
    if (given && to_.inputs.size() > 1) throw UsageError{"--servo-present is of one robot; give one description"};
  }

  void read_profiles() {
    for (const std::string& name : words("profile")) {
      if (const ProfileInfo* profile = find_profile(name)) {
        apply_profile(profile->profile, to_.severities);
        continue;
      }
      Strings names;
      for (const ProfileInfo& info : all_profiles()) names.emplace_back(info.name);
      const std::string_view near = nearest_name(name, names);
      throw UsageError{
          concat("--profile=", name, ": must be one of ", join(names, ", "), near.empty() ? std::string() : concat("; did you mean '", near, "'?"))};
    }
  }

  void read_diagnostics() {
    read_profiles();
    to_.severities.set_strict(on("strict"));
    if (to_.lossless) to_.severities.raise(Rule::feature_dropped, Severity::error);
    for (const std::string& option : list("-W"))
      if (const auto problem = to_.severities.apply(option)) throw UsageError{*problem};
    to_.error_limit = count("error-limit", 20);
    to_.format = static_cast<DiagnosticFormat>(choice("format", {"text", "json", "sarif", "github"}));
    to_.color = static_cast<ColorMode>(choice("color", {"auto", "always", "never"}));
    to_.diagnostics_file = text("diagnostics-file");
    to_.verify_diagnostics = on("verify-diagnostics");
  }

  const po::variables_map& values_;
  Invocation& to_;
};

std::string help_text(const OptionGroups& groups) {
  std::ostringstream out;
  out << "romasc checks robot descriptions and translates them.\n\n"
         "  romasc FILE...                          check and print a summary of each robot\n"
         "  romasc FILE --emit=FORMAT [-o PATH]     check and translate\n"
         "  romasc --compare A B                    the same robot?\n"
      << groups.all() << "\nExit status: 0 success; 1 errors in the input; 2 wrong usage; 3 a file cannot be read or written; 70 internal error.\n";
  return out.str();
}

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
    if (!page) throw UsageError{concat("--explain=", values["explain"].as<std::string>(), ": there is no such rule; --print-diagnostics lists them")};
    return page;
  }
  return std::nullopt;
}

void check_consistency(const Invocation& invocation) {
  if (invocation.inputs.empty()) throw UsageError{"no input file; romasc --help shows how to call it"};
  if (invocation.action == Action::compare && invocation.inputs.size() != 2) throw UsageError{"--compare takes exactly two files"};
  if (invocation.passes && (invocation.optimization || !invocation.lump.empty()))
    throw UsageError{"--passes gives the whole pipeline; it excludes -O and --lump"};
  if (std::count(invocation.inputs.begin(), invocation.inputs.end(), "-") > 1) throw UsageError{"standard input can be read once"};
}

}  // namespace

std::optional<Invocation> parse_command_line(int argc, char** argv, std::string& error) {
  try {
    Strings arguments = expand_response_files(Strings(argv + 1, argv + argc));
    translate_dependency_options(arguments);
    const OptionGroups groups;
    const po::options_description all = groups.all();
    po::positional_options_description positional;
    positional.add("input", -1);
    po::variables_map values;
    namespace style = po::command_line_style;
    const int accepted = style::unix_style & ~style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(accepted).run(), values);
    po::notify(values);

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
