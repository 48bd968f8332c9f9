// Completion of elements and attributes, and what a hover says about them.
#include <algorithm>
#include <map>
#include <utility>

#include "frontend/xml/schema/xacro_words.h"
#include "lsp/markup/completion/completion_context.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

struct Written {
  std::string plain, snippet;
};

// An element with its required attributes and children, behind its '<'. Children go one level deep.
Written element_text(const CompletionContext& context, std::string_view name) {
  std::vector<std::string_view> path = context.path;
  if (context.is_anywhere)
    path = context.place_of({name});
  else
    path.push_back(name);
  const Vocabulary& words = context.vocabulary;
  std::string plain(name), snippet = escape_snippet(name);
  int places = 0;
  const std::string_view own = name.substr(name.find(':') + 1);
  for (const AttributeWord& attribute : words.attributes(path)) {
    const auto usual = words.usual(own, attribute.name);
    if (!attribute.required && !usual) continue;
    plain += concat(' ', attribute.name, "=\"", usual.value_or(""), "\"");
    snippet += ' ' + attribute_snippet(attribute.name, attribute.words, usual.value_or(""), places);
  }
  const std::vector<ElementWord> children = words.children(path);
  if (words.holds_text(path)) return {concat(plain, "></", name, ">"), concat(snippet, ">$0</", name, ">")};
  if (children.empty()) return {plain + "/>", snippet + "/>$0"};
  std::string inner;
  for (const ElementWord& child : children) {
    if (child.occurs != Occurs::required && !words.usual(own, child.name)) continue;
    path.push_back(child.name);
    inner += concat("\n  <", child.name);
    for (const AttributeWord& attribute : words.attributes(path)) {
      const auto usual = words.usual(child.name, attribute.name);
      if (attribute.required || usual)
        inner += ' ' + attribute_snippet(attribute.name, attribute.words, usual.value_or(""), places);
    }
    const bool is_leaf = words.children(path).empty() && !words.holds_text(path);
    inner += is_leaf ? "/>" : concat(">$", ++places, "</", child.name, ">");
    path.pop_back();
  }
  return {concat(plain, "></", name, ">"),
          concat(snippet, ">", inner, inner.empty() ? "$0" : "$0\n", "</", name, ">")};
}

// Sorts before the items of the group that come later, "1000002": the more often an element has this name in
// elements like the one around, the earlier; then in the order of the vocabulary.
class UseOrder {
 public:
  explicit UseOrder(const CompletionContext& context) {
    const Tree& tree = context.tree;
    const NodeId parent = context.place.parent();
    const std::string_view around = parent == kNone ? std::string_view() : tree.name(parent);
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
      const Node& node = tree.nodes[id];
      if (node.kind != NodeKind::element || id == context.place.node || node.parent == kNone) continue;
      if (tree.name(node.parent) == around) ++uses_[tree.name(id)];
    }
  }
  std::string key(char group, std::string_view name) {
    constexpr std::size_t kMost = 100'000;
    const auto found = uses_.find(name);
    const std::size_t uses = found == uses_.end() ? 0 : std::min(found->second, kMost);
    return concat(std::string(1, group), 2 * kMost - uses, kMost + next_++);
  }

 private:
  std::map<std::string_view, std::size_t> uses_;
  std::size_t next_ = 0;
};

CompletionItem element_item(std::string_view name, std::string_view meaning, const Written& written,
                            std::string sort) {
  return {std::string(name),
          ItemKind::element,
          written.plain,
          written.snippet,
          std::string(meaning),
          std::move(sort),
          {}};
}

Written xacro_text(const xacro::Word& word) {
  std::string plain = concat(kXacro, word.name), snippet = plain;
  int places = 0;
  bool has_attributes = false;
  for (const xacro::WordAttribute& attribute : xacro::kWordAttributes) {
    const bool is_value = word.name == "property" && attribute.name == "value";
    const bool is_params = attribute.name == "params";
    if (attribute.word != word.name) continue;
    if (attribute.need != xacro::WordAttribute::Need::required && !is_value && !is_params) continue;
    plain += concat(' ', attribute.name, "=\"\"");
    snippet += ' ' + attribute_snippet(attribute.name, {}, {}, places);
    has_attributes = true;
  }
  const bool holds =
      word.name == "macro" || word.name == "if" || word.name == "unless" || word.name == "element";
  if (!holds || !has_attributes) return {plain + "/>", snippet + "/>$0"};
  return {concat(plain, "></", kXacro, word.name, ">"),
          concat(snippet, ">\n  $0\n</", kXacro, word.name, ">")};
}

bool is_block(const MacroFact::Parameter& parameter) { return parameter.name.starts_with('*'); }

