#include "driver/project/beside_robots.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "driver/inputs/find_robot.h"
#include "driver/project/xacro_roots.h"
#include "frontend/frontend.h"
#include "frontend/yaml/parameter_names.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

std::string content_of(const std::string& path) {
  auto file = read_plain_file(path, SourceManager::kDefaultMaxInput);
  return file ? std::move(file->content) : std::string();
}

// Whether a text has the name of a file, alone or behind its folder.
bool mentions_file(std::string_view text, std::string_view name) {
  constexpr std::string_view kBefore = "/\"' >:";
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
    if (at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos) return true;
  return false;
}

Input input_of(const XacroCall& call) {
  Input input(call.file);
  for (const auto& [name, value] : call.arguments) input.arguments.push_back({name, value});
  return input;
}

bool has_same_file(const Input& a, const Input& b) {
  return SourceManager::file_key(a.file) == SourceManager::file_key(b.file);
}

// "kr6_r700_joint_limits.yaml" is about the robot in "kr6_r700.urdf.xacro", where the package has several
// robots.
void keep_namesake(Input& input) {
  const auto name_of = [](const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return name.substr(0, name.find('.'));
  };
  const std::string own = name_of(input.file);
  std::size_t longest = 0;
  const auto length = [&](const Input& robot) {
    const std::string name = name_of(robot.file);
    return own.starts_with(name) ? name.size() : 0;
  };
  for (const Input& robot : input.robots) longest = std::max(longest, length(robot));
  if (longest > 0) std::erase_if(input.robots, [&](const Input& robot) { return length(robot) != longest; });
}

}  // namespace

const BesideRobots::Package& BesideRobots::package_around(const std::string& file) {
  const std::string folder = package_folder_of(file);
  const auto [known, is_new] =
      packages_.try_emplace(folder.empty() ? std::filesystem::path(file).parent_path().string() : folder);
  Package& package = known->second;
  if (!is_new) return package;
  // Outside of a package there may be any number of files.
  if (!folder.empty()) package.calls = find_launch_roots(folder, options_).calls;
  for (const XacroCall& call : package.calls)
    for (const std::string& launch : call.launch_files)
      package.launch_texts.emplace(launch, content_of(launch));
  package.srdfs = find_srdfs_near(file);
  return package;
}

// `robot`: the name that its description must have; empty: any.
void BesideRobots::add_started(Input& input, const Package& package, std::string_view robot) const {
  const std::string name = std::filesystem::path(input.file).filename().string();
  bool are_sure = true;  // arguments can be given in another way when the launch file is started
  for (const XacroCall& call : package.calls) {
    const auto mentions = [&](const std::string& launch) {
      return mentions_file(package.launch_texts.at(launch), name);
    };
    if (std::ranges::none_of(call.launch_files, mentions)) continue;
    are_sure = are_sure && !call.file.empty() && call.unknown.empty() && call.arguments.empty();
    if (call.file.empty() || call.needed) continue;
    if (robot.empty() || guess_root_name(content_of(call.file)) == robot)
      input.robots.push_back(input_of(call));
  }
  input.robots_are_sure = are_sure && !input.robots.empty();
}

void BesideRobots::add_near(Input& input, const Package& package) const {
  std::vector<std::string> names;
  for (const std::string& srdf : package.srdfs)
    if (const std::string text = content_of(srdf);
        std::ranges::find(names, guess_root_name(text)) == names.end())
      names.emplace_back(guess_root_name(text));
  for (const std::string& name : names) {
    NearRobots found = name.empty() ? NearRobots() : find_robots_near(input.file, name, options_);
    // The robot of this SRDF has a computed name, or is elsewhere: the file may be about it.
    if (found.inputs.empty()) return input.robots.clear();
    std::ranges::move(found.inputs, std::back_inserter(input.robots));
  }
  // A description without arguments is the only robot that an SRDF of this name can be about.
  input.robots_are_sure =
      names.size() == 1 && input.robots.size() == 1 && !is_xacro(input.robots.front().file);
  if (names.empty()) input.robots = find_robots_near(input.file, {}, options_).inputs;
  keep_namesake(input);
  replace_with_roots(input.robots);
}

void BesideRobots::replace_with_roots(std::vector<Input>& robots) const {
  std::vector<Input> replaced;
  for (Input& robot : robots) {
    const auto is_root = [&](const Input& root) { return has_same_file(root, robot); };
    const bool has_roots = robot.arguments.empty() && std::ranges::any_of(roots_, is_root);
    if (has_roots)
      std::ranges::copy_if(roots_, std::back_inserter(replaced), is_root);
    else
      replaced.push_back(std::move(robot));
  }
  robots = std::move(replaced);
  for (Input& robot : robots) robot.semantics.clear();
}

void BesideRobots::pair(Input& input) {
  const bool is_yaml = is_yaml_name(input.file);
  if (!input.robots.empty() || input.file == "-" || (!is_yaml && !is_srdf_name(input.file))) return;
  const Package& package = package_around(input.file);
  std::vector<Input> assistants = robots_of_assistant(input.file, options_);
  if (!is_yaml) {
    if (assistants.empty()) add_started(input, package, guess_root_name(content_of(input.file)));
    return;
  }
  input.described = std::ranges::any_of(
      roots_, [](const Input& root) { return !is_yaml_name(root.file) && !is_srdf_name(root.file); });
  input.semantics = package.srdfs;
  input.robots_are_sure = !assistants.empty();
  input.robots = std::move(assistants);
  if (input.robots.empty()) add_started(input, package, {});
  if (input.robots.empty()) add_near(input, package);
}

}  // namespace romas::driver
