// Findings about inertia tensors: where they point, and fixes that write another tensor into a description.
#pragma once

#include "ir/model/links.h"
#include "support/findings/diagnostic.h"

namespace romas {

// Returns the place of a link's tensor, else of its inertial, else of its name. Precondition: the link has an
// inertial.
SourceRange tensor_place(const Link& link);

// Suggests a tensor (kg m²) in place of the one that stands in the source. The numbers are found behind the
// names of their components (ixx, ixy, …), whatever the format; nothing is suggested where one that must
// change does not stand there as a plain number.
void suggest_tensor(const InertiaTensor& written, const Matrix3& tensor, const SourceManager& sources,
                    DiagnosticBuilder& finding);

}  // namespace romas
