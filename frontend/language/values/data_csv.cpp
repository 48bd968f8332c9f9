// Tables as comma-separated values (RFC 4180): the first line has the names of the columns. ';' and tabs
// separate as well, where the first line has them.
#include <algorithm>
#include <array>
#include <map>

#include "frontend/language/values/data_files.h"
#include "frontend/language/values/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

struct Cell {
  std::string text;
  SourceRange range;  // with its quotes
  bool quoted = false;
};
struct Column {
  Binding name;
  std::vector<UnitFactor> unit;  // empty: none
};

class TableReader {
 public:
  TableReader(FileId file, std::string_view text, DiagnosticEngine& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    const std::string_view head = text_.substr(at_, text_.find('\n', at_) - at_);
    for (const char candidate : {';', '\t'})
      if (std::ranges::count(head, candidate) > std::ranges::count(head, separator_)) separator_ = candidate;
  }

  std::optional<Value> read() {
    constexpr YamlLimits kLimits;
    const std::size_t errors = diagnostics_.error_count();
    Value table{Anything{}, whole(), false, whole()};
    if (!skip_empty_lines()) {
      table.content = List();
      return table;
    }
    const auto head = line();
    if (!head) return std::nullopt;
    take_columns(*head);
    std::vector<Value> rows;
    std::size_t cells = 0;
    while (skip_empty_lines()) {
      const auto row = line();
      if (!row) return std::nullopt;
      cells += row->size();
      if (cells > kLimits.nodes) {
        diagnostics_.report(Rule::input_limit, row->front().range,
                            concat("the table has more than ", kLimits.nodes, " cells"));
        return std::nullopt;
      }
      rows.push_back(record(*row));
    }
    if (diagnostics_.error_count() > errors) return std::nullopt;
    table.content = List(std::move(rows));
    return table;
  }

 private:
  SourceRange whole() const { return {file_, 0, static_cast<std::uint32_t>(text_.size())}; }
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  bool at_line_end() const { return at_ == text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }
  // False at the end of the text.
  bool skip_empty_lines() {
    at_ = std::min(text_.find_first_not_of("\r\n", at_), text_.size());
    return at_ < text_.size();
  }

  std::optional<std::vector<Cell>> line();
  std::optional<Cell> quoted();
  Cell plain();
  void take_columns(const std::vector<Cell>& head);
  void take_unit(Column& column, const Cell& cell);
  Value record(const std::vector<Cell>& row);
  Value value(const Cell& cell, const Column& column);

  FileId file_;
  std::string_view text_;
  DiagnosticEngine& diagnostics_;
  char separator_ = ',';
  std::size_t at_ = 0;
  std::vector<Column> columns_;
};

std::optional<std::vector<Cell>> TableReader::line() {
  std::vector<Cell> cells;
  do {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    auto cell = at_ < text_.size() && text_[at_] == '"' ? quoted() : plain();
    if (!cell) return std::nullopt;
    cells.push_back(*std::move(cell));
  } while (at_ < text_.size() && text_[at_] == separator_ && ++at_ > 0);
  return cells;
}

Cell TableReader::plain() {
  const std::size_t begin = at_;
  const std::array<char, 3> ends = {separator_, '\r', '\n'};
  at_ = std::min(text_.find_first_of(std::string_view(ends.data(), ends.size()), at_), text_.size());
  const std::string_view text = trim(text_.substr(begin, at_ - begin));
  return {std::string(text), range(begin, begin + text.size()), false};
}

// "a ""quoted"" text"; it may hold line ends.
std::optional<Cell> TableReader::quoted() {
  Cell cell;
  cell.quoted = true;
  const std::size_t begin = at_++;
  while (true) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) {
      diagnostics_.report(Rule::syntax, range(begin, begin + 1), "the text is not closed; it ends with '\"'");
      return std::nullopt;
    }
    cell.text.append(text_.substr(at_, quote - at_));
    at_ = quote + 1;
    if (at_ == text_.size() || text_[at_] != '"') break;
    cell.text.push_back('"');
    ++at_;
  }
  cell.range = range(begin, at_);
  while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  if (at_line_end() || text_[at_] == separator_) return cell;
  diagnostics_.report(
      Rule::syntax, range(at_, at_ + 1),
      concat("expected '", separator_,
             "' or the end of the line after a text in quotes; write a quote inside it twice"));
  return std::nullopt;
}