CompletionItem macro_item(const MacroFact& macro) {
  std::string plain = concat(kXacro, macro.name), snippet = escape_snippet(plain), shown;
  int places = 0;
  bool has_block = false;
  for (const MacroFact::Parameter& parameter : macro.parameters) {
    shown += concat(shown.empty() ? "" : " ", parameter.name,
                    parameter.default_value ? concat(":=", *parameter.default_value) : "");
    has_block = has_block || is_block(parameter);
    if (parameter.default_value || is_block(parameter)) continue;
    plain += concat(' ', parameter.name, "=\"\"");
    snippet += ' ' + attribute_snippet(parameter.name, {}, {}, places);
  }
  const std::string end = concat("</", kXacro, macro.name, ">");
  return {concat(kXacro, macro.name),
          ItemKind::macro,
          plain + (has_block ? ">" + end : "/>"),
          snippet + (has_block ? concat(">\n  $0\n", end) : "/>$0"),
          shown.empty() ? "a macro without parameters" : concat("macro: ", shown),
          {},
          {}};
}

// Whether an element that may be there only once, or another one of the same choice, is there already. The
// one that is being typed does not count.
bool is_taken(const CompletionContext& context, const ElementWord& word,
              const std::vector<std::string_view>& siblings, const std::vector<ElementWord>& all) {
  if (word.occurs == Occurs::many) return false;
  const auto stands = [&](std::string_view name) {
    return std::ranges::find(siblings, name) != siblings.end();
  };
  if (word.occurs != Occurs::choice) return !context.is_anywhere && stands(word.name);
  return std::ranges::any_of(
      all, [&](const ElementWord& other) { return other.occurs == Occurs::choice && stands(other.name); });
}

std::vector<CompletionItem> element_items(const CompletionContext& context) {
  std::vector<std::string_view> siblings;
  for_each_child(context.tree, context.place.parent(), [&](NodeId id) {
    if (context.tree.nodes[id].kind == NodeKind::element && id != context.place.node)
      siblings.push_back(context.tree.name(id));
  });
  std::vector<CompletionItem> items;
  UseOrder order(context);
  const std::vector<ElementWord> words = context.children_of_parent();
  for (const ElementWord& word : words) {
    if (is_taken(context, word, siblings, words)) continue;
    items.push_back(element_item(
        word.name, documentation(word.meaning, word.since, word.dialect), element_text(context, word.name),
        order.key(word.occurs == Occurs::required || word.occurs == Occurs::choice ? '0' : '1', word.name)));
  }
  if (!context.is_xacro || context.place.path.empty()) return items;
  for (const MacroFact& macro : context.facts.macros) {
    items.push_back(macro_item(macro));
    items.back().sort = order.key('2', items.back().label);
  }
  for (const xacro::Word& word : xacro::kWords) {
    const std::string name = concat(kXacro, word.name);
    items.push_back(element_item(name, word.meaning, xacro_text(word), order.key('3', name)));
  }
  return items;
}

// Whether the tag that is being typed already has more than its name: only the name is completed then.
bool has_more(const CompletionContext& context) {
  const Node& node = context.tree.nodes[context.place.node];
  return node.attribute_count > 0 || node.complete || node.has_end_tag;
}

std::vector<AttributeWord> words_of(const CompletionContext& context, NodeId element) {
  const std::string_view name = context.tree.name(element);
  if (!name.starts_with(kXacro) || name == "xacro:element") {
    auto words = context.attributes_of(element);
    if (name == "xacro:element")
      for (const xacro::WordAttribute& row : xacro::kWordAttributes)
        if (row.word == "element") words.push_back({row.name, row.meaning, true});
    return words;
  }
  std::vector<AttributeWord> words;
  const std::string_view word = name.substr(kXacro.size());
  for (const xacro::WordAttribute& row : xacro::kWordAttributes)
    if (row.word == word)
      words.push_back({row.name, row.meaning, row.need == xacro::WordAttribute::Need::required,
                       row.need == xacro::WordAttribute::Need::flag ? "true false" : std::string_view()});
  if (!words.empty()) return words;
  for (const MacroFact& macro : context.facts.macros) {
    if (macro.name != word) continue;
    for (const MacroFact::Parameter& parameter : macro.parameters)
      if (!is_block(parameter)) words.push_back({parameter.name, {}, !parameter.default_value});
  }
  return words;
}

std::string default_of(const CompletionContext& context, std::string_view element, std::string_view name) {
  for (const MacroFact& macro : context.facts.macros)
    for (const MacroFact::Parameter& parameter : macro.parameters)
      if (concat(kXacro, macro.name) == element && parameter.name == name && parameter.default_value)
        return concat("a parameter; ", *parameter.default_value, " by default");
  return "a parameter";
}

}  // namespace

