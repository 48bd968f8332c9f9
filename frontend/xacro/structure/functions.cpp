// Macros that give values, as functions: what stands inside of shapes, materials and other elements, and
// properties that a macro sets for those around its calls.
#include "frontend/xacro/structure/modules.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

const TraceNode* find_condition(const TraceNode& node,
                                const XmlElement* source) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::condition && child->source == source) return child.get();
    if (const TraceNode* found = find_condition(*child, source)) return found;
  }
  return nullptr;
}

bool is_number(const std::string& text) { return parse_double(text) || !numbers_in(text).empty(); }

// A written text, which has no values of its own kind.
Term constant_term(const TracedText& text) {
  const std::string& written = text.value.text;
  if (const std::optional<double> number = parse_double(written)) return number_term(format_double(*number));
  Term tuple{Term::Kind::tuple, {}, nullptr, {}};
  for (const std::string& number : numbers_in(written)) tuple.args.push_back(number_term(number));
  return tuple.args.empty() ? text_term(written) : tuple;
}

// Whether nothing stands where the macro is called.
bool makes_nothing(const TraceNode& node) {  // NOLINT(misc-no-recursion)
  return std::ranges::all_of(node.children, [](const auto& child) {
    if (child->kind == Step::blocks) return true;
    if (child->kind == Step::text) return trim(child->value.value.text).empty();
    return child->kind != Step::element && child->kind != Step::insertion && makes_nothing(*child);
  });
}

// Collects the properties that a call sets for its caller.
void find_properties(const TraceNode& node,
                     std::vector<const TraceNode*>& out) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::property && child->symbol != nullptr &&
        child->source->attribute("scope") != nullptr)
      out.push_back(child.get());
    if (child->kind == Step::condition || child->kind == Step::include) find_properties(*child, out);
  }
}

}  // namespace

// Calls deeper than the parts of links, joints and <gazebo>.
void Modules::find_inner_calls(const TraceNode& node) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::call && !shells_.contains(child.get()))
      inner_calls_[child->macro->element].push_back(child.get());
    find_inner_calls(*child);
  }
}

// The function for a macro whose calls stand inside of elements, or that sets properties alone; null for
// another macro.
Modules::Module* Modules::function_of(const Macro& macro) {  // NOLINT(misc-no-recursion)
  if (const auto known = modules_.find(macro.element); known != modules_.end())
    return known->second.function ? &known->second : nullptr;
  Group calls;
  if (const auto inner = inner_calls_.find(macro.element); inner != inner_calls_.end()) calls = inner->second;
  if (const auto whole = calls_.find(macro.element); whole != calls_.end()) {
    if (!gives_values_alone(whole->second)) return nullptr;
    calls.insert(calls.end(), whole->second.begin(), whole->second.end());
  }
  if (calls.empty()) return nullptr;
  Module& function = modules_[macro.element];
  function.function = true;
  const bool plain = std::exchange(all_.elements.plain_truths(), false);
  write_as(macro, function, [&](std::size_t remarks) {
    write_function(macro, function, std::move(calls));
    program_.result.remarks.resize(remarks);
  });
  all_.elements.plain_truths() = plain;
  return &function;
}

void Modules::write_function(const Macro& macro, Module& function,  // NOLINT(misc-no-recursion)
                             Group calls) {
  Draft& frame = function.frame;
  frame.calls = std::move(calls);
  frame.owner = macro.element;
  frame.function = true;
  std::set<std::string> taken;
  for (const MacroParameter& parameter : macro.parameters)
    if (!parameter.is_block())
      frame.declared[parameter.name.data()] = all_.names.identifier(parameter.name, taken);
  const TraceNode* around = frame.calls[0]->parent;
  while (around != nullptr && around->kind != Step::element) around = around->parent;
  const bool shape = around != nullptr && (around->name == "geometry" || around->name == "visual" ||
                                           around->name == "collision" || around->name == "inertial");
  if (gives_values_alone(frame.calls)) {
    add_properties(function);
  } else {
    add_texts(frame.calls, function, shape ? Written::numbers : Written::computed);
    if (function.texts.empty()) add_texts(frame.calls, function, Written::all);
  }
  if (function.texts.empty() && function.properties.empty())
    throw NotKept("it makes no part of the robot at the place of its call", macro.element->start_tag);
  if (!frame.given.empty()) throw NotKept("it inserts a block", macro.element->start_tag);
  for (const auto& [condition, text] : frame.guards) function.decided.insert(condition);
  for (const auto& [name, value] : std::exchange(frame.texts, {}))
    frame.values.push_back({name, value, macro.element});
  std::set<std::string> names;
  for (const void* used : frame.used) names.insert(frame.declared.at(used));
  for (const Draft::Named& named : frame.values) names.insert(named.name);
  for (Draft::Handed& handed : frame.handed) {
    if (handed.link) throw NotKept("it makes the end of a joint", macro.element->start_tag);
    if (names.contains(handed.name))
      throw NotKept("a value has the name of another one", macro.element->start_tag);
  }
  name_members(function);
}

