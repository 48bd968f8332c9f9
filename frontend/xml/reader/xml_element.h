// A located XML element: its content, and the bytes of each piece of it. Names, values and texts are views
// into the SourceManager's text wherever that holds them literally, so that an element takes little memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/sources/source_manager.h"

namespace romas {

// "drake:joint" -> "joint"; "joint" -> "joint".
inline std::string_view local_part(std::string_view qualified_name) {
  const std::size_t colon = qualified_name.find(':');
  return colon == std::string_view::npos ? qualified_name : qualified_name.substr(colon + 1);
}
// "drake:joint" -> "drake"; empty for a name without prefix.
inline std::string_view prefix_part(std::string_view qualified_name) {
  const std::size_t colon = qualified_name.find(':');
  return colon == std::string_view::npos ? std::string_view() : qualified_name.substr(0, colon);
}

// A value (of an attribute) or text (of an element) with references resolved, and where it stands.
struct XmlText {
  std::string_view text;
  SourceRange range;     // the bytes that say it; for an attribute those between the quotes
  bool literal = false;  // the bytes are the text itself: no reference, no line end that XML rewrites

  // The range of a part of the text; that of the whole text if it is not literal.
  SourceRange part(std::size_t offset, std::size_t length) const {
    if (!literal) return range;
    const auto begin = static_cast<std::uint32_t>(range.begin + offset);
    return {range.file, begin, static_cast<std::uint32_t>(begin + length)};
  }
};

struct XmlAttribute {
  std::string_view name;  // as written, with its prefix
  XmlText value;
  SourceRange range;  // name="value"
  SourceRange name_range;
  std::string_view local_name() const { return local_part(name); }
  std::string_view prefix() const { return prefix_part(name); }
};

// A comment, or (rarely) a processing instruction.
struct XmlComment {
  std::string_view text;  // between <!-- and -->, or between <? and ?>
  SourceRange range;
  bool instruction = false;
  // Index of the child in front of which it stands; the number of children behind the last.
  std::size_t before = 0;
};

// A piece of character data of an element that also has children or comments.
struct XmlPiece {
  XmlText text;
  std::size_t before = 0;  // as in XmlComment
};

struct XmlElement {
  XmlElement() = default;
  XmlElement(const XmlElement&) = delete;
  XmlElement(XmlElement&&) noexcept = default;
  XmlElement& operator=(const XmlElement&) = delete;
  XmlElement& operator=(XmlElement&&) noexcept = default;
  ~XmlElement();

  std::string_view name;  // as written, with its prefix
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;
  std::vector<XmlComment> comments;
  XmlText text;                  // character data directly in the element, joined and trimmed
  std::vector<XmlPiece> pieces;  // of `text`, trimmed; none where nothing stands beside it
  bool expanded = false;         // it says something else than the bytes of its range: it was made from them

  SourceRange range;           // from < of the start tag to > of the end tag
  SourceRange start_tag;       // from < to >
  SourceRange name_range;      // in the start tag
  SourceRange end_name_range;  // in the end tag; invalid for <a/>

  std::string_view local_name() const { return local_part(name); }
  std::string_view prefix() const { return prefix_part(name); }
  // By the name as written; null if the element does not have it.
  const XmlAttribute* attribute(std::string_view qualified_name) const;
  // The first child of this local name, null if there is none.
  const XmlElement* child(std::string_view wanted) const;

  // Texts that the file does not say literally.
  std::vector<std::unique_ptr<const std::string>> owned;
};

}  // namespace romas
