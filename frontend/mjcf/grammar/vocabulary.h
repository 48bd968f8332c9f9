// What the elements and attributes of MJCF mean, and what attributes name: for editors, and for the record of
// names.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "frontend/mjcf/grammar/mjcf_schema.h"

namespace romas::mjcf {

// Kinds of things that have names.
enum class NameKind : unsigned char {
  none,
#define MJCF_NAME_KIND(kind, word, scope) kind,
#include "frontend/mjcf/grammar/name_kinds.def"
  objtype,  // of the kind that the attribute objtype says
  reftype,  // of the kind that the attribute reftype says
};
// "link", "default class"; empty for what is no kind.
std::string_view word_of(NameKind kind);
// Whether a name is one of its file: a model that is attached keeps it without the prefix.
bool is_of_file(NameKind kind);
// What objtype and reftype mean by a word: "xbody" is a body.
NameKind kind_of_type(std::string_view word);

// The quantity that the numbers of an attribute measure.
enum class Quantity : unsigned char { none, length, angle, motion, mass };
// In which folder the files of an attribute lie.
enum class Folder : unsigned char { none, main, meshes, textures };

struct ElementInfo {
  std::string_view parents, names;  // words, separated by spaces
  Occurs occurs;
  std::string_view meaning;

  bool stands_in(std::string_view parent) const;
};

struct AttributeInfo {
  std::string_view places, names;
  std::string_view meaning;
  std::string_view words = {};  // beside those of the schema
  Quantity quantity = Quantity::none;
  NameKind names_kind = NameKind::none;
  bool defines = false;  // it gives the name, else it refers to it
  Folder folder = Folder::none;
};

std::span<const ElementInfo> elements();
// Returns the meaning of an attribute of an element, or null if it is not known. `parent`: the element around
// it.
const AttributeInfo* find_attribute(std::string_view parent, std::string_view element, std::string_view name);
// The names of the attributes that an element may have.
std::vector<std::string_view> attributes_of(std::string_view parent, std::string_view element);
// The row of the schema for an attribute of an element; null where the schema does not know it.
const AttributeRow* find_row(std::string_view parent, std::string_view element, std::string_view name);

}  // namespace romas::mjcf
