// Checks the words of SDF in content that is kept as it is: sensors, lights and the like.
#pragma once

#include <string_view>

#include "frontend/xml/reader/xml_element.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Reports texts and attributes, also of the elements inside, for which SDF has a list of words, and that are
// none of them (RM1709), sensors without a type that SDF knows (RM1708), and in sensors elements that SDF
// does not have at their place (RM1002) and angles beyond a full turn (RM1718). `parent` is the name of the
// element around it.
void check_gazebo_words(const XmlElement& element, std::string_view parent, DiagnosticEngine& diagnostics);

}  // namespace romas
