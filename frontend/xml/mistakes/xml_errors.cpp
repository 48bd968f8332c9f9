#include "frontend/xml/mistakes/xml_errors.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

// Turns the parser's complaint into an error, for texts in which no tag is at fault.
class ComplaintReporter {
 public:
  ComplaintReporter(FileId file, std::string_view text, DiagnosticEngine& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {}

  void report_mistake(const XmlMistake& mistake) {
    auto diagnostic = report(mistake.begin, mistake.end, mistake.message);
    if (mistake.note) diagnostic.note(range(mistake.note->begin, mistake.note->end), mistake.note->message);
    if (!mistake.fix) return;
    const SourceRange fixed = range(mistake.fix->begin, mistake.fix->end);
    if (mistake.fix->guess)
      diagnostic.suggest(fixed, mistake.fix->replacement);
    else
      diagnostic.fix(fixed, mistake.fix->replacement);
  }

  void explain(std::string_view complaint, std::size_t offset) {
    if (complaint.starts_with("expected version, encoding") ||
        complaint.starts_with("version declaration is required"))
      return bad_declaration(offset);
    if (is_about_root(complaint)) return no_document(offset);
    std::string message(complaint);
    if (complaint.starts_with("comment or processing instruction expected"))
      message = "the root element is closed above; only comments can follow it";
    else if (complaint.starts_with("CDATA section is illegal outside the root element"))
      message = "text is outside the root element";
    if (message.size() > 1 && message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a')
      message[0] = static_cast<char>(message[0] - 'A' + 'a');
    report(offset, offset + 1, std::move(message));
  }

  // Whether the text has no root element, as far as the parser can tell.
  static bool is_about_root(std::string_view complaint) {
    return complaint.starts_with("invalid document structure") ||
           complaint.starts_with("XML document cannot be empty");
  }

 private:
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(std::min(begin, text_.size())),
            static_cast<std::uint32_t>(std::min(end, text_.size()))};
  }
  DiagnosticBuilder report(std::size_t begin, std::size_t end, std::string message) {
    return diagnostics_.report(Rule::xml_malformed, range(begin, end), std::move(message));
  }
  void bad_declaration(std::size_t offset);
  void no_document(std::size_t offset);

  FileId file_;
  std::string_view text_;
  DiagnosticEngine& diagnostics_;
};

void ComplaintReporter::bad_declaration(std::size_t offset) {
  const std::size_t tag = std::min(text_.substr(0, offset).rfind('<'), offset);
  const std::size_t begin = std::min(text_.find_first_not_of(" \t\r\n", tag + 5), text_.size());
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n=?>", begin), text_.size());
  const std::string_view word = text_.substr(begin, end - begin);
  constexpr std::array<std::string_view, 3> kWords = {"version", "encoding", "standalone"};
  auto diagnostic = report(
      begin, end,
      concat("the XML declaration has '", word, "' where 'version' is expected: <?xml version=\"1.0\"?>"));
  if (nearest_name(word, kWords) == "version") diagnostic.fix(range(begin, end), "version");
}

void ComplaintReporter::no_document(std::size_t offset) {
  std::size_t begin = text_.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) {
    report(0, 0, "the file is empty; a root element such as <robot name=\"…\"> is expected");
  } else if (text_.substr(begin).starts_with("<!--") || text_.substr(begin).starts_with("<?")) {
    const bool at_end = text_.find_first_not_of(" \t\r\n", offset) == std::string_view::npos;
    report(offset, offset + 1,
           at_end ? "the text ends without a root element" : "text comes before the root element");
  } else {
    begin = std::max(begin, offset < text_.size() ? offset : begin);
    const std::size_t end = std::min({text_.find_first_of("\r\n<", begin), text_.size(), begin + 40});
    report(begin, end, "text comes before the root element; is this an XML file?");
  }
}

}  // namespace

ExplainedXml explain_malformed(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                               std::string_view complaint, std::size_t offset) {
  const std::string_view text = sources.text(file);
  ComplaintReporter reporter(file, text, diagnostics);
  ExplainedXml explained{std::min(offset, text.size()), read_tags(text)};
  const std::vector<XmlMistake> mistakes = find_xml_mistakes(explained.xml);
  const std::size_t place = explained.first;
  // The scan does not look into the declaration, which no tag can break.
  const bool in_declaration = text.find("<?xml") < place && place <= text.find("?>");
  const bool is_other = in_declaration && !mistakes.empty() && place < mistakes.front().begin;
  // Tags of a text that is no XML are no mistakes of XML.
  explained.is_xml = !ComplaintReporter::is_about_root(complaint) || mistakes.size() == 1;
  const bool is_no_xml = !explained.is_xml && mistakes.size() > 1;
  if (mistakes.empty() || is_other || is_no_xml) reporter.explain(complaint, place);
  if (mistakes.empty() || is_no_xml) return explained;
  for (const XmlMistake& mistake : mistakes) reporter.report_mistake(mistake);
  explained.first = std::min(place, mistakes.front().begin);
  return explained;
}

}  // namespace romas
