// Prints a reading of XML as text: events, texts, ranges, findings and the ranges that suppression comments
// cover. Tests compare the plain reader and the XML parser by it.
#pragma once

#include <string>
#include <string_view>

#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas::test {

inline void describe(std::string& out, SourceRange range) {
  out += concat('[', range.file, ' ', range.begin, ' ', range.end, ']');
}

inline void describe(std::string& out, const XmlText& text) {
  out += concat('\'', text.text, '\'', text.literal ? "=" : "~");
  describe(out, text.range);
}

inline void describe(std::string& out, const XmlComment& comment) {
  out +=
      concat(comment.instruction ? "instruction '" : "comment '", comment.text, "' before ", comment.before);
  describe(out, comment.range);
  out += '\n';
}

inline void describe(std::string& out, const XmlElement& element) {
  out += concat('<', element.name);
  for (const SourceRange range :
       {element.range, element.start_tag, element.name_range, element.end_name_range})
    describe(out, range);
  for (const XmlAttribute& attribute : element.attributes) {
    out += concat(' ', attribute.name);
    describe(out, attribute.range);
    describe(out, attribute.name_range);
    describe(out, attribute.value);
  }
  out += "> ";
  describe(out, element.text);
  out += '\n';
  for (const XmlComment& comment : element.comments) describe(out, comment);
  for (const XmlElement& child : element.children) describe(out, child);
  out += "</>\n";
}

inline XmlSink describing_sink(std::string& out) {
  XmlSink sink;
  sink.begin = [&out](const XmlElement& root) {
    out += "begin ";
    describe(out, root);
  };
  sink.child = [&out](XmlElement& child) { describe(out, child); };
  sink.comment = [&out](const XmlComment& comment, XmlZone zone) {
    out += concat("zone ", static_cast<int>(zone), ' ');
    describe(out, comment);
  };
  sink.end = [&out](XmlElement& root) {
    out += "end ";
    describe(out, root);
  };
  return sink;
}

inline std::string what_is_read(std::string_view text, XmlParser parser) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  std::string out;
  const FileId file = sources.add_text("text", std::string(text));
  const XmlSink sink = describing_sink(out);
  out += read_xml(file, sources, diagnostics, sink, parser) ? "read\n" : "refused\n";
  // Findings in suppressed parts are silent.
  const std::string_view read = sources.text(file);
  for (std::size_t at = read.find("romas:"); at != std::string_view::npos; at = read.find('<', at + 1))
    diagnostics.report(Rule::effort_zero,
                       {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)}, "here");
  diagnostics.finish_suppressions();
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    out += concat(rule_info(diagnostic.rule).id(), ' ', diagnostic.message);
    describe(out, diagnostic.range);
    out += '\n';
  }
  return out;
}

}  // namespace romas::test
