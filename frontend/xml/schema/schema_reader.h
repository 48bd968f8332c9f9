// Checks located elements against schema rows and reads typed values. Unknown content goes to
// Model::extensions, and the order of the source to Model::layout, so that nothing is lost.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/number_advice.h"
#include "frontend/xml/schema/schema.h"
#include "ir/model/child_place.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"
#include "support/text/text.h"
#include "support/text/xacro_marks.h"

namespace romas {

// A child element that the schema knows.
struct KnownChild {
  const XmlElement* element = nullptr;
  const ChildRow* row = nullptr;
  Place place;            // of the child
  std::size_t index = 0;  // among those of its slot
};

class SchemaReader {
 public:
  SchemaReader(SourceManager& sources, DiagnosticEngine& diagnostics, Model& model)
      : sources_(sources), diagnostics_(diagnostics), model_(model) {}

  // The version that the file names; features of later ones are reported (RM1006). If it names none, features
  // of later versions than the first are reported (RM1045).
  void set_version(FormatVersion version) { version_ = version; }
  void set_xacro_prefix(std::string prefix) { xacro_prefix_ = std::move(prefix); }
  // Finds the row of an element at a place where the format has none for it. Its numbers are checked all the
  // same, because a reader of an older format reads them.
  using RowFinder = const ElementRow* (*)(std::string_view name);
  void set_misplaced_rows(RowFinder finder) { misplaced_row_ = finder; }
  // Finds the program to whose dialect a child element or an attribute belongs; empty: none. Such words are
  // told once a program, by report_dialects().
  using DialectFinder = std::string_view (*)(std::string_view element, std::string_view word, bool attribute);
  void set_dialects(DialectFinder finder) { find_dialect_ = finder; }
  void report_dialects();
  // Unknown attributes are kept without a finding: another check of the format reports them.
  void leave_unknown_attributes() { leaves_unknown_attributes_ = true; }
  // The entity whose elements are read from now on, for messages: "joint", "shoulder". The texts must live as
  // long.
  void set_subject(std::string_view kind, std::string_view name) {
    subject_kind_ = kind;
    subject_name_ = name;
  }

  // Checks attributes, children and text of an element. Content that the rows do not allow is reported and
  // kept as an extension. The order is recorded if it is not canonical. Returns the children that the rows
  // know, in the order of the text. If an element that may occur once is repeated, the first counts.
  std::vector<KnownChild> open(const XmlElement& element, const ElementRow& row, const Place& place);

  // The parts of open(), for elements that are read piece by piece.
  void check_attributes(const XmlElement& element, const ElementRow& row, const Place& place);
  const ChildRow* match(const XmlElement& child, const ElementRow& row) const;
  // Keeps a child that the row does not know as an extension, with a warning unless its vocabulary is known.
  LayoutItem keep_unknown(const XmlElement& child, const ElementRow& row, std::string_view parent,
                          const Place& place);
  LayoutItem keep_comment(const XmlComment& comment, const Place& place);
  void check_text(const XmlElement& element, const ElementRow& row, const Place& place,
                  std::vector<LayoutItem>& items);
  // Reports the text of an element that holds none. A full-width '<' in it may be the start of a tag.
  void report_text(const XmlElement& element, const ElementRow& row);
  // Keeps an attribute as an extension, as written.
  void keep_attribute(const XmlAttribute& attribute, const Place& place);
  // Keeps an element as an extension, as written.
  LayoutItem keep_element(const XmlElement& element, const Place& place);
  void check_version(const XmlElement& element, const ChildRow& row);
  // Reports `what`, which came with the version `since`, where the file's readers may lack it.
  void check_version(SourceRange range, FormatVersion since, const std::string& what);
  void remember_prefix(const XmlElement& element, const Place& place);

  // Attribute values, by the name of the row. Nothing if the attribute is absent or its value is wrong, which
  // is reported.
  const XmlAttribute* attribute(const XmlElement& element, std::string_view name) const;
  std::optional<std::string> text(const XmlElement& element, std::string_view name) const;
  std::optional<Number> number(const XmlElement& element, std::string_view name);
  // A number of an attribute that a dialect may write with its prefix.
  std::optional<Number> prefixed_number(const XmlElement& element, std::string_view name);
  std::optional<Number3> vector3(const XmlElement& element, std::string_view name);
  std::optional<Number4> vector4(const XmlElement& element, std::string_view name);
  std::optional<std::array<Number, 2>> vector2(const XmlElement& element, std::string_view name);
  std::optional<std::array<Number, 2>> vector2(const XmlText& text, std::string_view what);
  std::vector<Number> numbers(const XmlElement& element, std::string_view name);
  // The word if it is one of the row's; else RM1016 with the nearest.
  std::optional<std::string> word(const XmlElement& element, const ElementRow& row, std::string_view name);
  SourceRange value_range(const XmlElement& element, std::string_view name) const;

