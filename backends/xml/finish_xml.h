// The end of an output in XML.
#pragma once

#include <string>

#include "backends/xml/xml_writer.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Returns the text that was written for this robot. A text with a character that XML cannot hold is an error
// (RM1909), at the entity that has it for a name, else at the robot's name: two names could become one.
std::string finish_xml(XmlWriter& xml, const Model& model, DiagnosticEngine& diagnostics);

}  // namespace romas
