// The modules and functions that a program keeps, as lines, and what is said of the macros that are none.
#include <algorithm>
#include <iterator>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

std::vector<ProgramLine> Modules::module_lines(const Module& module, const Macro& macro) {
  std::vector<std::string> parameters;
  for (const MacroParameter& parameter : macro.parameters) {
    const void* const definition = parameter.name.data();
    if (!module.frame.used.contains(definition)) continue;
    std::string text = module.frame.declared.at(definition);
    for (const TraceNode* call : module.frame.calls) {
      const Symbol* symbol = parameter_of(*call, definition);
      if (symbol == nullptr || !symbol->is_default || !is_literal(symbol->text)) continue;
      const Term term = translate_text(
          symbol->text, [](const Symbol& s) -> Term { throw NotKept("a default is computed", s.place); });
      text += concat(" = ", all_.names.value_text(term, definition));
      break;
    }
    parameters.push_back(std::move(text));
  }
  // Parameters with defaults stand behind those without.
  for (const Draft::Handed& handed : module.frame.handed)
    parameters.push_back(handed.link ? concat(handed.name, ": link") : handed.name);
  for (const Draft::Given& given : module.frame.given)
    parameters.push_back(concat(given.name, ": statements"));
  std::stable_partition(parameters.begin(), parameters.end(),
                        [](const std::string& p) { return p.find(" = ") == std::string::npos; });
  std::vector<ProgramLine> lines = program_.comment_lines(macro.element);
  if (module.function) {
    lines.push_back(
        {concat("fn ", module.name, "(", join(parameters, ", "), ") =", function_body(module), ";"),
         macro.element});
    lines.push_back({"", nullptr});
    return lines;
  }
  lines.push_back({concat("module ", module.name, "(", join(parameters, ", "), ") {"), macro.element});
  for (const Draft::Named& named : module.frame.values)
    lines.push_back({concat("  let ", named.name, " = ", named.text, ";"), named.owner});
  for (const auto& [text, owner] : module.frame.assertions_of_guards())
    lines.push_back({text, macro.element});
  lines.insert(lines.end(), module.frame.lines.begin(), module.frame.lines.end());
  lines.push_back({"}", macro.element});
  lines.push_back({"", nullptr});
  return lines;
}

// A module of parts is of no use where the links around its calls are written out.
void Modules::drop_unused_modules(const Draft& robot) {
  const auto calls = [](const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      if ((at == 0 || !is_identifier(text.substr(at - 1, 1))) && text.compare(at + name.size(), 1, "(") == 0)
        return true;
    return false;
  };
  const auto frame_calls = [&](const Draft& frame, const std::string& name) {
    return std::ranges::any_of(frame.lines,
                               [&](const ProgramLine& line) { return calls(line.text, name); }) ||
           std::ranges::any_of(frame.values, [&](const Draft::Named& v) { return calls(v.text, name); });
  };
  const auto is_used = [&](const Module& module) {
    return frame_calls(robot, module.name) ||
           std::ranges::any_of(program_.globals,
                               [&](const ProgramLine& line) { return calls(line.text, module.name); }) ||
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
        program_.remark(macro.element->start_tag,
                        concat("the macro '", macro.name,
                               "' is written out at its calls: nothing that it gives is used"));
    }
  }
}

std::vector<ProgramLine> Modules::lines(const Draft& robot) {
  drop_unused_modules(robot);
  std::vector<ProgramLine> all;
  for (const XmlElement* element : module_order_) {
    const Module& module = modules_.at(element);
    if (!module.kept) continue;
    std::ranges::move(module_lines(module, *module.frame.calls[0]->macro), std::back_inserter(all));
    ++program_.result.kept;
    program_.result.functions += module.function ? 1 : 0;
  }
  return all;
}

// Why a macro whose calls stand inside of elements is no module.
std::string Modules::why_half(const TraceNode& call) const {
  const TraceNode* around = call.parent;
  while (around != nullptr && around->kind != TraceNode::Kind::element) around = around->parent;
  if (around == nullptr || shells_.contains(&call)) return "the element around its call is written out";
  return concat("it makes the content of <", around->name,
                ">, but a module makes whole parts of links and joints");
}

void Modules::remark_unkept() {
  program_.result.macros = modules_.size();
  for (const auto& [element, call] : half_calls_) {
    const auto known = modules_.find(element);
    if (known != modules_.end() && (known->second.kept || program_.unkept.contains(element))) continue;
    if (known != modules_.end() && known->second.function) continue;  // which was told
    if (known == modules_.end()) ++program_.result.macros;
    program_.remark(element->start_tag, concat("the macro '", call->macro->name,
                                               "' is written out at its calls: ", why_half(*call)));
  }
}

}  // namespace romas::xacro
