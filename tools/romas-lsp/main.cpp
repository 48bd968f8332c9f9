// romas-lsp: the language server, over standard input and output or a socket.
#include <unistd.h>

#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "support/files/files.h"
#include "support/process/standard_streams.h"
#include "support/text/text.h"
#include "tools/arguments/input_options.h"
#include "tools/arguments/program_info.h"
#include "tools/arguments/request_identity.h"
#include "tools/romas-lsp/hosted.h"
#include "tools/romas-lsp/session.h"

namespace romas::lsp {
namespace {

namespace po = boost::program_options;
using tool::OptionValues;
using tool::ProgramInfo;
using tool::Strings;
using tool::UsageError;

enum ExitCode : int { kEnded = 0, kUsage = 2, kSystem = 3, kInternal = 70 };

constexpr std::array kTasks = {
    ProgramInfo::Task{"romas-lsp", "serve the editor that started it"},
    ProgramInfo::Task{"romas-lsp --profile=moveit", "the same, with the findings that MoveIt cares for"},
    ProgramInfo::Task{"romas-lsp --socket=8041", "serve a client that connects to a port"},
};
constexpr std::array kStatuses = {
    ProgramInfo::Meaning{"0", "the client shut it down"},
    ProgramInfo::Meaning{"1", "the client went away without a word"},
    ProgramInfo::Meaning{"2", "wrong usage"},
    ProgramInfo::Meaning{"3", "the port cannot be opened"},
    ProgramInfo::Meaning{"70", "internal error"},
};

const ProgramInfo& server_info() {
  static const ProgramInfo info = {
      "romas-lsp",       "tells editors what romasc finds in robot descriptions, and what they mean",
      "[OPTION]...",     kTasks,
      kStatuses,         {},
      "romasc(1)",       tool::options_of(tool::Program::server),
      tool::common_words};
  return info;
}

po::variables_map read(const Strings& arguments) {
  return tool::read_arguments("romas-lsp", server_info().options, arguments);
}

// How romasc compiles the files of a project, called with the same options. May be called from two threads.
ProjectRequest request_of_project(const OptionValues& values, const std::string& project_file) {
  ProjectRequest made;
  driver::ProjectSettings project;
  if (!project_file.empty())
    if (auto settings = driver::read_project_file(project_file, made.problem)) project = std::move(*settings);
  try {
    made.request.input = tool::read_input_request(values, project);
    made.request.severities.quiet(Rule::feature_dropped);  // nothing is translated
    tool::read_severities(values, project, made.request.severities);
  } catch (const UsageError& usage) {
    made.problem = usage.message;
  }
  made.request.ignores = project.ignores;
  made.request.emit.robots_optional = true;  // files that others are to include are no fault
  made.file = project_file;
  made.identity = tool::request_identity(values, {"socket"}, project, made.request.input.frontend);
  made.roots = project.roots;
  made.baseline = project.baseline;
  if (!made.baseline.empty() && made.problem.empty()) driver::Baseline::read(made.baseline, made.problem);
  std::string error;
  if (!driver::make_pipelines(made.request, made.pipelines, error)) made.problem = error;
  return made;
}

// --project and --no-project count for all files.
RequestOfProject compilation(const Strings& given, const Strings& further, std::string& error) {
  Strings all = given;
  all.insert(all.end(), further.begin(), further.end());
  try {
    const auto variables = std::make_shared<const po::variables_map>(read(all));
    const OptionValues values(*variables);
    // These calls throw at once if something is wrong with the options.
    SeverityPolicy severities;
    tool::read_input_request(values, {});
    tool::read_severities(values, {}, severities);
    const std::optional<std::string> project = values.on("no-project") ? std::optional<std::string>("")
                                               : values.given("project")
                                                   ? std::optional(values.text("project"))
                                                   : std::nullopt;
    return [variables, project](const std::string& found) {
      ProjectRequest made = request_of_project(OptionValues(*variables), project.value_or(found));
      made.may_be_made = !project;
      return made;
    };
  } catch (const UsageError& usage) {
    error = usage.message;
  } catch (const po::error& problem) {
    error = problem.what();
  }
  return {};
}

// The pages of rules that are installed beside the program; empty: there are none.
std::string rule_pages() {
  std::error_code unknown;
  const std::filesystem::path program = program_path();
  const std::filesystem::path pages =
      program.parent_path().parent_path() / "share" / "doc" / "romas" / "docs" / "diagnostics";
  return std::filesystem::is_directory(pages, unknown) ? pages.string() : std::string();
}

// Returns the folder for files that can be made again, in the user's caches. Empty if the environment names
// none.
std::string cache_folder() {
  const std::filesystem::path caches = environment_variable("XDG_CACHE_HOME").value_or("");
  if (caches.is_absolute()) return (caches / "romas-lsp").string();
  const std::filesystem::path home = environment_variable("HOME").value_or("");
  return home.is_absolute() ? (home / ".cache" / "romas-lsp").string() : std::string();
}

int fail(std::string_view message, int code) {
  write_standard_error(concat("romas-lsp: error: ", message, "\n"));
  return code;
}

int serve(const OptionValues& values, const Strings& arguments) {
  int input = STDIN_FILENO, output = STDOUT_FILENO;
  if (values.given("socket")) {
    const unsigned long long port = values.count("socket", 0);
    if (port > std::numeric_limits<std::uint16_t>::max())
      throw UsageError{concat("--socket=", values.text("socket"), ": must be a number up to 65535")};
    std::string error;
    input = output = accept_client(static_cast<unsigned short>(port), error);
    if (input < 0) return fail(error, kSystem);
  }
  std::signal(SIGPIPE, SIG_IGN);  // a client that goes away ends the session, not the process
  SessionSettings settings;
  settings.compilation = [arguments](const Strings& further, std::string& error) {
    return compilation(arguments, further, error);
  };
  settings.rule_pages = rule_pages();
  settings.cache = cache_folder();
#ifdef __EMSCRIPTEN__
  settings.has_threads = false;
  host_session(std::move(settings), output);
  return kEnded;
#else
  return Session(std::move(settings), input, output).run();
#endif
}

int run(const Strings& arguments) {
  try {
    const po::variables_map given = read(arguments);
    const OptionValues values(given);
    if (const auto text = tool::requested_text(server_info(), values))
      return write_standard_output(*text) == 0 ? kEnded : kSystem;
    std::string error;
    compilation(arguments, {}, error);
    if (!error.empty()) return fail(error, kUsage);
    return serve(values, arguments);
  } catch (const UsageError& usage) {
    return fail(usage.message, kUsage);
  } catch (const po::error& problem) {
    return fail(problem.what(), kUsage);
  }
}

}  // namespace
}  // namespace romas::lsp

int main(int argc, char** argv) {
  romas::open_standard_streams();
  try {
    return romas::lsp::run({argv + 1, argv + argc});
  } catch (const std::exception& problem) {
    return romas::lsp::fail(problem.what(), romas::lsp::kInternal);
  }
}
