#include "tools/romasc/options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>

#include "backends/target_options.h"
#include "support/source_manager.h"
#include "support/text.h"

namespace romas::tool {

namespace po = boost::program_options;

namespace {

// clang's -MD family are two-letter options; program_options knows one-letter and long ones.
void translate_dependency_options(Strings& arguments) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNames = {
      {{"-MD", "--depfile"},
       {"-MF", "--depfile-path="},
       {"-MT", "--depfile-target="},
       {"-MP", "--depfile-phony"}}};
  Strings result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto* match = std::find_if(kNames.begin(), kNames.end(),
                                     [&](const auto& name) { return argument.starts_with(name.first); });
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

// "--fix FILE" names a file; program_options would take it for the option's value.
void write_out_defaults(Strings& arguments) {
  for (std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument == "--fix" || argument == "--fix-dry-run") argument += "=safe";
    if (argument == "--compare") argument += "=all";
  }
}

Strings expand_response_files(const Strings& arguments, int depth = 0) {
  Strings result;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      result.push_back(argument);
      continue;
    }
    if (depth > 8) throw UsageError{concat("response files are nested too deeply at '", argument, "'")};
    constexpr std::uint64_t kMostBytes = 100'000'000;
    SourceManager sources;
    SourceManager::ReadError error;
    const std::string path = argument == "@-" ? "./-" : argument.substr(1);
    const FileId file = sources.read_file(path, error, kMostBytes, SourceManager::Kinds::streams);
    if (file == 0) throw UsageError{concat("cannot read the response file '", path, "': ", error.reason)};
    const Strings inner =
        expand_response_files(po::split_unix(std::string(sources.text(file)), " \t\r\n"), depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

po::typed_value<std::string>* text(const char* argument) {
  return po::value<std::string>()->value_name(argument);
}
po::typed_value<Strings>* list(const char* argument) {
  return po::value<Strings>()->value_name(argument)->composing();
}

// An option of single targets, as its row describes it.
void target_option(po::options_description& group, TargetOption option) {
  const TargetOptionInfo& info = target_option_info(option);
  const po::value_semantic* value = nullptr;
  if (info.list)
    value = list(info.argument.data());
  else
    value = text(info.argument.data());
  group.add_options()(info.name.data(), value, info.summary.data());
}

// clang-format off
void add_input_options(po::options_description& input) {
  input.add_options()
    ("input", list("FILE"), "file to read, '-' for standard input, or a folder: all descriptions in and below it (also without the option's name)")
    ("include", list("GLOB"), "in folders only files that match, whatever their extension, repeatable; as in: romasc robots --include='*.xml'")
    ("exclude", list("GLOB"), "in folders no files and folders that match, repeatable; as in: romasc robots --exclude=vendor --exclude='old_*.urdf'")
    ("input-format,x", text("F"), "auto, or a format of --print-formats; as in: romasc -x urdf -")
    ("library,L", list("PATH"), "Block file or folder of Blocks, repeatable; as in: romasc -L blocks arm.assembly.xml")
    ("import-path,I", list("FOLDER"), "where the language's imports are looked for, repeatable")
    ("define,D", list("NAME=VALUE"), "value of a parameter of the language, or of an argument of a xacro file, which NAME:=VALUE gives, too; as in: romasc -D reach=0.6m arm.romas, romasc arm.xacro prefix:=left_")
    ("name", text("NAME"), "name of the robot made from an assembly or Block; of the header that code targets write")
    ("joint-zero", text("Z"), "zero-axes or assembled: where joints of an assembly are zero")
    ("default-limit", text("L:U"), "limits in metres for an assembly's prismatic joints; as in: --default-limit=0:0.1")
    ("package-path", list("PATH"), "folder of packages, or a package: where package:// leads first, repeatable")
    ("model-path", list("PATH"), "folder of models, where model:// leads first, repeatable")
    ("robot", text("NAME"), "only this robot of a file with several")
    ("max-input", text("BYTES"), "largest file that is read (1000000000)")
    ("expansion-depth", text("N"), "how deep calls, includes and blocks of a xacro file may be nested (1000)")
    ("expansion-steps", text("N"), "how much work the expansion of a xacro file may take (100000000)")
    ("expansion-size", text("BYTES"), "how much memory the expansion of a xacro file may take (1000000000)");
}

void add_output_options(po::options_description& output) {
  output.add_options()
    ("emit", list("F[,F...]"), "targets, see --print-targets; as in: romasc arm.urdf --emit=sdf -o arm.sdf")
    ("output,o", text("PATH"), "file, folder, or '-' for standard output")
    ("force", po::bool_switch(), "-o may replace an input")
    ("copy-meshes", po::bool_switch(), "gather meshes and textures beside the output; as in: romasc arm.urdf --emit=sdf --copy-meshes -o out/");
  target_option(output, TargetOption::sdf_version);
  target_option(output, TargetOption::frames);
  output.add_options()
    ("banner", po::bool_switch(), "put a comment with romasc's version at the top of the output")
    ("lossless", po::bool_switch(), "whatever a target cannot say is an error")
    ("loss-report", text("FILE"), "write every place of what a target cannot say as JSON")
    ("verify-output", po::bool_switch(), "read back what is written, and compare it with the model in all that was not reported")
    ("compare", list("ASPECT[,...]"), "tell whether two files describe the same robot, and what differs, in all or in kinematics, dynamics, collision, visual, control; as in: romasc --compare a.urdf b.romas")
    ("match", text("HOW"), "name, structure: how --compare finds the links and joints that belong together")
    ("reformat", po::bool_switch(), "rewrite files of the language in the canonical style; with -o: elsewhere")
    ("view", po::bool_switch(), "show the robots in the browser: starts romas-studio with the other arguments; as in: romasc --view arm.urdf")
    ("tolerance", text("T"), "relative tolerance of --compare and --verify-output (1e-9)")
    ("depfile", po::bool_switch(), "-MD: write a dependency file for make or ninja")
    ("depfile-path", text("FILE"), "-MF FILE: where to write it")
    ("depfile-target", list("TARGET"), "-MT TARGET: what depends on the inputs")
    ("depfile-phony", po::bool_switch(), "-MP: phony rules for the inputs")
    ("list-outputs", po::bool_switch(), "print the paths of the files that would be written, and write none but the dependency file");
}

void add_code_options(po::options_description& code) {
  target_option(code, TargetOption::control);
  code.add_options()
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
}

void add_servos_options(po::options_description& servos) {
  servos.add_options()
    ("servo-map", text("FILE"), "which servos drive the joints, as YAML; as in: romasc arm.urdf --servo-map arm.servos.yaml --emit=romas");
  target_option(servos, TargetOption::servo_formats);
  servos.add_options()
    ("servo-present", text("FILE"), "of --servo-format=diff: what the servos' registers hold now, as JSON")
    ("servo-devices", list("PATH"), "device file or folder of them, repeatable: servos that romasc does not know");
}

void add_passes_options(po::options_description& passes) {
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
}

void add_diagnostics_options(po::options_description& diagnostics) {
  diagnostics.add_options()
    (",W", list("RULE"), "-Wslug, -Wno-slug, -Werror[=slug], -Wno-error=slug, -Wpedantic, -Weverything")
    ("profile", list("P[,P...]"), "gazebo, mujoco, drake, kdl, moveit, firmware: what hurts there, and how, and nothing else; +gazebo adds it to what is on; as in: romasc --profile=gazebo,moveit arm.urdf")
    ("strict", po::bool_switch(), "defects of the description are errors (for CI)")
    ("fix", text("[safe|unsafe]"),
     "apply the safe fixes to the files; --fix=unsafe: also those that guess; as in: romasc --fix arm.urdf")
    ("fix-dry-run", text("[safe|unsafe]"), "print what --fix would do as a unified diff, change nothing")
    ("baseline", text("FILE"), "report only what is new since it was written; errors always; as in: romasc --strict --baseline=known.json arm.urdf")
    ("write-baseline", text("FILE"), "write what is found as a baseline instead of reporting it")
    ("project", text("FILE"), "project file; else the .romas.yaml beside the first input or above it")
    ("no-project", po::bool_switch(), "read no project file")
    ("error-limit", text("N"), "errors shown for each file (20; all in formats for programs), 0: all")
    ("expand", po::bool_switch(), "show each finding by itself, however many of one kind there are")
    ("statistics", po::bool_switch(), "a table of how often which rule was found, in the place of the findings")
    ("format", text("F"), "text, concise (a line for each finding; also --output=concise), json, sarif, github; as in: romasc --format=concise --emit=none arm.urdf")
    ("color", text("WHEN"), "auto, always, never")
    ("diagnostics-file", text("PATH"), "write diagnostics there instead of to standard error")
    ("verify-diagnostics", po::bool_switch(), "compare the diagnostics with expected-error {{...}} comments in the input");
}

void add_information_options(po::options_description& information) {
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
}

// clang-format on

}  // namespace

OptionGroups::OptionGroups() {
  add_input_options(input);
  add_output_options(output);
  add_code_options(code);
  add_servos_options(servos);
  add_passes_options(passes);
  add_diagnostics_options(diagnostics);
  add_information_options(information);
}

std::string help_text(const OptionGroups& groups) {
  std::ostringstream out;
  out << "romasc checks robot descriptions and translates them.\n\n"
         "  romasc FILE...                          check and print a summary of each robot\n"
         "  romasc FOLDER --emit=none               check all robots in a folder\n"
         "  romasc FILE --emit=FORMAT [-o PATH]     check and translate\n"
         "  romasc --compare A B                    the same robot?\n"
      << groups.all()
      << "\nExit status: 0 success; 1 errors in the input; 2 wrong usage; 3 a file cannot be read or "
         "written; 70 internal error. Of --compare: 0 the same robot; 1 different; 4 one of them has "
         "errors.\n";
  return out.str();
}

po::variables_map split_command_line(const OptionGroups& groups, int argc, char** argv) {
  Strings arguments = expand_response_files(Strings(argv + 1, argv + argc));
  write_out_definitions(arguments);
  translate_dependency_options(arguments);
  write_out_defaults(arguments);
  const po::options_description all = groups.all();
  po::positional_options_description positional;
  positional.add("input", -1);
  po::variables_map values;
  namespace style = po::command_line_style;
  const int accepted = style::unix_style & ~style::allow_guessing;
  po::store(po::command_line_parser(arguments).options(all).positional(positional).style(accepted).run(),
            values);
  po::notify(values);
  return values;
}

}  // namespace romas::tool
