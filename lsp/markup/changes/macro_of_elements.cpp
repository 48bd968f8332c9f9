#include "lsp/markup/changes/macro_of_elements.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/xacro/expander/macro.h"
#include "frontend/xml/schema/xacro_words.h"
#include "lsp/markup/changes/layout.h"
#include "lsp/markup/tree/lexer.h"
#include "support/findings/diagnostic.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

constexpr std::string_view kWordPrefix = "xacro:";

bool is_element_of(const Tree& tree, NodeId node, std::string_view name) {
  return tree.nodes[node].kind == NodeKind::element && tree.name(node) == name;
}

std::size_t count_elements(const Tree& tree, NodeId element) {
  const auto begin = tree.nodes.begin() + element;
  return static_cast<std::size_t>(
      std::count_if(begin, tree.nodes.begin() + tree.nodes[element].next,
                    [](const Node& node) { return node.kind == NodeKind::element; }));
}

// Words that mean something else in a macro than where they stand.
bool holds_definitions(const Tree& tree, NodeId element) {
  constexpr std::array<std::string_view, 5> kWords = {"xacro:property", "xacro:macro", "xacro:arg",
                                                      "xacro:include", "xacro:insert_block"};
  for (NodeId id = element; id < tree.nodes[element].next; ++id)
    if (tree.nodes[id].kind == NodeKind::element && std::ranges::find(kWords, tree.name(id)) != kWords.end())
      return true;
  return false;
}

// Returns the comment that belongs to an element: it is in front of the element without a blank line between.
NodeId comment_of(const Tree& tree, NodeId node) {
  NodeId last = kNone;
  for_each_child(tree, tree.nodes[node].parent, [&](NodeId child) {
    if (child < node) last = child;
  });
  if (last == kNone || tree.nodes[last].kind != NodeKind::comment) return kNone;
  const Range gap{tree.nodes[last].range.end, tree.nodes[node].range.begin};
  return std::ranges::count(gap.of(tree.text), '\n') > 1 ? kNone : last;
}

bool silences_rules(std::string_view comment) {
  constexpr std::size_t kOpening = 4, kClosing = 3;  // <!-- and -->
  return comment.size() > kOpening + kClosing &&
         parse_suppression_comment(comment.substr(kOpening, comment.size() - kOpening - kClosing))
             .has_value();
}

// Whether a call may stand for an element: it is evaluated there, and nothing belongs to it that would not
// follow.
bool may_be_called(const Tree& tree, NodeId element) {
  constexpr std::array<std::string_view, 4> kBranches = {"xacro:if", "xacro:unless", "xacro:macro",
                                                         "xacro:element"};
  if (tree.nodes[element].parent == kNone) return false;
  for (NodeId node = tree.nodes[element].parent; node != kNone; node = tree.nodes[node].parent) {
    const std::string_view name = tree.name(node);
    const bool is_known =
        !name.starts_with(kWordPrefix) || std::ranges::find(kBranches, name) != kBranches.end();
    if (!tree.nodes[node].complete || !tree.nodes[node].has_end_tag || !is_known) return false;
  }
  for (NodeId comment = comment_of(tree, element); comment != kNone; comment = comment_of(tree, comment))
    if (silences_rules(tree.nodes[comment].range.of(tree.text))) return false;
  return true;
}

class MacroWriter {
 public:
  MacroWriter(const Tree& tree, const std::vector<NodeId>& elements, MadeParameters made)
      : tree_(tree), elements_(elements), made_(std::move(made)) {
    for (NodeId node = elements.front(); tree.nodes[node].parent != kNone; node = tree.nodes[node].parent)
      outermost_ = node;
  }

  std::optional<MacroOfElements> write(const NameSet& macros) {
    const std::vector<NewLine> body = body_lines();
    hand_on_local_names(body);
    MacroOfElements macro;
    macro.name = free_name(macros);
    macro.definition = definition(macro.name, body);
    for (std::size_t i = 0; i < elements_.size(); ++i) macro.calls.push_back(call(macro.name, i));
    return macro;
  }

 private:
  const Node& node(NodeId id) const { return tree_.nodes[id]; }

