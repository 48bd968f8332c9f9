// Completion in values and texts: words, names, files, and the contents of ${…} and $(…).
#include <algorithm>

#include "frontend/xacro/expressions/builtins/builtins.h"
#include "frontend/xml/schema/xacro_words.h"
#include "ir/model/units.h"
#include "ir/words/control_words.h"
#include "ir/words/ros2_control_parameters.h"
#include "lsp/markup/completion/completion_context.h"
#include "lsp/markup/completion/mjcf.h"
#include "lsp/markup/completion/offered_names.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

struct NamePlace {
  std::string_view parent, element, attribute;
  NameKind kind;
};
constexpr NamePlace kNamePlaces[] = {
#define NAME_PLACE(parent, element, attribute, kind) {parent, element, attribute, NameKind::kind},
#include "lsp/markup/completion/name_places.def"
};

// The value that is being typed: its text in front of the cursor, and the range that an item replaces.
struct Typing {
  std::string_view before;  // from the begin of the value to the cursor
  Range word;               // the whole value
  std::uint32_t offset;

  Range last(std::size_t count) const { return {static_cast<std::uint32_t>(offset - count), offset}; }
};

void add(const std::vector<std::string>& names, ItemKind kind, Range replace, Items& items,
         char group = '1') {
  std::size_t order = 100'000;
  for (const std::string& name : names)
    items.push_back({name, kind, name, escape_snippet(name), {}, concat(group, order++), replace});
}

// The name that ends at the end of a text.
std::string_view last_name(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_word_character(text[begin - 1])) --begin;
  return text.substr(begin);
}

// Returns the offset behind the "${" or "$(" whose bracket is still open at the end of a text. Returns npos
// if none is open.
std::size_t open_bracket(std::string_view text, char open, char close) {
  std::size_t found = std::string_view::npos, depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (found == std::string_view::npos) {
      if (text[i] != '$' || i + 1 >= text.size() || text[i + 1] != open) continue;
      found = i + 2;
      depth = 1;
      ++i;
    } else if (text[i] == open) {
      ++depth;
    } else if (text[i] == close && --depth == 0) {
      found = std::string_view::npos;
    }
  }
  return found;
}

// Returns the begin of the path of names and brackets that ends at a place: the 'c' of
// "config['arm'].joints".
std::size_t path_begin(std::string_view text, std::size_t end) {
  std::size_t begin = end, depth = 0;
  while (begin > 0) {
    const char c = text[begin - 1];
    if (c == ']') ++depth;
    if (depth == 0 && !is_word_character(c) && c != '.') break;
    if (c == '[') --depth;
    --begin;
  }
  return begin;
}

// "config['arm']['" -> the expression in front of the bracket; nothing if no key is being typed.
std::optional<std::string_view> keyed_expression(std::string_view text) {
  const std::size_t quote = text.find_last_of("'\"");
  if (quote == std::string_view::npos || quote == 0 || text[quote - 1] != '[') return std::nullopt;
  const std::size_t begin = path_begin(text, quote - 1);
  return text.substr(begin, quote - 1 - begin);
}

void add_builtins(const std::vector<std::string_view>& names, Range replace, Items& items) {
  for (const std::string_view name : names) {
    const auto value = xacro::builtin_value(name);
    const bool is_call = value && (value->is(xacro::Kind::function) || value->is(xacro::Kind::type));
    const std::string text(name);
    items.push_back(
        {text, ItemKind::function, text, is_call ? text + "($1)" : text, "built in", "2" + text, replace});
  }
}

