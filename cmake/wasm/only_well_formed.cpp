// Xerces chooses one of four scanners by name, three of which bring its validators, XML Schema and DOM into
// the program. romasc reads with the one that checks only well-formedness
// (frontend/xml/reader/xerces_reader.cpp), so that in WebAssembly, which is fetched, this file stands in the
// place of XMLScannerResolver.cpp.
#include <xercesc/internal/WFXMLScanner.hpp>
#include <xercesc/internal/XMLScannerResolver.hpp>

namespace xercesc = XERCES_CPP_NAMESPACE;

xercesc::XMLScanner* xercesc::XMLScannerResolver::getDefaultScanner(XMLValidator* const validator,
                                                                    GrammarResolver* const grammars,
                                                                    MemoryManager* const memory) {
  return new (memory) WFXMLScanner(validator, grammars, memory);
}

xercesc::XMLScanner* xercesc::XMLScannerResolver::resolveScanner(const XMLCh* const /*name*/,
                                                                 XMLValidator* const validator,
                                                                 GrammarResolver* const grammars,
                                                                 MemoryManager* const memory) {
  return getDefaultScanner(validator, grammars, memory);
}
