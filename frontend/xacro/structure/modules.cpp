// Macros as modules, and their calls.
#include "frontend/xacro/structure/modules.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

Modules::Modules(Writers& all) : all_(all), program_(all.program) {
  find_calls(program_.trace.root(), {});
  find_inner_calls(program_.trace.root());
}

// The calls that make links, joints or their parts, by macro. Those of the content that a call hands over
// count where it is inserted.
void Modules::find_calls(const TraceNode& node, const Shell& within) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::blocks) continue;
    if (child->kind == Step::element) {
      const Shell shell = within.holds_parts() ? Shell() : shell_of(*child);
      if (shell.holds_parts()) find_calls(*child, shell);
      continue;
    }
    if (child->kind == Step::call) {
      calls_[child->macro->element].push_back(child.get());
      shells_.emplace(child.get(), within);
    }
    find_calls(*child, within);
  }
}

const Symbol* Modules::parameter_of(const TraceNode& call, const void* definition) {
  const auto found = std::ranges::find(call.parameters, definition, &Symbol::definition);
  return found == call.parameters.end() ? nullptr : *found;
}

void Modules::call(const Group& group) {  // NOLINT(misc-no-recursion)
  const Macro& macro = *group[0]->macro;
  const auto is_found = [this](const TraceNode* call) { return shells_.contains(call); };
  if (!std::ranges::all_of(group, is_found)) {  // of what another call hands over
    program_.comment(concat("the macro ", macro.name, ":"));
    return all_.statements.body(all_.statements.children_of(group));
  }
  if (gives_values_alone(calls_.at(macro.element))) {  // nothing stands here
    const Module* const function = function_of(macro);
    if (function != nullptr && function->kept) return;
    program_.comment(concat("the macro ", macro.name, ":"));
    return all_.statements.body(all_.statements.children_of(group));
  }
  Module& module = module_of(macro);
  const void* const outer = program_.draft->owner;
  if (module.kept) {
    if (program_.draft->calls.empty()) program_.draft->owner = macro.element;
    const auto needed = [&](const auto& write) {
      if (const auto refused = refusal_of(write)) throw WithoutModule(macro.element, refused->what());
    };
    std::string given;
    needed([&] { given = arguments(group, module); });
    std::string use =
        concat("use ", module.name, "(", given, ")", program_.draft->within.in_robot() ? " named \"\"" : "");
    program_.add_what_it_needs();
    if (!module.complete && !module.frame.given.empty())
      throw NotKept("it calls itself, and inserts a block", macro.element->start_tag);
    for (const Draft::Given& block : module.frame.given) {
      program_.line(concat(use, use.empty() ? "} with " : " with ", block.name, " {"));
      use.clear();
      needed([&] { all_.statements.give(group, block); });
    }
    program_.line(use.empty() ? "}" : use + ";");
    program_.draft->owner = outer;
    return;
  }
  program_.comment(concat("the macro ", macro.name, ":"));
  all_.statements.body(all_.statements.children_of(group));
}

Modules::Module& Modules::module_of(const Macro& macro) {  // NOLINT(misc-no-recursion)
  const auto [known, is_new] = modules_.try_emplace(macro.element);
  Module& module = known->second;
  if (!is_new) {
    module.recursive = module.recursive || !module.complete;
    return module;
  }
  write_as(macro, module, [&](std::size_t) {
    write_module(macro, module);
    if (module.recursive && !(module.frame.handed.empty() && module.frame.given.empty()))
      throw NotKept("it calls itself, and its joints are attached to links that it does not make",
                    macro.element->start_tag);
  });
  return module;
}

// Writes a macro aside, or refuses it.
void Modules::write_as(const Macro& macro, Module& module,  // NOLINT(misc-no-recursion)
                       const std::function<void(std::size_t remarks)>& write) {
  const std::size_t remarks = program_.result.remarks.size();
  if (program_.unkept.contains(macro.element))
    return refuse(macro, module, program_.unkept.why(macro.element), {}, remarks);
  module.name = all_.names.global_identifier(macro.name);
  module.kept = true;
  Draft* const outer = std::exchange(program_.draft, &module.frame);
  std::set<const XmlElement*> conditions = std::exchange(all_.conditions.open(), {});
  const auto refused = refusal_of([&] { write(remarks); });
  if (refused)
    refuse(macro, module, refused->what(), refused->place, remarks);
  else
    module_order_.push_back(macro.element);
  all_.conditions.open() = std::move(conditions);
  program_.draft = outer;
  module.complete = true;
}

// Gives up translating a macro as a module and discards the remarks made while trying.
void Modules::refuse(const Macro& macro, Module& module, const std::string& why, SourceRange place,
                     std::size_t remarks) {
  module.kept = false;
  module.complete = true;
  program_.result.remarks.resize(remarks);
  program_.remark(macro.element->start_tag,
                  concat("the macro '", macro.name, "' is written out at its calls: ", why));
  if (place.valid() && place != macro.element->start_tag)
    program_.remark(place, concat("this is why the macro '", macro.name, "' is written out"));
}

