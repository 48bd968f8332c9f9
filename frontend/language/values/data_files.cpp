#include "frontend/language/values/data_files.h"

#include <algorithm>
#include <array>

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/values/units.h"
#include "frontend/language/words/keywords.h"
#include "frontend/yaml/unit_tags.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<DataFormat> data_format(std::string_view path) {
  using Row = std::pair<std::string_view, DataFormat>;
  constexpr std::array kEndings = {Row{".yaml", DataFormat::yaml}, Row{".yml", DataFormat::yaml},
                                   Row{".json", DataFormat::json}, Row{".csv", DataFormat::csv}};
  for (const auto& [ending, format] : kEndings)
    if (path.ends_with(ending)) return format;
  return std::nullopt;
}

// --- numbers and units -------------------------------------------------------------------------------------

std::optional<double> data_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("+-.0123456789eE") != std::string_view::npos)
    return std::nullopt;
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const bool leading_zero = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
  const bool begins = digits.starts_with('.') || (!digits.empty() && digits[0] >= '0' && digits[0] <= '9');
  if (leading_zero || !begins) return std::nullopt;
  return parse_double(text.starts_with('+') ? digits : text);
}

namespace {

// Reads the words of a text that may be a quantity.
class QuantityReader {
 public:
  explicit QuantityReader(std::string_view text) : text_(text), lexer_(text, 0) { next(); }

