// Explains why a text is not well-formed XML. Translates the parser's complaints into errors (RM1001) that
// say what to do, at most one a line.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_tree_builder.h"
#include "support/findings/diagnostic.h"

namespace romas {

class XmlErrorReporter {
 public:
  // Upper bound of the complaints about one text.
  static constexpr std::size_t kMaxErrors = 20;

  XmlErrorReporter(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : file_(file), sources_(sources), diagnostics_(diagnostics), text_(sources.text(file)) {}

  // The elements that were open at the first complaint. The next two functions keep track of them from then
  // on.
  void set_open_elements(std::vector<XmlTreeBuilder::OpenElement> open) { open_ = std::move(open); }
  // `end` is the offset behind the start tag.
  void element_started(std::string_view name, std::size_t end);
  void element_ended();

  // The parser complains at an offset. Returns false if further complaints are of no use.
  bool complain(std::string_view complaint, std::size_t offset);

 private:
  struct Argument;
  void mismatched_end_tag(std::size_t offset);
  void unterminated_end_tag(std::string_view element, std::size_t offset);
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
  SourceRange range(std::size_t begin, std::size_t end) const;
  bool closes_outer(std::string_view name) const;
  bool rest_closes(std::size_t offset, std::size_t open) const;

  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::string_view text_;
  std::vector<XmlTreeBuilder::OpenElement> open_;
  std::size_t complaints_ = 0;
  std::uint32_t last_line_ = 0;
  // An end tag is missing or closes nothing: later complaints about end tags follow from that.
  bool nesting_lost_ = false;
  // A tag was not read as one: the elements that are open may be others, and end tags get no fixes.
  bool nesting_doubtful_ = false;
};

}  // namespace romas
