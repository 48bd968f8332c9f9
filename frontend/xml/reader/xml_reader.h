// The interface to both readers of XML. Reads a text into located elements, one child of the root at a time,
// so that memory does not grow with the file. Reports texts that are not well-formed (RM1001), not in their
// encoding (RM1019) or beyond the limits (RM1018).
//
// Nothing outside of the text is read, and no entity is expanded. DOCTYPE declarations are skipped, so that a
// reference to an entity which XML itself does not define is an error.
#pragma once

#include <functional>
#include <optional>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/text/xml_limits.h"
#include "frontend/xml/text/xml_parser.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

enum class XmlZone : unsigned char { before_root, in_root, after_root };

// Receives what is read, in the order of the text. Every function may be empty. The references are valid
// during the call only (the sink may move elements away). Texts that elements refer to live as long as the
// SourceManager, except those in XmlElement::owned.
struct XmlSink {
  // The root with its attributes, before anything inside of it. Its `range` still ends with the start tag.
  std::function<void(const XmlElement& root)> begin;
  // Every child of the root, complete.
  std::function<void(XmlElement& child)> child;
  // Comments and processing instructions outside of the root's children.
  std::function<void(const XmlComment& comment, XmlZone zone)> comment;
  // The root again after all of it was read, with its `text` and whole `range` and without its children.
  std::function<void(XmlElement& root)> end;
};

// Returns true if the text is well-formed XML. The sink is not called after the first error, unless the
// parser recovers: it then gets all elements, and true is returned although errors are reported. Suppression
// comments ("romas: ignore …") are registered before the element that they cover is passed on. A text in
// another encoding than UTF-8 is replaced by its UTF-8 form in `sources`.
bool read_xml(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
              XmlParser parser = XmlParser::fastest, std::size_t max_elements = kMaxXmlElements);

// The whole tree, for small files; nothing if the text is not well-formed.
std::optional<XmlElement> read_xml_tree(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics,
                                        XmlParser parser = XmlParser::fastest);

}  // namespace romas
