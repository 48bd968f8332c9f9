// <experimental:params> of an include: changes of the included model.
//
// Each child names an element of the model by its path of names (element_id="link::visual") and says what
// becomes of it: action="add", "modify", "remove" or "replace". Without an action its children say theirs.
// (sdformat.org, "Proposal for parameter passing"; the rules are those of libsdformat's ParamPassing.cc.)
#pragma once

#include "frontend/xml/reader/xml_element.h"
#include "support/findings/diagnostic.h"

namespace romas::sdf {

inline constexpr std::string_view kParams = "experimental:params";

// Moves what is added out of `params`. Returns false if something cannot be done, which is reported there.
bool change_by_params(XmlElement& params, XmlElement& model, DiagnosticEngine& diagnostics);

}  // namespace romas::sdf
