#include "tools/studio/options.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <limits>

#include "support/files/files.h"
#include "support/text/template.h"
#include "tools/arguments/input_options.h"
#include "tools/arguments/program_info.h"
#include "tools/arguments/project_options.h"
#include "tools/studio/api/standalone.h"
#include "tools/studio/page.h"
#include "tools/studio/workspace/examples.h"

namespace romas::studio {

namespace po = boost::program_options;
using tool::OptionValues;
using tool::ProgramInfo;
using tool::Strings;
using tool::UsageError;

namespace {

constexpr std::array kTasks = {
    ProgramInfo::Task{"romas-studio", "the start page: put Blocks together, or open a robot"},
    ProgramInfo::Task{"romas-studio arm.urdf", "show a robot and what romasc finds in it"},
    ProgramInfo::Task{"romas-studio arm.assembly.xml -L blocks", "go on with an assembly"},
    ProgramInfo::Task{"romas-studio --standalone=arm.html arm.urdf", "write the robot as one HTML page"},
};
constexpr std::array kStatuses = {
    ProgramInfo::Meaning{"0", "it was ended (Ctrl-C)"},
    ProgramInfo::Meaning{"1", "of --standalone: the description has errors"},
    ProgramInfo::Meaning{"2", "wrong usage"},
    ProgramInfo::Meaning{"3", "the port cannot be opened, or a file cannot be written"},
    ProgramInfo::Meaning{"70", "internal error"},
};

const ProgramInfo& studio_info() {
  static const ProgramInfo info = {"romas-studio",
                                   "shows robots and their findings in the browser, and puts robots together",
                                   "[OPTION]... [FILE]...",
                                   kTasks,
                                   kStatuses,
                                   {},
                                   "romasc(1)",
                                   tool::options_of(tool::Program::studio),
                                   tool::common_words};
  return info;
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
  if (values.list("input").size() != 1)
    throw UsageError{"--standalone writes the page of one file; name one"};
  const Strings& robots = options.workspace.inputs;
  if (robots.size() == 1) return;
  const std::string file = values.list("input").front();
  throw UsageError{concat("the project file has ", robots.size(), " roots of '", file,
                          "': ", join(robots, ", ", [](const std::string& root) { return in_quotes(root); }),
                          "; choose one, as in: romas-studio --standalone=", options.standalone, " '", file,
                          " NAME:=VALUE'")};
}

// Returns the names of the inputs when they are open: roots of the project stand in the place of their files.
Strings labels_of(const Strings& words, const driver::ProjectRoots& project_roots) {
  Strings labels;
  for (const std::string& word : words) {
    const driver::Input input = driver::input_of_word(word);
    std::vector<driver::Input> roots = project_roots.of(input);
    if (roots.empty()) roots.push_back(input);
    for (const driver::Input& root : roots) labels.push_back(label(root));
  }
  return labels;
}

Options read_options(const OptionValues& values) {
  Options options;
  WorkspaceSettings& workspace = options.workspace;
  const Strings inputs = values.list("input");
  if (std::count(inputs.begin(), inputs.end(), "-") != 0)
    throw UsageError{"romas-studio opens files, not standard input"};
  workspace.roots = values.list("root");
  workspace.examples = find_examples(program_path());
  workspace.read_only = values.on("read-only");
  workspace.preferences_file = preferences_file();
  workspace.editor = read_editor_settings();
  const driver::ProjectSettings project = tool::read_project(values);
  workspace.request.input = tool::read_input_request(values, project);
  tool::read_severities(values, project, workspace.request.severities);
  workspace.request.ignores = project.ignores;
  workspace.project_roots = driver::ProjectRoots(project.roots, !values.list("define").empty());
  workspace.inputs = labels_of(inputs, workspace.project_roots);
  options.port = port_number(values);
  options.browser = !values.on("no-browser");
  read_standalone(values, options);
  return options;
}

std::optional<std::string> information(const OptionValues& values) {
  if (auto text = tool::requested_text(studio_info(), values)) return text;
  if (values.on("licences")) return std::string(embedded_file(embedded_studio_page(), "licences.txt").text);
  return std::nullopt;
}

}  // namespace

std::optional<Options> parse_command_line(int argc, char** argv, std::string& error) {
  try {
    const po::variables_map given =
        tool::read_arguments("romas-studio", studio_info().options, Strings(argv + 1, argv + argc));
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
    error = problem.what();
  }
  return std::nullopt;
}

}  // namespace romas::studio
