// Pages of Markdown, as code hosts and editors show it.
#include <algorithm>

#include "backends/report/page.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

std::vector<std::string> doc_format_names() { return {"html", "markdown"}; }

}  // namespace romas

namespace romas::report {

namespace {

// Nothing in it is markup, and nothing is cut off but words of more than 200 bytes.
std::string plain_words(std::string_view text) {
  std::string out;
  for (const Token& word : split_words(text)) out += concat(out.empty() ? "" : " ", markdown_text(word.text));
  return out;
}

// What authors write is Markdown already; a bar would end the cell.
std::string cell_markdown(const std::string& cell, bool prose) {
  if (!prose) return plain_words(cell);
  std::string out;
  for (const char c : join(paragraphs_of(cell), " "))
    out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string row_markdown(const std::vector<std::string>& row, bool prose) {
  std::string out = "|";
  for (const std::string& cell : row) out += concat(" ", cell_markdown(cell, prose), " |");
  return out + "\n";
}

std::string table_markdown(const Table& table) {
  std::string out = row_markdown(table.head, false) + "|";
  for (std::size_t i = 0; i < table.head.size(); ++i) out += " --- |";
  out += "\n";
  for (const auto& row : table.rows) out += row_markdown(row, table.prose);
  return out;
}

// A fence that is longer than any run of backquotes in the text.
std::string code_markdown(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return concat(fence, "romas\n", text, "\n", fence, "\n");
}

std::string links_markdown(const Links& links) {
  std::string out;
  for (const Links::Link& link : links.links) {
    const std::string text = plain_words(link.text);
    out += concat("- ", link.target.empty() ? text : concat("[", text, "](<", link.target, ">)"), link.more,
                  "\n");
  }
  return out;
}

std::string part_markdown(const Part& part) {
  if (const auto* text = std::get_if<std::string>(&part)) return plain_words(*text) + "\n";
  if (const auto* table = std::get_if<Table>(&part)) return table_markdown(*table);
  if (const auto* code = std::get_if<Code>(&part)) return code_markdown(code->text);
  if (const auto* prose = std::get_if<Prose>(&part)) return join(paragraphs_of(prose->text), "\n\n") + "\n";
  if (const auto* links = std::get_if<Links>(&part)) return links_markdown(*links);
  return {};
}

}  // namespace

std::string markdown_page(const Page& page) {
  std::string out;
  for (const Section& section : page.sections) {
    const std::string_view signs = out.empty() ? "#" : section.nested ? "###" : "##";
    if (!out.empty()) out += "\n";
    if (!section.id.empty()) out += concat("<a id=\"", section.id, "\"></a>\n\n");
    out += concat(signs, " ", plain_words(section.title), "\n");
    for (const Part& part : section.parts)
      if (const std::string text = part_markdown(part); !text.empty()) out += concat("\n", text);
  }
  if (!page.footer.empty()) out += concat("\n---\n\n", plain_words(page.footer), "\n");
  return out;
}

}  // namespace romas::report
