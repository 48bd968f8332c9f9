#include "lsp/markup/completion/completion.h"

#include <algorithm>
#include <set>

#include "frontend/xacro/expander/macro.h"
#include "lsp/markup/completion/completion_context.h"
#include "lsp/markup/completion/mjcf.h"
#include "lsp/markup/completion/suppression_words.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

const Vocabulary& choose_vocabulary(const Tree& tree, const CompletionFacts& facts) {
  if (facts.vocabulary != nullptr) return *facts.vocabulary;
  return vocabulary(tree.root() == kNone ? Format::urdf : format_of_root(tree.name(tree.root())));
}

void add_name(std::string_view name, std::vector<std::string>& names) {
  if (name.empty() || name.find_first_of("$<&") != std::string_view::npos) return;
  names.emplace_back(name);
}

// Where the value of an attribute or a text is one parameter, the parameter takes what stands there.
void find_kinds(const Tree& tree, NodeId element, MacroFact& macro) {
  const auto end = tree.nodes[element].range.end;
  for (NodeId id = element + 1; id < tree.nodes.size() && tree.nodes[id].range.begin < end; ++id) {
    const auto look = [&](std::string_view value, std::string_view attribute) {
      for (MacroFact::Parameter& parameter : macro.parameters) {
        if (parameter.kind || trim(value) != concat("${", parameter.name, "}")) continue;
        const NodeId parent = tree.nodes[id].parent;
        parameter.kind =
            name_kind_of(tree, id, parent == kNone ? std::string_view() : tree.name(parent), attribute);
      }
    };
    if (tree.nodes[id].kind != NodeKind::element) continue;
    for_each_attribute(tree, id, [&](const Attribute& attribute) {
      look(attribute.value.of(tree.text), attribute.name.of(tree.text));
    });
  }
}

}  // namespace

MacroFact macro_of(const Tree& tree, NodeId element) {
  MacroFact macro{std::string(tree.value(element, "name")), {}};
  XmlText written;
  written.text = tree.value(element, "params");
  for (const xacro::MacroParameter& read : xacro::read_parameters(written)) {
    MacroFact::Parameter parameter{std::string(read.name), std::nullopt};
    const std::string_view text = read.default_text ? read.default_text->text : std::string_view();
    if (read.is_optional())
      parameter.default_value = concat(!read.forwarded ? "" : read.default_text ? "^|" : "^", text);
    macro.parameters.push_back(std::move(parameter));
  }
  find_kinds(tree, element, macro);
  return macro;
}

namespace {

// The first of each stays.
void make_unique(std::vector<std::string>& names) {
  std::set<std::string> seen;
  std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
}

}  // namespace

void add_names(const Tree& tree, CompletionFacts& facts) {
  if (is_mjcf(tree)) add_mjcf_names(tree, facts);
  std::set<std::string, std::less<>> known;
  for (const MacroFact& macro : facts.macros) known.insert(macro.name);
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].kind != NodeKind::element) continue;
    const std::string_view element = tree.name(i);
    const std::string_view name = tree.value(i, "name");
    const NodeId parent = tree.nodes[i].parent;
    const std::string_view around = parent == kNone ? std::string_view() : tree.name(parent);
    const bool in_robot = around != "transmission" && around != "ros2_control" && around != "gazebo";
    if (element == "link") add_name(name, facts.links);
    if (element == "joint" && in_robot) {
      add_name(name, facts.joints);
      const std::string_view type = tree.value(i, "type");
      if (type != "fixed") add_name(name, facts.moving_joints);
    }
    if (element == "material" && around != "gazebo") add_name(name, facts.materials);
    if (element == "frame") add_name(name, facts.frames);
    if (element == "group" && around == "robot") add_name(name, facts.groups);  // of an SRDF
    if (element == "xacro:property") add_name(name, facts.properties);
    if (element == "xacro:arg") add_name(name, facts.arguments);
    if (element == "xacro:macro" && !name.empty()) {
      if (known.emplace(name).second) facts.macros.push_back(macro_of(tree, i));
    }
  }
  for (auto* names : {&facts.links, &facts.joints, &facts.moving_joints, &facts.frames, &facts.materials,
                      &facts.properties, &facts.arguments})
    make_unique(*names);
}

CompletionContext::CompletionContext(const Tree& text, std::uint32_t cursor, const CompletionFacts& known)
    : tree(text),
      offset(std::min<std::uint32_t>(cursor, static_cast<std::uint32_t>(text.text.size()))),
      facts(known),
      place(place_at(text, offset)),
      vocabulary(choose_vocabulary(text, known)),
      is_xacro(known.is_xacro) {
  if (const NodeId root = tree.root(); root != kNone && tree.attribute(root, "xmlns:xacro") != nullptr)
    is_xacro = true;
  if (place.parent() == kNone) return;
  path = path_to(place.parent());
  // The innermost element that is none of the conditions of xacro.
  const auto inner = std::find_if(place.path.rbegin(), place.path.rend(), [&](NodeId id) {
    return tree.name(id) != "xacro:if" && tree.name(id) != "xacro:unless";
  });
  is_anywhere = inner != place.path.rend() && path.empty() && tree.name(*inner).starts_with(kXacro);
}

