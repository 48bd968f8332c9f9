// Values that calls hand over to a module beside its parameters: links, and the values of blocks.
#include "frontend/xacro/structure/elements.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

std::string plain_attribute(const TraceNode& node, std::string_view name) {
  if (const TracedText* set = set_text(node, name)) return set->value.text;
  const XmlAttribute* attribute = node.source != nullptr ? node.source->attribute(name) : nullptr;
  if (attribute == nullptr) return {};
  const TracedText* computed = computed_text(node, *attribute);
  return computed != nullptr ? computed->value.text : std::string(attribute->value.text);
}

void collect_names(const TraceNode& node, std::string_view word,  // NOLINT(misc-no-recursion)
                   std::map<std::string, std::string>& names) {
  if (node.kind == Step::element && node.name == word)
    names.emplace(plain_attribute(node, "name"), plain_attribute(node, "type"));
  if (node.kind == Step::element && node.name != "robot") return;
  for (const auto& child : node.children) collect_names(*child, word, names);
}

}  // namespace

// The instance of the module that is being written in which a node stands; null for one outside.
const TraceNode* Elements::instance_of(const TraceNode* node) const {
  for (; node != nullptr; node = node->parent)
    if (std::ranges::find(program_.draft->calls, node) != program_.draft->calls.end()) return node;
  return nullptr;
}

// The same, where what the calls hand over stands outside.
const TraceNode* Elements::instance_of_content(const TraceNode* node) const {
  for (; node != nullptr; node = node->parent) {
    if (node->kind == Step::blocks &&
        std::ranges::find(program_.draft->calls, node->parent) != program_.draft->calls.end())
      return nullptr;
    if (std::ranges::find(program_.draft->calls, node) != program_.draft->calls.end()) return node;
  }
  return nullptr;
}

bool Elements::makes_link(const TraceNode& instance, const std::string& name) {
  auto known = links_.find(&instance);
  if (known == links_.end()) {
    known = links_.emplace(&instance, std::map<std::string, std::string>()).first;
    collect_names(instance, "link", known->second);
  }
  return known->second.contains(name);
}

void Elements::refer_to_joint(const std::string& name, const std::string& written, Fragment& fragment) {
  if (joint_types_.empty()) collect_names(program_.trace.root(), "joint", joint_types_);
  const auto known = joint_types_.find(name);
  if (known != joint_types_.end()) fragment.refer(written, known->second);
}

// "origin_" of what stands for the block 'origin', "geometry_box_" deeper in one.
std::string Elements::block_name(const TraceNode& node) const {
  std::string inner;
  for (const TraceNode* at = &node; at != nullptr; at = at->parent) {
    if (at->parent != nullptr && at->parent->kind != Step::element) {
      const TraceNode* blocks = at->parent;
      while (blocks != nullptr && blocks->kind != Step::blocks) blocks = blocks->parent;
      if (blocks == nullptr || blocks->parent == nullptr || blocks->parent->macro == nullptr) break;
      const std::vector<const TraceNode*> all = handed_elements(*blocks->parent);
      std::size_t index = static_cast<std::size_t>(std::ranges::find(all, at) - all.begin());
      for (const MacroParameter& parameter : blocks->parent->macro->parameters)
        if (parameter.is_block() && index-- == 0) return concat(parameter.plain_name(), "_", inner);
      break;
    }
    inner.insert(0, concat(at->name, "_"));
  }
  return concat(node.name, "_");
}

// A value that each call of the module hands over.
Draft::Handed& Elements::hand(const std::string& key, const void* identity,
                              const std::vector<TracedText>& texts) {
  auto known = std::ranges::find(program_.draft->handed, key, &Draft::Handed::key);
  if (known == program_.draft->handed.end()) {
    if (texts.size() != program_.draft->calls.size())
      throw NotKept("the element is repeated in the macro", texts[0].range);
    std::set<std::string> taken;
    for (const auto& [definition, name] : program_.draft->declared) taken.insert(name);
    for (const Draft::Handed& other : program_.draft->handed) taken.insert(other.name);
    Draft::Handed handed;
    handed.key = key;
    handed.name = all_.names.identifier(key, taken);
    for (std::size_t i = 0; i < texts.size(); ++i) handed.texts.emplace(program_.draft->calls[i], texts[i]);
    program_.draft->handed.push_back(std::move(handed));
    known = program_.draft->handed.end() - 1;
  }
  if (known->identity == nullptr) known->identity = identity;
  return *known;
}

std::string Elements::handed_text(const std::string& key, const void* identity,
                                  const std::vector<TracedText>& texts, Fragment& fragment) {
  const Draft::Handed* const known = &hand(key, identity, texts);
  const Term name{Term::Kind::name, known->name, known->identity, {}};
  const std::size_t count = numbers_in(texts[0].value.text).size();
  for (const TracedText& text : texts)
    if (numbers_in(text.value.text).size() != count) throw NotKept("blocks of calls differ", text.range);
  const std::string& value = texts[0].value.text;
  const bool anchored = value.starts_with('/') || value.find("://") != std::string::npos;
  std::vector<const TracedText*> views;
  for (const TracedText& text : texts) views.push_back(&text);
  if (count == 0)
    return parse_double(value) ? fragment.number(name, shown_at(views, 0)) : fragment.text(name, anchored);
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += concat(i == 0 ? "" : " ",
                  fragment.number({Term::Kind::element, {}, nullptr, {name, number_term(std::to_string(i))}},
                                  shown_at(views, i)));
  return out;
}

// The link that a joint of a module hangs on, which the module may not make itself.
std::string Elements::link_text(const Group& group, const std::vector<const TracedText*>& texts,
                                Fragment& fragment, bool constant) {
  if (program_.draft->calls.empty()) return attribute_text(texts, fragment, constant);
  bool outside = false;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const TraceNode* instance = instance_of(group[i]);
    outside = outside || instance == nullptr || !makes_link(*instance, texts[i]->value.text);
  }
  if (!outside) return attribute_text(texts, fragment, constant);
  return fragment.link(hand_link_on(texts));
}

// The name of what stands for a value of those around a call.
std::string Elements::hand_value_on(const Symbol& symbol) {
  TracedText text;
  TracedText::Part& part = text.parts.emplace_back();
  part.kind = TemplatePart::Kind::substitution;
  part.argument = &symbol;
  text.range = symbol.place;
  text.value = symbol.text.value;
  const std::vector<TracedText> texts(program_.draft->calls.size(), text);
  return hand(symbol.name, symbol.definition, texts).name;
}

// Returns the sign that stands for a link that each instance of the module is given.
std::string Elements::hand_link_on(const std::vector<const TracedText*>& texts) {
  std::string key = "link";
  for (const TracedText::Part& part : texts[0]->parts) key += concat(" ", part.text);
  if (std::ranges::find(program_.draft->handed, key, &Draft::Handed::key) == program_.draft->handed.end()) {
    if (texts.size() != program_.draft->calls.size())
      throw NotKept("a joint that not every instance has is attached to a link that the macro does not make",
                    texts[0]->range);
    Draft::Handed handed;
    handed.key = key;
    handed.link = true;
    const std::string& text = texts[0]->parts[0].text;
    const bool named = texts[0]->parts.size() == 1 && is_identifier(text) && !is_reserved_word(text);
    handed.name = named ? text : "to";
    for (std::size_t i = 0; i < texts.size(); ++i) handed.texts.emplace(program_.draft->calls[i], *texts[i]);
    program_.draft->handed.push_back(std::move(handed));
  }
  return concat("⟦", key, "⟧");
}

}  // namespace romas::xacro
