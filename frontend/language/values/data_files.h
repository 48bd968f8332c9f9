// Data files as values: `load("motors.yaml")`. YAML, JSON and CSV are read as the same lists, records,
// numbers, texts and truth values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/language/values/budget.h"
#include "frontend/language/values/evaluator.h"
#include "frontend/language/values/value.h"
#include "frontend/yaml/reader.h"

namespace romas::language {

// The formats of data, told by the ending of a file's name.
enum class DataFormat : std::uint8_t { yaml, json, csv };
std::optional<DataFormat> data_format(std::string_view path);

// The value that a text says. Malformed data is reported at its place in the text, and nothing is returned
// then.
std::optional<Value> read_data(FileId file, DataFormat format, const SourceManager& sources,
                               DiagnosticEngine& diagnostics, Budget& budget);

// --- what the formats share --------------------------------------------------------------------------------

// JSON as located nodes, with the limits of YAML. `null` is a node without a value, and strings are quoted.
std::optional<YamlNode> read_json(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics);
// The rows of a table as a list of records; its first line names the members.
std::optional<Value> read_csv(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics);

// A number as data says it: "12", "-0.5", "1e3", ".5"; nothing for "007", whose zeros mean something.
std::optional<double> data_number(std::string_view text);
// A number with a unit of the language: "3 N*m", "-80 mm". Nothing for other texts.
std::optional<Quantity> data_quantity(std::string_view text);
// The factors of "N*m" or "kg/m^3"; nothing for other texts.
std::optional<std::vector<UnitFactor>> data_unit(std::string_view text);
// A text that is not in quotes: true or false, a number, a number with a unit, else a text.
Value data_value(std::string_view text, SourceRange where);

}  // namespace romas::language
