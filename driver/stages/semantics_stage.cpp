#include "driver/stages/semantics_stage.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "backends/target.h"
#include "driver/inputs/find_robot.h"
#include "driver/inputs/load.h"
#include "ir/analysis/tree/semantic_groups.h"
#include "passes/semantics/check_semantics.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

constexpr std::size_t kMostCandidates = 8;  // that are read

// The robot that an SRDF is checked against, or why there is none.
struct FoundRobot {
  std::optional<Model> model;
  Input description;
  std::string why_not;
  CompileStatus status = CompileStatus::ok;
};

// Returns the robots of a description, if it has no errors. Errors are reported where it is an input itself.
std::vector<Model> read_robots(const Input& description, const CompileRequest& request, Stage& stage,
                               FoundRobot& result, bool named) {
  DiagnosticEngine aside;
  aside.see_instances_of(stage.sources);
  Stage quiet{stage.sources, aside, stage.files_read, stage.printed};
  Stage& told = named ? stage : quiet;
  InputRequest asked = request_for(description, request).input;
  asked.format = "auto";
  asked.robot.clear();
  asked.frontend.expanded_text = ExpandedText::unused;
  result.description = description;
  const LoadedText text = load(description.file, asked, told);
  if (named) result.status = text.status;
  if (text.file == 0) {
    result.why_not = concat("the description '", description.file, "' of its robot cannot be read");
    return {};
  }
  ParsedText parsed = parse(description.file, text.file, asked, true, quiet);
  if (!parsed.models.empty() && !parsed.malformed && !aside.has_errors()) return std::move(parsed.models);
  result.why_not = parsed.semantics ? concat("'", description.file, "' describes no robot; it is an SRDF")
                                    : concat("the description '", description.file,
                                             "' of its robot has errors; romasc shows them as for any input");
  return {};
}

// How many of the names that the SRDF says of the robot it does not have.
std::size_t unknown_names(const Semantics& semantics, const Model& robot) {
  DiagnosticEngine aside;
  check_semantics(semantics, &robot, aside);
  return aside.reported(Rule::srdf_unknown_name);
}

// Most of the links and joints that the SRDF names: a robot that lacks them is another one of the same name.
bool are_most(std::size_t unknown, const Semantics& semantics) {
  std::size_t names = 0;
  for_each_name(semantics, [&](const SemanticName&, SemanticKind kind, bool) {
    names += kind == SemanticKind::link || kind == SemanticKind::joint ? 1 : 0;
  });
  return 2 * unknown > names;
}

NearRobots candidates_of(const Semantics& semantics, const Input& input, const CompileRequest& request) {
  if (!request.input.robot_description.empty()) return {{input_of_word(request.input.robot_description)}};
  if (!input.robots.empty()) return {input.robots};
  if (semantics.robot.text.empty()) return {};
  return find_robots_near(input.file, semantics.robot.text, request.input.frontend);
}

FoundRobot find_robot(const Semantics& semantics, const Input& input, const CompileRequest& request,
                      Stage& stage) {
  const bool named = !request.input.robot_description.empty();
  auto [candidates, elsewhere] = candidates_of(semantics, input, request);
  if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  FoundRobot best;
  best.why_not = concat("no description of robot '", semantics.robot.text,
                        "' is among the inputs, beside the SRDF, in its package or in its workspace; "
                        "--robot-description=FILE names it");
  std::size_t least = 0;
  for (const Input& candidate : candidates) {
    FoundRobot found;
    std::vector<Model> models = read_robots(candidate, request, stage, found, named);
    if (models.empty() && !best.model && !elsewhere) best = std::move(found);
    for (Model& model : models) {
      const bool only = models.size() == 1 && candidates.size() == 1 && !elsewhere;
      const std::size_t unknown = only ? 0 : unknown_names(semantics, model);
      if ((best.model && unknown >= least) || (elsewhere && are_most(unknown, semantics))) continue;
      least = unknown;
      best = {std::move(model), candidate, {}, CompileStatus::ok};
    }
  }
  return best;
}

std::string count(std::size_t number, std::string_view noun) {
  return concat(number, " ", noun, number == 1 ? "" : "s");
}

// A few lines for people, as the target "tree" has them of a robot.
std::string summary(const Semantics& semantics, const FoundRobot& robot) {
  constexpr std::size_t kShown = 20;
  std::optional<KinematicTree> tree;
  if (robot.model) tree.emplace(*robot.model);
  const SemanticGroups groups =
      resolve_groups(semantics, robot.model ? &*robot.model : nullptr, tree ? &*tree : nullptr);
  std::string text = concat(
      "SRDF of robot '", semantics.robot.text, "'\n  ", count(semantics.groups.size(), "group"), ", ",
      count(semantics.states.size(), "state"), ", ", count(semantics.end_effectors.size(), "end effector"),
      ", ", count(semantics.collision_pairs.size(), "pair"), " of links\n  names ",
      robot.model ? concat("checked against '", robot.description.file, "'")
                  : concat("not checked: ", robot.why_not),
      "\n");
  for (std::size_t i = 0; i < std::min(kShown, semantics.groups.size()); ++i) {
    const SemanticGroups::Group& group = groups.groups[i];
    text += concat("  group ", semantics.groups[i].name.text);
    if (group.whole) {
      std::vector<std::string> moving;
      for (const JointId joint : group.joints)
        if (moves(robot.model->joint(joint).type)) moving.push_back(robot.model->joint(joint).name);
      text += concat(": ", count(moving.size(), "moving joint"), moving.empty() ? "" : " (",
                     moving.size() > 3 ? concat(moving.front(), " … ", moving.back()) : join(moving, ", "),
                     moving.empty() ? "" : ")");
    }
    text += "\n";
  }
  if (semantics.groups.size() > kShown) text += concat("  and ", semantics.groups.size() - kShown, " more\n");
  return text;
}

