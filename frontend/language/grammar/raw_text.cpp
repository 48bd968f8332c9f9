#include "frontend/language/grammar/raw_text.h"

#include <algorithm>

#include "frontend/language/grammar/strings.h"
#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The element around a text while it is read. No text of a robot has one of this name.
constexpr std::string_view kAround = "romas.raw";
constexpr std::string_view kBegin = "<romas.raw>";
constexpr std::string_view kEnd = "</romas.raw>";

class RawText {
 public:
  RawText(const Extension& extension, const Name& name, const Text& raw, const SourceManager& program,
          DiagnosticEngine& diagnostics)
      : extension_(extension), name_(name), raw_(raw), program_(program), diagnostics_(diagnostics) {}

  void check() {
    if (begins_file()) return;
    const FileId file = xml_.add_text({}, concat(kBegin, extension_.text, kEnd));
    DiagnosticEngine findings;
    const auto root = read_xml_tree(file, xml_, findings);
    if (root) return check_content(*root);
    const auto reports = findings.sorted();
    if (!reports.empty()) explain(reports.front());
  }

 private:
  // A place of the text that was read, in the program.
  SourceRange place(SourceRange range) const {
    if (raw_.pieces) return raw_.range;  // values stand in it
    const auto at = [&](std::uint32_t offset) {
      const std::size_t inside = offset < kBegin.size() ? 0 : offset - kBegin.size();
      return place_in_string(raw_.range, program_, std::min(inside, extension_.text.size()));
    };
    return {raw_.range.file, at(range.begin), std::max(at(range.end), at(range.begin))};
  }

  // Reports an XML declaration or DOCTYPE at the start of the text, since both may only begin a file. Returns
  // whether there is one.
  bool begins_file() {
    const std::size_t begin = std::min(extension_.text.find_first_not_of(" \t\r\n"), extension_.text.size());
    for (const std::string_view word : {"<?xml ", "<!DOCTYPE"}) {
      if (!std::string_view(extension_.text).substr(begin).starts_with(word)) continue;
      const auto at = static_cast<std::uint32_t>(kBegin.size() + begin);
      report(place({0, at, at + static_cast<std::uint32_t>(trim(word).size())}),
             concat("'", trim(word), "' is allowed only at the beginning of a file; remove it"));
      return true;
    }
    return false;
  }

  void report(SourceRange range, std::string message) {
    diagnostics_.report(Rule::xml_malformed, range,
                        concat("the raw text of this extension is not well-formed XML: ", message));
  }

  // The reader speaks of a document, and of the element that stands around the text.
  void explain(const Diagnostic& finding) {
    const std::size_t text_end = kBegin.size() + extension_.text.size();
    const SourceRange* start = finding.notes.empty() ? nullptr : &finding.notes.front().range;
    if (start != nullptr && start->begin == 0) {
      report(place(finding.range),
             concat("'</", xml_.text(finding.range), ">' closes nothing here; remove it"));
    } else if (start != nullptr && finding.range.begin >= text_end) {
      const std::string_view tag = xml_.text(*start);
      const std::string_view element = tag.substr(1, tag.find_first_of(" \t\r\n/>", 1) - 1);
      report(place(*start), concat("'<", element, ">' is not closed; write '</", element, ">' after it"));
    } else {
      report(place(finding.range), finding.message);
    }
  }

  // Exactly one thing of the extension's name stands in the text.
  void check_content(const XmlElement& root) {
    const bool has_text = !root.text.text.empty();
    const std::size_t things = root.children.size() + root.comments.size() + (has_text ? 1 : 0);
    if (things == 0) {
      bad(raw_.range, concat("the raw text of this extension is empty; write the element, ", example()));
    } else if (things > 1) {
      bad(place(second(root)), concat("the raw text of an extension must be one element; write other "
                                      "elements as extensions of their own"));
    } else if (const std::string found = name_of(root); found != extension_.name) {
      if (found.empty())
        bad(place(root.text.range),
            concat("the raw text of this extension is not an element; write ", example()));
      else
        bad(name_.range, concat("the raw text of extension '", extension_.name, "' is '<", found,
                                ">'; an extension must have the name of its element"));
    }
  }

  void bad(SourceRange range, std::string message) {
    diagnostics_.report(Rule::bad_value, range, std::move(message));
  }

  std::string example() const {
    return concat("'<", extension_.name.empty() ? std::string_view("note") : extension_.name, "/>'");
  }

  // The second of several things, in the order of the text.
  static SourceRange second(const XmlElement& root) {
    std::vector<SourceRange> ranges;
    for (const XmlElement& child : root.children) ranges.push_back(child.start_tag);
    for (const XmlComment& comment : root.comments) ranges.push_back(comment.range);
    for (const XmlPiece& piece : root.pieces) ranges.push_back(piece.text.range);
    std::sort(ranges.begin(), ranges.end(),
              [](const SourceRange& a, const SourceRange& b) { return a.begin < b.begin; });
    return ranges.at(1);
  }

  // Returns the name of the only thing in the text: of an element (one of MJCF may stand in its section),
  // "!--" for a comment, '?' and the name for an instruction, and nothing for a text.
  std::string name_of(const XmlElement& root) const {
    if (!root.children.empty()) {
      const XmlElement& element = root.children.front();
      const bool in_section = element.name != extension_.name && element.children.size() == 1 &&
                              element.children.front().name == extension_.name;
      return in_section ? extension_.name : std::string(element.name);
    }
    if (root.comments.empty()) return {};
    const XmlComment& comment = root.comments.front();
    if (!comment.instruction) return "!--";
    return concat('?', comment.text.substr(0, comment.text.find_first_of(" \t\r\n")));
  }

  const Extension& extension_;
  const Name& name_;
  const Text& raw_;
  const SourceManager& program_;
  DiagnosticEngine& diagnostics_;
  SourceManager xml_;
};

// True if XML can have an attribute of this name.
bool is_attribute_name(std::string_view name) {
  SourceManager xml;
  DiagnosticEngine findings;
  const FileId file = xml.add_text({}, concat('<', kAround, ' ', name, "=\"\"/>"));
  const auto element = read_xml_tree(file, xml, findings);
  return element && element->attributes.size() == 1 && element->attributes.front().name == name;
}

}  // namespace

void check_raw_text(const Extension& extension, const Name& name, const Text& raw,
                    const SourceManager& sources, DiagnosticEngine& diagnostics) {
  if (extension.kind == Extension::Kind::element)
    RawText(extension, name, raw, sources, diagnostics).check();
  else if (!is_attribute_name(extension.name))
    diagnostics.report(Rule::bad_value, name.range,
                       concat("'", extension.name,
                              "' is not a name of an attribute; names in XML have letters, digits, '_', '-', "
                              "'.' and ':', and begin with a letter or '_'"));
}

}  // namespace romas::language
