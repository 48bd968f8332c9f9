#include "frontend/yaml/values.h"

#include "frontend/yaml/table.h"
#include "support/text/text.h"

namespace romas {

DiagnosticBuilder YamlValues::report(SourceRange range, std::string message) {
  return diagnostics_.report(rule_, range, std::move(message));
}

void YamlValues::check_keys(const YamlNode& table, std::string_view what,
                            std::span<const std::string_view> keys) {
  for (const UnknownYamlKey& key : unknown_keys(table, what, keys)) {
    auto finding = report(key.range, key.message);
    if (!key.near.empty()) finding.suggest(key.range, std::string(key.near));
  }
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
