// The one door to the XML parser. Reads a text into located elements, one child of the root at a time, so
// that memory does not grow with the file. Reports what is not well-formed (RM1001), not in its encoding
// (RM1019) or beyond the limits (RM1018).
//
// Nothing outside of the text is ever read: DOCTYPE declarations are skipped unread, so that a reference to
// an entity which XML itself does not define is an error, and no entity is ever expanded.
#pragma once

#include <functional>
#include <optional>

#include "frontend/xml/xml_element.h"
#include "support/diagnostic.h"
#include "support/source_manager.h"

namespace romas {

// Elements may stand inside each other this deep.
inline constexpr std::size_t kMaxXmlDepth = 1000;
// An element may have this many attributes.
inline constexpr std::size_t kMaxXmlAttributes = 256;

// A child of the root may hold this many elements. It is in memory as a whole.
inline constexpr std::size_t kMaxXmlElements = 100'000;

enum class XmlZone : unsigned char { before_root, in_root, after_root };

// Takes what is read, in the order of the text. Every function may be empty. The references are valid during
// the call only (the sink may move elements away); texts that elements refer to live as long as the
// SourceManager, except those in XmlElement::owned.
struct XmlSink {
  // The root with its attributes, before anything inside of it. Its `range` still ends with the start tag.
  std::function<void(const XmlElement& root)> begin;
  // Every child of the root, complete.
  std::function<void(XmlElement& child)> child;
  // Comments and processing instructions outside of the root's children.
  std::function<void(const XmlComment& comment, XmlZone zone)> comment;
  // The root again when all of it was read, with its `text` and whole `range` and without its children.
  std::function<void(XmlElement& root)> end;
};

// Who reads: plain texts (see plain_xml.h) are read without the XML parser, which makes no difference but
// time. Tests compare.
enum class XmlParser : unsigned char { fastest, xerces };

// Returns true if the text is well-formed XML. After the first error the sink hears nothing more. Suppression
// comments ("romas: ignore …") are registered before the element that they cover is handed on.
// A text in another encoding than UTF-8 is replaced by its UTF-8 form in `sources`.
bool read_xml(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
              XmlParser parser = XmlParser::fastest);

// The whole tree, for small files; nothing if the text is not well-formed.
std::optional<XmlElement> read_xml_tree(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics,
                                        XmlParser parser = XmlParser::fastest);

}  // namespace romas