// Adds the texts of the macro's elements to its function. The group is the same element of all calls.
void Modules::add_texts(const Group& group, Module& function,  // NOLINT(misc-no-recursion)
                        Written written) {
  const TraceNode& first = *group[0];
  if (first.kind == Step::element) {
    for (const XmlAttribute& attribute : first.source->attributes) {
      if (attribute.name.starts_with("xacro:") || attribute.name == "xmlns:xacro" ||
          set_text(first, attribute.name) != nullptr)
        continue;
      std::vector<TracedText> texts;
      for (const TraceNode* node : group) texts.push_back(all_.elements.text_of(*node, attribute.name));
      add_text(group, texts, attribute.name, &attribute, function, written);
    }
  }
  for (const Group& inner : all_.elements.contents_of(group, "what it makes differs between its calls")) {
    if (all_.elements.instance_of_content(inner[0]) == nullptr) continue;  // of a block
    if (inner[0]->kind == Step::element) {
      add_texts(inner, function, written);
      continue;
    }
    std::vector<TracedText> texts;
    for (const TraceNode* node : inner) texts.push_back(node->value);
    add_text(inner, texts, first.name, inner[0], function, written);
  }
}

void Modules::add_text(const Group& group,
                       const std::vector<TracedText>& texts,  // NOLINT(misc-no-recursion)
                       std::string_view name, const void* key, Module& function, Written written) {
  const TracedText& first = texts[0];
  if (trim(first.value.text).empty() || !first.range.valid()) return;
  const bool constant = is_literal(first);
  const bool numbers = is_number(first.value.text);
  if (constant && !(written == Written::all || (written == Written::numbers && numbers))) return;
  for (const TracedText& text : texts)
    if (is_number(text.value.text) != numbers ||
        numbers_in(text.value.text).size() != numbers_in(first.value.text).size())
      throw NotKept("its values are of several kinds", text.range);
  std::vector<const TracedText*> views;
  for (const TracedText& text : texts) views.push_back(&text);
  Term term;
  if (std::optional<Term> inner = function_value(group, views)) {
    term = std::move(*inner);
    key = term.key;
  } else {
    term = constant ? constant_term(first) : all_.names.value_term(first);
  }
  if (first.value.text == "True" || first.value.text == "False") term = truth_text(std::move(term));
  function.texts[{first.range.file, first.range.begin}] = {std::string(name), key,
                                                           all_.names.value_text(term, key)};
}

// The names of what the function gives. One value stands for itself.
void Modules::name_members(Module& function) {
  std::set<std::string> taken;
  const bool single = function.texts.size() + function.properties.size() == 1;
  const auto name = [&](FunctionValue& value) {
    std::string wanted = std::exchange(value.member, {});
    if (!single) value.member = all_.names.identifier(wanted, taken);
  };
  for (auto& [place, value] : function.texts) name(value);
  for (auto& [definition, value] : function.properties) name(value);
}

std::string Modules::function_body(const Module& function) {
  std::string out;
  for (const Draft::Named& named : function.frame.values)
    out += concat(out.empty() ? "\n    let " : ",\n        ", named.name, " = ", named.text);
  if (!out.empty()) out += " in\n    ";
  std::vector<const FunctionValue*> values;
  for (const auto& [place, value] : function.texts) values.push_back(&value);
  for (const auto& [definition, value] : function.properties) values.push_back(&value);
  if (out.empty()) out = " ";
  if (values.size() == 1) return out + values[0]->text;
  constexpr std::size_t kOnOneLine = 4;
  const bool lines = values.size() > kOnOneLine;
  out += lines ? "{\n" : "{";
  for (const FunctionValue* value : values)
    out += concat(lines                ? "      "
                  : value == values[0] ? ""
                                       : ", ",
                  value->member, ": ", value->text, lines ? ",\n" : "");
  return out + (lines ? "    }" : "}");
}

// The call inside of an element, in what is being written, that a node was made by; null if there is none.
const TraceNode* Modules::inner_call_of(const TraceNode& node) const {
  for (const TraceNode* at = node.parent; at != nullptr; at = at->parent) {
    if (std::ranges::find(program_.draft->calls, at) != program_.draft->calls.end()) return nullptr;
    if (at->kind == Step::blocks) {
      at = at->parent;
      continue;
    }
    if (at->kind == Step::call) return shells_.contains(at) ? nullptr : at;
  }
  return nullptr;
}

std::string Modules::call_text(const Group& calls, Module& function) {  // NOLINT(misc-no-recursion)
  const Macro& macro = *calls[0]->macro;
  std::string given;
  if (const auto refused = refusal_of([&] { given = arguments(calls, function); }))
    throw WithoutModule(macro.element, refused->what());
  if (program_.draft != nullptr)
    for (const XmlElement* source : function.decided)
      if (const TraceNode* condition = find_condition(*calls[0], source)) all_.conditions.guard(*condition);
  return concat(function.name, "(", given, ")");
}

