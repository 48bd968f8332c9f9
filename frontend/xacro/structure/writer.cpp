// The whole program: values, modules and the robot.
#include "frontend/xacro/structure/writers.h"

#include <algorithm>
#include <iterator>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

// A robot's name is fixed: what it is for these arguments.
std::string Writers::robot_name() {
  const std::string name = elements.text_of(program.trace.root(), "name").value.text;
  return is_identifier(name) && !is_reserved_word(name) ? name : concat("\"", in_language_quotes(name), "\"");
}

// Writes the properties that the start tag of the robot has beside its name.
void Writers::robot_properties() {
  std::string tag = "<robot";
  for (const XmlAttribute& attribute : program.trace.root().source->attributes)
    if (!attribute.name.starts_with("xacro:") && attribute.name != "xmlns:xacro")
      tag += concat(" ", attribute.name, "=\"",
                    escape_xml_attribute(elements.text_of(program.trace.root(), attribute.name).value.text),
                    "\"");
  std::string problem;
  if (const auto printed = program.core_form(tag + "/>", problem)) program.core_lines(*printed);
}

WrittenStructure Writers::write() {
  Draft robot;
  program.draft = &robot;
  const std::string name = robot_name();
  robot_properties();
  statements.body(statements.children_of({&program.trace.root()}));
  std::vector<ProgramLine>& lines = program.result.lines;
  for (const ProgramLine& value : program.globals) {
    std::ranges::move(program.comment_lines(value.owner), std::back_inserter(lines));
    lines.push_back(value);
  }
  names.add_pins();
  if (!program.globals.empty()) lines.push_back({"", nullptr});
  std::ranges::move(modules.lines(robot), std::back_inserter(lines));
  lines.push_back({concat("robot ", name, " {"), nullptr});
  for (const Draft::Named& named : robot.values)
    lines.push_back({concat("  let ", named.name, " = ", named.text, ";"), named.owner});
  for (const auto& [text, owner] : robot.assertions_of_guards()) lines.push_back({text, owner});
  lines.insert(lines.end(), robot.lines.begin(), robot.lines.end());
  lines.push_back({"}", nullptr});
  modules.remark_unkept();
  names.remark_conflicts();
  return std::move(program.result);
}

}  // namespace romas::xacro
