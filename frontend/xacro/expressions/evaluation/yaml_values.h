// YAML files as values, as PyYAML's safe loader reads them: by YAML 1.1, with tags for units whose scalars
// are expressions. A date stays a text.
#pragma once

#include <optional>

#include "frontend/xacro/expressions/syntax/expression.h"
#include "support/findings/diagnostic.h"

namespace romas::xacro {

struct YamlReading {
  const SourceManager& sources;
  DiagnosticEngine& diagnostics;
  Rule rule;  // of what is wrong with a file or an expression in it
  Host& host;
  Budget& budget;
};

// The value of a file: lists and dicts with dots, and every value with its place. Nothing if the file is
// malformed, which is reported.
std::optional<Value> read_yaml_values(FileId file, const YamlReading& reading);

// The value of a scalar that stands without quotes and without a tag.
Value plain_yaml_scalar(std::string_view text);

}  // namespace romas::xacro
