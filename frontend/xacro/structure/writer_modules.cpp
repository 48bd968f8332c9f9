// Macros as modules, and their calls.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool is_literal(const TracedText& text) {
  return text.parts.size() == 1 && text.parts[0].kind == TemplatePart::Kind::text;
}

const Symbol* parameter_of(const TraceNode& call, const void* definition) {
  const auto found = std::ranges::find(call.parameters, definition, &Symbol::definition);
  return found == call.parameters.end() ? nullptr : *found;
}

}  // namespace

// The calls that stand between links and joints, by macro. Those of the content that a call hands over count
// where it is inserted.
void StructureWriter::find_calls(const TraceNode& node) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::element || child->kind == Step::blocks) continue;
    if (child->kind == Step::call) calls_[child->macro->element].push_back(child.get());
    find_calls(*child);
  }
}

void StructureWriter::call(const Group& group) {  // NOLINT(misc-no-recursion)
  const Macro& macro = *group[0]->macro;
  Module& module = module_of(macro);
  const void* const outer = frame_->owner;
  if (module.kept) {
    if (frame_->calls.empty()) frame_->owner = macro.element;
    std::string given;
    try {
      given = arguments(group, module);
    } catch (const NotKept& why) {
      throw WithoutModule(macro.element, why.what());
    }
    line(concat("use ", module.name, "(", given, ") named \"\";"));
    frame_->owner = outer;
    return;
  }
  comment(concat("the macro ", macro.name, ":"));
  body(children_of(group));
}

StructureWriter::Module& StructureWriter::module_of(const Macro& macro) {  // NOLINT(misc-no-recursion)
  const auto [known, is_new] = modules_.try_emplace(macro.element);
  Module& module = known->second;
  if (!is_new) {
    module.recursive = module.recursive || !module.complete;
    return module;
  }
  const std::size_t remarks = result_.remarks.size(), numbered_before = counted_,
                    first_before = first_.size();
  const auto refuse = [&](const std::string& why, SourceRange place) {
    module.kept = false;
    result_.remarks.resize(remarks);
    std::string message = concat("the macro '", macro.name, "' is written out at its calls: ", why);
    remark(macro.element->start_tag, std::move(message));
    if (place.valid() && place != macro.element->start_tag)
      remark(place, concat("this is why the macro '", macro.name, "' is written out"));
  };
  if (written_out_.contains(macro.element)) {
    const auto reason = reasons_.find(macro.element);
    refuse(reason == reasons_.end() ? "nothing is kept" : reason->second, {});
    module.complete = true;
    return module;
  }
  module.name = identifier(macro.name, taken_);
  module.kept = true;
  Frame* const outer = std::exchange(frame_, &module.frame);
  std::set<const XmlElement*> conditions = std::exchange(open_conditions_, {});
  try {
    write_module(macro, module);
    if (module.recursive && !module.frame.handed.empty())
      throw NotKept("it calls itself, and its joints hang on links that it does not make",
                    macro.element->start_tag);
    module_order_.push_back(macro.element);
  } catch (const NotKept& why) {
    // Calls of itself were written as if it were kept; none of what was written is used.
    counted_ = numbered_before;
    first_.resize(first_before);
    refuse(why.what(), why.place);
  }
  open_conditions_ = std::move(conditions);
  frame_ = outer;
  module.complete = true;
  return module;
}

void StructureWriter::write_module(const Macro& macro, Module& module) {  // NOLINT(misc-no-recursion)
  Frame& frame = module.frame;
  frame.calls = calls_.at(macro.element);
  frame.owner = macro.element;
  std::set<std::string> taken;
  for (const MacroParameter& parameter : macro.parameters)
    if (!parameter.is_block()) frame.declared[parameter.name.data()] = identifier(parameter.name, taken);
  body(children_of(frame.calls));
  std::set<std::string> names;
  for (const void* used : frame.used) names.insert(frame.declared.at(used));
  for (Frame::Handed& handed : frame.handed) {
    handed.name = identifier(handed.name, names);
    if (!handed.link) continue;
    for (Line& line : frame.lines) replace_all(line.text, concat("⟦", handed.key, "⟧"), handed.name);
  }
}

// A link of the caller, as the call gives it.
std::string StructureWriter::handed_link(const Group& group, const Frame::Handed& handed) {
  std::vector<TracedText> texts;
  for (const TraceNode* call : group) texts.push_back(handed.texts.at(call));
  bool outside = false;
  for (std::size_t i = 0; i < group.size() && !frame_->calls.empty(); ++i) {
    const TraceNode* instance = instance_of(group[i]);
    outside = outside || instance == nullptr || !makes_link(*instance, texts[i].value.text);
  }
  if (outside) {
    std::vector<const TracedText*> views;
    for (const TracedText& text : texts) views.push_back(&text);
    return hand_link_on(views);
  }
  std::vector<Term> pieces;
  for (const TracedText::Part& part : texts[0].parts)
    pieces.push_back(
        translate_expression(part, texts[0].range, [this](const Symbol& s) { return resolve(s); }));
  return printer_.plain(joined_term(std::move(pieces)));
}

