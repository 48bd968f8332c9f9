#include "tools/studio/api/body.h"

#include <cmath>
#include <utility>

#include "support/text/text.h"

namespace romas::studio {

std::optional<Body> Body::read(const std::string& text, std::string& problem) {
  constexpr YamlLimits kLimits{8, 10'000, std::size_t{1} << 20U};
  // Every JSON text is YAML. Forms that only YAML has begin otherwise, or mean the same.
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

const std::string* Body::plain(std::string_view key) const {
  const YamlEntry* entry = root_.find(key);
  const bool is_plain =
      entry != nullptr && entry->value.kind == YamlNode::Kind::scalar && !entry->value.quoted;
  return is_plain ? &entry->value.text : nullptr;
}

std::optional<std::uint64_t> Body::number(std::string_view key) const {
  const std::string* text = plain(key);
  const auto value = text == nullptr ? std::nullopt : parse_integer(*text);
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> Body::real(std::string_view key) const {
  const std::string* text = plain(key);
  const auto value = text == nullptr ? std::nullopt : parse_double(*text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> Body::integer(std::string_view key) const {
  const std::string* text = plain(key);
  const auto value = text == nullptr ? std::nullopt : parse_integer(*text);
  if (!value || *value < -1'000'000'000 || *value > 1'000'000'000) return std::nullopt;
  return static_cast<int>(*value);
}

bool Body::flag(std::string_view key) const {
  const std::string* text = plain(key);
  return text != nullptr && *text == "true";
}

bool Body::has(std::string_view key) const {
  const YamlEntry* entry = root_.find(key);
  return entry != nullptr && entry->value.kind != YamlNode::Kind::null;
}

}  // namespace romas::studio
