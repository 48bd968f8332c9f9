// Macros: definitions, and calls with their arguments and blocks.
#include "frontend/xacro/expander/macros.h"

#include <algorithm>

#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/xacro_words.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

bool is_argument(const XmlAttribute& attribute) {
  return attribute.prefix() != "xmlns" && attribute.prefix() != "xacro";
}

// The nearest of the macros and the words of xacro.
std::string_view nearest_word(std::string_view name, const std::vector<std::string>& macros) {
  const std::string_view macro = nearest_name(name, macros);
  return macro.empty() ? nearest_name(name, kWords, &Word::name) : macro;
}

}  // namespace

void Macros::macro(const XmlElement& child, Scope& scope) {
  run_.check_attributes(child, "macro");
  const XmlAttribute* given = run_.required(child, "name");
  if (given == nullptr) return;
  std::string_view name = given->value.text;
  if (name.starts_with("xacro:")) {
    run_.report(Rule::xacro_global, given->value.range,
                concat("the name of a macro is written without 'xacro:'"))
        .suggest(given->value.range, std::string(name.substr(6)));
    name.remove_prefix(6);
  }
  if (name == "call" || name.find('.') != std::string_view::npos || name.empty()) {
    run_.report(
        Rule::xacro_macro, given->value.range,
        name == "call" ? "no macro can be named 'call', because <xacro:call> is a word of xacro"
        : name.empty()
            ? "the macro has no name"
            : concat("the name of a macro cannot have a '.', which separates namespaces: '", name, "'"));
    return;
  }
  const Trace::Inside traced(run_.trace, TraceNode::Kind::definition, &child);
  Macro& macro = macros_.emplace_back();
  macro.name = name;
  macro.element = &child;
  macro.definition = run_.seen(child.start_tag);
  macro.written_name = given->value.range;
  macro.written_name.begin = macro.written_name.end - static_cast<std::uint32_t>(name.size());
  run_.record(ProgramName::Kind::macro, name, macro.written_name, macro.written_name);
  if (const XmlAttribute* parameters = child.attribute("params"))
    macro.parameters = read_parameters(parameters->value);
  for (const MacroParameter& parameter : macro.parameters)
    run_.record(parameter.is_block() ? ProgramName::Kind::block : ProgramName::Kind::parameter,
                parameter.plain_name(), parameter.plain_range(), parameter.plain_range());
  Macro*& known = scope.own_macro(name);
  if (known != nullptr && known->element != &child)
    run_.report(Rule::xacro_shadowed, given->value.range, concat("the macro '", name, "' is defined again"))
        .note(known->definition, "the first is here");
  known = &macro;
}

void Macros::report_unknown_macro(const XmlElement& child, std::string_view name, const Scope& scope) {
  const SourceRange defined = documents_.find_macro(local_part(name));
  if (run_.include_failed && !defined.valid()) return;
  if (run_.lacks_prefix("macro", name, Rule::xacro_macro, child.name_range)) return;
  std::string message = concat("there is no macro '", name, "'");
  if (defined.valid())
    message += defined.file == child.range.file
                   ? "; it is defined in this file, but only after this place is read"
                   : "; it is defined in another file, but is not visible here";
  auto builder = run_.report(Rule::xacro_macro, child.name_range, std::move(message));
  if (defined.valid()) {
    builder.note(defined, "the definition is here");
    return;
  }
  const std::vector<std::string> macros = scope.known_macros();
  const std::string_view nearest = nearest_word(name, macros);
  if (!nearest.empty()) builder.meant(concat("xacro:", nearest));
}

// The state of a call: the arguments and blocks that it has given so far.
struct Macros::Call {
  const XmlElement& child;
  Macro& macro;
  Scope& caller;
  Scope& inner;
  const SourceStep& step;
  XmlElement blocks;  // the evaluated content
  std::vector<bool> given;
  std::string arguments;  // for notes
};

void Macros::trace_symbol(Property& property, std::string_view name, const XmlText& text, const Value& value,
                          Scope& scope) {
  if (run_.trace == nullptr) return;
  const SourceRange place = property.written_name;
  const TraceNode& call = run_.trace->open();
  Symbol& symbol =
      run_.trace->add_symbol(Symbol::Kind::parameter, name, call.macro->parameter(name)->name.data(), place);
  symbol.text = run_.traced_text(text, scope, value);
  symbol.known = true;
  run_.trace->open().parameters.push_back(&symbol);
  property.symbol = &symbol;
}

