// Builds located elements from the events of the XML parser. The parser gives the meaning of the text, and
// the builder finds the places by following the text tag by tag. This works because the parser has found each
// tag well-formed before its event.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/reader/xml_reader.h"

namespace romas {

class XmlTreeBuilder {
 public:
  XmlTreeBuilder(FileId file, std::string_view text, DiagnosticEngine& diagnostics, const XmlSink& sink,
                 std::size_t max_elements);

  // The value of the attribute with this index, with references resolved. `written` is the text between its
  // quotes. Called only if the value is not literal.
  using ValueOf = std::function<std::string(std::size_t index, std::string_view written)>;
  // Returns false (and reports RM1018) beyond the limits. No further calls are allowed then.
  bool start_element(const ValueOf& value_of);
  void end_element();
  bool comment();
  bool instruction();
  void characters(std::string_view utf8);

  // --- texts that are not well-formed: places are given, because no tag need stand there
  // Starts an element of this name and these attributes, whose start tag is what stands at a place.
  bool start_broken(SourceRange tag, SourceRange name, std::vector<XmlAttribute> attributes, bool is_empty);
  // Ends an element by what stands at a place, if anything.
  void end_broken(std::size_t begin, std::size_t end);
  // Goes on at an offset. What stands before it means nothing.
  void skip(std::size_t end);
  std::size_t depth() const { return stack_.size(); }

  // Whether the element started last is <a/>. Its end is still reported, like any other.
  bool is_self_closing() const { return stack_.back().self_closing; }
  // The offset behind the last tag, comment or instruction.
  std::size_t position() const { return cursor_; }
  // The markup of the next event begins at this offset, so that no search is needed. `past_section`: a
  // section of characters may stand before it.
  void move_to(std::size_t markup, bool past_section);

 private:
  // A suppression comment whose element has not come yet.
  struct PendingSuppression {
    std::vector<std::string> slugs;
    SourceRange comment;
  };
  struct Frame {
    XmlElement element;
    std::string text;  // resolved character data
    struct Run {
      std::size_t begin = 0;  // in `text`
      SourceRange range;
      std::size_t before = 0;  // the child in front of which it stands
    };
    Run first_run;
    std::vector<Run> further_runs;  // of text with something else in between
    bool interrupted = false;       // something else stands behind the last run
    bool is_mixed = false;          // something stands in it besides text
    bool has_sections = false;      // CDATA
    bool self_closing = false;
    std::size_t child_count = 0;  // of the root, whose children are handed on
    std::size_t first_child = 0;  // in children_
    std::vector<PendingSuppression> pending;
  };

  bool begin_element(Frame& frame);
  void finish_element();
  bool within_limits(const XmlElement& element);
  bool seek(std::string_view mark);
  void seek_markup();
  void skip_declaration();
  void skip_doctype();
  void read_start_tag(Frame& frame, const ValueOf& value_of);
  void read_attribute(XmlElement& element, std::uint32_t& at, const ValueOf& value_of);
  SourceRange range_of_run() const;
  std::size_t children_of(const Frame& frame) const;
  void finish_text(Frame& frame, std::uint32_t end_tag);
  void split_text(Frame& frame);
  void add_comment(XmlComment comment);
  // Offset of the first line end at or behind a place; the end of the text if there is none.
  std::size_t next_newline(std::size_t from);
  void cover_element(std::vector<PendingSuppression>& pending, SourceRange element);
  void take_children(Frame& frame);
  void check_prefixes(const XmlElement& element);
  SourceRange range(std::size_t begin, std::size_t end) const;
  // Offset behind the next mark; the end of the text if there is none.
  std::uint32_t position_behind(std::string_view mark, std::size_t from) const;
  std::uint32_t position_behind(char mark, std::size_t from) const;

  FileId file_;
  std::string_view text_;
  DiagnosticEngine& diagnostics_;
  const XmlSink& sink_;
  std::uint32_t cursor_ = 0;  // behind the last tag, comment or instruction
  bool root_seen_ = false;
  std::size_t max_elements_;
  std::size_t elements_in_child_ = 0;  // of the root's child that is being read
  std::vector<Frame> stack_;
  std::vector<XmlElement> children_;  // complete children of the open elements, those of the outermost first
  std::vector<XmlAttribute> attributes_;  // of the tag that is being read
  std::vector<PendingSuppression> pending_outside_;
  std::set<std::string, std::less<>> strange_prefixes_;  // reported already
  // The last search for a line end: none stands in [newline_from_, newline_at_). Searches stay cheap in a
  // file of one long line.
  std::size_t newline_from_ = 0, newline_at_ = 0;
};

}  // namespace romas
