// Reads arbitrary bytes as XML by the plain reader and by the XML parser. Both must give the same result.
#include "frontend/xml/reader/plain_xml.h"
#include "test/frontend/xml/what_is_read.h"
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!is_plain_xml(text)) return 0;
  const std::string plain = test::what_is_read(text, XmlParser::fastest);
  const std::string parsed = test::what_is_read(text, XmlParser::xerces);
  fuzzing::require(plain == parsed, "the plain reader and the XML parser differ", plain + parsed);
  return 0;
}