bool Macros::take_arguments(Call& call) {
  bool complete = true;
  for (const XmlAttribute& attribute : call.child.attributes) {
    if (!is_argument(attribute) || (attribute.name == "macro" && call.child.name == "xacro:call")) continue;
    const MacroParameter* parameter = call.macro.parameter(attribute.name);
    if (parameter == nullptr || parameter->is_block()) {
      std::vector<KnownName> known;
      for (const MacroParameter& each : call.macro.parameters)
        known.push_back({each.name, !each.is_block() && call.child.attribute(each.name) == nullptr});
      run_.report(Rule::xacro_parameter, attribute.name_range,
                  concat("the macro '", call.macro.name, "' has no parameter '", attribute.name,
                         "'; it takes ", describe_parameters(call.macro)))
          .meant(meant_names({attribute.name}, std::move(known)).front())
          .note(call.macro.definition, "the macro is defined here");
      complete = false;
      continue;
    }
    call.given[static_cast<std::size_t>(parameter - call.macro.parameters.data())] = true;
    Property& property = call.inner.define(parameter->name);
    property.name = run_.seen(attribute.range);
    property.written_name = parameter->range;
    property.kind = ProgramName::Kind::parameter;
    run_.record(property.kind, parameter->name, attribute.name_range, parameter->range);
    std::optional<Value> value = texts_.typed(attribute.value, call.caller);
    if (!value) property.state = Property::State::failed;
    if (!value) continue;
    trace_symbol(property, parameter->name, attribute.value, *value, call.caller);
    constexpr std::size_t kShown = 40;
    const std::string shown =
        value->is(Kind::text) ? value->text().substr(0, kShown) : str(*value).substr(0, kShown);
    if (shown.find('\n') == std::string::npos)
      call.arguments += concat(call.arguments.empty() ? "" : "\n", attribute.name, ":=", shown);
    property.value = std::move(*value);
  }
  return complete;
}

// The elements of the content are the blocks, in the order of the parameters.
bool Macros::take_blocks(Call& call) {
  const std::size_t first_origin = run_.expansions.origin_count();
  {
    const Trace::Inside traced(run_.trace, TraceNode::Kind::blocks, &call.child);
    expander_.content(call.child, call.caller, call.blocks);
  }
  const std::size_t last_origin = run_.expansions.origin_count();
  std::size_t next = 0;
  bool complete = true;
  for (std::size_t i = 0; i < call.macro.parameters.size(); ++i) {
    const MacroParameter& parameter = call.macro.parameters[i];
    if (!parameter.is_block()) continue;
    call.given[i] = true;
    if (next == call.blocks.children.size()) {
      if (!run_.stopped)
        run_.report(Rule::xacro_parameter, call.child.start_tag,
                    concat("the call of '", call.macro.name, "' needs an element for the block '",
                           parameter.name, "'"))
            .note(call.macro.definition, "the macro is defined here");
      complete = false;
      continue;
    }
    Block block;
    if (run_.trace != nullptr) block.call = &run_.trace->open();
    block.index = next;
    block.evaluated = &call.blocks.children[next++];
    block.reading = run_.reading;
    block.written_name = parameter.plain_range();
    block.first_origin = first_origin;
    block.last_origin = last_origin;
    call.inner.define_block(parameter.name, block);
  }
  if (next < call.blocks.children.size()) {
    const XmlElement& spare = call.blocks.children[next];
    run_.context.diagnostics
        .report(Rule::xacro_parameter, spare.start_tag,
                concat("<", spare.name, "> is one element too many: the macro '", call.macro.name, "' takes ",
                       describe_parameters(call.macro)))
        .note(call.macro.definition, "the macro is defined here");
    complete = false;
  }
  return complete;
}

void Macros::trace_forwarded(const MacroParameter& parameter, const Call& call, Property& property,
                             const Value& value) {
  if (run_.trace == nullptr) return;
  Symbol& symbol =
      run_.trace->add_symbol(Symbol::Kind::parameter, parameter.name, parameter.name.data(), parameter.range);
  const Property* given = call.caller.property(parameter.name);
  symbol.forwarded = given != nullptr ? given->symbol : nullptr;
  symbol.text.value = traced(value.is(Kind::text) ? value_of_text(value.text()) : value);
  symbol.text.data = value.written();
  symbol.known = symbol.forwarded != nullptr;
  run_.trace->open().parameters.push_back(&symbol);
  property.symbol = &symbol;
}

