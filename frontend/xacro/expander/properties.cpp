// Properties: values that are evaluated when they are needed, and blocks.
#include "frontend/xacro/expander/properties.h"

#include <algorithm>

#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The inside of '…'; the text itself if it is not quoted.
XmlText without_quotes(const XmlText& text) {
  if (text.text.size() < 2 || !text.text.starts_with('\'') || !text.text.ends_with('\'')) return text;
  XmlText inner = text;
  inner.text = text.text.substr(1, text.text.size() - 2);
  inner.range = text.literal ? text.part(1, inner.text.size()) : text.range;
  return inner;
}

}  // namespace

std::optional<bool> Properties::flag(const XmlElement& child, std::string_view name, bool otherwise,
                                     Scope& scope) {
  const XmlAttribute* attribute = child.attribute(name);
  if (attribute == nullptr || attribute->value.text.empty()) return otherwise;
  return texts_.condition(attribute->value, scope);
}

void Properties::property(const XmlElement& child, Scope& scope) {
  run_.check_attributes(child, "property");
  const XmlAttribute* given = run_.required(child, "name");
  if (given == nullptr) return;
  const auto said = texts_.text(given->value, scope);
  if (!said) return;
  const std::string_view name =
      *said == given->value.text ? given->value.text : run_.keep(*said, given->value.range);
  if (run_.stopped) return;
  if (!is_valid_name(name)) {
    run_.report(Rule::xacro_expression, given->value.range,
                concat("'", name,
                       "' cannot be the name of a property: names have letters, digits and '_', do not begin "
                       "with '__', and are not keywords of Python"));
    return;
  }
  const std::optional<bool> remove = flag(child, "remove", false, scope);
  if (!remove) return;
  const XmlAttribute* value = child.attribute("value");
  const XmlAttribute* otherwise = child.attribute("default");
  if ((value != nullptr ? 1 : 0) + (otherwise != nullptr ? 1 : 0) + (*remove ? 1 : 0) > 1) {
    run_.report(Rule::xacro_parameter, child.start_tag,
                concat("the property '", name, "' takes only one of 'value', 'default' and 'remove'"));
    return;
  }
  if (*remove) return scope.remove(name);
  if (otherwise != nullptr) {
    if (child.attribute("scope") != nullptr)
      run_.report(Rule::unknown_attribute, child.attribute("scope")->name_range,
                  concat("a default applies to its own scope; 'scope' of '", name, "' is ignored"));
    if (!scope.has(name) && !is_builtin_name(name)) define_property(child, name, otherwise->value, scope);
    return;
  }
  if (value == nullptr) return define_block(child, name, scope);
  define_property(child, name, value->value, scope);
}

// The scope that a property belongs to; null if there is none.
Scope* Properties::target_scope(const XmlElement& child, Scope& scope, std::string_view name) {
  const XmlAttribute* given = child.attribute("default") == nullptr ? child.attribute("scope") : nullptr;
  if (given == nullptr || given->value.text.empty()) return &scope;
  if (given->value.text == "global") return &scope.top();
  if (given->value.text != "parent") {
    run_.report(Rule::unknown_attribute, given->value.range,
                concat("scope must be 'global' or 'parent'; '", given->value.text, "' is ignored"));
    return &scope;
  }
  Scope* target = scope.parent();
  if (target == nullptr) {
    run_.report(Rule::xacro_message, given->value.range,
                concat("'", name,
                       "' is not inside a macro or an include with a namespace, so there is no scope around "
                       "it; it is not set"));
    return nullptr;
  }
  // A property that a macro sets reaches the caller of the macro, not the file in which the macro stands.
  if (scope.kind() != Scope::Kind::name_space)
    while (target->kind() == Scope::Kind::name_space) target = target->parent();
  return target;
}

