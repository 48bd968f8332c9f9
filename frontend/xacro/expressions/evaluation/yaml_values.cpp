#include "frontend/xacro/expressions/evaluation/yaml_values.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "frontend/xacro/expressions/evaluation/iterate.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "frontend/xacro/expressions/values/table.h"
#include "frontend/yaml/reader.h"
#include "frontend/yaml/unit_tags.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::string_view kStandardTag = "tag:yaml.org,2002:";

// Expressions in YAML files see what is built in, and no property.
struct NoNames : Names {
  Outcome find(std::string_view /*name*/, Value& /*value*/) override { return Outcome::absent; }
  std::vector<std::string> known() const override { return {}; }
};

class Converter {
 public:
  explicit Converter(const YamlReading& reading) : reading_(reading) {}

  Value value(const YamlNode& node) {
    check_stack();
    charge(reading_.budget, 1);
    switch (node.kind) {
      case YamlNode::Kind::null: return Value().at(node.range);
      case YamlNode::Kind::scalar: return scalar(node).at(node.range);
      case YamlNode::Kind::sequence: return sequence(node).at(node.range);
      case YamlNode::Kind::mapping: return mapping(node).at(node.range);
    }
    return {};
  }
  bool failed() const { return failed_; }

 private:
  DiagnosticBuilder report(SourceRange range, std::string message) {
    failed_ = true;
    return reading_.diagnostics.report(reading_.rule, range, std::move(message));
  }

  Value scalar(const YamlNode& node) {
    if (node.tag.empty()) return node.quoted ? Value(node.text) : plain_yaml_scalar(node.text);
    if (const UnitTag* unit = find_unit_tag(node.tag)) return with_unit(node, unit->factor);
    const std::string_view type =
        std::string_view(node.tag).substr(std::min(kStandardTag.size(), node.tag.size()));
    if (node.tag.starts_with(kStandardTag)) {
      if (type == "str") return Value(node.text);
      Value plain = plain_yaml_scalar(node.text);
      if (type == "float" && is_number(plain)) return Value(as_double(plain));
      if (type == "float" && read_real(node.text)) return Value(*read_real(node.text));
      if (type == "int" && plain.is(Kind::integer)) return plain;
      if (type == "bool" && plain.is(Kind::boolean)) return plain;
      if (type == "null") return {};
      report(node.range, concat("'", node.text, "' is not a value of the tag !!", type));
      return {};
    }
    refuse_tag(node);
    return {};
  }

  void refuse_tag(const YamlNode& node) {
    std::vector<std::string_view> known;
    for (const UnitTag& unit : kUnitTags) {
      if (unit.tag == node.tag) {
        report(node.range, concat(node.tag, " takes a number, not ", romas::describe(node)));
        return;
      }
      known.push_back(unit.tag);
    }
    report(node.range, concat("the tag '", node.tag, "' has no meaning here")).nearest(node.tag, known);
  }

  Value with_unit(const YamlNode& node, double factor) {
    const auto parsed = parse_expression(node.text);
    if (const auto* error = std::get_if<EvalError>(&parsed)) {
      report_expression(node, *error);
      return {};
    }
    NoNames names;
    const auto result = evaluate(*std::get<0>(parsed), names, reading_.host, reading_.budget);
    if (const auto* error = std::get_if<EvalError>(&result)) {
      report_expression(node, *error);
      return {};
    }
    const Value& given = std::get<Value>(result);
    if (is_number(given)) return Value(as_double(given) * factor);
    if (given.is(Kind::text))
      if (const auto number = read_real(given.text())) return Value(*number * factor);
    report(node.range, concat(node.tag, " takes a number, not ", describe(given)));
    return {};
  }

  // At its place within the scalar, where the file says the scalar literally.
  void report_expression(const YamlNode& node, const EvalError& error) {
    if (error.kind == EvalError::Kind::reported) {
      failed_ = true;
      return;
    }
    SourceRange range = node.range;
    const std::string_view written = reading_.sources.text(node.range);
    const std::size_t offset = written.find(node.text);
    if (offset != std::string_view::npos) {
      range.begin = node.range.begin + static_cast<std::uint32_t>(offset) + error.begin;
      range.end = node.range.begin + static_cast<std::uint32_t>(offset) + error.end;
    }
    report(range, concat(error.message, did_you_mean(error.nearest)));
  }

  void check_tag(const YamlNode& node, std::string_view usual) {
    if (!node.tag.empty() && node.tag != concat(kStandardTag, usual)) refuse_tag(node);
  }

  Value sequence(const YamlNode& node) {
    check_tag(node, "seq");
    charge_elements(reading_.budget, node.items.size());
    std::vector<Value> items;
    items.reserve(node.items.size());
    for (const YamlNode& item : node.items) items.push_back(value(item));
    return make_list(std::move(items));
  }

  Value mapping(const YamlNode& node) {
    check_tag(node, "map");
    Ref<Dict> dict = make<Dict>();
    add_entries(*dict->table, node);
    return Value(std::move(dict));
  }

  static bool is_merge(const YamlNode& key) {
    return key.kind == YamlNode::Kind::scalar && !key.quoted && key.tag.empty() && key.text == "<<";
  }

  // Entries that are merged come first, so that those of the mapping itself replace them.
  void add_entries(Table& table, const YamlNode& node) {
    check_stack();
    for (const YamlEntry& entry : node.entries)
      if (is_merge(entry.key)) merge(table, entry.value);
    for (const YamlEntry& entry : node.entries) {
      if (is_merge(entry.key)) continue;
      const Value key = value(entry.key);
      if (key.is(Kind::list) || key.is(Kind::dict)) {
        report(entry.key.range, concat("a key must be a single value, not ", romas::describe(entry.key)));
        continue;
      }
      table.set(key, value(entry.value), reading_.budget);
    }
  }

  // Adds the entries of the mappings under '<<'. The first mapping that has a key gives its value.
  void merge(Table& table, const YamlNode& merged) {
    if (merged.kind == YamlNode::Kind::mapping) return add_entries(table, merged);
    const bool mappings = merged.kind == YamlNode::Kind::sequence &&
                          std::all_of(merged.items.begin(), merged.items.end(), [](const YamlNode& item) {
                            return item.kind == YamlNode::Kind::mapping;
                          });
    if (!mappings) {
      report(merged.range, concat("'<<' takes a table, or a list of tables, not ", romas::describe(merged)));
      return;
    }
    for (std::size_t i = merged.items.size(); i-- > 0;) add_entries(table, merged.items[i]);
  }

  const YamlReading& reading_;
  bool failed_ = false;
};

}  // namespace

std::optional<Value> read_yaml_values(FileId file, const YamlReading& reading) {
  YamlLimits limits;
  limits.depth = 100;
  limits.nodes = 200'000;
  const auto root =
      read_yaml(file, reading.sources, reading.diagnostics, reading.rule, limits, YamlFeatures::all);
  if (!root) return std::nullopt;
  Converter converter(reading);
  try {
    const Value value = converter.value(*root);
    if (converter.failed()) return std::nullopt;
    return dotted(value);
  } catch (const Failure& failure) {
    reading.diagnostics.report(
        failure.error.kind == EvalError::Kind::limit ? Rule::input_limit : reading.rule, root->range,
        failure.error.message);
    return std::nullopt;
  }
}

}  // namespace romas::xacro