bool Macros::take_defaults(Call& call) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < call.macro.parameters.size(); ++i) {
    const MacroParameter& parameter = call.macro.parameters[i];
    if (call.given[i]) continue;
    Value value;
    Property property;
    property.name = call.macro.definition;
    property.written_name = parameter.range;
    property.kind = ProgramName::Kind::parameter;
    const Names::Outcome forwarded =
        parameter.forwarded ? call.caller.find(parameter.name, value) : Names::Outcome::absent;
    if (forwarded == Names::Outcome::found) {
      trace_forwarded(parameter, call, property, value);
      property.value =
          value.is(Kind::text) ? value_of_text(value.text()).at(value.written()) : std::move(value);
    } else if (forwarded == Names::Outcome::absent && parameter.default_text) {
      const ReadThrough through(run_, {&call.step});
      std::optional<Value> evaluated = texts_.typed(
          *parameter.default_text, call.inner.parent() != nullptr ? *call.inner.parent() : call.caller);
      if (evaluated) {
        trace_symbol(property, parameter.name, *parameter.default_text, *evaluated,
                     call.inner.parent() != nullptr ? *call.inner.parent() : call.caller);
        if (property.symbol != nullptr) property.symbol->is_default = true;
        property.value = std::move(*evaluated);
      }
      if (!evaluated) property.state = Property::State::failed;
    } else if (forwarded == Names::Outcome::failed) {
      property.state = Property::State::failed;
    } else {
      missing.push_back(parameter.forwarded
                            ? concat(parameter.name, " (there is no property of this name to take it from)")
                            : std::string(parameter.name));
      continue;
    }
    call.inner.define(parameter.name) = std::move(property);
  }
  if (missing.empty()) return true;
  run_.report(Rule::xacro_parameter, call.child.start_tag,
              concat("the call of '", call.macro.name, "' does not give ", join_last(missing, " and ")))
      .note(call.macro.definition, concat("the macro takes ", describe_parameters(call.macro)));
  return false;
}

// The name of a macro ends the names of its tags, behind "xacro:" and namespaces.
void Macros::record_call(const XmlElement& child, const Macro& macro) {
  const auto size = static_cast<std::uint32_t>(macro.name.size());
  for (const SourceRange tag : {child.name_range, child.end_name_range})
    if (tag.valid() && child.name.ends_with(macro.name) && tag.end - tag.begin >= size)
      run_.record(ProgramName::Kind::macro, macro.name, {tag.file, tag.end - size, tag.end},
                  macro.written_name);
  const XmlAttribute* computed = child.name == "xacro:call" ? child.attribute("macro") : nullptr;
  if (computed != nullptr)
    run_.record(ProgramName::Kind::macro, macro.name, computed->value.range, macro.written_name);
}

void Macros::call(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out) {
  if (name == "call") {
    const XmlAttribute* computed = run_.required(child, "macro");
    if (computed == nullptr) return;
    const auto said = texts_.text(computed->value, scope);
    if (!said) return;
    name = run_.keep(*said, computed->value.range);
    if (run_.stopped) return;
  }
  Scope* found_in = nullptr;
  Macro* macro = scope.macro(name, found_in);
  if (macro == nullptr) return report_unknown_macro(child, name, scope);
  macro->called = true;
  record_call(child, *macro);
  if (!run_.enter(child)) return;
  const Trace::Inside traced(run_.trace, TraceNode::Kind::call, &child);
  if (run_.trace != nullptr) traced.node()->macro = macro;
  Scope inner(Scope::Kind::macro, found_in, properties_);
  SourceStep& step = run_.add_step({SourceStep::Kind::macro_call,
                                    run_.seen(child.start_tag),
                                    macro->definition,
                                    std::string(macro->name),
                                    {}},
                                   child.start_tag);
  Call call{child, *macro, scope, inner, step, {}, std::vector<bool>(macro->parameters.size()), {}};
  const bool arguments = take_arguments(call);
  const bool blocks = take_blocks(call);
  step.arguments = std::move(call.arguments);
  run_.take_memory(step.arguments.size(), child.start_tag);
  if (take_defaults(call) && arguments && blocks && !run_.stopped) {
    const ReadThrough through(run_, {&step});
    expander_.content(*macro->element, inner, out);
    expander_.import_namespaces(*macro->element, out);
  }
  run_.leave();
}

std::vector<const Macro*> Macros::uncalled_macros(FileId file) const {
  std::vector<const Macro*> uncalled;
  for (const Macro& macro : macros_)
    if (!macro.called && run_.expansions.written(macro.definition.file) == file) uncalled.push_back(&macro);
  return uncalled;
}

}  // namespace romas::xacro