void Properties::define_property(const XmlElement& child, std::string_view name, const XmlText& value,
                                 Scope& scope) {
  const std::optional<bool> lazy_flag = flag(child, "lazy_eval", true, scope);
  Scope* target = target_scope(child, scope, name);
  if (!lazy_flag || target == nullptr) return;
  if (is_builtin_name(name))
    run_.report(Rule::xacro_global, child.attribute("name")->value.range,
                concat("the property '", name, "' hides the built-in of this name"));
  const bool lazy = *lazy_flag && target == &scope && child.attribute("scope") == nullptr;
  const Trace::Inside traced(run_.trace, TraceNode::Kind::property, &child);
  Property property;
  property.name = run_.seen(child.start_tag);
  property.written_name = child.attribute("name")->value.range;
  run_.record(ProgramName::Kind::property, name, property.written_name, property.written_name);
  if (lazy) {
    property.text = without_quotes(value);
    property.reading = run_.reading;
    const bool computed = property.text.text.find('$') != std::string_view::npos;
    property.state = computed ? Property::State::lazy : Property::State::ready;
    if (!computed) property.value = value_of_text(property.text.text).at(run_.seen(value.range));
    trace_property(property, name, child, scope);
  } else if (auto evaluated = texts_.typed(value, scope)) {
    trace_property(property, name, child, scope);
    if (property.symbol != nullptr) property.symbol->text = run_.traced_text(value, scope, *evaluated);
    if (property.symbol != nullptr) property.symbol->known = true;
    property.value = std::move(*evaluated);
  } else {
    property.state = Property::State::failed;
  }
  target->define(name) = std::move(property);
}

void Properties::trace_property(Property& property, std::string_view name, const XmlElement& child,
                                Scope& scope) {
  if (run_.trace == nullptr) return;
  property.symbol = &run_.trace->add_symbol(Symbol::Kind::property, name, &child, property.written_name);
  run_.trace->open().symbol = property.symbol;
  if (property.state != Property::State::ready) return;
  property.symbol->text = run_.traced_text(property.text, scope, property.value);
  property.symbol->known = true;
}

// Content instead of a value.
void Properties::define_block(const XmlElement& child, std::string_view name, Scope& scope) {
  Scope* target = target_scope(child, scope, name);
  if (target == nullptr) return;
  Block block;
  block.source = &child;
  block.reading = run_.reading;
  block.written_name = child.attribute("name")->value.range;
  run_.record(ProgramName::Kind::block, name, block.written_name, block.written_name);
  target->define_block(run_.keep(concat("**", name), block.written_name), block);
}

bool Properties::evaluate(std::string_view name, Property& property, Scope& scope) {
  constexpr std::size_t kLeastStack = 131'072;
  if (property.state == Property::State::failed) return false;
  const ReadThrough through(run_, property.reading);
  if (property.state == Property::State::evaluating) {
    report_cycle(name, property);
    return false;
  }
  if (stack_left() < kLeastStack) {
    run_.stop(property.text.range, "the values of properties depend on each other too deeply here");
    return false;
  }
  property.state = Property::State::evaluating;
  evaluating_.push_back({name, &property});
  std::optional<Value> value = texts_.typed(property.text, scope);
  evaluating_.pop_back();
  property.state = value ? Property::State::ready : Property::State::failed;
  if (value && property.symbol != nullptr) {
    property.symbol->text = run_.traced_text(property.text, scope, *value);
    property.symbol->known = true;
  }
  if (value) property.value = std::move(*value);
  return value.has_value();
}

void Properties::report_cycle(std::string_view name, const Property& property) {
  const auto first = std::ranges::find(evaluating_, &property, &Evaluated::property);
  std::string circle;
  for (auto next = first; next != evaluating_.end(); ++next) circle += concat(next->name, " -> ");
  auto builder = run_.report(Rule::xacro_cycle, property.text.range,
                             concat("'", name, "' needs its own value: ", circle, name,
                                    "; lazy_eval=\"false\" evaluates it where it is defined"));
  for (auto next = first + 1; next < evaluating_.end(); ++next)
    builder.note(next->property->name, concat("'", next->name, "' is defined here"));
}

}  // namespace romas::xacro
