// Reads plain XML without the XML parser: UTF-8 text without DOCTYPE, with the names, references and
// declarations that nearly every robot has. Whether a text is plain is decided before anything is read. Every
// other text is left to the XML parser, which also explains the malformed ones.
#pragma once

#include <cstddef>
#include <string_view>

namespace romas {

class XmlTreeBuilder;

// Tags with more attributes are left to the XML parser, because each attribute is compared with those before
// it.
inline constexpr std::size_t kMaxPlainAttributes = 32;

// Whether a text is plain XML. `text` must be valid UTF-8 (see encoding.h). A plain text is well-formed, its
// elements are nested at most kMaxXmlDepth deep, and the XML parser reads the same from it. Takes time linear
// in the text, and memory for the open elements alone.
bool is_plain_xml(std::string_view text);

// Calls the builder as the reader with the XML parser does. The text must be plain and the builder's own.
// Returns false if the builder stops (see XmlTreeBuilder::start_element).
bool read_plain_xml(std::string_view text, XmlTreeBuilder& builder);

}  // namespace romas
