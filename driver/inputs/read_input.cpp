#include "driver/inputs/read_input.h"

#include <algorithm>

#include "backends/target.h"
#include "backends/target_consequences.h"
#include "driver/inputs/document_text.h"
#include "driver/request/pipelines.h"

namespace romas::driver {

namespace {

// Whether the request's targets are made from the text of the input, from its robots, or both.
ExpandedText expanded_text_of(const std::vector<std::string>& targets) {
  const auto of_text = std::count_if(targets.begin(), targets.end(),
                                     [](const std::string& name) { return name == "expanded"; });
  if (of_text == 0) return ExpandedText::unused;
  return static_cast<std::size_t>(of_text) == targets.size() ? ExpandedText::instead_of_robots
                                                             : ExpandedText::beside_robots;
}

}  // namespace

// Code and tables of servos hold a joint within its limits, which must therefore leave room, and tables need
// known devices. A caller that names folders of packages, or wants copies, has the mesh files, so that a
// missing one is an error.
SeverityPolicy severities_of(const CompileRequest& request) {
  SeverityPolicy severities = request.severities;
  for (const std::string& name : request.emit.targets)
    if (const TargetInfo* target = find_target(name);
        target != nullptr && (target->is_code() || target->servos))
      severities.raise(Rule::limit_inverted, Severity::error);
  for (const std::string& name : request.emit.targets)
    if (const TargetInfo* target = find_target(name); target != nullptr && target->servos)
      severities.raise(Rule::unknown_servo, Severity::error);
  for (const std::string& target : request.emit.targets)
    add_consequences_for_target(target, request.emit.words, severities);
  if (looks_for_packages(request)) severities.raise(Rule::mesh_missing, Severity::error);
  return severities;
}

bool is_about_robots(const CompileRequest& request) {
  return request.input.robot.empty() && expanded_text_of(request.emit.targets) == ExpandedText::unused;
}

ReadInput load_input(const Input& input, const CompileRequest& own, const SourceManager::Texts* texts) {
  ReadInput read;
  read.diagnostics = std::make_unique<DiagnosticEngine>(undecided(severities_of(own), own.ignores));
  read.diagnostics->collect(Rule::feature_dropped);
  read.diagnostics->collect(Rule::value_approximated);
  read.sources->read_instead(texts);
  read.diagnostics->see_instances_of(*read.sources);
  Stage stage = read.stage();
  read.text = load(input.file, own.input, stage);
  return read;
}

void parse_input(const Input& input, const CompileRequest& own, ReadInput& read) {
  if (read.text.file == 0) return;
  Stage stage = read.stage();
  InputRequest asked = own.input;
  asked.frontend.expanded_text = expanded_text_of(own.emit.targets);
  place_arguments(input, asked.frontend, stage.sources);
  read.parsed =
      parse(input.file, read.text.file, asked, own.emit.robots_optional || documents(own.emit), stage);
}

}  // namespace romas::driver
