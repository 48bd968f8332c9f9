// Checks of values in YAML files. All findings belong to one rule; a wrong kind of value is reported as "X
// takes Y, not Z".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frontend/yaml/reader.h"

namespace romas {

class YamlValues {
 public:
  YamlValues(const SourceManager& sources, DiagnosticEngine& diagnostics, Rule rule)
      : sources_(sources), diagnostics_(diagnostics), rule_(rule) {}

  DiagnosticBuilder report(SourceRange range, std::string message);
  // Reports keys of a table that it does not have (frontend/yaml/table.h).
  void check_keys(const YamlNode& table, std::string_view what, std::span<const std::string_view> keys);
  // "'joints' takes a table, not a list"
  bool expect(const YamlNode& node, YamlNode::Kind kind, std::string_view what, std::string_view taken);
  // The value as it is written, for messages: "'12 kg'". Long ones are "this".
  std::string shown(const YamlNode& node) const;

 private:
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Rule rule_;
};

}  // namespace romas