void Modules::write_module(const Macro& macro, Module& module) {  // NOLINT(misc-no-recursion)
  Draft& frame = module.frame;
  frame.calls = calls_.at(macro.element);
  frame.owner = macro.element;
  frame.within = shells_.at(frame.calls[0]);
  for (const TraceNode* call : frame.calls)  // parts of fixed joints measure what they measure elsewhere
    if (frame.within.is_fixed() && shells_.at(call).of == frame.within.of) frame.within = shells_.at(call);
  for (const TraceNode* call : frame.calls)
    if (shells_.at(call) != frame.within &&
        !(shells_.at(call).is_fixed() && frame.within.of == Shell::Of::joint))
      throw NotKept(frame.within.of == shells_.at(call).of ? "it makes parts of joints of several types"
                                                           : "it is called at places of several kinds",
                    macro.element->start_tag);
  std::set<std::string> taken;
  for (const MacroParameter& parameter : macro.parameters)
    if (!parameter.is_block())
      frame.declared[parameter.name.data()] = all_.names.identifier(parameter.name, taken);
  all_.statements.body(all_.statements.children_of(frame.calls));
  if (std::ranges::all_of(frame.lines,
                          [](const ProgramLine& line) { return trim(line.text).starts_with("//"); }))
    throw NotKept("it makes no part of the robot at the place of its call", macro.element->start_tag);
  std::set<std::string> names;
  for (const void* used : frame.used) names.insert(frame.declared.at(used));
  for (const Draft::Named& named : frame.values) names.insert(named.name);
  for (Draft::Handed& handed : frame.handed) {
    handed.name = all_.names.identifier(handed.name, names);
    if (!handed.link) continue;
    for (ProgramLine& line : frame.lines) replace_all(line.text, concat("⟦", handed.key, "⟧"), handed.name);
  }
}

// A link of the caller, as the call gives it.
std::string Modules::handed_link(const Group& group, const Draft::Handed& handed) {
  std::vector<TracedText> texts;
  for (const TraceNode* call : group) texts.push_back(handed.texts.at(call));
  bool outside = false;
  for (std::size_t i = 0; i < group.size() && !program_.draft->calls.empty(); ++i) {
    const TraceNode* instance = all_.elements.instance_of(group[i]);
    outside = outside || instance == nullptr || !all_.elements.makes_link(*instance, texts[i].value.text);
  }
  if (outside) {
    std::vector<const TracedText*> views;
    for (const TracedText& text : texts) views.push_back(&text);
    return all_.elements.hand_link_on(views);
  }
  std::vector<Term> pieces;
  for (const TracedText::Part& part : texts[0].parts)
    pieces.push_back(translate_expression(part, texts[0].range, all_.names.resolver()));
  return all_.names.printer().plain(joined_term(std::move(pieces)));
}

std::string Modules::arguments(const Group& group, Module& module) {  // NOLINT(misc-no-recursion)
  const Resolve names = all_.names.resolver();
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
    const auto refused = refusal_of([&] {
      term = symbol->forwarded != nullptr ? all_.names.resolve(*symbol->forwarded)
                                          : all_.names.property_term(*symbol);
    });
    if (refused) {
      if (!std::ranges::all_of(group, values_equal)) throw *refused;
      const SourceRange place = symbol->text.range.valid() ? symbol->text.range : group[0]->source->start_tag;
      program_.remark(place, concat(refused->what(), "; the value ", symbol->text.value.text, " is written"));
      term = literal_term(symbol->text.value, place);
    }
    written.push_back(
        concat(module.frame.declared.at(definition), " = ",
               symbol->is_path ? all_.names.printer().path(term) : all_.names.value_text(term, definition)));
  }
  for (const Draft::Handed& handed : module.frame.handed) {
    if (handed.link) {
      written.push_back(concat(handed.name, " = ", handed_link(group, handed)));
      continue;
    }
    std::vector<TracedText> texts;
    for (const TraceNode* call : group) texts.push_back(handed.texts.at(call));
    const bool one =
        std::ranges::all_of(texts, [&](const TracedText& text) { return text.range == texts[0].range; });
    // If the calls of the macro being written give different values, it hands them on.
    const Term term = one ? translate_text(texts[0], names)
                          : Term{Term::Kind::name,
                                 all_.elements.hand(handed.key, handed.identity, texts).name,
                                 handed.identity,
                                 {}};
    written.push_back(concat(handed.name, " = ", all_.names.value_text(term, handed.identity)));
  }
  return join(written, ", ");
}

}  // namespace romas::xacro
