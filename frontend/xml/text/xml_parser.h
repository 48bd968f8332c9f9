// The ways to read XML.
#pragma once

namespace romas {

// Which reader is used. Plain texts (see plain_xml.h) can be read without the XML parser: the result is the
// same, in less time. Tests compare the two.
// `recovering` is `fastest`, but reads what is sound of a text with mistakes, too, as while it is being
// typed.
enum class XmlParser : unsigned char { fastest, xerces, recovering };

}  // namespace romas