std::vector<std::string_view> CompletionContext::path_to(NodeId element) const {
  std::vector<NodeId> around = tree.parents(element);
  around.push_back(element);
  std::vector<std::string_view> names;
  bool is_whole = true;
  for (const NodeId id : around) {
    std::string_view name = tree.name(id);
    if (name == "xacro:element") name = tree.value(id, "xacro:name");
    if (!name.starts_with(kXacro)) {
      names.push_back(name);
      continue;
    }
    if (name == "xacro:if" || name == "xacro:unless") continue;
    // Macros, blocks of properties and arguments of calls may be put anywhere.
    names.clear();
    is_whole = false;
  }
  if (names.empty()) return {};
  const bool has_root = find_child(vocabulary.children({}), names.front()) != nullptr;
  return is_whole && has_root ? names : place_of(names);
}

// Breadth first, and each name once: the first place is the least deep one.
std::vector<std::string_view> CompletionContext::place_of(const std::vector<std::string_view>& names) const {
  std::vector<std::vector<std::string_view>> places;
  std::set<std::string_view> seen;
  for (const ElementWord& root : vocabulary.children({})) places.push_back({root.name});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::vector<std::string_view> here = places[i];
    const std::vector<ElementWord> children = vocabulary.children(here);
    if (find_child(children, names.front().substr(names.front().find(':') + 1)) != nullptr) {
      places[i].insert(places[i].end(), names.begin(), names.end());
      return places[i];
    }
    for (const ElementWord& child : children) {
      if (!seen.insert(child.name).second) continue;
      places.push_back(here);
      places.back().push_back(child.name);
    }
  }
  return {};
}

std::vector<ElementWord> CompletionContext::children_of_parent() const {
  if (!path.empty()) return vocabulary.children(path);
  if (place.path.empty()) return vocabulary.children({});
  return is_anywhere ? vocabulary.everywhere() : std::vector<ElementWord>();
}

std::vector<AttributeWord> CompletionContext::attributes_of(NodeId element) const {
  return vocabulary.attributes(path_to(element));
}

std::string escape_snippet(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '$' || c == '}' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string attribute_snippet(std::string_view name, std::string_view words, std::string_view value,
                              int& places) {
  const int place = ++places;
  std::string inner = concat("$", place);
  if (!words.empty()) {
    inner = concat("${", place, "|", join(split_words(words), ",", &romas::Token::text), "|}");
  } else if (!value.empty()) {
    inner = concat("${", place, ":", escape_snippet(value), "}");
  }
  return concat(name, "=\"", inner, "\"");
}

std::string documentation(std::string_view meaning, std::string_view since, bool dialect) {
  std::string text(meaning);
  if (!since.empty()) text += concat("\n\nsince version ", since);
  if (dialect) text += "\n\na dialect's, which may write it with a prefix";
  return text;
}

void add_words(std::string_view words, Range replace, Items& items) {
  std::size_t order = 100'000;
  for (const romas::Token& word : split_words(words)) {
    const std::string text(word.text);
    items.push_back({text, ItemKind::value, text, escape_snippet(text), {}, concat('1', order++), replace});
  }
}

// "romas: ignore RULE …"
void complete_comment(const CompletionContext& context, Items& items) {
  const Node& comment = context.tree.nodes[context.place.node];
  complete_suppression(context.tree.text.substr(comment.range.begin, context.offset - comment.range.begin),
                       context.offset, items);
}

// The innermost open element first.
void complete_end_tag(const CompletionContext& context, Items& items) {
  const Tree& tree = context.tree;
  const NodeId node = context.place.node;
  const bool is_complete =
      tree.nodes[node].kind == NodeKind::element ? tree.nodes[node].end_complete : tree.nodes[node].complete;
  const std::vector<NodeId>& around = context.place.path;
  for (std::size_t i = around.size(); i > 0; --i) {
    const std::string name(tree.name(around[i - 1]));
    const std::string text = is_complete ? name : name + ">";
    items.push_back({"/" + name,
                     ItemKind::end_tag,
                     text,
                     escape_snippet(text),
                     {},
                     concat("1", 10'000 + around.size() - i),
                     context.place.word});
  }
}

std::vector<CompletionItem> complete(const Tree& tree, std::uint32_t offset, const CompletionFacts& facts) {
  const CompletionContext context(tree, offset, facts);
  Items items;
  switch (context.place.where) {
    case Where::content: complete_text(context, items); break;
    case Where::tag_name: complete_elements(context, items); break;
    case Where::attribute_name: complete_attributes(context, items); break;
    case Where::attribute_value: complete_value(context, items); break;
    case Where::end_tag: complete_end_tag(context, items); break;
    case Where::comment: complete_comment(context, items); break;
    default: break;
  }
  std::ranges::stable_sort(items, {}, &CompletionItem::sort);
  // A name that means several things, such as a link and its frame, is one item.
  std::set<std::string> seen;
  std::erase_if(items, [&](const CompletionItem& item) {
    return item.kind == ItemKind::name && !seen.insert(item.label).second;
  });
  return items;
}

}  // namespace romas::markup
