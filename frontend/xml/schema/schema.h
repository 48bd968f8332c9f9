// The elements that an XML format allows, as rows with their attributes and children. Frontends check a
// located tree against the rows and take typed values out of it. The tables of docs/formats/block.md and
// assembly.md are written from them.
#pragma once

#include <span>
#include <string_view>

#include "ir/model/model.h"

namespace romas {

enum class XmlValueType : unsigned char {
  text,
  number,
  numbers,  // one or more
  vector2,
  vector3,
  vector4,
  word,   // one of AttributeRow::words
  whole,  // a whole number
  pose,   // 3 or 6 numbers, as Block XML writes them
};

// A version of the format times ten; 10 is the first.
using FormatVersion = int;
inline constexpr FormatVersion kFirstVersion = 10;

struct AttributeRow {
  std::string_view name;
  XmlValueType type = XmlValueType::text;
  bool required = false;
  std::string_view summary = {};
  std::string_view words = {};  // of type word: those allowed, separated by spaces
  FormatVersion since = kFirstVersion;
  bool dialect = false;             // a prefix before the name is accepted
  bool any_case = false;            // of type word: upper and lower case mean the same
  std::string_view spellings = {};  // further names that are accepted, separated by spaces
  bool kept = false;                // the model has no place for it, and it is kept as it is written

  // By the name or another spelling.
  bool has_name(std::string_view written) const;
};

enum class Occurs : unsigned char {
  optional,
  required,
  many,
  choice,  // exactly one of all children of this kind
};

struct ElementRow;

struct ChildRow {
  std::string_view name;
  Slot slot;
  Occurs occurs;
  const ElementRow* row;
  FormatVersion since = kFirstVersion;
  bool dialect = false;             // as above
  std::string_view spellings = {};  // as above

  bool has_name(std::string_view written) const;
};

struct ElementRow {
  std::string_view summary;
  std::span<const AttributeRow> attributes = {};
  std::span<const ChildRow> children = {};  // in the canonical order
  bool text = false;                        // holds text
  // Content beyond the rows belongs to other programs and is kept without a warning.
  bool open = false;
  // Elements of other vocabularies that are expected here without a prefix, separated by spaces. They are
  // kept without a warning.
  std::string_view foreign = {};
  // The attribute without which the element does nothing; empty: there is none.
  std::string_view decisive = {};

  const AttributeRow* attribute(std::string_view name) const;
  const ChildRow* child(std::string_view name) const;
};

}  // namespace romas
