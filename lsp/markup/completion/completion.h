// Completion at a place: a pure function of a tree, an offset and facts about the robot and its files.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lsp/markup/completion/vocabulary.h"
#include "lsp/markup/tree/tree.h"

namespace romas::markup {

// A kind of names and words that an attribute or text takes.
enum class NameKind : unsigned char {
  link,
  joint,
  moving_joint,
  leader,
  link_or_joint,
  link_or_world,
  link_or_frame,
  any_frame,
  material,
  file,
  block,
  robot_block,
  group,
  interface,
  driver,
  driver_parameter,
  transmission_type,
  hardware_interface,
  gazebo_material,
  gazebo_plugin,
};

struct MacroFact {
  struct Parameter {
    std::string name;                          // "*block" and "**block" for blocks, as in `params`
    std::optional<std::string> default_value;  // absent: it must be given
    std::optional<NameKind> kind = {};         // of the attribute or text that its value becomes
  };
  std::string name;  // without "xacro:"
  std::vector<Parameter> parameters;
};

// Precondition: the element is a <xacro:macro>.
MacroFact macro_of(const Tree& tree, NodeId element);

// Facts that completion cannot see in the text. Every list and function may be empty.
struct CompletionFacts {
  std::vector<std::string> links, joints, moving_joints, frames, materials, packages, blocks, groups;
  std::vector<std::string> properties, arguments;
  std::vector<MacroFact> macros;
  // MJCF only: names by their kind, and the folders in front of the names of meshes and of textures.
  std::map<std::string, std::set<std::string>, std::less<>> names;
  std::string mesh_folder, texture_folder;
  // The files and folders (with '/' behind) in a folder as the text names it: "package://arm/meshes/", "../".
  std::function<std::vector<std::string>(std::string_view folder)> files;
  // The keys of the table that is the value of an expression, such as "config['joints']".
  std::function<std::vector<std::string>(std::string_view expression)> keys;
  // Used for formats that have no vocabulary here, and for texts whose root element does not tell the format.
  const Vocabulary* vocabulary = nullptr;
  // Whether xacro reads the file; true anyway where the root declares its prefix.
  bool is_xacro = false;
};

// Adds the names that the text itself defines. (It may not compile yet.)
void add_names(const Tree& tree, CompletionFacts& facts);

enum class ItemKind : unsigned char {
  element,
  end_tag,
  attribute,
  value,  // a word that the format knows
  name,   // of a link, joint, material, package, argument
  macro,
  property,
  function,
  file,
  folder,
  key,
  rule,
  keyword,
  unit,
  module,
  constant,
};

struct CompletionItem {
  std::string label;
  ItemKind kind = ItemKind::value;
  std::string plain;    // the text that replaces `replace`
  std::string snippet;  // the same with $1, ${1:default}, ${1|choices|} and $0, for editors that know these
  std::string documentation;
  std::string sort;  // orders the items
  Range replace;
};

// All items that fit the place, those that fit its element first. They are not filtered by the word that is
// already typed.
std::vector<CompletionItem> complete(const Tree& tree, std::uint32_t offset, const CompletionFacts& facts);

// The meaning, unit, default and version of the element or attribute whose name is at a place.
struct NameHover {
  std::string text;
  Range range;
};
std::optional<NameHover> hover_name(const Tree& tree, std::uint32_t offset, const CompletionFacts& facts);

}  // namespace romas::markup
