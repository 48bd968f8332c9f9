#include "driver/project/settings_file.h"

#include <algorithm>

#include "frontend/yaml/table.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas::driver {

SettingsFile::SettingsFile(const std::string& path, std::string_view what, std::size_t most_bytes,
                           std::size_t most_nodes, const SourceManager::Texts* texts) {
  sources_.read_instead(texts);
  SourceManager::ReadError error;
  const FileId file = sources_.read_file(path, error, most_bytes);
  if (file == 0) throw SettingsFault{concat("cannot read the ", what, " '", path, "': ", error.reason)};
  DiagnosticEngine diagnostics;
  constexpr std::size_t kDepth = 8;
  auto root = read_yaml(file, sources_, diagnostics, Rule::bad_value, {kDepth, most_nodes, most_bytes});
  const auto found = diagnostics.sorted();
  for (const Diagnostic& diagnostic : found) attempt([&] { fail(diagnostic.range, diagnostic.message); });
  check_attempts();
  if (!root) throw SettingsFault{concat("the ", what, " '", path, "' is malformed")};
  root_ = std::move(*root);
}

std::string SettingsFile::place(SourceRange range) const {
  if (!range.valid()) range = {1, 0, 0};
  const LineColumn at = sources_.line_column(range.start());
  return concat(sources_.name(range.file), ":", at.line, ":", at.column);
}

void SettingsFile::fail(SourceRange range, std::string_view message) const {
  throw SettingsFault{concat(place(range), ": ", message), range.begin};
}

void SettingsFile::check_attempts() {
  if (faults_.empty()) return;
  std::ranges::stable_sort(faults_, {}, &SettingsFault::begin);
  throw SettingsFault{join(faults_, "\n", &SettingsFault::message), faults_.front().begin};
}

void SettingsFile::check_table(const YamlNode& value, std::string_view what,
                               std::span<const std::string_view> keys) const {
  if (value.kind != YamlNode::Kind::mapping)
    fail(value.range, concat(what, " must be a table, not ", describe(value)));
  const auto unknown = unknown_keys(value, what, keys);
  if (unknown.empty()) return;
  const std::string all =
      join(unknown, "\n", [&](const auto& key) { return concat(place(key.range), ": ", key.message); });
  throw SettingsFault{all, unknown.front().range.begin};
}

const YamlNode& SettingsFile::require(const YamlNode& table, std::string_view what,
                                      std::string_view key) const {
  const YamlEntry* entry = table.find(key);
  if (entry == nullptr) fail(table.range, concat(what, " needs the key '", key, "'"));
  return entry->value;
}

const std::string& SettingsFile::text(const YamlNode& value, std::string_view what) const {
  if (value.kind != YamlNode::Kind::scalar || value.text.empty())
    fail(value.range, concat(what, " must be a text, not ", describe(value)));
  return value.text;
}

std::size_t SettingsFile::whole_number(const YamlNode& value, std::string_view what) const {
  const auto number = value.kind == YamlNode::Kind::scalar ? parse_integer(value.text) : std::nullopt;
  if (!number || *number < 0) fail(value.range, concat(what, " must be a whole number from 0"));
  return static_cast<std::size_t>(*number);
}

bool SettingsFile::flag(const YamlNode& value, std::string_view what) const {
  const std::string word =
      value.kind == YamlNode::Kind::scalar && !value.quoted ? to_lower(value.text) : std::string();
  if (word != "true" && word != "false") fail(value.range, concat(what, " must be true or false"));
  return word == "true";
}

}  // namespace romas::driver
