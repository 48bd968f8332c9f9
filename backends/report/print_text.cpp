// The report as text for a terminal.
#include <algorithm>

#include "backends/report/report.h"
#include "support/text.h"

namespace romas::report {

namespace {

constexpr std::size_t kTextWidth = 100;  // code points, of paragraphs

// Words from `column` on, in lines that fit; further lines begin below it.
std::string wrapped(std::string_view text, std::size_t column) {
  std::string out;
  std::size_t used = column;
  for (const Token& word : split_words(text)) {
    const std::size_t length = count_code_points(word.text);
    if (used > column && used + 1 + length > kTextWidth) {
      out += "\n" + std::string(column, ' ');
      used = column;
    } else if (used > column) {
      out += " ";
      ++used;
    }
    out += word.text;
    used += length;
  }
  return out;
}

// Columns as wide as their cells; the last one is wrapped.
std::string table_text(const Table& table) {
  constexpr std::size_t kWidest = 40;
  std::vector<std::vector<std::string>> rows = {table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.head.size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], std::min(kWidest, count_code_points(row[k])));
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    std::size_t column = 1;
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      const std::size_t length = count_code_points(row[k]);
      line += concat(" ", row[k]);
      column += 1 + widths[k];
      // A cell that is too long has a line of its own.
      if (length > widths[k])
        line += "\n" + std::string(column, ' ');
      else
        line += std::string(widths[k] - length, ' ');
      line += " ";
      ++column;
    }
    line += " " + wrapped(row.back(), column + 1);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string print_text(const RobotReport& report) {
  std::string out;
  for (const Section& section : sections(report)) {
    const std::string rule(count_code_points(section.title), section.of_limb ? '-' : '=');
    out += concat(out.empty() ? "" : "\n", section.title, "\n", rule, "\n");
    for (const Part& part : section.parts) {
      if (const auto* text = std::get_if<std::string>(&part)) out += concat("\n", wrapped(*text, 0), "\n");
      if (const auto* table = std::get_if<Table>(&part)) out += concat("\n", table_text(*table));
    }
  }
  if (!report.banner.empty()) out += concat("\n", report.banner, "\n");
  return out;
}

}  // namespace romas::report
