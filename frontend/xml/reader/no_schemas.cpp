// Xerces prepares for XML Schema when it starts: tables of Unicode ranges, regular expressions over them, the
// built-in types. This takes longer than reading and checking a robot. What it prepares for DOM brings all
// of DOM into the program. romasc never validates against a schema, makes no DOM, and reads with the scanner
// that checks only well-formedness. The linker (--wrap, see cmake/RomasPackages.cmake) therefore replaces
// these functions by empty ones. With a linker that cannot, the empty ones are never called.
#include "frontend/xml/reader/no_schemas.h"

#include <xercesc/util/XercesDefs.hpp>

namespace romas {
void link_without_schemas() {}
}  // namespace romas

#define ROMAS_TEXT_OF(name) #name
#define ROMAS_TEXT(name) ROMAS_TEXT_OF(name)
// The name that --wrap gives to the replacement of a function of the class XMLInitializer.
#define ROMAS_LEFT_OUT(length, name)                                                          \
  extern "C" void name() __asm__(                                                             \
      "__wrap__ZN11" ROMAS_TEXT(XERCES_CPP_NAMESPACE) "14XMLInitializer" #length #name "Ev"); \
  void name() {}

ROMAS_LEFT_OUT(23, initializeRangeTokenMap)
ROMAS_LEFT_OUT(27, initializeRegularExpression)
ROMAS_LEFT_OUT(34, initializeDatatypeValidatorFactory)
ROMAS_LEFT_OUT(31, initializeGeneralAttributeCheck)
ROMAS_LEFT_OUT(26, initializeXSDErrorReporter)
ROMAS_LEFT_OUT(17, initializeXSValue)
ROMAS_LEFT_OUT(25, initializeComplexTypeInfo)
ROMAS_LEFT_OUT(18, initializeXInclude)
ROMAS_LEFT_OUT(35, initializeDOMImplementationRegistry)
ROMAS_LEFT_OUT(31, initializeDOMImplementationImpl)
ROMAS_LEFT_OUT(29, initializeDOMDocumentTypeImpl)
ROMAS_LEFT_OUT(25, initializeDOMNodeListImpl)
ROMAS_LEFT_OUT(23, initializeDOMNormalizer)
