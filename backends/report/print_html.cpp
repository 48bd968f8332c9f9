// Pages of HTML, for a browser and for A4 paper.
#include "backends/report/page.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light; }
body { font: 14px/1.45 "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; color: #1b1f24; background: #fff;
  max-width: 190mm; margin: 10mm auto; padding: 0 5mm; }
h1, h2, h3, p, .long, .prose td { overflow-wrap: anywhere; }
h1 { font-size: 24px; margin: 0 0 2mm; border-bottom: 2px solid #1f5f8b; padding-bottom: 1mm; }
h2 { font-size: 18px; margin: 8mm 0 2mm; border-bottom: 1px solid #b8c4ce; }
h3 { font-size: 15px; margin: 5mm 0 1mm; color: #1f5f8b; }
p { margin: 1.5mm 0; }
table { border-collapse: collapse; margin: 2mm 0; width: 100%; font-size: 12.5px; }
th, td { text-align: left; vertical-align: top; padding: 0.7mm 2mm; border-bottom: 1px solid #dfe5ea; }
th { background: #eef3f7; font-weight: 600; }
td.n { white-space: nowrap; }
figure { display: inline-block; margin: 2mm 4mm 2mm 0; vertical-align: top; }
pre { background: #eef3f7; padding: 1mm 2mm; margin: 1.5mm 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre, code { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
ul { margin: 1.5mm 0; padding-left: 6mm; }
a { color: #1f5f8b; }
svg { max-width: 100%; height: auto; }
svg text { font-size: 11px; fill: #1b1f24; }
.d1 { fill: #d6e6f2; } .d2 { fill: #a9cbe3; } .d3 { fill: #74a9ce; } .d4 { fill: #4084b0; } .d5 { fill: #1f5f8b; }
.over { fill: #b3261e; }
.axis { stroke: #56616b; stroke-width: 1; }
.limit { stroke: #1b1f24; stroke-width: 1; stroke-dasharray: 4 3; }
.limb { fill: none; stroke: #d9480f; stroke-width: 2; }
.joint { fill: #d9480f; }
footer { margin-top: 8mm; font-size: 11px; color: #56616b; }
@page { size: A4; margin: 14mm; }
@media print {
  body { font-size: 10.5pt; margin: 0; padding: 0; max-width: none; }
  table, pre, code { font-size: 9pt; }
  h2, h3 { break-after: avoid; }
  tr, figure, pre { break-inside: avoid; }
  th, rect, path { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)";

// Numbers with their units stay on one line.
bool is_short(std::string_view cell) {
  constexpr std::size_t kShort = 24;
  return cell.size() <= kShort && !cell.empty() &&
         (cell.front() == '-' || (cell.front() >= '0' && cell.front() <= '9'));
}

// Text with `code` in it. A single backquote stands for itself.
std::string prose_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('`', begin + 1);
    if (end == std::string_view::npos) return out + escape_xml_text(text);
    out += concat(escape_xml_text(text.substr(0, begin)), "<code>",
                  escape_xml_text(text.substr(begin + 1, end - begin - 1)), "</code>");
    text.remove_prefix(end + 1);
  }
  return out;
}

// A cell in which no word is broken but a long name: behind a sign in it, and where it has none, anywhere.
std::string cell_html(std::string_view cell) {
  constexpr std::size_t kLong = 16, kTooLong = 32;  // code points
  std::string out;
  bool first = true;
  for (const std::string_view word : split(cell, ' ')) {
    if (!first) out += ' ';
    first = false;
    if (count_code_points(word) <= kLong) {
      out += escape_xml_text(word);
      continue;
    }
    for (std::string_view rest = word; !rest.empty();) {
      const std::string_view piece = rest.substr(0, rest.find_first_of("_-/.:", 1) + 1);
      const std::string_view whole = piece.empty() ? rest : piece;
      rest.remove_prefix(whole.size());
      const std::string text = escape_xml_text(whole);
      out += count_code_points(whole) > kTooLong ? concat("<span class=\"long\">", text, "</span>") : text;
      if (!rest.empty()) out += "<wbr/>";
    }
  }
  return out;
}

std::string table_html(const Table& table) {
  std::string out = concat(table.prose ? "<table class=\"prose\">" : "<table>", "\n<thead><tr>");
  for (const std::string& cell : table.head)
    out += concat("<th scope=\"col\">", escape_xml_text(cell), "</th>");
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const std::string& cell : row)
      out += concat(is_short(cell) ? "<td class=\"n\">" : "<td>",
                    table.prose ? prose_html(cell) : cell_html(cell), "</td>");
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string links_html(const Links& links) {
  std::string out = "<ul>\n";
  for (const Links::Link& link : links.links) {
    const std::string text = escape_xml_text(link.text);
    out += concat("<li>",
                  link.target.empty()
                      ? text
                      : concat("<a href=\"", escape_xml_attribute(link.target), "\">", text, "</a>"),
                  prose_html(link.more), "</li>\n");
  }
  return out + "</ul>\n";
}

std::string part_html(const Part& part) {
  if (const auto* code = std::get_if<Code>(&part))
    return concat("<pre>", escape_xml_text(code->text), "</pre>\n");
  if (const auto* links = std::get_if<Links>(&part)) return links_html(*links);
  if (const auto* prose = std::get_if<Prose>(&part)) {
    std::string out;
    for (const std::string& paragraph : paragraphs_of(prose->text))
      out += concat("<p>", prose_html(paragraph), "</p>\n");
    return out;
  }
  if (const auto* text = std::get_if<std::string>(&part))
    return concat("<p>", escape_xml_text(*text), "</p>\n");
  if (const auto* table = std::get_if<Table>(&part)) return table_html(*table);
  const std::string& svg = std::get<Picture>(part).svg;
  return svg.empty() ? std::string() : concat("<figure>", svg, "</figure>\n");
}

}  // namespace

std::string html_page(const Page& page) {
  std::string out = concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
      escape_xml_text(one_line(page.title)), "</title>\n<style>", kStyle, "</style>\n</head>\n<body>\n");
  bool first = true;
  for (const Section& section : page.sections) {
    const std::string_view heading = first ? "h1" : section.nested ? "h3" : "h2";
    first = false;
    const std::string id = section.id.empty() ? "" : concat(" id=\"", escape_xml_attribute(section.id), "\"");
    out += concat("<", heading, id, ">", escape_xml_text(section.title), "</", heading, ">\n");
    for (const Part& part : section.parts) out += part_html(part);
  }
  return out + concat("<footer>", escape_xml_text(page.footer), "</footer>\n</body>\n</html>\n");
}

}  // namespace romas::report
