#include "frontend/xml/reader/xml_reader.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xml/reader/plain_xml.h"
#include "frontend/xml/reader/xerces_reader.h"
#include "frontend/xml/reader/xml_tree_builder.h"
#include "frontend/xml/text/declaration.h"
#include "frontend/xml/text/doctype.h"
#include "frontend/xml/text/encoding.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The parser compares the attributes of a tag pairwise, so that a tag with too many is rejected before. A tag
// extends at most to the next '<': only places with many bytes between two '<' are examined.
bool check_attribute_counts(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  constexpr std::size_t kShortestSuspect = kMaxXmlAttributes * 5;  // a="" and a space
  std::size_t next = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = next) {
    if (text.substr(at).starts_with("<!--")) {
      next = text.find("-->", at);
      if (next != std::string_view::npos) next = text.find('<', next);
      continue;
    }
    next = text.find('<', at + 1);
    const std::size_t end = std::min(next, text.size());
    if (end - at < kShortestSuspect ||
        (at + 1 < text.size() && (text[at + 1] == '!' || text[at + 1] == '?' || text[at + 1] == '/')))
      continue;
    std::size_t count = 0;
    for (std::size_t i = at + 1; i < end && text[i] != '>'; ++i) {
      if (text[i] != '"' && text[i] != '\'') continue;
      i = std::min(text.find(text[i], i + 1), end);
      if (++count <= kMaxXmlAttributes) continue;
      diagnostics.report(Rule::input_limit,
                         {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)},
                         concat("the tag that starts here has more than ", kMaxXmlAttributes,
                                " attributes; nothing was read"));
      return false;
    }
  }
  return true;
}

// XML 1.1 allows control characters that XML 1.0, the version of all other readers and writers, cannot
// express.
bool check_xml_version(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  const std::size_t start = document_begin(text);
  if (!text.substr(start).starts_with("<?xml")) return true;
  const std::size_t end = std::min(text.find('>', start), text.size());
  const std::size_t version =
      std::min(text.substr(0, end).find("\"1.1\""), text.substr(0, end).find("'1.1'"));
  if (version == std::string_view::npos) return true;
  diagnostics
      .report(Rule::xml_malformed,
              {file, static_cast<std::uint32_t>(version + 1), static_cast<std::uint32_t>(version + 4)},
              "the text is declared as XML 1.1, which romasc does not read; write version=\"1.0\"")
      .fix({file, static_cast<std::uint32_t>(version + 1), static_cast<std::uint32_t>(version + 4)}, "1.0");
  return false;
}

// White space in front of the declaration is read past.
void check_declaration_place(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  constexpr std::string_view kDeclaration = "<?xml";
  const std::size_t mark = behind_byte_order_mark(text);
  const std::size_t begin = document_begin(text);
  if (begin == mark) return;
  const auto range = [&](std::size_t from, std::size_t to) {
    return SourceRange{file, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)};
  };
  diagnostics
      .report(Rule::xml_declaration_late, range(begin, begin + kDeclaration.size()),
              "white space comes before the XML declaration, which must begin the file; remove it")
      .fix(range(mark, begin), "");
}

// Checks the declaration here, because the parser does not see it: it would skip it by different rules.
bool check_doctype(FileId file, std::string_view text, DiagnosticEngine& diagnostics) {
  const auto begin = find_doctype(text);
  if (!begin || doctype_end(text, *begin)) return true;
  diagnostics.report(Rule::xml_malformed,
                     {file, static_cast<std::uint32_t>(*begin), static_cast<std::uint32_t>(*begin + 9)},
                     "the document type declaration that begins here is malformed, or does not end; robots "
                     "need none: remove it");
  return false;
}

}  // namespace

bool read_xml(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
              XmlParser parser, std::size_t max_elements) {
  if (!ensure_utf8(file, sources, diagnostics)) return false;
  check_declaration_place(file, sources.text(file), diagnostics);
  if (const std::string_view text = sources.text(file); parser != XmlParser::xerces && is_plain_xml(text)) {
    XmlTreeBuilder builder(file, text, diagnostics, sink, max_elements);
    return read_plain_xml(text, builder);
  }
  if (!check_xml_version(file, sources.text(file), diagnostics)) return false;
  if (!check_doctype(file, sources.text(file), diagnostics)) return false;
  if (!check_attribute_counts(file, sources.text(file), diagnostics)) return false;
  return read_with_xerces(file, sources, diagnostics, sink, max_elements, parser == XmlParser::recovering);
}

std::optional<XmlElement> read_xml_tree(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics,
                                        XmlParser parser) {
  std::optional<XmlElement> tree;
  std::vector<XmlElement> children;
  std::vector<XmlComment> comments;
  XmlSink sink;
  sink.child = [&](XmlElement& child) { children.push_back(std::move(child)); };
  sink.comment = [&](const XmlComment& comment, XmlZone zone) {
    if (zone == XmlZone::in_root) comments.push_back(comment);
  };
  sink.end = [&](XmlElement& root) { tree = std::move(root); };
  if (!read_xml(file, sources, diagnostics, sink, parser) || !tree) return std::nullopt;
  tree->children = std::move(children);
  tree->comments = std::move(comments);
  return tree;
}

}  // namespace romas
