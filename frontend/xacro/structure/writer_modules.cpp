// Macros as modules, and their calls.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
#include "support/text/text.h"

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

// The calls that make links, joints or their parts, by macro. Those of the content that a call hands over
// count where it is inserted.
void StructureWriter::find_calls(const TraceNode& node, const Shell& within) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::blocks) continue;
    if (child->kind == Step::element) {
      const Shell shell = within.open.empty() ? shell_of(*child) : Shell();
      if (!shell.open.empty()) find_calls(*child, shell);
      continue;
    }
    if (child->kind == Step::call) {
      calls_[child->macro->element].push_back(child.get());
      shells_.emplace(child.get(), within);
    }
    find_calls(*child, within);
  }
}

void StructureWriter::call(const Group& group) {  // NOLINT(misc-no-recursion)
  const Macro& macro = *group[0]->macro;
  const auto is_found = [this](const TraceNode* call) { return shells_.contains(call); };
  if (!std::ranges::all_of(group, is_found)) {  // of what another call hands over
    comment(concat("the macro ", macro.name, ":"));
    return body(children_of(group));
  }
  if (gives_values_alone(calls_.at(macro.element))) {  // nothing stands here
    const Module* const function = function_of(macro);
    if (function != nullptr && function->kept) return;
    comment(concat("the macro ", macro.name, ":"));
    return body(children_of(group));
  }
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
    std::string use =
        concat("use ", module.name, "(", given, ")", frame_->within.in_robot() ? " named \"\"" : "");
    add_what_it_needs();
    if (!module.complete && !module.frame.given.empty())
      throw NotKept("it calls itself, and inserts a block", macro.element->start_tag);
    for (const Frame::Given& block : module.frame.given) {
      line(concat(use, use.empty() ? "} with " : " with ", block.name, " {"));
      use.clear();
      try {
        give(group, block);
      } catch (const NotKept& why) {
        throw WithoutModule(macro.element, why.what());
      }
    }
    line(use.empty() ? "}" : use + ";");
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
  const std::size_t remarks = result_.remarks.size();
  if (written_out_.contains(macro.element)) {
    const auto reason = reasons_.find(macro.element);
    refuse(macro, module, reason == reasons_.end() ? "nothing is kept" : reason->second, {}, remarks);
    module.complete = true;
    return module;
  }
  module.name = identifier(macro.name, taken_);
  module.kept = true;
  Frame* const outer = std::exchange(frame_, &module.frame);
  std::set<const XmlElement*> conditions = std::exchange(open_conditions_, {});
  try {
    write_module(macro, module);
    if (module.recursive && !(module.frame.handed.empty() && module.frame.given.empty()))
      throw NotKept("it calls itself, and its joints are attached to links that it does not make",
                    macro.element->start_tag);
    module_order_.push_back(macro.element);
  } catch (const NotKept& why) {
    refuse(macro, module, why.what(), why.place, remarks);
  }
  open_conditions_ = std::move(conditions);
  frame_ = outer;
  module.complete = true;
  return module;
}

// Gives up translating a macro as a module and discards the remarks made while trying.
void StructureWriter::refuse(const Macro& macro, Module& module, const std::string& why, SourceRange place,
                             std::size_t remarks) {
  module.kept = false;
  module.complete = true;
  result_.remarks.resize(remarks);
  remark(macro.element->start_tag, concat("the macro '", macro.name, "' is written out at its calls: ", why));
  if (place.valid() && place != macro.element->start_tag)
    remark(place, concat("this is why the macro '", macro.name, "' is written out"));
}

void StructureWriter::write_module(const Macro& macro, Module& module) {  // NOLINT(misc-no-recursion)
  Frame& frame = module.frame;
  frame.calls = calls_.at(macro.element);
  frame.owner = macro.element;
  frame.within = shells_.at(frame.calls[0]);
  for (const TraceNode* call : frame.calls)  // parts of fixed joints measure what they measure elsewhere
    if (frame.within.is_fixed() && shells_.at(call).close == frame.within.close)
      frame.within = shells_.at(call);
  for (const TraceNode* call : frame.calls)
    if (shells_.at(call) != frame.within &&
        !(shells_.at(call).is_fixed() && frame.within.close == "</joint>"))
      throw NotKept(frame.within.close == shells_.at(call).close ? "it makes parts of joints of several types"
                                                                 : "it is called at places of several kinds",
                    macro.element->start_tag);
  std::set<std::string> taken;
  for (const MacroParameter& parameter : macro.parameters)
    if (!parameter.is_block()) frame.declared[parameter.name.data()] = identifier(parameter.name, taken);
  body(children_of(frame.calls));
  if (std::ranges::all_of(frame.lines, [](const Line& line) { return trim(line.text).starts_with("//"); }))
    throw NotKept("it makes no part of the robot at the place of its call", macro.element->start_tag);
  std::set<std::string> names;
  for (const void* used : frame.used) names.insert(frame.declared.at(used));
  for (const Frame::Named& named : frame.values) names.insert(named.name);
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
      term = symbol->forwarded != nullptr ? resolve(*symbol->forwarded) : property_term(*symbol);
    } catch (const NotKept& why) {
      if (!std::ranges::all_of(group, values_equal)) throw;
      const SourceRange place = symbol->text.range.valid() ? symbol->text.range : group[0]->source->start_tag;
      remark(place, concat(why.what(), "; the value ", symbol->text.value.text, " is written"));
      term = literal_term(symbol->text.value, place);
    }
    written.push_back(concat(module.frame.declared.at(definition), " = ",
                             symbol->is_path ? printer_.path(term) : value_text(term, definition)));
  }
  for (const Frame::Handed& handed : module.frame.handed) {
    if (handed.link) {
      written.push_back(concat(handed.name, " = ", handed_link(group, handed)));
      continue;
    }
    std::vector<TracedText> texts;
    for (const TraceNode* call : group) texts.push_back(handed.texts.at(call));
    const bool one =
        std::ranges::all_of(texts, [&](const TracedText& text) { return text.range == texts[0].range; });
    // If the calls of the macro being written give different values, it hands them on.
    const Term term =
        one ? translate_text(texts[0], names)
            : Term{Term::Kind::name, hand(handed.key, handed.identity, texts).name, handed.identity, {}};
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
  for (const Frame::Given& given : module.frame.given)
    parameters.push_back(concat(given.name, ": statements"));
  std::stable_partition(parameters.begin(), parameters.end(),
                        [](const std::string& p) { return p.find(" = ") == std::string::npos; });
  std::vector<Line> lines = comment_lines(macro.element);
  if (module.function) {
    lines.push_back(
        {concat("fn ", module.name, "(", join(parameters, ", "), ") =", function_body(module), ";"),
         macro.element});
    lines.push_back({"", nullptr});
    return lines;
  }
  lines.push_back({concat("module ", module.name, "(", join(parameters, ", "), ") {"), macro.element});
  for (const Frame::Named& named : module.frame.values)
    lines.push_back({concat("  let ", named.name, " = ", named.text, ";"), named.owner});
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

}  // namespace romas::xacro
