// Explains why a text is not well-formed XML: takes what the XML parser complains about and where, and
// reports it (RM1001) in words that say what to do, once a line.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/xml/xml_tree_builder.h"
#include "support/diagnostic.h"

namespace romas {

class XmlErrorReporter {
 public:
  // One text gets no more complaints than this.
  static constexpr std::size_t kMaxErrors = 20;

  XmlErrorReporter(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : file_(file), sources_(sources), diagnostics_(diagnostics), text_(sources.text(file)) {}

  // The elements that were open at the first complaint; later ones are told by the next two functions.
  void set_open_elements(std::vector<XmlTreeBuilder::OpenElement> open) { open_ = std::move(open); }
  // `end` is the offset behind the start tag.
  void element_started(std::string_view name, std::size_t end);
  void element_ended();

  // The parser complains at an offset. Returns false if it is not worth hearing more.
  bool complain(std::string_view complaint, std::size_t offset);

 private:
  struct Argument;
  void mismatched_end_tag(std::size_t offset);
  void input_ended(std::size_t offset);
  void broken_start_tag(std::string_view element, std::size_t offset);
  void bad_declaration(std::size_t offset);
  void repeated_attribute(std::string_view attribute, std::string_view element, std::size_t offset);
  void no_document(std::size_t offset);
  void bad_reference(std::string_view name, std::size_t offset);
  void other(std::string_view complaint, std::size_t offset);
  void explain(std::string_view complaint, std::size_t offset);
  DiagnosticBuilder report(std::size_t begin, std::size_t end, std::string message);
  std::size_t tag_start(std::size_t offset) const;

  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::string_view text_;
  std::vector<XmlTreeBuilder::OpenElement> open_;
  std::size_t complaints_ = 0;
  std::uint32_t last_line_ = 0;
  // An end tag is missing: what is said about end tags from here on follows from that.
  bool nesting_lost_ = false;
};

}  // namespace romas
