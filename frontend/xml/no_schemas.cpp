// When Xerces starts it prepares for XML Schema: tables of Unicode ranges, regular expressions over them, the
// built-in types. That takes longer than reading and checking a robot. We never validate against a schema and
// read with the scanner that only asks for well-formedness, so the linker (--wrap, see
// cmake/RomasPackages.cmake) puts these empty functions in the place of those that prepare it.
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
