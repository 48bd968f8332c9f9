#include "lsp/markup/changes/xacro_scopes.h"

#include <algorithm>

#include "frontend/xacro/expander/macro.h"
#include "frontend/xacro/expander/text_template.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "frontend/xml/schema/xacro_words.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

constexpr std::string_view kXacroPrefix = "xacro:";

// The macro that an element calls; empty if it calls none, or one whose name is computed.
std::string called_macro(const Tree& tree, NodeId element) {
  const std::string_view name = tree.name(element);
  if (!name.starts_with(kXacroPrefix)) return {};
  if (name == "xacro:call") return std::string(tree.value(element, "macro"));
  const std::string_view word = name.substr(kXacroPrefix.size());
  const bool is_own = std::ranges::find(xacro::kWords, word, &xacro::Word::name) != std::end(xacro::kWords);
  return is_own ? std::string() : std::string(word);
}

std::string_view macro_name(const Tree& tree, NodeId element) {
  std::string_view name = tree.value(element, "name");
  if (name.starts_with(kXacroPrefix)) name.remove_prefix(kXacroPrefix.size());
  return name;
}

// Whether an expression uses a name of the document at a byte.
bool uses_name(const xacro::Node& node, std::string_view name, std::uint32_t begin) {
  if (node.kind == xacro::NodeKind::name && node.name == name && node.begin == begin) return true;
  return std::ranges::any_of(node.children,
                             [&](const xacro::Node& child) { return uses_name(child, name, begin); });
}

}  // namespace

XacroScopes::XacroScopes(const std::vector<std::string_view>& texts, std::string_view name, XacroKind kind)
    : name_(name), kind_(kind) {
  for (const std::string_view text : texts) trees_.push_back(parse(text));
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const Tree& tree = trees_[i];
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
      if (tree.nodes[node].kind != NodeKind::element) continue;
      const std::string_view element = tree.name(node);
      if (element == "xacro:macro") macros_[std::string(macro_name(tree, node))].push_back({i, node});
      if (element == "xacro:include" && tree.attribute(node, "ns") != nullptr) is_unclear_ = true;
      const std::string called = called_macro(tree, node);
      if (called.find('$') != std::string::npos) is_unclear_ = true;
      if (!called.empty())
        calls_[called].push_back({i, tree.nodes[node].range.begin, 0, false, scope_around(i, node)});
    }
  }
  for (std::size_t i = 0; i < trees_.size(); ++i) find_words(i);
}

void XacroScopes::find_words(std::size_t text) {
  const std::string_view all = trees_[text].text;
  for (std::size_t at = all.find(name_); at != std::string_view::npos; at = all.find(name_, at + 1)) {
    const std::size_t end = at + name_.size();
    if ((at == 0 || !is_of_xacro_name(all[at - 1])) && (end == all.size() || !is_of_xacro_name(all[end])))
      add_word(text, static_cast<std::uint32_t>(at));
  }
}

void XacroScopes::add_word(std::size_t text, std::uint32_t begin) {
  const Tree& tree = trees_[text];
  const Place found = place_at(tree, begin + 1);
  Word word{text, begin, begin + static_cast<std::uint32_t>(name_.size())};
  word.scope = scope_around(text, found.node == kNone ? innermost(tree, {begin, word.end}) : found.node);
  const bool is_named = found.node != kNone && found.where != Where::comment;
  const std::string_view element = is_named ? tree.name(found.node) : std::string_view();
  switch (found.where) {
    case Where::tag_name:
    case Where::end_tag:
      if (kind_ != XacroKind::macro || !element.starts_with(kXacroPrefix)) return;
      if (element.substr(kXacroPrefix.size()) != name_) {
        if (element.find('.') == std::string_view::npos) return;
        word.is_unclear = true;
      }
      words_.push_back(std::move(word));
      return;
    case Where::attribute_name:
      if (kind_ != XacroKind::value || tree.attributes[found.attribute].name.of(tree.text) != name_) return;
      word.macro = called_macro(tree, found.node);
      if (word.macro.empty() || (element == "xacro:call" && name_ == "macro")) return;
      words_.push_back(std::move(word));
      return;
    case Where::attribute_value:
      if (found.attribute != kNone)
        add_in_value(std::move(word), found.node, tree.attributes[found.attribute]);
      return;
    case Where::content: {
      const NodeId node = innermost(tree, {begin, word.end});
      if (node != kNone && tree.nodes[node].kind == NodeKind::text)
        add_in_expression(std::move(word), tree.nodes[node].range);
      return;
    }
    default: return;
  }
}