void complete_expression(const CompletionContext& context, std::string_view expression, const Typing& typing,
                         Items& items) {
  if (const auto keyed = keyed_expression(expression)) {
    const std::size_t quote = expression.find_last_of("'\"");
    if (context.facts.keys)
      add(context.facts.keys(*keyed), ItemKind::key, typing.last(expression.size() - quote - 1), items);
    return;
  }
  const std::string_view name = last_name(expression);
  const Range replace = typing.last(name.size());
  const std::string_view before = expression.substr(0, expression.size() - name.size());
  if (before.ends_with('.')) {
    const std::string_view module = last_name(before.substr(0, before.size() - 1));
    const auto value = xacro::builtin_value(module);
    std::vector<std::string_view> known;
    if (value.has_value() && value->is(xacro::Kind::module)) known = value->module().known();
    add_builtins(known, replace, items);
    if (known.empty() && context.facts.keys) {
      const std::size_t dot = before.size() - 1;
      const std::size_t begin = path_begin(before, dot);
      std::vector<std::string> keys = context.facts.keys(before.substr(begin, dot - begin));
      std::erase_if(keys, [](const std::string& key) { return !is_identifier(key); });
      add(keys, ItemKind::key, replace, items);
    }
    return;
  }
  // Parameters of the macros around hide properties.
  for (const NodeId id : context.place.path) {
    if (context.tree.name(id) != "xacro:macro") continue;
    for (const MacroFact& macro : context.facts.macros) {
      if (macro.name != context.tree.value(id, "name")) continue;
      for (const MacroFact::Parameter& parameter : macro.parameters)
        if (!parameter.name.starts_with('*')) add({parameter.name}, ItemKind::property, replace, items, '0');
    }
  }
  add(context.facts.properties, ItemKind::property, replace, items);
  add_builtins(xacro::builtin_names(), replace, items);
}

void complete_substitution(const CompletionContext& context, std::string_view content, const Typing& typing,
                           Items& items) {
  const std::size_t space = content.find_first_of(" \t\r\n");
  if (space == std::string_view::npos) {
    for (const xacro::Substitution& row : xacro::kSubstitutions) {
      const std::string name(row.name);
      const bool is_alone = row.usage == row.name;
      items.push_back({name, ItemKind::function, is_alone ? name : name + " ", is_alone ? name : name + " $1",
                       std::string(row.meaning), "1" + name, typing.last(content.size())});
    }
    return;
  }
  const std::string_view command = content.substr(0, space);
  const std::string_view rest = content.substr(content.find_last_of(" \t\r\n") + 1);
  if (command == "find") add(context.facts.packages, ItemKind::name, typing.last(rest.size()), items);
  if (command == "arg") add(context.facts.arguments, ItemKind::name, typing.last(rest.size()), items);
  if (command == "eval") complete_expression(context, content.substr(space + 1), typing, items);
}

void add_files(const CompletionContext& context, const Typing& typing, Items& items,
               std::string_view in_folder = {}) {
  constexpr std::string_view kSchemes[] = {"package://", "model://", "file://"};
  const std::size_t slash = typing.before.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? "" : typing.before.substr(0, slash + 1);
  const Range replace = typing.last(typing.before.size() - folder.size());
  if (folder == "package://") {
    for (const std::string& package : context.facts.packages)
      add({package + "/"}, ItemKind::folder, replace, items);
    return;
  }
  if (folder.empty() && !is_mjcf(context.tree)) {
    for (const std::string_view scheme : kSchemes) add_words(scheme, replace, items);
    if (context.is_xacro)
      items.push_back({"$(find …)", ItemKind::function, "$(find )", "\\$(find $1)", "the folder of a package",
                       "1$", replace});
  }
  if (!context.facts.files) return;
  for (const std::string& name : context.facts.files(concat(in_folder, folder)))
    add({name}, name.ends_with('/') ? ItemKind::folder : ItemKind::file, replace, items);
}

// Names of the blocks that the macro around takes, without their '*'.
void add_blocks(const CompletionContext& context, Range replace, Items& items) {
  for (const NodeId id : context.place.path)
    for (const MacroFact& macro : context.facts.macros) {
      if (context.tree.name(id) != "xacro:macro" || macro.name != context.tree.value(id, "name")) continue;
      for (const MacroFact::Parameter& parameter : macro.parameters)
        if (parameter.name.starts_with('*'))
          add({parameter.name.substr(parameter.name.find_first_not_of('*'))}, ItemKind::name, replace, items);
    }
}

std::string_view text_of_word(std::string_view word) { return word; }
std::string_view text_of_word(const romas::Token& word) { return word.text; }

