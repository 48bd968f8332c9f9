// Pages as text for a terminal.
#include <algorithm>

#include "backends/report/page.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

constexpr std::size_t kTextWidth = 100;  // code points of a line
constexpr std::size_t kMargin = 2;       // in front of a table, and between its columns

// The lines of a text, each as wide as `width` at most but for words that are wider.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::size_t used = 0;
  for (const Token& word : split_words(text)) {
    const std::size_t length = count_code_points(word.text);
    if (lines.empty() || used + 1 + length > width) {
      lines.emplace_back();
      used = 0;
    } else {
      lines.back() += " ";
      ++used;
    }
    lines.back() += word.text;
    used += length;
  }
  return lines;
}

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  for (const Token& word : split_words(text)) longest = std::max(longest, count_code_points(word.text));
  return longest;
}

// How wide each column is: as its cells, or, where they do not fit side by side, the widest ones less, down
// to their longest words.
std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size()), least(widths.size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      widths[k] = std::max(widths[k], count_code_points(row[k]));
      least[k] = std::max(least[k], longest_word(row[k]));
    }
  std::size_t total = kMargin * widths.size();
  for (const std::size_t width : widths) total += width;
  for (; total > kTextWidth; --total) {
    std::size_t widest = widths.size();
    for (std::size_t k = 0; k < widths.size(); ++k)
      if (widths[k] > least[k] && (widest == widths.size() || widths[k] > widths[widest])) widest = k;
    if (widest == widths.size()) break;  // words stand side by side, whatever the width
    --widths[widest];
  }
  return widths;
}

std::string table_text(const Table& table) {
  std::vector<std::vector<std::string>> rows = {table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  const std::vector<std::size_t> widths = column_widths(rows);
  std::string out;
  for (const auto& row : rows) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      cells.push_back(wrapped(row[k], widths[k]));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      std::string line;
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const std::string cell = i < cells[k].size() ? cells[k][i] : std::string();
        line += std::string(kMargin, ' ') + cell;
        line.append(widths[k] - std::min(widths[k], count_code_points(cell)), ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> paragraphs_of(std::string_view text) {
  std::vector<std::string> paragraphs;
  bool is_open = false;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view words = trim(line);
    if (!words.empty() && is_open) paragraphs.back().append(" ").append(words);
    if (!words.empty() && !is_open) paragraphs.emplace_back(words);
    is_open = !words.empty();
  }
  return paragraphs;
}

std::string text_page(const Page& page) {
  std::string out;
  for (const Section& section : page.sections) {
    const std::string rule(count_code_points(section.title), section.nested ? '-' : '=');
    out += concat(out.empty() ? "" : "\n", section.title, "\n", rule, "\n");
    for (const Part& part : section.parts) {
      if (const auto* text = std::get_if<std::string>(&part))
        out += concat("\n", join(wrapped(*text, kTextWidth), "\n"), "\n");
      if (const auto* table = std::get_if<Table>(&part)) out += concat("\n", table_text(*table));
      if (const auto* code = std::get_if<Code>(&part)) out += concat("\n", code->text, "\n");
      if (const auto* prose = std::get_if<Prose>(&part))
        for (const std::string& paragraph : paragraphs_of(prose->text))
          out += concat("\n", join(wrapped(paragraph, kTextWidth), "\n"), "\n");
      if (const auto* links = std::get_if<Links>(&part))
        for (const Links::Link& link : links->links) out += concat("\n- ", link.text, link.more, "\n");
    }
  }
  if (!page.footer.empty()) out += concat("\n", page.footer, "\n");
  return out;
}

}  // namespace romas::report