std::string StructureWriter::arguments(const Group& group, Module& module) {  // NOLINT(misc-no-recursion)
  const Resolve names = [this](const Symbol& symbol) { return resolve(symbol); };
  std::vector<std::string> written;
  for (const MacroParameter& parameter : group[0]->macro->parameters) {
    const void* const definition = parameter.name.data();
    const bool needed = !module.complete || module.frame.used.contains(definition);
    const Symbol* symbol = parameter_of(*group[0], definition);
    if (symbol == nullptr || !needed) continue;
    if (symbol->is_default && is_literal(symbol->text)) continue;
    if (!module.complete) module.frame.used.insert(definition);
    const auto values_equal = [&](const TraceNode* call) {
      const Symbol* other = parameter_of(*call, definition);
      return other != nullptr && other->text.value == symbol->text.value;
    };
    Term term;
    try {
      term = symbol->forwarded != nullptr ? resolve(*symbol->forwarded) : translate_text(symbol->text, names);
    } catch (const NotKept& why) {
      if (!std::ranges::all_of(group, values_equal)) throw;
      const SourceRange place = symbol->text.range.valid() ? symbol->text.range : group[0]->source->start_tag;
      remark(place, concat(why.what(), "; the value ", symbol->text.value.text, " is written"));
      term = literal_term(symbol->text.value, place);
    }
    written.push_back(concat(module.frame.declared.at(definition), " = ", value_text(term, definition)));
  }
  for (const Frame::Handed& handed : module.frame.handed) {
    if (handed.link) {
      written.push_back(concat(handed.name, " = ", handed_link(group, handed)));
      continue;
    }
    const Term term = translate_text(handed.texts.at(group[0]), names);
    written.push_back(concat(handed.name, " = ", value_text(term, handed.identity)));
  }
  return join(written, ", ");
}

// Assertions and what they are about, each once, in an order that no address decides.
std::map<std::string, const void*> StructureWriter::guards_of(const Frame& frame) {
  std::map<std::string, const void*> guards;
  for (const auto& [condition, text] : frame.guards)
    if (!text.empty()) guards.emplace(concat("  ", text), condition);
  return guards;
}

std::vector<WrittenStructure::Line> StructureWriter::module_lines(const Module& module, const Macro& macro) {
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
      text += concat(" = ", value_text(term, definition));
      break;
    }
    parameters.push_back(std::move(text));
  }
  // Parameters with defaults stand behind those without.
  for (const Frame::Handed& handed : module.frame.handed)
    parameters.push_back(handed.link ? concat(handed.name, ": link") : handed.name);
  std::stable_partition(parameters.begin(), parameters.end(),
                        [](const std::string& p) { return p.find(" = ") == std::string::npos; });
  std::vector<Line> lines = comment_lines(macro.element);
  lines.push_back({concat("module ", module.name, "(", join(parameters, ", "), ") {"), macro.element});
  for (const auto& [text, owner] : guards_of(module.frame)) lines.push_back({text, macro.element});
  lines.insert(lines.end(), module.frame.lines.begin(), module.frame.lines.end());
  lines.push_back({"}", macro.element});
  lines.push_back({"", nullptr});
  return lines;
}

std::vector<WrittenStructure::Line> StructureWriter::comment_lines(const void* about) const {
  std::vector<Line> lines;
  const auto known = comments_.find(about);
  if (known == comments_.end()) return lines;
  for (const std::string_view text : known->second)
    for (const std::string_view written : split(text, '\n'))
      if (const std::string_view trimmed = trim(written); !trimmed.empty())
        lines.push_back({concat("// ", trimmed), about});
  return lines;
}

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

// What the start tag of the robot says beside its name.
void StructureWriter::robot_properties() {
  std::string tag = "<robot";
  for (const XmlAttribute& attribute : trace_.root().source->attributes)
    if (!attribute.name.starts_with("xacro:") && attribute.name != "xmlns:xacro")
      tag += concat(" ", attribute.name, "=\"",
                    escape_xml_attribute(text_of(trace_.root(), attribute.name).value.text), "\"");
  std::string problem;
  if (const auto printed = core_form_(tag + "/>", problem)) core_lines(*printed);
}

WrittenStructure StructureWriter::write() {
  find_calls(trace_.root());
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
  for (const XmlElement* element : module_order_) {
    const Module& module = modules_.at(element);
    if (!module.kept) continue;
    const std::vector<Line> lines = module_lines(module, *module.frame.calls[0]->macro);
    result_.lines.insert(result_.lines.end(), lines.begin(), lines.end());
    ++result_.kept;
  }
  result_.lines.push_back({concat("robot ", name, " {"), nullptr});
  for (const auto& [text, owner] : guards_of(robot)) result_.lines.push_back({text, owner});
  result_.lines.insert(result_.lines.end(), first_.begin(), first_.end());
  result_.lines.insert(result_.lines.end(), robot.lines.begin(), robot.lines.end());
  result_.lines.push_back({"}", nullptr});
  result_.macros = modules_.size();
  for (const auto& [element, call] : half_calls_) {
    if (modules_.contains(element)) continue;
    ++result_.macros;
    remark(element->start_tag, concat("the macro '", call->macro->name,
                                      "' is written out at its calls: it makes parts of links or joints"));
  }
  for (const auto& [key, units] : dimensions_.conflicts())
    if (const auto named = named_.find(key); named != named_.end())
      remark(named->second->place, concat("'", named->second->name, "' is used in ", units,
                                          ", and stays a plain number that gets its unit where it is used"));
  return std::move(result_);
}

}  // namespace romas::xacro