// The parameters that the driver of the <ros2_control> around reads in the element around.
void add_driver_parameters(const CompletionContext& context, Range replace, Items& items) {
  const Tree& tree = context.tree;
  std::string_view driver, around;
  for (const NodeId id : context.place.path) {
    if (tree.name(id) != "param") around = tree.name(id);
    if (tree.name(id) != "ros2_control") continue;
    for (NodeId child = id + 1; child < tree.nodes.size(); ++child)
      if (tree.name(child) == "plugin" && driver.empty())
        driver = trim(tree.nodes[child].content().of(tree.text));
  }
  const auto of = around == "hardware" ? ros2_control::Of::hardware
                  : around == "joint"  ? ros2_control::Of::joint
                  : around == "gpio"   ? ros2_control::Of::gpio
                  : around == "sensor" ? ros2_control::Of::sensor
                                       : ros2_control::Of::interface;
  std::size_t order = 1000;
  for (const ros2_control::Parameter* parameter : ros2_control::parameters_of(driver, of)) {
    const std::string name(parameter->name);
    items.push_back({name, ItemKind::value, name, escape_snippet(name), std::string(parameter->meaning),
                     concat('1', order++), replace});
  }
}

void add_names_of(const CompletionContext& context, NameKind kind, const Typing& typing, Items& items) {
  const CompletionFacts& facts = context.facts;
  const Range all = typing.word;
  const bool once = kind == NameKind::moving_joint || names_child(context);
  const auto names = [&](const std::vector<std::string>& of) {
    add(by_use(context, of, once), ItemKind::name, all, items);
  };
  const auto add_with_package = [&](std::string_view package, const auto& words) {
    for (const auto& word : words) add({concat(package, text_of_word(word))}, ItemKind::value, all, items);
  };
  switch (kind) {
    case NameKind::link: return names(facts.links);
    case NameKind::joint: return names(facts.joints);
    case NameKind::moving_joint: return names(facts.moving_joints);
    case NameKind::leader: {
      std::vector<std::string> leaders = facts.moving_joints;
      std::erase(leaders, joint_around(context));
      return names(leaders);
    }
    case NameKind::link_or_joint: return names(facts.links), names(facts.joints);
    case NameKind::link_or_world: return names(facts.links), names(facts.frames), names({"world"});
    case NameKind::link_or_frame: return names(facts.links), names(facts.frames);
    case NameKind::any_frame:
      return names(facts.links), names(facts.joints), names(facts.frames), names({"__model__"});
    case NameKind::material: return names(facts.materials);
    case NameKind::robot_block: return names(facts.blocks);
    case NameKind::group: {
      std::vector<std::string> others = facts.groups;
      std::erase(others, context.tree.value(context.place.parent(), "name"));
      return names(others);
    }
    case NameKind::block: return add_blocks(context, all, items);
    case NameKind::file: return add_files(context, typing, items);
    case NameKind::interface: return add_words(kJointInterfaceWords, all, items);
    case NameKind::driver: return names(control_drivers());
    case NameKind::driver_parameter: return add_driver_parameters(context, all, items);
    case NameKind::transmission_type:
      return add_with_package("transmission_interface/", kTransmissionTypeWords);
    case NameKind::hardware_interface:
      return add_with_package("hardware_interface/", kHardwareInterfaceWords);
    case NameKind::gazebo_plugin: return names(gazebo_plugins(context));
    case NameKind::gazebo_material: return add_with_package("Gazebo/", split_words(kGazeboMaterials));
  }
}

