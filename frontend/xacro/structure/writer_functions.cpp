// Macros that give values, as functions: what stands inside of shapes, materials and other elements.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
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

}  // namespace

// Calls deeper than the parts of links, joints and <gazebo>.
void StructureWriter::find_inner_calls(const TraceNode& node) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::call && !shells_.contains(child.get()))
      inner_calls_[child->macro->element].push_back(child.get());
    find_inner_calls(*child);
  }
}

// The function for a macro whose calls stand inside of elements, or that sets properties alone; null for
// another macro.
StructureWriter::Module* StructureWriter::function_of(const Macro& macro) {  // NOLINT(misc-no-recursion)
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
  const std::size_t remarks = result_.remarks.size();
  const auto reason = reasons_.find(macro.element);
  if (written_out_.contains(macro.element)) {
    refuse(macro, function, reason == reasons_.end() ? "nothing is kept" : reason->second, {}, remarks);
    return &function;
  }
  function.name = identifier(macro.name, taken_);
  function.kept = true;
  Frame* const outer = std::exchange(frame_, &function.frame);
  std::set<const XmlElement*> conditions = std::exchange(open_conditions_, {});
  const bool plain = std::exchange(plain_truths_, false);
  try {
    write_function(macro, function, std::move(calls));
    result_.remarks.resize(remarks);
    module_order_.push_back(macro.element);
  } catch (const NotKept& why) {
    refuse(macro, function, why.what(), why.place, remarks);
  }
  plain_truths_ = plain;
  open_conditions_ = std::move(conditions);
  frame_ = outer;
  function.complete = true;
  return &function;
}

void StructureWriter::write_function(const Macro& macro, Module& function,  // NOLINT(misc-no-recursion)
                                     Group calls) {
  Frame& frame = function.frame;
  frame.calls = std::move(calls);
  frame.owner = macro.element;
  frame.function = true;
  std::set<std::string> taken;
  for (const MacroParameter& parameter : macro.parameters)
    if (!parameter.is_block()) frame.declared[parameter.name.data()] = identifier(parameter.name, taken);
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
  for (const Frame::Named& named : frame.values) names.insert(named.name);
  for (Frame::Handed& handed : frame.handed) {
    if (handed.link) throw NotKept("it makes the end of a joint", macro.element->start_tag);
    if (names.contains(handed.name))
      throw NotKept("a value has the name of another one", macro.element->start_tag);
  }
  name_members(function);
}

// Adds the texts of the macro's elements to its function. The group is the same element of all calls.
void StructureWriter::add_texts(const Group& group, Module& function,  // NOLINT(misc-no-recursion)
                                Written written) {
  const TraceNode& first = *group[0];
  if (first.kind == Step::element) {
    for (const XmlAttribute& attribute : first.source->attributes) {
      if (attribute.name.starts_with("xacro:") || attribute.name == "xmlns:xacro" ||
          set_text(first, attribute.name) != nullptr)
        continue;
      std::vector<TracedText> texts;
      for (const TraceNode* node : group) texts.push_back(text_of(*node, attribute.name));
      add_text(group, texts, attribute.name, &attribute, function, written);
    }
  }
  for (const Group& inner : contents_of(group, "what it makes differs between its calls")) {
    if (instance_of_content(inner[0]) == nullptr) continue;  // of a block
    if (inner[0]->kind == Step::element) {
      add_texts(inner, function, written);
      continue;
    }
    std::vector<TracedText> texts;
    for (const TraceNode* node : inner) texts.push_back(node->value);
    add_text(inner, texts, first.name, inner[0], function, written);
  }
}

void StructureWriter::add_text(const Group& group,
                               const std::vector<TracedText>& texts,  // NOLINT(misc-no-recursion)
                               std::string_view name, const void* key, Module& function, Written written) {
  const TracedText& first = texts[0];
  if (trim(first.value.text).empty() || !first.range.valid()) return;
  const bool constant = first.parts.size() == 1 && first.parts[0].kind == TemplatePart::Kind::text;
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
    term = constant ? constant_term(first) : value_term(first);
  }
  if (first.value.text == "True" || first.value.text == "False") term = truth_text(std::move(term));
  function.texts[{first.range.file, first.range.begin}] = {std::string(name), key, value_text(term, key)};
}

// The names of what the function gives. One value stands for itself.
void StructureWriter::name_members(Module& function) {
  std::set<std::string> taken;
  const bool single = function.texts.size() + function.properties.size() == 1;
  const auto name = [&](FunctionValue& value) {
    std::string wanted = std::exchange(value.member, {});
    if (!single) value.member = identifier(wanted, taken);
  };
  for (auto& [place, value] : function.texts) name(value);
  for (auto& [definition, value] : function.properties) name(value);
}

std::string StructureWriter::function_body(const Module& function) {
  std::string out;
  for (const Frame::Named& named : function.frame.values)
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
const TraceNode* StructureWriter::inner_call_of(const TraceNode& node) const {
  for (const TraceNode* at = node.parent; at != nullptr; at = at->parent) {
    if (std::ranges::find(frame_->calls, at) != frame_->calls.end()) return nullptr;
    if (at->kind == Step::blocks) {
      at = at->parent;
      continue;
    }
    if (at->kind == Step::call) return shells_.contains(at) ? nullptr : at;
  }
  return nullptr;
}

std::string StructureWriter::call_text(const Group& calls, Module& function) {  // NOLINT(misc-no-recursion)
  const Macro& macro = *calls[0]->macro;
  std::string given;
  try {
    given = arguments(calls, function);
  } catch (const NotKept& why) {
    throw WithoutModule(macro.element, why.what());
  }
  if (frame_ != nullptr)
    for (const XmlElement* source : function.decided)
      if (const TraceNode* condition = find_condition(*calls[0], source)) guard(*condition);
  return concat(function.name, "(", given, ")");
}

// Returns the value that a function gives for a text. Returns nothing if no function makes its element.
std::optional<Term> StructureWriter::function_value(  // NOLINT(misc-no-recursion)
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
    text = concat(name_text(text, concat(function->name, "_values")), ".", value->second.member);
  return Term{Term::Kind::name, std::move(text), value->second.key, {}};
}

std::optional<std::string> StructureWriter::function_text(  // NOLINT(misc-no-recursion)
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

}  // namespace romas::xacro