// NAME or NAME [UNIT]
void TableReader::take_columns(const std::vector<Cell>& head) {
  std::map<std::string, SourceRange> known;
  for (const Cell& cell : head) {
    Column column{{cell.text, cell.range}, {}};
    if (!cell.quoted) take_unit(column, cell);
    if (column.name.text.empty())
      diagnostics_.report(Rule::syntax, cell.range, "a column needs a name in the first line");
    else if (const auto [first, fresh] = known.try_emplace(column.name.text, column.name.range); !fresh)
      diagnostics_.report(Rule::syntax, cell.range, concat("'", column.name.text, "' occurs twice"))
          .note(first->second, "the first is here");
    columns_.push_back(std::move(column));
  }
}

void TableReader::take_unit(Column& column, const Cell& cell) {
  const std::size_t open = cell.text.find('[');
  if (open == std::string::npos || !cell.text.ends_with(']')) return;
  const std::string_view unit =
      trim(std::string_view(cell.text).substr(open + 1, cell.text.size() - open - 2));
  auto factors = data_unit(unit);
  if (!factors && unit != "1") {
    const std::uint32_t begin = cell.range.begin + static_cast<std::uint32_t>(open) + 1;
    diagnostics_
        .report(Rule::unknown_unit, {file_, begin, cell.range.end - 1}, concat("'", unit, "' is not a unit"))
        .nearest(unit, all_units(), &Unit::name);
  }
  if (factors) column.unit = *std::move(factors);
  column.name.text = std::string(trim(std::string_view(cell.text).substr(0, open)));
  column.name.range.end = column.name.range.begin + static_cast<std::uint32_t>(column.name.text.size());
}

Value TableReader::value(const Cell& cell, const Column& column) {
  Value value{Anything{}, cell.range, false, cell.range};
  if (column.unit.empty()) {
    if (!cell.quoted) return data_value(cell.text, cell.range);
    const auto quantity = data_quantity(cell.text);
    if (quantity)
      value.content = *quantity;
    else
      value.content = String(cell.text);
    return value;
  }
  const Dimension wanted = with_unit(1, column.unit).dimension;
  const auto number = data_number(cell.text);
  const auto quantity = number ? std::optional(with_unit(*number, column.unit)) : data_quantity(cell.text);
  if (quantity && quantity->dimension == wanted) {
    value.content = *quantity;
    return value;
  }
  diagnostics_
      .report(quantity ? Rule::dimension_mismatch : Rule::type_mismatch, cell.range,
              quantity ? concat("'", cell.text, "' is ", romas::describe(quantity->dimension), ", but '",
                                column.name.text, "' is ", romas::describe(wanted))
                       : concat("'", cell.text, "' is not a number, but '", column.name.text, "' has a unit"))
      .note(column.name.range, "the column is here");
  return value;
}

// A cell that is empty says nothing: its record has no such member.
Value TableReader::record(const std::vector<Cell>& row) {
  const SourceRange where = range(row.front().range.begin, row.back().range.end);
  Value result{Anything{}, where, false, where};
  if (row.size() != columns_.size()) {
    diagnostics_.report(Rule::wrong_count, where,
                        concat("the row has ", row.size(), row.size() == 1 ? " cell" : " cells",
                               ", but the first line names ", columns_.size()));
    return result;
  }
  std::vector<Binding> names;
  std::vector<Value> values;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].text.empty() && !row[i].quoted) continue;
    names.push_back(columns_[i].name);
    values.push_back(value(row[i], columns_[i]));
  }
  result.content = Record(std::make_shared<const MemberNames>(std::move(names)), std::move(values), where);
  return result;
}

}  // namespace

std::optional<Value> read_csv(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics) {
  return TableReader(file, sources.text(file), diagnostics).read();
}

}  // namespace romas::language