  bool at_end() const { return word_.type == Lexeme::kEnd; }
  bool take(std::uint16_t type) {
    if (word_.type != type) return false;
    next();
    return true;
  }
  std::optional<double> number() {
    const std::string_view digits = text_.substr(word_.begin, word_.end - word_.begin);
    if (!take(grammar::NUMBER)) return std::nullopt;
    return parse_double(digits);
  }
  // UNIT [^ [-] NUMBER]
  std::optional<UnitFactor> factor(int sign) {
    const Unit* unit = find_unit(text_.substr(word_.begin, word_.end - word_.begin));
    if (unit == nullptr || !take(grammar::IDENT)) return std::nullopt;
    if (!take(grammar::CARET)) return UnitFactor{unit->name, sign};
    const bool negative = take(grammar::MINUS);
    const auto exponent = number();
    constexpr double kLargest = 9;
    if (!exponent || *exponent > kLargest || *exponent != static_cast<int>(*exponent)) return std::nullopt;
    return UnitFactor{unit->name, sign * (negative ? -1 : 1) * static_cast<int>(*exponent)};
  }
  std::optional<std::vector<UnitFactor>> unit() {
    std::vector<UnitFactor> factors;
    int sign = 1;
    while (const auto one = factor(sign)) {
      factors.push_back(*one);
      if (at_end()) return factors;
      sign = word_.type == grammar::SLASH ? -1 : 1;
      if (!take(grammar::STAR) && !take(grammar::SLASH)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  void next() { word_ = lexer_.next(); }

  std::string_view text_;
  Lexer lexer_;
  Lexeme word_;
};

}  // namespace

std::optional<std::vector<UnitFactor>> data_unit(std::string_view text) {
  return QuantityReader(text).unit();
}

std::optional<Quantity> data_quantity(std::string_view text) {
  constexpr std::size_t kLongest = 100;  // bytes: longer texts are prose
  if (text.size() > kLongest) return std::nullopt;
  QuantityReader reader(text);
  const bool negative = reader.take(grammar::MINUS);
  const auto number = reader.number();
  const auto unit = number ? reader.unit() : std::nullopt;
  if (!unit) return std::nullopt;
  return with_unit(negative ? -*number : *number, *unit);
}

Value data_value(std::string_view text, SourceRange where) {
  Value value{Anything{}, where, false, where};
  if (text == "true" || text == "false") {
    value.content = text == "true";
  } else if (const auto number = data_number(text)) {
    Quantity quantity = computed(*number, {});
    quantity.bare_zero = *number == 0;
    value.content = quantity;
  } else if (const auto quantity = data_quantity(text)) {
    value.content = *quantity;
  } else {
    value.content = String(std::string(text));
  }
  return value;
}

// --- lists and records -------------------------------------------------------------------------------------

namespace {

// Reports tags that mean nothing here, at the first one.
bool check_tags(const YamlNode& node, DiagnosticEngine& diagnostics) {  // NOLINT(misc-no-recursion)
  if (!node.tag.empty()) {
    const UnitTag* unit = find_unit_tag(node.tag);
    if (unit == nullptr || !data_number(node.text)) {
      diagnostics.report(
          Rule::syntax, node.range,
          unit == nullptr ? concat("tags such as '", node.tag, "' are not read; write the value alone")
                          : concat(node.tag, " takes a number, not '", node.text,
                                   "'; write the number, or a value with its unit as '30 ", unit->unit, "'"));
      return false;
    }
  }
  return std::ranges::all_of(node.items,
                             [&](const YamlNode& item) { return check_tags(item, diagnostics); }) &&
         std::ranges::all_of(node.entries, [&](const YamlEntry& entry) {
           return check_tags(entry.key, diagnostics) && check_tags(entry.value, diagnostics);
         });
}

// The recursion is as deep as the reader's limit allows.
Value value_of(const YamlNode& node) {
  Value value{Anything{}, node.range, false, node.range};
  switch (node.kind) {
    case YamlNode::Kind::null: value.content = Record(); break;  // of a whole file
    case YamlNode::Kind::scalar:
      if (!node.tag.empty()) {
        value.content = with_unit(*data_number(node.text), *data_unit(find_unit_tag(node.tag)->unit));
        break;
      }
      if (!node.quoted) return data_value(node.text, node.range);
      if (const auto quantity = data_quantity(node.text))
        value.content = *quantity;
      else
        value.content = String(node.text);
      break;
    case YamlNode::Kind::sequence: {
      std::vector<Value> items;
      for (const YamlNode& item : node.items) items.push_back(value_of(item));
      value.content = List(std::move(items));
      break;
    }
    case YamlNode::Kind::mapping: {
      std::vector<Binding> names;
      std::vector<Value> values;
      for (const YamlEntry& entry : node.entries) {
        if (entry.value.kind == YamlNode::Kind::null) continue;
        names.push_back({entry.key.text, entry.key.range});
        values.push_back(value_of(entry.value));
      }
      value.content =
          Record(std::make_shared<const MemberNames>(std::move(names)), std::move(values), node.range);
      break;
    }
  }
  return value;
}

// The first element of a list that has no value; null if there is none.
const YamlNode* find_gap(const YamlNode& node) {
  for (const YamlNode& item : node.items) {
    if (item.kind == YamlNode::Kind::null) return &item;
    if (const YamlNode* gap = find_gap(item)) return gap;
  }
  for (const YamlEntry& entry : node.entries)
    if (const YamlNode* gap = find_gap(entry.value)) return gap;
  return nullptr;
}

}  // namespace

std::optional<Value> read_data(FileId file, DataFormat format, const SourceManager& sources,
                               DiagnosticEngine& diagnostics, Budget& budget) {
  if (!budget.spend_bytes(sources.text(file).size(), {file, 0, 0})) return std::nullopt;
  const std::size_t errors = diagnostics.error_count();
  if (const auto wrong = find_invalid_utf8(sources.text(file))) {
    diagnostics.report(
        Rule::bad_encoding,
        {file, static_cast<std::uint32_t>(*wrong), static_cast<std::uint32_t>(*wrong + 1)},
        format == DataFormat::csv ? "this byte is not UTF-8; tables are UTF-8" : "this byte is not UTF-8");
    return std::nullopt;
  }
  if (format == DataFormat::csv) return read_csv(file, sources, diagnostics);
  const auto root = format == DataFormat::json
                        ? read_json(file, sources, diagnostics)
                        : read_yaml(file, sources, diagnostics, Rule::syntax, {}, YamlFeatures::tags);
  if (!root || diagnostics.error_count() > errors) return std::nullopt;
  if (!check_tags(*root, diagnostics)) return std::nullopt;
  if (const YamlNode* gap = find_gap(*root)) {
    diagnostics.report(Rule::syntax, gap->range, "an element of a list needs a value, not 'null'");
    return std::nullopt;
  }
  return value_of(*root);
}

}  // namespace romas::language