void XacroScopes::add_in_value(Word word, NodeId element, const Attribute& attribute) {
  const Tree& tree = trees_[word.text];
  const std::string_view tag = tree.name(element), name = attribute.name.of(tree.text);
  const std::string_view value = attribute.value.of(tree.text);
  if (name == "name" && tag == "xacro:property" && value == name_) {
    const bool has_value =
        tree.attribute(element, "value") != nullptr || tree.attribute(element, "default") != nullptr;
    if (tree.attribute(element, "remove") != nullptr) word.is_unclear = true;
    if (kind_ == (has_value ? XacroKind::value : XacroKind::block)) add_definition(std::move(word), element);
    return;
  }
  const bool is_name_of_call = tag == "xacro:call" && name == "macro" && value == name_;
  const bool is_name_of_macro = tag == "xacro:macro" && name == "name" && macro_name(tree, element) == name_;
  if (is_name_of_call || is_name_of_macro) {
    word.is_definition = is_name_of_macro;
    if (kind_ == XacroKind::macro) words_.push_back(std::move(word));
    return;
  }
  if (name == "name" && tag == "xacro:arg" && value == name_) {
    word.is_definition = true;
    word.scope = kOutside;  // arguments are those of the robot
    if (kind_ == XacroKind::argument) words_.push_back(std::move(word));
    return;
  }
  if (name == "name" && tag == "xacro:insert_block" && value == name_) {
    if (kind_ == XacroKind::block) words_.push_back(std::move(word));
    return;
  }
  if (tag == "xacro:macro" && name == "params") {
    const XmlText written{value, {1, attribute.value.begin, attribute.value.end}, true};
    for (const xacro::MacroParameter& parameter : xacro::read_parameters(written)) {
      if (parameter.plain_range().begin != word.begin || parameter.plain_name() != name_) continue;
      if (parameter.forwarded) is_unclear_ = true;  // it also takes a name of the caller
      word.is_definition = true;
      word.scope = {word.text, element};
      if (kind_ == (parameter.is_block() ? XacroKind::block : XacroKind::value))
        words_.push_back(std::move(word));
      return;
    }
    word.is_outer = true;
    word.scope = {word.text, element};
  }
  add_in_expression(std::move(word), attribute.value);
}

void XacroScopes::add_definition(Word word, NodeId element) {
  const std::string_view scope = trees_[word.text].value(element, "scope");
  word.is_definition = true;
  if (scope == "global") word.scope = kOutside;
  if (scope == "parent") is_unclear_ = true;
  words_.push_back(std::move(word));
}

void XacroScopes::add_in_expression(Word word, Range whole) {
  if (kind_ != XacroKind::value && kind_ != XacroKind::argument) return;
  const std::string_view text = whole.of(trees_[word.text].text);
  const std::uint32_t at = word.begin - whole.begin;
  const xacro::TextTemplate parts = xacro::take_apart(text);
  if (parts.broken && at >= *parts.broken) word.is_unclear = true;
  for (const xacro::TemplatePart& part : parts.parts) {
    if (at < part.begin || at >= part.end || part.kind == xacro::TemplatePart::Kind::text) continue;
    const bool is_expression = part.kind == xacro::TemplatePart::Kind::expression;
    const std::uint32_t inside = at - part.begin - 2;
    const std::string_view before = part.content.substr(0, inside);
    if (part.nested || part.error) {
      word.is_unclear = true;
    } else if (kind_ == XacroKind::argument) {
      const bool is_quoted = before.ends_with("arg('") || before.ends_with("arg(\"");
      if (is_expression ? !is_quoted : trim(before) != "arg") return;
    } else if (!is_expression || !uses_name(part.expression->root(), name_, inside)) {
      return;
    }
    words_.push_back(std::move(word));
    return;
  }
  if (word.is_unclear) words_.push_back(std::move(word));
}

