// The whole program: values, modules and the robot, and what is said of macros that are no modules.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

// A robot's name is fixed: what it is for these arguments.
std::string StructureWriter::robot_name() {
  const std::string name = text_of(trace_.root(), "name").value.text;
  return is_identifier(name) && !is_reserved_word(name) ? name : concat("\"", in_language_quotes(name), "\"");
}

// Arguments whose values are written out somewhere have no other ones.
void StructureWriter::add_pins() {
  std::map<std::string, const void*> pins;
  for (const auto& [key, symbol] : pinned_) {
    const bool argument = symbol != nullptr && symbol->kind == Symbol::Kind::argument;
    const auto known = argument ? global_names_.find(symbol->definition) : global_names_.end();
    if (known == global_names_.end()) continue;
    const std::string& name = known->second.first;
    const std::string value =
        value_text(literal_term(symbol->text.value, symbol->place), known->second.second);
    const bool truth = symbol->text.value.kind == TracedValue::Kind::truth;
    const std::string holds = !truth            ? concat(name, " == ", value)
                              : value == "true" ? name
                                                : concat("not ", name);
    pins.emplace(concat("assert ", holds, ", \"this was written for ", symbol->name,
                        ":=", in_language_quotes(symbol->text.value.text), "\";"),
                 symbol->definition);
  }
  for (const auto& [text, owner] : pins) result_.lines.push_back({text, owner});
}

// Writes the properties that the start tag of the robot has beside its name.
void StructureWriter::robot_properties() {
  std::string tag = "<robot";
  for (const XmlAttribute& attribute : trace_.root().source->attributes)
    if (!attribute.name.starts_with("xacro:") && attribute.name != "xmlns:xacro")
      tag += concat(" ", attribute.name, "=\"",
                    escape_xml_attribute(text_of(trace_.root(), attribute.name).value.text), "\"");
  std::string problem;
  if (const auto printed = core_form_(tag + "/>", problem)) core_lines(*printed);
}

// A module of parts is of no use where the links around its calls are written out.
void StructureWriter::drop_unused_modules(const Frame& robot) {
  const auto calls = [](const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      if ((at == 0 || !is_identifier(text.substr(at - 1, 1))) && text.compare(at + name.size(), 1, "(") == 0)
        return true;
    return false;
  };
  const auto frame_calls = [&](const Frame& frame, const std::string& name) {
    return std::ranges::any_of(frame.lines, [&](const Line& line) { return calls(line.text, name); }) ||
           std::ranges::any_of(frame.values, [&](const Frame::Named& v) { return calls(v.text, name); });
  };
  const auto is_used = [&](const Module& module) {
    return frame_calls(robot, module.name) ||
           std::ranges::any_of(globals_, [&](const Line& line) { return calls(line.text, module.name); }) ||
           std::ranges::any_of(modules_, [&](const auto& other) {
             return other.second.kept && &other.second != &module &&
                    (frame_calls(other.second.frame, module.name) ||
                     (other.second.function && calls(function_body(other.second), module.name)));
           });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& entry : modules_) {
      Module& module = entry.second;
      if (!module.kept || is_used(module)) continue;
      module.kept = false;
      changed = true;
      const Macro& macro = *module.frame.calls[0]->macro;
      if (module.function)
        remark(macro.element->start_tag,
               concat("the macro '", macro.name,
                      "' is written out at its calls: nothing that it gives is used"));
    }
  }
}

// Why a macro whose calls stand inside of elements is no module.
std::string StructureWriter::why_half(const TraceNode& call) const {
  const TraceNode* around = call.parent;
  while (around != nullptr && around->kind != TraceNode::Kind::element) around = around->parent;
  if (around == nullptr || shells_.contains(&call)) return "the element around its call is written out";
  return concat("it makes the content of <", around->name,
                ">, but a module makes whole parts of links and joints");
}

WrittenStructure StructureWriter::write() {
  find_calls(trace_.root(), {});
  find_inner_calls(trace_.root());
  Frame robot;
  frame_ = &robot;
  const std::string name = robot_name();
  robot_properties();
  body(children_of({&trace_.root()}));
  for (const Line& value : globals_) {
    for (Line& text : comment_lines(value.owner)) result_.lines.push_back(std::move(text));
    result_.lines.push_back(value);
  }
  add_pins();
  if (!globals_.empty()) result_.lines.push_back({"", nullptr});
  drop_unused_modules(robot);
  for (const XmlElement* element : module_order_) {
    const Module& module = modules_.at(element);
    if (!module.kept) continue;
    const std::vector<Line> lines = module_lines(module, *module.frame.calls[0]->macro);
    result_.lines.insert(result_.lines.end(), lines.begin(), lines.end());
    ++result_.kept;
    result_.functions += module.function ? 1 : 0;
  }
  result_.lines.push_back({concat("robot ", name, " {"), nullptr});
  for (const Frame::Named& named : robot.values)
    result_.lines.push_back({concat("  let ", named.name, " = ", named.text, ";"), named.owner});
  for (const auto& [text, owner] : guards_of(robot)) result_.lines.push_back({text, owner});
  result_.lines.insert(result_.lines.end(), robot.lines.begin(), robot.lines.end());
  result_.lines.push_back({"}", nullptr});
  result_.macros = modules_.size();
  for (const auto& [element, call] : half_calls_) {
    const auto known = modules_.find(element);
    if (known != modules_.end() && (known->second.kept || written_out_.contains(element))) continue;
    if (known != modules_.end() && known->second.function) continue;  // which was told
    if (known == modules_.end()) ++result_.macros;
    remark(element->start_tag,
           concat("the macro '", call->macro->name, "' is written out at its calls: ", why_half(*call)));
  }
  for (const auto& [key, units] : dimensions_.conflicts())
    if (const auto named = named_.find(key); named != named_.end())
      remark(named->second->place, concat("'", named->second->name, "' is used in ", units,
                                          "; it stays a plain number, which gets its unit where it is used"));
  return std::move(result_);
}

}  // namespace romas::xacro
