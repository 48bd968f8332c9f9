#include "frontend/yaml/values.h"

#include "support/text.h"

namespace romas {

DiagnosticBuilder YamlValues::report(SourceRange range, std::string message) {
  return diagnostics_.report(rule_, range, std::move(message));
}

void YamlValues::report_unknown(const YamlEntry& entry, std::string_view what,
                                const std::vector<std::string_view>& known) {
  report(entry.key.range, concat(what, " ", in_quotes(entry.key.text))).nearest(entry.key.text, known);
}

bool YamlValues::expect(const YamlNode& node, YamlNode::Kind kind, std::string_view what,
                        std::string_view taken) {
  if (node.kind == kind) return true;
  report(node.range, concat(what, " takes ", taken, ", not ", describe(node)));
  return false;
}

std::string YamlValues::shown(const YamlNode& node) const {
  constexpr std::size_t kLongest = 40;  // bytes
  const std::string_view text = sources_.text(node.range);
  return text.size() <= kLongest ? in_quotes(text) : std::string("this");
}

}  // namespace romas
