// Pages of text, tables and pictures, and how they are printed: for a browser and A4 paper, for a terminal,
// as Markdown.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace romas::report {

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  bool prose = false;  // authors wrote the cells: `code` in backquotes is code
};
struct Picture {
  std::string svg;  // an element that says its title itself
};
struct Code {
  std::string text;
};
// What authors write: paragraphs with a blank line between them, and `code` in backquotes.
struct Prose {
  std::string text;
};
// A line each.
struct Links {
  struct Link {
    std::string text;
    std::string target;  // a URL, which may be relative, or "#" and the id of a section; empty: none
    std::string more;    // what stands behind it
  };
  std::vector<Link> links;
};
// A string is a paragraph of plain text.
using Part = std::variant<std::string, Table, Picture, Code, Prose, Links>;
struct Section {
  std::string title;
  bool nested = false;  // it stands below the one in front that is not
  std::vector<Part> parts;
  std::string id = {};  // of letters, digits and '-', which links name; empty: none does
};
struct Page {
  std::string title;
  std::vector<Section> sections;
  std::string footer;
};

}  // namespace romas::report

namespace romas {

// Words of --doc-format.
std::vector<std::string> doc_format_names();

}  // namespace romas

namespace romas::report {

// The paragraphs of a text that an author wrote, each in one line.
std::vector<std::string> paragraphs_of(std::string_view text);

// One file without others: style and pictures stand in it, and there is no script.
std::string html_page(const Page& page);
// Pictures are left out, and so are targets of links. An empty footer is none.
std::string text_page(const Page& page);
// Pictures are left out.
std::string markdown_page(const Page& page);

}  // namespace romas::report
