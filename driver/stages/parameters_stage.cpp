#include "driver/stages/parameters_stage.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "driver/stages/semantics_stage.h"
#include "passes/semantics/check_parameters.h"

namespace romas::driver {

namespace {

constexpr std::size_t kMostRobots = 8;  // that are read

void check_names(const std::vector<ParameterName>& names, const Input& input, const CompileRequest& request,
                 Stage& stage) {
  if (std::ranges::none_of(names, &ParameterName::judged)) return;
  std::vector<Input> robots = input.robots;
  ParameterOwners owners;
  owners.robots_are_sure = input.robots_are_sure;
  if (const std::string& named = request.input.robot_description; !named.empty()) {
    robots = {input_of_word(named)};
    owners.robots_are_sure = true;
  }
  const std::size_t read_before = stage.files_read.size();
  if (robots.size() > kMostRobots) return;
  bool are_all_read = true;
  for (const Input& robot : robots) {
    std::vector<Model> models = read_sound_robots(robot, request, stage);
    are_all_read = are_all_read && !models.empty();
    std::ranges::move(models, std::back_inserter(owners.robots));
  }
  if (!are_all_read) owners.robots.clear();
  const std::string key = SourceManager::file_key(input.file);
  const auto is_this = [&](const std::string& file) { return SourceManager::file_key(file) == key; };
  // A robot that reads the file as data says what its keys mean.
  if (std::any_of(stage.files_read.begin() + static_cast<std::ptrdiff_t>(read_before), stage.files_read.end(),
                  is_this))
    return;
  ReadSemantics read = read_semantics_of(input.semantics, request, stage);
  if (read.is_whole) owners.semantics = std::move(read.all);
  owners.groups_are_sure = !read.has_arguments;
  check_parameters(names, owners, stage.diagnostics);
}

}  // namespace

void work_on_parameters(const std::vector<ParameterName>& names, const Input& input, FileId file,
                        const CompileRequest& request, Stage& stage) {
  check_names(names, input, request, stage);
  if (request.emit.targets.empty() || request.emit.robots_optional || input.found || input.described) return;
  stage.diagnostics.report(Rule::no_robot, {file, 0, 0},
                           "parameters alone do not describe a robot; also give the file that describes it");
}

}  // namespace romas::driver
