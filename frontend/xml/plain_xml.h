// Reads plain XML without the XML parser: UTF-8 text without DOCTYPE, with the names, references and
// declarations that nearly every robot has. It says what is plain before anything is read, and refuses
// whatever it does not know, so that every other text, each malformed one above all, is read and explained by
// the XML parser.
#pragma once

#include <cstddef>
#include <string_view>

namespace romas {

class XmlTreeBuilder;

// Tags with more attributes are left to the XML parser: each is compared with those before it.
inline constexpr std::size_t kMaxPlainAttributes = 32;

// Whether a text is plain XML. `text` is valid UTF-8 (see encoding.h). What is plain is well-formed, its
// elements are nested at most kMaxXmlDepth deep, and the XML parser reads the same from it. Takes time linear
// in the text, and memory for the open elements alone.
bool is_plain_xml(std::string_view text);

// Tells the builder what the text says, as the XML parser would. The text is plain and the builder's own.
// Returns false where the builder stops (see XmlTreeBuilder::start_element).
bool read_plain_xml(std::string_view text, XmlTreeBuilder& builder);

}  // namespace romas