  // Returns the ranges of the element in which line ends are kept: values of attributes, texts, comments and
  // other nodes that are no tags.
  std::vector<Range> kept_ranges() const {
    std::vector<Range> kept;
    for (NodeId id = elements_.front(); id < node(elements_.front()).next; ++id) {
      if (node(id).kind != NodeKind::element) kept.push_back(node(id).range);
      if (node(id).kind == NodeKind::element)
        for_each_attribute(tree_, id, [&](const Attribute& attribute) { kept.push_back(attribute.value); });
    }
    return kept;
  }

  // The first element, with the parameters in place of what differs, line by line without its indentation.
  std::vector<NewLine> body_lines() const {
    const Range whole = node(elements_.front()).range;
    const auto indentation = indentation_at(tree_.text, whole.begin);
    const bool has_lines = indentation_at(tree_.text, node(outermost_).range.begin).has_value();
    const std::vector<Range> kept = kept_ranges();
    std::vector<NewLine> lines = {{1, {}}};
    auto keeper = kept.begin();
    const auto copy = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t at = begin; at < end; ++at) {
        while (keeper != kept.end() && keeper->end <= at) ++keeper;
        const bool is_kept = keeper != kept.end() && keeper->begin <= at;
        if (tree_.text[at] != '\n' || is_kept || !has_lines) {
          lines.back().text += tree_.text[at];
          continue;
        }
        while (!lines.back().text.empty() && is_space(lines.back().text.back())) lines.back().text.pop_back();
        lines.push_back({1, {}});
        if (tree_.text.substr(at + 1).starts_with(indentation.value_or("")))
          at += static_cast<std::uint32_t>(indentation.value_or("").size());
      }
    };
    std::uint32_t at = whole.begin;
    for (const MacroHole& hole : made_.holes) {
      const Range value = hole.value.ranges.front();
      copy(at, value.begin + hole.before);
      lines.back().text += concat("${", made_.parameters[hole.parameter].name, "}");
      at = value.end - hole.behind;
    }
    copy(at, whole.end);
    return lines;
  }

  // Names that only the macro around an element knows are parameters, too.
  void hand_on_local_names(const std::vector<NewLine>& body) {
    NameSet local;
    for (const NodeId element : elements_)
      for (NodeId id = node(element).parent; id != kNone; id = node(id).parent)
        if (is_element_of(tree_, id, "xacro:macro")) add_names_of(id, local);
    NameSet used;
    for (const NewLine& line : body) used.merge(words_in_expressions(line.text));
    for (const MadeParameter& parameter : made_.parameters) used.erase(parameter.name);
    std::vector<MadeParameter> handed_on;
    for (const std::string& name : used)
      if (local.contains(name))
        handed_on.push_back({name, std::vector<std::string>(elements_.size(), concat("${", name, "}"))});
    made_.parameters.insert(made_.parameters.begin(), handed_on.begin(), handed_on.end());
  }

  void add_names_of(NodeId macro, NameSet& names) const {
    XmlText parameters;
    parameters.text = tree_.value(macro, "params");
    for (const xacro::MacroParameter& parameter : xacro::read_parameters(parameters))
      if (!parameter.is_block()) names.emplace(parameter.name);
    for (NodeId id = macro; id < node(macro).next; ++id)
      if (is_element_of(tree_, id, "xacro:property")) names.emplace(tree_.value(id, "name"));
  }

  // Returns a name from the common part of the elements' names and their tag: hip_link.
  std::string free_name(const NameSet& macros) const {
    std::string common;
    for (const MacroHole& hole : made_.holes) {
      const Range value = hole.value.ranges.front();
      if (hole.value.node != 0 || !common.empty()) continue;
      for (const Range part :
           {Range{value.begin, value.begin + hole.before}, Range{value.end - hole.behind, value.end}})
        if (const std::string_view text = part.of(tree_.text); text.find('$') == std::string_view::npos)
          common += text;
    }
    std::string name = concat(common.empty() ? "common" : common, "_", tree_.name(elements_.front()));
    std::ranges::replace_if(
        name, [](char c) { return !is_word_character(c); }, '_');
    name.erase(0, std::min(name.find_first_not_of("_0123456789"), name.size()));
    if (!starts_name(name.empty() ? '\0' : name.front())) name = "common";
    if (is_free(name, macros)) return name;
    for (std::size_t number = 2;; ++number)
      if (std::string other = concat(name, "_", number); is_free(other, macros)) return other;
  }

  bool is_free(const std::string& name, const NameSet& macros) const {
    const std::string tag = concat(kWordPrefix, name);
    const bool is_called = std::ranges::any_of(tree_.nodes, [&](const Node& at) {
      return at.kind == NodeKind::element && at.name.of(tree_.text) == tag;
    });
    bool is_defined = false;
    for (NodeId id = 0; id < tree_.nodes.size(); ++id)
      is_defined = is_defined || (is_element_of(tree_, id, "xacro:macro") && tree_.value(id, "name") == name);
    return !is_called && !is_defined && !macros.contains(name) &&
           std::ranges::find(xacro::kWords, name, &xacro::Word::name) == std::end(xacro::kWords);
  }

  // Puts the definition in front of the outermost element around the first use, and of the comments that
  // belong to it.
  Edit definition(const std::string& name, std::vector<NewLine> body) const {
    std::string head = concat("<xacro:macro name=\"", name, "\"");
    if (!made_.parameters.empty())
      head += concat(" params=\"", join(made_.parameters, " ", &MadeParameter::name), "\"");
    body.insert(body.begin(), {0, concat(head, ">")});
    body.push_back({0, "</xacro:macro>"});
    const NodeId before = definition_place();
    const std::uint32_t begin = node(before).range.begin;
    // A comment behind other things on its line stays in front, with a blank line that parts it from the
    // macro.
    const std::string_view line_end = newline_of(tree_.text);
    const bool is_behind_comment = comment_of(tree_, before) != kNone;
    const auto indentation = indentation_at(tree_.text, begin);
    if (!indentation)
      return {{begin, begin},
              concat(is_behind_comment ? concat(line_end, line_end) : std::string(),
                     laid_out(tree_, before, body))};
    const auto line = static_cast<std::uint32_t>(begin - indentation->size());
    return {{line, line},
            concat(is_behind_comment ? line_end : std::string_view(), *indentation,
                   laid_out(tree_, before, body), line_end, line_end)};
  }

  NodeId definition_place() const {
    NodeId before = outermost_;
    for (NodeId comment = comment_of(tree_, before);
         comment != kNone && indentation_at(tree_.text, node(comment).range.begin);
         comment = comment_of(tree_, before))
      before = comment;
    return before;
  }

  Edit call(const std::string& name, std::size_t index) const {
    const NodeId element = elements_[index];
    std::string text = concat("<xacro:", name);
    for (const MadeParameter& parameter : made_.parameters) {
      const std::string& argument = parameter.arguments[index];
      const char quote = argument.find('"') == std::string::npos ? '"' : '\'';
      text += concat(" ", parameter.name, "=", quote, argument, quote);
    }
    text += "/>";
    Range range = node(element).range;
    // A comment directly in front of a call would disappear with it. It does no harm if the definition is put
    // between them.
    if (const NodeId comment = comment_of(tree_, element);
        comment != kNone && definition_place() != element) {
      range.begin = node(comment).range.end;
      const std::string_view line_end = newline_of(tree_.text);
      text = concat(line_end, line_end, indentation_at(tree_.text, node(element).range.begin).value_or(""),
                    text);
    }
    return {range, std::move(text)};
  }

  const Tree& tree_;
  const std::vector<NodeId>& elements_;
  MadeParameters made_;
  NodeId outermost_ = kNone;  // in the root, around the first element
};

}  // namespace

std::vector<NodeId> elements_for_macro(const Tree& tree, NodeId element) {
  constexpr std::size_t kFewest = 3;  // elements: a macro of fewer says no less
  const NodeId root = tree.root();
  if (root == kNone || tree.too_deep || tree.attribute(root, "xmlns:xacro") == nullptr) return {};
  if (tree.nodes[element].kind != NodeKind::element || tree.name(element).starts_with(kWordPrefix) ||
      count_elements(tree, element) < kFewest || holds_definitions(tree, element) ||
      !may_be_called(tree, element))
    return {};
  std::vector<NodeId> elements = equal_elements(tree, element);
  std::erase_if(elements, [&](NodeId other) { return !may_be_called(tree, other); });
  if (elements.size() < 2) elements.clear();
  return elements;
}

std::optional<MacroOfElements> macro_of_elements(const Tree& tree, const std::vector<NodeId>& elements,
                                                 const NameSet& macros, bool as_texts) {
  auto made = make_parameters(tree, elements, as_texts);
  if (!made) return std::nullopt;
  return MacroWriter(tree, elements, *std::move(made)).write(macros);
}

}  // namespace romas::markup