void complete_elements(const CompletionContext& context, Items& items) {
  const bool name_only = has_more(context);
  for (CompletionItem& item : element_items(context)) {
    item.replace = context.place.word;
    if (name_only) item.plain = item.label, item.snippet = escape_snippet(item.label);
    items.push_back(std::move(item));
  }
  if (name_only || context.place.parent() == kNone) return;
  const std::string end = concat("/", context.tree.name(context.place.parent()));
  if (!context.tree.nodes[context.place.parent()].has_end_tag)
    items.push_back(
        {end, ItemKind::end_tag, end + ">", escape_snippet(end + ">"), {}, "4" + end, context.place.word});
}

// Between tags: elements with their '<', and words that the text of this element may be.
void complete_text(const CompletionContext& context, Items& items) {
  if (context.place.parent() != kNone && !context.path.empty() && context.vocabulary.holds_text(context.path))
    return complete_value(context, items);
  for (CompletionItem& item : element_items(context)) {
    item.replace = {context.offset, context.offset};
    item.plain.insert(0, "<");
    item.snippet.insert(0, "<");
    items.push_back(std::move(item));
  }
}

void complete_attributes(const CompletionContext& context, Items& items) {
  const Tree& tree = context.tree;
  const NodeId element = context.place.node;
  const bool has_value =
      context.place.attribute != kNone && tree.attributes[context.place.attribute].has_equals;
  std::size_t order = 1000;
  for (const AttributeWord& word : words_of(context, element)) {
    const Attribute* there = tree.attribute(element, word.name);
    if (there != nullptr && there->name != context.place.word) continue;
    int places = 0;
    const std::string name(word.name);
    items.push_back({name, ItemKind::attribute, has_value ? name : name + "=\"\"",
                     has_value ? name : attribute_snippet(name, word.words, {}, places),
                     word.meaning.empty() ? default_of(context, tree.name(element), name)
                                          : documentation(word.meaning, word.since, word.dialect),
                     concat(word.required ? '0' : '1', order++), context.place.word});
  }
}

namespace {

constexpr std::string_view kXacroPage = "https://github.com/ros/xacro/wiki";

// "\n\nsee http://…", of an element by its path in the format.
std::string page_of(const CompletionContext& context, const std::vector<std::string_view>& path) {
  const std::string page = path.empty() ? std::string() : context.vocabulary.page(path);
  return page.empty() ? page : concat("\n\nsee ", page);
}

std::string attribute_text(const CompletionContext& context, NodeId element, const AttributeWord& word) {
  const std::string_view name = context.tree.name(element);
  std::string text = word.meaning.empty() && name.starts_with(kXacro)
                         ? default_of(context, name, word.name)
                         : documentation(word.meaning, word.since, word.dialect);
  if (text.empty()) text = concat("an attribute of <", name, ">");
  if (!word.words.empty())
    text += concat("\n\none of ", join(split_words(word.words), ", ", &romas::Token::text));
  text += word.required ? "\n\nrequired" : "\n\nmay be left out";
  if (!word.required && !word.preset.empty()) text += concat("; ", word.preset, " by default");
  if (!name.starts_with(kXacro)) return text + page_of(context, context.path_to(element));
  const bool is_word = std::ranges::find(xacro::kWords, name.substr(kXacro.size()), &xacro::Word::name) !=
                       std::end(xacro::kWords);
  return is_word ? concat(text, "\n\nsee ", kXacroPage) : text;
}

}  // namespace

std::optional<NameHover> hover_name(const Tree& tree, std::uint32_t offset, const CompletionFacts& facts) {
  const CompletionContext context(tree, offset, facts);
  const Place& place = context.place;
  if (place.node == kNone || tree.nodes[place.node].kind != NodeKind::element || place.word.empty())
    return std::nullopt;
  if (place.where == Where::attribute_name) {
    for (const AttributeWord& word : words_of(context, place.node))
      if (word.name == place.word.of(tree.text))
        return NameHover{attribute_text(context, place.node, word), place.word};
    return std::nullopt;
  }
  if (place.where != Where::tag_name && place.where != Where::end_tag) return std::nullopt;
  const std::uint32_t begin = tree.nodes[place.node].name.begin;
  const CompletionContext outside(tree, begin, facts);
  const std::string_view name = tree.name(place.node);
  for (const xacro::Word& word : xacro::kWords)
    if (name == concat(kXacro, word.name))
      return NameHover{concat(word.meaning, "\n\nsee ", kXacroPage), place.word};
  for (const MacroFact& macro : facts.macros)
    if (name == concat(kXacro, macro.name)) return NameHover{macro_item(macro).documentation, place.word};
  const std::vector<ElementWord> words = outside.children_of_parent();
  const ElementWord* word = find_child(words, name);
  if (word == nullptr) return std::nullopt;
  std::string text = documentation(word->meaning, word->since, word->dialect);
  if (text.empty()) text = concat("an element of <", outside.path.empty() ? name : outside.path.back(), ">");
  if (word->occurs == Occurs::required) text += "\n\nrequired";
  return NameHover{text + page_of(context, context.path_to(place.node)), place.word};
}

}  // namespace romas::markup
