#include "tools/arguments/input_options.h"

#include <algorithm>

#include "driver/meshes/import_meshes.h"
#include "frontend/frontend.h"
#include "support/findings/profiles.h"
#include "tools/arguments/search_places.h"

namespace romas::tool {

namespace {

// The command line's values, then the project's.
Strings list_with(const OptionValues& values, const char* name, const Strings& of_project) {
  Strings result = values.list(name);
  result.insert(result.end(), of_project.begin(), of_project.end());
  return result;
}

// -D NAME=VALUE
std::vector<std::pair<std::string, std::string>> definitions(const OptionValues& values) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const std::string& definition : values.list("define")) {
    const std::size_t equals = definition.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw UsageError{concat("-D ", definition, ": must be NAME=VALUE, as in -D reach=0.6m")};
    found.emplace_back(definition.substr(0, equals), definition.substr(equals + 1));
  }
  return found;
}

std::optional<SlideLimit> default_limit(const OptionValues& values) {
  if (!values.given("default-limit")) return std::nullopt;
  const std::string value = values.text("default-limit");
  const auto parts = split(value, ':');
  std::vector<double> numbers;
  for (const std::string_view part : parts)
    if (const auto number = parse_double(part)) numbers.push_back(*number);
  const bool complete = numbers.size() == parts.size() && (numbers.size() == 2 || numbers.size() == 4);
  if (!complete || numbers[0] > numbers[1] || (numbers.size() == 4 && (numbers[2] < 0 || numbers[3] < 0)))
    throw UsageError{
        concat("--default-limit=", value,
               ": must be LOWER:UPPER in metres, or LOWER:UPPER:EFFORT:VELOCITY with newtons and "
               "metres a second")};
  SlideLimit limit{numbers[0], numbers[1], {}, {}};
  if (numbers.size() == 4) limit.effort = numbers[2], limit.velocity = numbers[3];
  return limit;
}

}  // namespace

std::string input_format(const OptionValues& values) {
  std::string format = values.text("input-format", "auto");
  if (format == "auto" || find_frontend(format) != nullptr) return format;
  throw UsageError{concat("--input-format=", format, ": must be one of auto, ",
                          join(all_frontends(), ", ", &FrontendInfo::name),
                          did_you_mean(format, all_frontends(), &FrontendInfo::name))};
}

driver::InputRequest read_input_request(const OptionValues& values, const driver::ProjectSettings& project) {
  driver::InputRequest input;
  input.format = input_format(values);
  input.robot = values.text("robot");
  if (values.given("robot-description")) input.robot_description = values.text("robot-description");
  FrontendOptions& frontend = input.frontend;
  frontend.libraries = list_with(values, "library", project.libraries);
  frontend.import_paths = list_with(values, "import-path", project.import_paths);
  frontend.package_paths = list_with(values, "package-path", project.package_paths);
  frontend.places = search_places(list_with(values, "model-path", project.model_paths));
  frontend.definitions = definitions(values);
  frontend.robot_name = values.text("name");
  frontend.joint_zero_assembled = values.choice("joint-zero") == 1;
  frontend.max_input = std::min<unsigned long long>(
      values.count("max-input", SourceManager::kDefaultMaxInput), 4'000'000'000ULL);
  frontend.read_scene = driver::scene_reader(frontend.max_input);
  frontend.max_elements = values.count("max-elements", frontend.max_elements);
  frontend.world = values.on("world");
  frontend.default_limit = default_limit(values);
  frontend.expansion.depth = values.count("expansion-depth", frontend.expansion.depth);
  frontend.expansion.steps = values.count("expansion-steps", frontend.expansion.steps);
  frontend.expansion.bytes = values.count("expansion-size", frontend.expansion.bytes);
  return input;
}

void read_severities(const OptionValues& values, const driver::ProjectSettings& project,
                     SeverityPolicy& severities) {
  Strings profiles = project.profiles;
  for (const std::string& word : values.words("profile")) {
    if (const auto problem = unknown_profile(word))
      throw UsageError{concat("--profile=", word, ": ", *problem)};
    profiles.push_back(word);
  }
  apply_profiles(profiles, severities);
  severities.set_strict(values.on("strict") || project.strict);
  if (values.on("lossless")) severities.raise(Rule::feature_dropped, Severity::error);
  for (const std::string& option : project.warnings) severities.apply(option);
  for (const std::string& option : values.list("-W"))
    if (const auto problem = severities.apply(option)) throw UsageError{*problem};
}

}  // namespace romas::tool
