#include "frontend/xml/unknown_element.h"

#include <utility>

#include "support/text.h"

namespace romas {

void report_unknown_element(DiagnosticEngine& diagnostics, const XmlElement& element, std::string message,
                            std::string_view near) {
  if (!near.empty()) message += concat("; did you mean <", near, ">?");
  auto finding = diagnostics.report(Rule::unknown_element, element.name_range, std::move(message));
  if (near.empty()) return;
  finding.suggest(element.name_range, std::string(near));
  if (element.end_name_range.valid()) finding.suggest(element.end_name_range, std::string(near));
}

}  // namespace romas