// Names of the kind that the attribute refers to, files, or words.
void add_values_of(const CompletionContext& context, NodeId element, const AttributeWord& word,
                   const Typing& typing, Items& items) {
  const CompletionFacts& facts = context.facts;
  if (word.file == mjcf::Folder::meshes) return add_files(context, typing, items, facts.mesh_folder);
  if (word.file == mjcf::Folder::textures) return add_files(context, typing, items, facts.texture_folder);
  if (word.file == mjcf::Folder::main) return add_files(context, typing, items);
  std::string_view kind = word.refers_to;
  if (!word.kind_in.empty())
    kind = mjcf::word_of(mjcf::kind_of_type(context.tree.value(element, word.kind_in)));
  if (kind.empty()) return add_words(word.words, typing.word, items);
  if (const auto names = facts.names.find(kind); names != facts.names.end())
    add({names->second.begin(), names->second.end()}, ItemKind::name, typing.word, items);
  if (kind == mjcf::word_of(mjcf::NameKind::body)) add_words("world", typing.word, items);
}

void add_known(const CompletionContext& context, NodeId element, std::string_view attribute,
               const Typing& typing, Items& items) {
  const std::vector<std::string_view> path = context.path_to(element);
  const std::string_view written = context.tree.name(element);
  std::string_view parent = path.size() > 1 ? path[path.size() - 2] : std::string_view();
  parent = parent.substr(parent.find(':') + 1);
  if (const auto kind = name_kind_of(context.tree, element, parent, attribute))
    return add_names_of(context, *kind, typing, items);
  // The argument of a macro takes what its parameter becomes.
  if (written.starts_with(kXacro))
    for (const MacroFact& macro : context.facts.macros)
      for (const MacroFact::Parameter& parameter : macro.parameters)
        if (written == concat(kXacro, macro.name) && parameter.name == attribute && parameter.kind)
          return add_names_of(context, *parameter.kind, typing, items);
  if (attribute.empty()) return add_words(context.vocabulary.text_words(path), typing.word, items);
  for (const xacro::WordAttribute& row : xacro::kWordAttributes)
    if (written == concat(kXacro, row.word) && row.name == attribute &&
        row.need == xacro::WordAttribute::Need::flag)
      return add_words("true false", typing.word, items);
  if (written.starts_with(kXacro)) return;
  for (const AttributeWord& word : context.attributes_of(element))
    if (word.name == attribute) return add_values_of(context, element, word, typing, items);
}

}  // namespace

std::optional<NameKind> name_kind_of(const Tree& tree, NodeId element, std::string_view parent,
                                     std::string_view attribute) {
  const std::string_view written = tree.name(element);
  const std::string_view name = written.starts_with(kXacro) ? written : written.substr(written.find(':') + 1);
  for (const NamePlace& place : kNamePlaces)
    if (place.element == name && place.attribute == attribute &&
        (place.parent.empty() || place.parent == parent))
      return place.kind;
  return std::nullopt;
}

void complete_value(const CompletionContext& context, Items& items) {
  const Tree& tree = context.tree;
  const Place& place = context.place;
  const bool is_text = place.where == Where::content;
  NodeId element = is_text ? place.parent() : place.node;
  Range word = place.word;
  if (is_text) {
    // The text around the cursor, without its white space.
    const Range content = tree.nodes[element].content();
    word = {context.offset, context.offset};
    while (word.begin > content.begin && tree.text[word.begin - 1] != '>') --word.begin;
    while (word.end < content.end && tree.text[word.end] != '<') ++word.end;
    while (word.begin < context.offset && is_space(tree.text[word.begin])) ++word.begin;
    while (word.end > context.offset && is_space(tree.text[word.end - 1])) --word.end;
  }
  const Typing typing{tree.text.substr(word.begin, context.offset - word.begin), word, context.offset};
  if (context.is_xacro) {
    const std::size_t expression = open_bracket(typing.before, '{', '}');
    if (expression != std::string_view::npos)
      return complete_expression(context, typing.before.substr(expression), typing, items);
    const std::size_t substitution = open_bracket(typing.before, '(', ')');
    if (substitution != std::string_view::npos)
      return complete_substitution(context, typing.before.substr(substitution), typing, items);
    const std::string_view written = tree.name(element);
    const bool is_condition = written == "xacro:if" || written == "xacro:unless";
    if (is_condition) return add_words("true false", word, items);
  }
  add_known(context, element,
            is_text ? std::string_view() : tree.attributes[place.attribute].name.of(tree.text), typing,
            items);
}

}  // namespace romas::markup
