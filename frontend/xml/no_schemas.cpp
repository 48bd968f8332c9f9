// Xerces prepares for XML Schema when it starts: tables of Unicode ranges, regular expressions over them, the
// built-in types. That takes longer than reading and checking a robot. romasc never validates against a
// schema, and reads with the scanner that checks only well-formedness. The linker (--wrap, see
// cmake/RomasPackages.cmake) therefore replaces the functions that prepare XML Schema by these empty ones.
#include "frontend/xml/no_schemas.h"

namespace romas {
void link_without_schemas() {}
}  // namespace romas

// NOLINTBEGIN(bugprone-reserved-identifier): --wrap gives the names

extern "C" {
void __wrap__ZN11xercesc_3_214XMLInitializer23initializeRangeTokenMapEv();
void __wrap__ZN11xercesc_3_214XMLInitializer27initializeRegularExpressionEv();
void __wrap__ZN11xercesc_3_214XMLInitializer34initializeDatatypeValidatorFactoryEv();
void __wrap__ZN11xercesc_3_214XMLInitializer31initializeGeneralAttributeCheckEv();

void __wrap__ZN11xercesc_3_214XMLInitializer23initializeRangeTokenMapEv() {}
void __wrap__ZN11xercesc_3_214XMLInitializer27initializeRegularExpressionEv() {}
void __wrap__ZN11xercesc_3_214XMLInitializer34initializeDatatypeValidatorFactoryEv() {}
void __wrap__ZN11xercesc_3_214XMLInitializer31initializeGeneralAttributeCheckEv() {}
}

// NOLINTEND(bugprone-reserved-identifier)