  // The same for the text of an element; `what` names it in messages.
  std::optional<Number> number(const XmlText& text, std::string_view what);
  std::optional<Number3> vector3(const XmlText& text, std::string_view what);
  std::optional<std::vector<Number>> numbers(const XmlText& text, std::string_view what, std::size_t least,
                                             std::size_t most);

  // Reports ${…} and $(…) (RM1004); true if there is one.
  bool check_unexpanded(const XmlText& text);
  // Reports expressions of xacro in a text that an expansion has left alone, because marks are missing.
  void check_mark(const XmlAttribute& attribute);

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.report(rule, range, std::move(message));
  }
  // The same as an error: the format's own reader refuses the text (DiagnosticEngine::refuse).
  DiagnosticBuilder refuse(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.refuse(rule, range, std::move(message));
  }
  SourceManager& sources() { return sources_; }
  const SourceManager& sources() const { return sources_; }
  DiagnosticEngine& diagnostics() { return diagnostics_; }
  Model& model() { return model_; }
  // Whether a word that the rows do not know, and that none of theirs resembles, is met for the first time: a
  // generator that writes it does so everywhere, and one finding says it.
  bool is_new(std::string_view element, std::string_view word);

 private:
  // The children of one slot that were seen so far.
  struct SlotCount {
    std::uint32_t count = 0;
    const XmlElement* first = nullptr;
  };
  using SlotCounts = std::array<SlotCount, static_cast<std::size_t>(Slot::com) + 1>;

  void report_token(const XmlText& text, const Token& token, NumberCount wanted);
  // The missing mark because of which a word of a text is no number.
  std::optional<MissingMark> mark_at(const XmlText& text, const Token& token) const;
  SourceRange place_of_mark(const XmlText& text, const MissingMark& mark) const;
  template <class Take>
  bool read_numbers(const XmlText& text, std::string_view what, std::size_t least, std::size_t most,
                    const Take& take);
  template <std::size_t N>
  std::optional<std::array<Number, N>> array(const XmlText& text, std::string_view what);
  void check_numbers(const XmlElement& element, const ElementRow& row);
  void check_known_attribute(const XmlElement& element, const XmlAttribute& attribute,
                             const AttributeRow& row, const Place& place);
  bool is_unknown_attribute(const XmlElement& element, const XmlAttribute& attribute, const ElementRow& row);
  // Return the missing names that the unknown ones are meant as.
  std::vector<std::string_view> report_unknown_attributes(const XmlElement& element, const ElementRow& row,
                                                          const Place& place,
                                                          const std::vector<const XmlAttribute*>& unknown);
  std::vector<std::string_view> report_unknown_elements(const XmlElement& element, const ElementRow& row,
                                                        const Place& place, const SlotCounts& counts,
                                                        const std::vector<const XmlElement*>& unknown);
  bool is_unknown_element(const XmlElement& child, const ElementRow& row, std::string_view parent);
  void report_unknown(const XmlElement& child, std::string_view parent, std::string_view near);
  // Whether a word belongs to a dialect; it is then counted.
  bool count_dialect(std::string_view element, std::string_view word, SourceRange range, bool attribute);
  bool is_foreign(const XmlElement& child, const ElementRow& row) const;
  static bool differs_in_case(const XmlElement& child, const ElementRow& row);
  bool is_xacro(std::string_view prefix) const;
  bool keeps_idle(const XmlElement& child, const ChildRow& child_row, const XmlElement& parent,
                  const ElementRow& row);
  bool admit(const XmlElement& child, const ChildRow& row, const XmlElement& parent, const SlotCount& seen);
  // `meant`: the names of those that stand there under another name.
  void check_missing(const XmlElement& element, const ElementRow& row, const Place& place,
                     const SlotCounts& counts, const std::vector<std::string_view>& meant);
  void record_order(const ElementRow& row, const Place& place, std::vector<LayoutItem> items,
                    bool has_hidden);
  LayoutItem add_extension(Extension extension);
  // "<visual> in link 'arm'", "joint 'elbow'"
  std::string describe(const XmlElement& element, const Place& place) const;

  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model& model_;
  std::optional<FormatVersion> version_;
  std::string xacro_prefix_ = "xacro";
  RowFinder misplaced_row_ = nullptr;
  DialectFinder find_dialect_ = nullptr;
  bool leaves_unknown_attributes_ = false;
  // The words of one program that were met.
  struct DialectUse {
    std::string_view program;
    std::string first;  // as messages show it
    SourceRange range;  // of the first
    std::size_t count = 0;
  };
  std::vector<DialectUse> dialects_;
  std::set<std::pair<std::string, std::string>> unknown_words_;  // element and word
  std::string_view subject_kind_, subject_name_;
};

// The value in single quotes, shortened if it is long.
std::string quote(std::string_view value);
// True if the text holds ${…} or $(…), which xacro should have replaced.
bool has_unexpanded(std::string_view text);
// Line ends as XML reads them.
std::string normalize_line_ends(std::string_view text);

}  // namespace romas