// Returns the value that a function gives for a text. Returns nothing if no function makes its element.
std::optional<Term> Modules::function_value(  // NOLINT(misc-no-recursion)
    const Group& group, const std::vector<const TracedText*>& texts) {
  Group calls;
  for (const TraceNode* node : group) {
    const TraceNode* call = inner_call_of(*node);
    if (call == nullptr || call->macro->element != (calls.empty() ? call : calls[0])->macro->element)
      return std::nullopt;
    calls.push_back(call);
  }
  Module* const function = function_of(*calls[0]->macro);
  if (function == nullptr || !function->kept || !function->complete) return std::nullopt;
  const auto value = function->texts.find({texts[0]->range.file, texts[0]->range.begin});
  if (value == function->texts.end()) return std::nullopt;
  std::string text = call_text(calls, *function);
  if (!value->second.member.empty())
    text = concat(all_.names.name_text(text, concat(function->name, "_values")), ".", value->second.member);
  return Term{Term::Kind::name, std::move(text), value->second.key, {}};
}

std::optional<std::string> Modules::function_text(  // NOLINT(misc-no-recursion)
    const Group& group, const std::vector<const TracedText*>& texts, Fragment& fragment) {
  const std::optional<Term> term = function_value(group, texts);
  if (!term) return std::nullopt;
  const std::string& shown = texts[0]->value.text;
  const std::size_t count = numbers_in(shown).size();
  const bool anchored = shown.starts_with('/') || shown.find("://") != std::string::npos;
  if (count == 0)
    return parse_double(shown) ? fragment.number(*term, shown_at(texts, 0)) : fragment.text(*term, anchored);
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += concat(i == 0 ? "" : " ",
                  fragment.number({Term::Kind::element, {}, nullptr, {*term, number_term(std::to_string(i))}},
                                  shown_at(texts, i)));
  return out;
}

bool Modules::gives_values_alone(const Group& calls) {
  const auto sets = [](const TraceNode* call) {
    std::vector<const TraceNode*> properties;
    find_properties(*call, properties);
    return !properties.empty();
  };
  return std::ranges::all_of(calls, [](const TraceNode* call) { return makes_nothing(*call); }) &&
         std::ranges::any_of(calls, sets);
}

// Those that all calls set.
void Modules::add_properties(Module& function) {  // NOLINT(misc-no-recursion)
  const Group& calls = function.frame.calls;
  std::vector<std::vector<const TraceNode*>> set(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) find_properties(*calls[i], set[i]);
  for (const TraceNode* property : set[0]) {
    const Symbol& symbol = *property->symbol;
    const auto is_set = [&](const std::vector<const TraceNode*>& all) {
      return std::ranges::any_of(all,
                                 [&](const TraceNode* other) { return other->source == property->source; });
    };
    if (!symbol.known || !std::ranges::all_of(set, is_set)) continue;
    for (const TraceNode* node = property->parent; node != calls[0] && node != nullptr; node = node->parent)
      if (node->kind == Step::condition) all_.conditions.guard(*node);
    const auto refused = refusal_of([&] {
      Term term = all_.names.property_term(symbol);
      function.properties.emplace_back(
          symbol.definition,
          FunctionValue{symbol.name, symbol.definition, all_.names.value_text(term, symbol.definition)});
    });
    if (refused && set[0].size() == 1) throw *refused;
  }
}

// Returns the value of a property that a call has set for those around it. Returns nothing if it cannot be
// the value of a function.
std::optional<Term> Modules::property_value(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  if (symbol.kind != Symbol::Kind::property || symbol.node == nullptr) return std::nullopt;
  const TraceNode* call = symbol.node->parent;
  while (call != nullptr && call->kind != Step::call) call = call->parent;
  if (call == nullptr || !gives_values_alone({call})) return std::nullopt;
  if (program_.draft != nullptr &&
      std::ranges::find(program_.draft->calls, call) != program_.draft->calls.end())
    return std::nullopt;
  Module* const function = function_of(*call->macro);
  if (function == nullptr || !function->kept || !function->complete) return std::nullopt;
  const auto value = std::ranges::find(function->properties, symbol.definition,
                                       &std::pair<const void*, FunctionValue>::first);
  if (value == function->properties.end()) return std::nullopt;
  const std::string& member = value->second.member;
  const std::string name =
      all_.names.named_value(member.empty() ? symbol.name : concat(function->name, "_values"),
                             call_text({call}, *function), call->macro->element);
  all_.names.note_named(symbol);
  return Term{Term::Kind::name, member.empty() ? name : concat(name, ".", member), symbol.definition, {}};
}

}  // namespace romas::xacro
