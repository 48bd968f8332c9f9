// Generate/Compile Code: a controller's project is written and built, and its program runs.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "backends/controller/controller.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/poses.h"
#include "tools/studio/workspace/motion_log.h"

namespace romas::studio {

namespace {

constexpr std::size_t kMostLogRows = 2000;
constexpr std::uintmax_t kMostLogBytes = std::uintmax_t{256} << 20;

Response read_only_refusal() {
  return error_response(403, "read-only",
                        "romas-studio was started with --read-only: no program is made or run");
}

// Three numbers with commas between, as --gravity takes them.
std::optional<std::vector<double>> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  if (trim(text).empty()) return numbers;
  for (const std::string_view piece : split(text, ',')) {
    const auto number = parse_double(trim(piece));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

// Returns the controller that the body asks for. Returns nullopt, and why in `problem`, if the body is not
// valid.
std::optional<ControllerWish> wish_of(const Call& call, std::string& problem) {
  ControllerWish wish;
  wish.robot = call.body.number("robot").value_or(0);
  wish.name = call.body.text("name").value_or("");
  wish.control = call.body.text("control").value_or("");
  wish.precision = call.body.text("precision").value_or("double");
  problem = problem_of(wish);
  const auto gravity = numbers_of(call.body.text("gravity").value_or(""));
  if (!gravity || (!gravity->empty() && gravity->size() != 3))
    problem = "'gravity' is three numbers, as in 0,0,-9.81";
  const auto folder = call.workspace.roots().resolve(call.body.text("folder").value_or(""));
  if (!folder) problem = "the folder is outside those that the studio may see";
  if (!problem.empty()) return std::nullopt;
  if (!gravity->empty()) wish.gravity = Vector3((*gravity)[0], (*gravity)[1], (*gravity)[2]);
  wish.folder = *folder;
  return wish;
}

void write_job(JsonWriter& json, const Job* job, std::size_t from) {
  json.field("state", job == nullptr ? std::string_view("none") : to_string(job->state()));
  json.field("exit_status", job == nullptr ? 0 : job->exit_status());
  const std::size_t first = job == nullptr ? 0 : std::max(from, job->first_line());
  json.field("first_line", first);
  json.key("lines");
  json.begin_array();
  if (job != nullptr)
    for (std::size_t i = first; i < job->first_line() + job->lines().size(); ++i)
      json.string(job->lines()[i - job->first_line()]);
  json.end_array();
}

// The parameter 'from'; nothing if it is malformed.
std::optional<std::size_t> first_line(const Call& call) {
  if (call.query.empty()) return 0;
  const auto text = parameter(call.query, "from");
  const auto number = text ? parse_integer(*text) : std::nullopt;
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

Response bad_first_line() {
  return error_response(400, "bad-request", "'from' must be a whole number from 0");
}

bool is_running(const Job* job) { return job != nullptr && job->state() == JobState::running; }

Refusal busy() { return {"busy", "a build or a program still runs"}; }

Response build_response(Workspace& workspace, std::size_t from) {
  ControllerProject& project = workspace.project();
  JsonWriter json;
  begin_answer(json, workspace);
  write_job(json, project.build(), from);
  json.key("controls");
  json.begin_array();
  for (const std::string& name : control_kind_names()) json.string(name);
  json.end_array();
  json.field("program", project.program());
  json.field("bytes", project.program_bytes());
  const Workspace::Task task = workspace.task();
  json.field("command",
             project.wish() ? romasc_command(task.input, task.request, *project.wish()) : std::string());
  return finish_answer(json);
}

Response run_response(Call& call, std::size_t from) {
  JsonWriter json;
  begin_answer(json, call.workspace);
  write_job(json, call.workspace.project().run(), from);
  return finish_answer(json);
}

template <class Rows>
void write_rows(JsonWriter& json, std::string_view key, const Rows& rows) {
  json.key(key);
  json.begin_array();
  for (const auto& row : rows) {
    json.begin_array(JsonWriter::Style::inline_);
    for (const double number : row) json.number(number);
    json.end_array();
  }
  json.end_array();
}

// Writes the poses of the links at the last target of the log.
void write_target_poses(JsonWriter& json, const Model& robot, const MotionLog& log) {
  json.key("target_poses");
  json.begin_array(JsonWriter::Style::inline_);
  if (!log.target.empty())
    for (const float number : PoseCalculator(robot).answer(log.target.back()).poses)
      json.number(static_cast<double>(number));
  json.end_array();
}

}  // namespace

Response start_build(Call& call) {
  Workspace& workspace = call.workspace;
  if (workspace.read_only()) return read_only_refusal();
  const Workspace::Document* document = workspace.document();
  if (document == nullptr) return error_response(404, "nothing-open", "no file is open");
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  ControllerProject& project = workspace.project();
  if (is_running(project.build()) || is_running(project.run())) return refusal_response(busy());
  std::string problem;
  const auto wish = wish_of(call, problem);
  if (!wish) return error_response(400, "bad-request", problem);
  Workspace::Task task = workspace.task();
  task.request = controller_request(std::move(task.request), *wish);
  const auto& robots = document->shown().models;
  if (wish->robot >= robots.size())
    return error_response(404, "no-robot", "the file has no robot of this number");
  if (robots.size() > 1) task.request.input.robot = robots[wish->robot].name;
  const bool replace = call.body.flag("replace");
  auto write = [&project, wish, replace](driver::CompileResult result) -> std::optional<Refusal> {
    if (result.status != driver::CompileStatus::ok || result.files.empty())
      return Refusal{"refused", "the robot cannot have a controller", std::move(result)};
    const std::string replaced = ControllerProject::replaced_file(result, wish->folder);
    if (!replaced.empty() && !replace) return Refusal{"exists", concat("'", replaced, "' already exists")};
    if (is_running(project.build()) || is_running(project.run())) return busy();
    std::string why;
    if (project.start_build(result, *wish, why)) return std::nullopt;
    return Refusal{"not-written", why};
  };
  return later_response(workspace.compile_then(std::move(task), std::move(write)),
                        [&workspace] { return build_response(workspace, 0); });
}

Response show_build(Call& call) {
  const auto from = first_line(call);
  return from ? build_response(call.workspace, *from) : bad_first_line();
}

Response cancel_build(Call& call) {
  if (Job* job = call.workspace.project().build()) job->cancel();
  return build_response(call.workspace, 0);
}

Response start_run(Call& call) {
  if (call.workspace.read_only()) return read_only_refusal();
  ControllerProject& project = call.workspace.project();
  if (is_running(project.build()) || is_running(project.run())) return refusal_response(busy());
  const auto q = numbers_of(call.body.text("target").value_or(""));
  if (!q) return error_response(400, "bad-request", "'target' is numbers with commas between");
  std::vector<double> target;
  if (!q->empty()) {
    const Workspace::Document* document = call.workspace.document();
    const Model* robot = document == nullptr ? nullptr : document->drawn_robot(project.robot());
    auto found = robot == nullptr ? std::nullopt : program_target(*robot, *q);
    if (!found)
      return error_response(400, "bad-request",
                            "'target' has a number for each position variable of the scene");
    target = std::move(*found);
  }
  std::string problem;
  if (!project.start_run(target, problem)) return error_response(409, "no-program", problem);
  return run_response(call, 0);
}

Response show_run(Call& call) {
  const auto from = first_line(call);
  return from ? run_response(call, *from) : bad_first_line();
}

Response cancel_run(Call& call) {
  if (Job* job = call.workspace.project().run()) job->cancel();
  return run_response(call, 0);
}

Response show_run_log(Call& call) {
  ControllerProject& project = call.workspace.project();
  const Job* run = project.run();
  const Workspace::Document* document = call.workspace.document();
  const Model* robot = document == nullptr ? nullptr : document->drawn_robot(project.robot());
  if (run == nullptr || run->state() != JobState::done || robot == nullptr)
    return error_response(404, "no-log", "no program has run to its end");
  std::ifstream in(project.log_file(), std::ios::binary | std::ios::ate);
  if (!in || static_cast<std::uintmax_t>(in.tellg()) > kMostLogBytes)
    return error_response(404, "no-log", "the log cannot be read");
  in.seekg(0);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const KinematicTree tree(*robot);
  std::string problem;
  const auto log = read_motion_log(text, *robot, tree, kMostLogRows, problem);
  if (!log) return error_response(404, "no-log", problem);
  JsonWriter json;
  begin_answer(json, call.workspace);
  json.key("time");
  json.begin_array(JsonWriter::Style::inline_);
  for (const double time : log->time) json.number(time);
  json.end_array();
  write_rows(json, "q", log->q);
  write_rows(json, "target", log->target);
  write_target_poses(json, *robot, *log);
  return finish_answer(json);
}

}  // namespace romas::studio