// The text of a file; empty if it cannot be read.
std::string plain_content(const std::string& path) {
  auto file = read_plain_file(path, SourceManager::kDefaultMaxInput);
  return file ? std::move(file->content) : std::string();
}

bool is_semantics(const Input& input, std::string_view text) {
  const FrontendInfo* format = detect_frontend(input.file, text);
  if (format == nullptr) return false;
  return format->name == "srdf" ||
         (format->name == "xacro" && (is_srdf_name(input.file) || is_srdf_text(text)));
}

SemanticsWork check_against(const FoundRobot& robot, const Semantics& semantics, const Input& input,
                            FileId file, const CompileRequest& request, Stage& stage) {
  SemanticsWork work;
  work.status = robot.status;
  check_semantics(semantics, robot.model ? &*robot.model : nullptr, stage.diagnostics);
  if (!robot.model && work.status == CompileStatus::ok)
    stage.diagnostics.report(Rule::srdf_unchecked, semantics.range,
                             concat("the names of links and joints were not checked: ", robot.why_not));
  stage.diagnostics.finish_suppressions();
  const std::vector<std::string>& targets = request.emit.targets;
  const bool sums_up = request.emit.robots_optional;
  if (targets.empty() || (!sums_up && (input.found || input.described))) return work;
  if (!sums_up)
    stage.diagnostics.report(
        Rule::no_robot, {file, 0, 0},
        "an SRDF alone does not describe a robot; also give the file that describes its robot");
  else if (!stage.diagnostics.has_errors())
    work.files.push_back(
        {concat(std::filesystem::path(input.file).stem().string(), ".srdf.txt"), summary(semantics, robot)});
  return work;
}

}  // namespace

SemanticsWork work_on_semantics(const Semantics& semantics, const Input& input, FileId file,
                                const CompileRequest& request, Stage& stage) {
  FoundRobot robot = find_robot(semantics, input, request, stage);
  SemanticsWork work = check_against(robot, semantics, input, file, request, stage);
  work.robot = std::move(robot.model);
  work.described_by = std::move(robot.description);
  return work;
}

std::vector<Model> read_sound_robots(const Input& description, const CompileRequest& request, Stage& stage) {
  FoundRobot unused;
  return read_robots(description, request, stage, unused, false);
}

std::optional<Semantics> read_semantics(const Input& robot, const CompileRequest& request, Stage& stage) {
  const bool wanted = std::ranges::any_of(request.emit.targets, [](const std::string& name) {
    const TargetInfo* target = find_target(name);
    return target != nullptr && target->semantics;
  });
  return wanted ? read_semantics_of(robot.semantics, request, stage).all : std::nullopt;
}

ReadSemantics read_semantics_of(const std::vector<std::string>& files, const CompileRequest& request,
                                Stage& stage) {
  ReadSemantics read;
  std::optional<Semantics>& all = read.all;
  DiagnosticEngine aside;
  aside.see_instances_of(stage.sources);
  Stage quiet{stage.sources, aside, stage.files_read, stage.printed};
  for (const std::string& file : files) {
    InputRequest asked = request.input;
    asked.format = "auto";
    asked.robot.clear();
    asked.frontend.expanded_text = ExpandedText::unused;
    const LoadedText text = load(file, asked, quiet);
    const ParsedText parsed = text.file == 0 ? ParsedText() : parse(file, text.file, asked, true, quiet);
    read.has_arguments = read.has_arguments || parsed.format == "xacro";
    read.is_whole = read.is_whole && parsed.semantics;
    if (!parsed.semantics) continue;
    if (!all) {
      all.emplace();
      all->robot = parsed.semantics->robot;
      all->range = parsed.semantics->range;
    }
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(all->groups, parsed.semantics->groups);
    append(all->states, parsed.semantics->states);
    append(all->end_effectors, parsed.semantics->end_effectors);
    append(all->virtual_joints, parsed.semantics->virtual_joints);
    append(all->passive_joints, parsed.semantics->passive_joints);
    append(all->collision_pairs, parsed.semantics->collision_pairs);
    append(all->unchecked_links, parsed.semantics->unchecked_links);
    append(all->spheres, parsed.semantics->spheres);
    append(all->joint_properties, parsed.semantics->joint_properties);
  }
  return read;
}

void pair_with_robots(std::vector<Input>& inputs) {
  const auto may_be_semantics = [](const Input& input) { return is_srdf_name(input.file); };
  if (std::none_of(inputs.begin(), inputs.end(), may_be_semantics)) return;
  struct Head {
    bool semantics = false;
    std::string name;
  };
  std::vector<Head> heads;
  std::vector<std::size_t> named;  // descriptions
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string text = inputs[i].file == "-" ? std::string() : plain_content(inputs[i].file);
    heads.push_back({is_semantics(inputs[i], text), std::string(guess_root_name(text))});
    if (!heads[i].semantics && !inputs[i].found && inputs[i].file != "-") named.push_back(i);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!heads[i].semantics) continue;
    std::vector<std::size_t> robots;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (!heads[k].semantics && !heads[i].name.empty() && heads[k].name == heads[i].name)
        robots.push_back(k);
    if (robots.empty() && named.size() == 1 && !inputs[i].found) robots.push_back(named.front());
    for (const std::size_t k : robots) {
      inputs[i].robots.push_back(inputs[k]);
      inputs[i].described = true;
      if (inputs[k].semantics.size() < kMostCandidates) inputs[k].semantics.push_back(inputs[i].file);
    }
  }
}

}  // namespace romas::driver
