#include "tools/studio/workspace/controller_project.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "backends/controller/controller.h"
#include "driver/several/build_project.h"
#include "support/files/output_set.h"
#include "support/names/c_names.h"
#include "support/text/text.h"

namespace romas::studio {

namespace {

std::string path_in(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

std::string numbers_with_commas(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += concat(text.empty() ? "" : ",", number);
  return text;
}

// A word of a command line as a POSIX shell reads it.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=,:+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string problem_of(const ControllerWish& wish) {
  if (!is_cpp_identifier(wish.name))
    return concat("generated code needs an identifier as the robot's name, such as ",
                  make_identifier(wish.name));
  const auto kinds = control_kind_names();
  if (std::find(kinds.begin(), kinds.end(), wish.control) == kinds.end())
    return concat("the control method must be one of ", join(kinds, ", "));
  if (wish.precision != "double" && wish.precision != "float") return "the precision must be double or float";
  return {};
}

driver::CompileRequest controller_request(driver::CompileRequest request, const ControllerWish& wish) {
  request.emit.targets = {"controller"};
  request.emit.robots_optional = false;
  request.emit.output_folder = wish.folder;
  request.emit.words[TargetOption::control] = {wish.control};
  request.emit.code.name = wish.name;
  request.emit.code.precision = wish.precision;
  request.emit.code.gravity = wish.gravity;
  request.input.frontend.robot_name = wish.name;
  return request;
}

std::string romasc_command(driver::Input input, const driver::CompileRequest& request,
                           const ControllerWish& wish) {
  const FrontendOptions& frontend = request.input.frontend;
  input.name.clear();  // the command gives the name that is wanted
  std::vector<std::string> words = {"romasc", label(input)};
  for (const std::string& library : frontend.libraries) words.insert(words.end(), {"-L", library});
  for (const std::string& folder : frontend.import_paths) words.insert(words.end(), {"-I", folder});
  for (const auto& [name, value] : frontend.definitions)
    words.insert(words.end(), {"-D", concat(name, "=", value)});
  for (const std::string& folder : frontend.package_paths) words.push_back("--package-path=" + folder);
  if (frontend.joint_zero_assembled) words.emplace_back("--joint-zero=assembled");
  if (const auto& limit = frontend.default_limit) {
    std::string word = concat("--default-limit=", limit->lower, ":", limit->upper);
    if (limit->effort && limit->velocity) word += concat(":", *limit->effort, ":", *limit->velocity);
    words.push_back(std::move(word));
  }
  if (!request.input.robot.empty()) words.push_back("--robot=" + request.input.robot);
  words.insert(words.end(),
               {"--name=" + wish.name, "--emit=controller", "--control=" + wish.control, "-o", wish.folder});
  if (wish.precision != "double") words.push_back("--precision=" + wish.precision);
  if (const auto& gravity = wish.gravity)
    words.push_back("--gravity=" + numbers_with_commas({gravity->x(), gravity->y(), gravity->z()}));
  words.emplace_back("--build");
  std::string command;
  for (const std::string& word : words) command += concat(command.empty() ? "" : " ", quoted(word));
  return command;
}

ControllerProject::ControllerProject() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}
ControllerProject::~ControllerProject() {
  if (epoll_ >= 0) ::close(epoll_);
}

std::string ControllerProject::replaced_file(const driver::CompileResult& result, const std::string& folder) {
  for (const OutputFile& file : result.files) {
    std::string path = path_in(folder, file.path);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return path;
  }
  return {};
}

bool ControllerProject::start_build(const driver::CompileResult& result, const ControllerWish& wish,
                                    std::string& problem) {
  OutputSet outputs;
  for (const OutputFile& file : result.files) outputs.add(path_in(wish.folder, file.path), file.text);
  if (const auto failure = outputs.commit()) {
    problem = concat("cannot write '", failure->path, "': ", failure->reason);
    return false;
  }
  wish_ = wish;
  run_.reset();
  std::vector<Job::Command> commands;
  for (driver::BuildStep& step : driver::build_steps(wish.folder)) commands.push_back(std::move(step.words));
  start(build_, std::move(commands));
  return true;
}

bool ControllerProject::start_run(const std::vector<double>& target, std::string& problem) {
  if (program().empty()) {
    problem = "there is no program yet; build one first";
    return false;
  }
  // An old log must not be taken for that of this run.
  std::error_code ignored;
  std::filesystem::remove(log_file(), ignored);
  Job::Command words = {program(), "--fast", "--log", log_file()};
  if (!target.empty()) words.insert(words.end(), {"--target", numbers_with_commas(target)});
  start(run_, {std::move(words)});
  return true;
}

std::string ControllerProject::program() const {
  const bool built = wish_ && build_ && build_->state() == JobState::done;
  return built ? driver::built_program(wish_->folder) : std::string();
}

std::uint64_t ControllerProject::program_bytes() const {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(program(), error);
  return error ? 0 : bytes;
}

std::string ControllerProject::log_file() const {
  return wish_ ? path_in(wish_->folder, "build/studio-log.csv") : std::string();
}

bool ControllerProject::proceed() {
  bool changed = false;
  for (Job* job : {build_.get(), run_.get()}) changed = (job != nullptr && job->proceed()) || changed;
  if (changed) ++progress_;
  return changed;
}

// A job that is replaced or destroyed closes its descriptor, and is no longer watched.
void ControllerProject::start(std::unique_ptr<Job>& job, std::vector<Job::Command> commands) {
  job = std::make_unique<Job>(std::move(commands));
  epoll_event event{};
  event.events = EPOLLIN;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, job->descriptor(), &event);
  ++progress_;
}

}  // namespace romas::studio
