#include "frontend/xml/schema/unknown_element.h"

#include <utility>

#include "frontend/xml/schema/xacro_words.h"
#include "support/text/text.h"

namespace romas {

namespace {

void suggest_name(DiagnosticBuilder& finding, const XmlElement& element, std::string_view name) {
  finding.suggest(element.name_range, std::string(name));
  if (element.end_name_range.valid()) finding.suggest(element.end_name_range, std::string(name));
}

}  // namespace

void report_unknown_element(DiagnosticEngine& diagnostics, const XmlElement& element, std::string message,
                            std::string_view near) {
  const xacro::Word* word = element.expanded ? xacro::word_without_prefix(element) : nullptr;
  const std::string prefixed = word != nullptr ? concat("xacro:", word->name) : std::string();
  if (word != nullptr) {
    message += concat("; xacro reads it only with its prefix: <", prefixed, ">");
    near = prefixed;
  } else if (!near.empty()) {
    message += concat("; did you mean <", near, ">?");
  }
  auto finding = diagnostics.report(Rule::unknown_element, element.name_range, std::move(message));
  if (!near.empty()) suggest_name(finding, element, near);
}

void report_misnamed_element(DiagnosticEngine& diagnostics, const XmlElement& element, std::string message,
                             std::string_view meant) {
  message += concat("; write <", meant, "> in place of <", element.name, '>');
  auto finding = diagnostics.report(Rule::missing_element, element.name_range, std::move(message));
  suggest_name(finding, element, meant);
}

}  // namespace romas
