#include "tools/studio/options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <limits>
#include <sstream>

#include "support/template.h"
#include "support/version.h"
#include "tools/arguments/input_options.h"
#include "tools/arguments/project_options.h"
#include "tools/studio/api/standalone.h"
#include "tools/studio/page.h"

namespace romas::studio {

namespace po = boost::program_options;
using tool::OptionValues;
using tool::Strings;
using tool::UsageError;

namespace {

po::typed_value<std::string>* text(const char* argument) {
  return po::value<std::string>()->value_name(argument);
}
po::typed_value<Strings>* list(const char* argument) {
  return po::value<Strings>()->value_name(argument)->composing();
}

// clang-format off
po::options_description all_options() {
  po::options_description studio("Studio");
  studio.add_options()
    ("input", list("FILE"), "file to open; of several the first is open from the start")
    ("root", list("FOLDER"), "folder that the page may see, repeatable, beside those of files, -L and --package-path")
    ("port", text("N"), "port of 127.0.0.1 (a free one); as in: romas-studio --port=8040 arm.urdf")
    ("no-browser", po::bool_switch(), "print the address and open no browser")
    ("read-only", po::bool_switch(), "write no file, not even what the page was set to, and start no program")
    ("standalone", text("FILE"), "write the robot as one HTML page, and end; as in: romas-studio --standalone=arm.html arm.urdf")
    ("version", po::bool_switch(), "print the version")
    ("licences", po::bool_switch(), "print the licences of what the page is made from")
    ("help,h", po::bool_switch(), "print this text");
  po::options_description as_romasc("As romasc has them");
  as_romasc.add_options()
    ("input-format,x", text("F"), "auto, or a format of romasc --print-formats")
    ("library,L", list("PATH"), "Block file or folder of Blocks, repeatable")
    ("import-path,I", list("FOLDER"), "where the language's imports are looked for, repeatable")
    ("define,D", list("NAME=VALUE"), "value of a parameter of the language")
    ("name", text("NAME"), "name of the robot made from an assembly or Block")
    ("joint-zero", text("Z"), "zero-axes or assembled: where joints of an assembly are zero")
    ("default-limit", text("L:U"), "limits in metres for an assembly's prismatic joints")
    ("package-path", list("PATH"), "folder of packages, or a package: where package:// leads first, repeatable")
    ("model-path", list("PATH"), "folder of models, where model:// leads first, repeatable")
    ("robot", text("NAME"), "only this robot of a file with several")
    ("max-input", text("BYTES"), "largest file that is read (1000000000)")
    (",W", list("RULE"), "-Wslug, -Wno-slug, -Werror[=slug], -Wno-error=slug, -Wpedantic, -Weverything")
    ("profile", list("P[,P...]"), "rules that hurt in these consumers, and how")
    ("strict", po::bool_switch(), "defects of the description are errors")
    ("project", text("FILE"), "project file; else the .romas.yaml beside the first input or above it")
    ("no-project", po::bool_switch(), "read no project file");
  return studio.add(as_romasc);
}
// clang-format on

std::string help_text() {
  std::ostringstream out;
  out << "romas-studio shows robots and their findings in the browser.\n\n"
         "  romas-studio [FILE...]\n\n"
      << all_options()
      << "\nCtrl-C ends it. Exit status: 0 it was ended; 1 --standalone: the description has errors; 2 wrong "
         "usage; 3 nobody can listen on "
         "the port; 70 internal error.\n";
  return out.str();
}

std::uint16_t port_number(const OptionValues& values) {
  const unsigned long long port = values.count("port", 0);
  if (port > std::numeric_limits<std::uint16_t>::max())
    throw UsageError{concat("--port=", values.text("port"), ": must be a number up to 65535")};
  return static_cast<std::uint16_t>(port);
}

void read_standalone(const OptionValues& values, Options& options) {
  if (!values.given("standalone")) return;
  options.action = Options::Action::standalone;
  options.standalone = values.text("standalone");
  if (!options.standalone.ends_with(kStandaloneEnding))
    throw UsageError{
        concat("--standalone=", options.standalone, ": the name must end in ", kStandaloneEnding)};
  if (options.workspace.inputs.size() != 1)
    throw UsageError{"--standalone writes the page of one file; name one"};
}

Options read_options(const OptionValues& values) {
  Options options;
  WorkspaceSettings& workspace = options.workspace;
  workspace.inputs = values.list("input");
  if (std::count(workspace.inputs.begin(), workspace.inputs.end(), "-") != 0)
    throw UsageError{"romas-studio opens files, not standard input"};
  workspace.roots = values.list("root");
  workspace.read_only = values.on("read-only");
  workspace.preferences_file = preferences_file();
  const driver::ProjectSettings project = tool::read_project(values);
  workspace.request.input = tool::read_input_request(values, project);
  tool::read_severities(values, project, workspace.request.severities);
  options.port = port_number(values);
  options.browser = !values.on("no-browser");
  read_standalone(values, options);
  return options;
}

std::optional<std::string> information(const OptionValues& values) {
  if (values.on("help")) return help_text();
  if (values.on("version")) return concat("romas-studio ", version(), "\n");
  if (values.on("licences")) return std::string(embedded_file(embedded_studio_page(), "licences.txt").text);
  return std::nullopt;
}

}  // namespace

std::optional<Options> parse_command_line(int argc, char** argv, std::string& error) {
  try {
    po::positional_options_description positional;
    positional.add("input", -1);
    namespace style = po::command_line_style;
    const int accepted = style::unix_style & ~style::allow_guessing;
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv)
                  .options(all_options())
                  .positional(positional)
                  .style(accepted)
                  .run(),
              given);
    const OptionValues values(given);
    auto print = information(values);
    if (!print) return read_options(values);
    Options options;
    options.action = Options::Action::print;
    options.print = std::move(*print);
    return options;
  } catch (const UsageError& usage) {
    error = usage.message;
  } catch (const po::error& problem) {
    error = concat(problem.what(), "; romas-studio --help lists the options");
  }
  return std::nullopt;
}

}  // namespace romas::studio
