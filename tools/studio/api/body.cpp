#include "tools/studio/api/body.h"

#include <utility>

#include "support/text.h"

namespace romas::studio {

std::optional<Body> Body::read(const std::string& text, std::string& problem) {
  constexpr YamlLimits kLimits{8, 10'000, std::size_t{1} << 20U};
  // Every JSON text is YAML. What only YAML can say begins otherwise, or means the same.
  if (!trim(text).starts_with('{')) {
    problem = "the body is not a JSON object";
    return std::nullopt;
  }
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("body", text);
  auto root = read_yaml(file, sources, diagnostics, Rule::bad_value, kLimits);
  const auto found = diagnostics.sorted();
  if (root && found.empty() && root->kind == YamlNode::Kind::mapping) {
    Body body;
    body.root_ = std::move(*root);
    return body;
  }
  problem = found.empty() ? "the body is not a JSON object" : found.front().message;
  return std::nullopt;
}

std::optional<std::string> Body::text(std::string_view key) const {
  const YamlEntry* entry = root_.find(key);
  if (entry == nullptr || entry->value.kind != YamlNode::Kind::scalar || !entry->value.quoted)
    return std::nullopt;
  return entry->value.text;
}

std::optional<std::uint64_t> Body::number(std::string_view key) const {
  const YamlEntry* entry = root_.find(key);
  if (entry == nullptr || entry->value.kind != YamlNode::Kind::scalar || entry->value.quoted)
    return std::nullopt;
  const auto value = parse_integer(entry->value.text);
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

}  // namespace romas::studio