XacroScopes::Scope XacroScopes::scope_around(std::size_t text, NodeId node) const {
  const Tree& tree = trees_[text];
  for (NodeId at = node == kNone ? kNone : tree.nodes[node].parent; at != kNone; at = tree.nodes[at].parent)
    if (tree.nodes[at].kind == NodeKind::element && tree.name(at) == "xacro:macro") return {text, at};
  return kOutside;
}

bool XacroScopes::is_parameter(const Word& definition) const {
  const auto& [text, macro] = definition.scope;
  return definition.scope != kOutside && definition.begin < trees_[text].nodes[macro].start_end;
}

// The element that holds the one in which a definition stands.
NodeId XacroScopes::block_around(const Word& word) const {
  const Tree& tree = trees_[word.text];
  const NodeId element = innermost(tree, {word.begin, word.end});
  return element == kNone ? kNone : tree.nodes[element].parent;
}

std::set<XacroScopes::Scope> XacroScopes::seen_from(Scope scope, const Word& word, Visited& visited) const {
  bool is_defined = false;
  for (const Word& definition : words_) {
    if (!definition.is_definition || definition.scope != scope) continue;
    is_defined = true;
    if (scope == kOutside) break;
    // A parameter is known in the whole macro; a property behind it, in the element that holds it.
    if (is_parameter(definition)) return {scope};
    const NodeId block = block_around(definition);
    if (word.text == scope.first && definition.end <= word.begin && block != kNone &&
        trees_[word.text].nodes[block].range.contains({word.begin, word.begin}))
      return {scope};
  }
  std::set<Scope> seen = scope == kOutside ? std::set<Scope>() : seen_outside(scope, visited);
  if (is_defined) seen.insert(scope);
  return seen;
}

std::set<XacroScopes::Scope> XacroScopes::seen_outside(Scope macro, Visited& visited) const {
  if (!visited.insert(macro).second) return {};
  const Tree& tree = trees_[macro.first];
  Word place{macro.first, tree.nodes[macro.second].range.begin};
  std::set<Scope> seen = seen_from(scope_around(macro.first, macro.second), place, visited);
  const auto calls = calls_.find(std::string(macro_name(tree, macro.second)));
  if (calls != calls_.end())
    for (const Word& call : calls->second) seen.merge(seen_from(call.scope, call, visited));
  return seen;
}

XacroScopes::Meaning XacroScopes::meaning(const Word& word) const {
  if (is_unclear_ || word.is_unclear) return std::nullopt;
  if (word.is_definition) return std::set<Scope>{word.scope};
  if (!word.macro.empty()) {
    std::set<Scope> taking;
    const auto macros = macros_.find(word.macro);
    for (const Word& one : words_)
      if (one.is_definition && is_parameter(one) && macros != macros_.end() &&
          std::ranges::find(macros->second, one.scope) != macros->second.end())
        taking.insert(one.scope);
    return taking;
  }
  if (kind_ == XacroKind::macro || kind_ == XacroKind::argument) {
    std::set<Scope> all;
    for (const Word& one : words_)
      if (one.is_definition) all.insert(one.scope);
    return all;
  }
  Visited visited;
  return word.is_outer ? seen_outside(word.scope, visited) : seen_from(word.scope, word, visited);
}

}  // namespace romas::markup
