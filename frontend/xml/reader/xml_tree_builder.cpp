#include "frontend/xml/reader/xml_tree_builder.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "frontend/xml/text/declaration.h"
#include "frontend/xml/text/doctype.h"
#include "frontend/xml/text/xml_space.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kSection = "<![CDATA[";

constexpr bool ends_tag_name(char c) { return is_xml_space(c) || c == '/' || c == '>'; }
constexpr bool ends_attribute_name(char c) { return is_xml_space(c) || c == '='; }
constexpr bool is_quote(char c) { return c == '"' || c == '\''; }
// Characters of a value that XML replaces: references and white space.
constexpr bool is_rewritten(char c) { return c == '&' || c == '\t' || c == '\r' || c == '\n'; }

// The first offset from `at` on whose character is of a class; the end of the text if there is none.
template <class Class>
std::size_t find_class(std::string_view text, std::size_t at, Class is_one) {
  while (at < text.size() && !is_one(text[at])) ++at;
  return at;
}

// [begin, end) without the white space at its ends.
void shrink(std::string_view text, std::size_t& begin, std::size_t& end) {
  while (begin < end && is_xml_space(text[begin])) ++begin;
  while (end > begin && is_xml_space(text[end - 1])) --end;
}

}  // namespace

XmlTreeBuilder::XmlTreeBuilder(FileId file, std::string_view text, DiagnosticEngine& diagnostics,
                               const XmlSink& sink, std::size_t max_elements)
    : file_(file), text_(text), diagnostics_(diagnostics), sink_(sink), max_elements_(max_elements) {
  skip_declaration();
}

SourceRange XmlTreeBuilder::range(std::size_t begin, std::size_t end) const {
  return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::uint32_t XmlTreeBuilder::position_behind(std::string_view mark, std::size_t from) const {
  const std::size_t found = text_.find(mark, from);
  return static_cast<std::uint32_t>(found == std::string_view::npos ? text_.size() : found + mark.size());
}

std::uint32_t XmlTreeBuilder::position_behind(char mark, std::size_t from) const {
  const std::size_t found = text_.find(mark, from);
  return static_cast<std::uint32_t>(found == std::string_view::npos ? text_.size() : found + 1);
}

void XmlTreeBuilder::skip_declaration() {
  cursor_ = static_cast<std::uint32_t>(document_begin(text_));
  const std::string_view rest = text_.substr(cursor_);
  if (rest.starts_with("<?xml") && rest.size() > 5 && is_xml_space(rest[5]))
    cursor_ = position_behind("?>", cursor_);
}

// Moves to the markup that the parser has reported. Text and parser disagree if it does not begin with
// `mark`.
bool XmlTreeBuilder::seek(std::string_view mark) {
  seek_markup();
  if (cursor_ < text_.size() && (mark.size() == 1 || text_.substr(cursor_).starts_with(mark))) return true;
  const std::size_t at = std::min<std::size_t>(cursor_, text_.size());
  diagnostics_.report(Rule::xml_malformed, range(at, at),
                      concat("'", mark, "' is expected here; the parser reads something else than the text"));
  return false;
}

void XmlTreeBuilder::move_to(std::size_t markup, bool past_section) {
  cursor_ = static_cast<std::uint32_t>(markup);
  if (past_section && !stack_.empty()) stack_.back().has_sections = true;
}

// Moves the cursor to the < of the next tag, comment or instruction.
void XmlTreeBuilder::seek_markup() {
  while (true) {
    const std::size_t found = text_.find('<', cursor_);
    cursor_ = static_cast<std::uint32_t>(found == std::string_view::npos ? text_.size() : found);
    if (cursor_ + 1 >= text_.size() || text_[cursor_ + 1] != '!') return;
    const std::string_view rest = text_.substr(cursor_);
    if (rest.starts_with(kSection)) {
      cursor_ = position_behind("]]>", cursor_);
      if (!stack_.empty()) stack_.back().has_sections = true;
    } else if (rest.starts_with("<!DOCTYPE")) {
      skip_doctype();
    } else {
      return;
    }
  }
}

void XmlTreeBuilder::skip_doctype() {
  cursor_ = static_cast<std::uint32_t>(doctype_end(text_, cursor_).value_or(text_.size()));
}

// Robots of Drake's dialect often use its prefix without declaring it. Readers of URDF accept that; other XML
// tools reject the file.
void XmlTreeBuilder::check_prefixes(const XmlElement& element) {
  const auto declares = [](const XmlElement& candidate, std::string_view prefix) {
    return std::any_of(candidate.attributes.begin(), candidate.attributes.end(), [&](const XmlAttribute& a) {
      return a.prefix() == "xmlns" && a.local_name() == prefix;
    });
  };
  const auto is_strange = [&](std::string_view prefix) {
    // Prefixes of xacro are reported by the frontends.
    if (prefix.empty() || prefix == "xml" || prefix == "xmlns" || prefix == "xacro" ||
        strange_prefixes_.contains(prefix))
      return false;
    return std::none_of(stack_.begin(), stack_.end(),
                        [&](const Frame& frame) { return declares(frame.element, prefix); });
  };
  const auto report = [&](Rule rule, SourceRange place, std::string_view prefix) {
    strange_prefixes_.emplace(prefix);
    diagnostics_.report(
        rule, place,
        concat("the prefix '", prefix,
               "' is not declared; declare it in the root element with xmlns:", prefix, "=\"…\""));
  };
  if (is_strange(element.prefix())) report(Rule::unknown_element, element.name_range, element.prefix());
  for (const XmlAttribute& attribute : element.attributes)
    if (is_strange(attribute.prefix()))
      report(Rule::unknown_attribute, attribute.name_range, attribute.prefix());
}

bool XmlTreeBuilder::within_limits(const XmlElement& element) {
  elements_in_child_ = stack_.size() <= 2 ? 1 : elements_in_child_ + 1;
  if (stack_.size() > kMaxXmlDepth) {
    diagnostics_.report(Rule::input_limit, element.start_tag,
                        concat("elements are nested more than ", kMaxXmlDepth,
                               " deep here; nothing after this place was read"));
    return false;
  }
  if (elements_in_child_ > max_elements_) {
    diagnostics_.report(
        Rule::input_limit, stack_[1].element.start_tag,
        concat("<", stack_[1].element.name, "> holds more than ", max_elements_,
               " elements; nothing after this place was read (--max-elements raises the limit)"));
    return false;
  }
  return true;
}

bool XmlTreeBuilder::start_element(const ValueOf& value_of) {
  stop_point();
  if (!seek("<")) return false;
  Frame& frame = stack_.emplace_back();
  frame.first_child = children_.size();
  read_start_tag(frame, value_of);
  return begin_element(frame);
}

// Takes up the element whose start tag was read.
bool XmlTreeBuilder::begin_element(Frame& frame) {
  if (!within_limits(frame.element)) return false;
  if (text_.substr(frame.element.range.begin, cursor_ - frame.element.range.begin).find(':') !=
      std::string_view::npos)
    check_prefixes(frame.element);
  if (stack_.size() > 1) return true;
  root_seen_ = true;
  cover_element(pending_outside_, range(frame.element.range.begin, text_.size()));
  if (sink_.begin) sink_.begin(frame.element);
  return true;
}

void XmlTreeBuilder::read_start_tag(Frame& frame, const ValueOf& value_of) {
  XmlElement& element = frame.element;
  const std::uint32_t begin = cursor_;
  const auto name_end = find_class(text_, begin + 1, ends_tag_name);
  element.name = text_.substr(begin + 1, name_end - begin - 1);
  element.name_range = range(begin + 1, name_end);
  auto at = static_cast<std::uint32_t>(skip_xml_space(text_, name_end));
  attributes_.clear();
  while (at < text_.size() && text_[at] != '>' && text_[at] != '/') {
    read_attribute(element, at, value_of);
    at = static_cast<std::uint32_t>(skip_xml_space(text_, at));
  }
  element.attributes.assign(attributes_.begin(), attributes_.end());  // one allocation, of the right size
  frame.self_closing = at < text_.size() && text_[at] == '/';
  cursor_ = position_behind('>', at);
  element.start_tag = range(begin, cursor_);
  element.range = element.start_tag;
}

void XmlTreeBuilder::read_attribute(XmlElement& element, std::uint32_t& at, const ValueOf& value_of) {
  const std::uint32_t begin = at;
  const std::size_t name_end = find_class(text_, begin, ends_attribute_name);
  const std::size_t quote = std::min(find_class(text_, name_end, is_quote), text_.size() - 1);
  const char mark = text_[quote];
  bool literal = true;
  std::size_t closing = quote + 1;
  for (; closing < text_.size() && text_[closing] != mark; ++closing)
    literal = literal && !is_rewritten(text_[closing]);
  closing = std::min(closing, text_.size() - 1);
  at = static_cast<std::uint32_t>(closing + 1);
  XmlAttribute& attribute = attributes_.emplace_back();
  attribute.name = text_.substr(begin, name_end - begin);
  attribute.name_range = range(begin, name_end);
  attribute.range = range(begin, at);
  attribute.value.range = range(quote + 1, closing);
  attribute.value.text = text_.substr(quote + 1, closing - quote - 1);
  attribute.value.literal = literal;
  if (literal) return;
  element.owned.push_back(
      std::make_unique<const std::string>(value_of(attributes_.size() - 1, attribute.value.text)));
  attribute.value.text = *element.owned.back();
}

// Returns the range of the run of characters that begins at the cursor.
SourceRange XmlTreeBuilder::range_of_run() const {
  std::size_t begin = cursor_;
  std::size_t end = std::min(text_.find('<', begin), text_.size());
  if (text_.substr(begin).starts_with(kSection)) end = position_behind("]]>", begin);
  shrink(text_, begin, end);
  return range(begin, end);
}

std::size_t XmlTreeBuilder::children_of(const Frame& frame) const {
  return stack_.size() == 1 ? frame.child_count : children_.size() - frame.first_child;
}

void XmlTreeBuilder::characters(std::string_view utf8) {
  if (stack_.empty()) return;
  Frame& frame = stack_.back();
  const bool blank = std::all_of(utf8.begin(), utf8.end(), is_xml_space);
  if (frame.text.empty()) {
    if (blank) return;
    frame.first_run = {0, range_of_run(), children_of(frame)};
  } else if (frame.interrupted && !blank) {
    frame.further_runs.push_back({frame.text.size(), range_of_run(), children_of(frame)});
  }
  if (!blank) frame.interrupted = false;
  frame.text.append(utf8);
}

void XmlTreeBuilder::finish_text(Frame& frame, std::uint32_t end_tag) {
  XmlElement& element = frame.element;
  element.text.range = frame.first_run.range.valid() ? frame.first_run.range
                                                     : range(element.start_tag.end, element.start_tag.end);
  if (frame.text.empty()) return;
  if (!frame.is_mixed) {
    std::size_t begin = element.start_tag.end;
    std::size_t end = end_tag;
    shrink(text_, begin, end);
    element.text.range = range(begin, end);
    element.text.text = text_.substr(begin, end - begin);
    element.text.literal =
        !frame.has_sections && element.text.text.find_first_of("&\r") == std::string_view::npos;
    if (element.text.literal) return;
  }
  element.owned.push_back(std::make_unique<const std::string>(trim(frame.text)));
  element.text.text = *element.owned.back();
  split_text(frame);
}

// The runs of text between children and comments, each for itself.
void XmlTreeBuilder::split_text(Frame& frame) {
  const std::vector<Frame::Run>& further = frame.further_runs;
  for (std::size_t i = 0; i <= further.size(); ++i) {
    const Frame::Run& run = i == 0 ? frame.first_run : further[i - 1];
    const std::size_t end = i < further.size() ? further[i].begin : frame.text.size();
    const std::string_view said = trim(std::string_view(frame.text).substr(run.begin, end - run.begin));
    XmlPiece piece;
    piece.before = run.before;
    piece.text.range = run.range;
    piece.text.text = text_.substr(run.range.begin, run.range.end - run.range.begin);
    piece.text.literal = piece.text.text == said;
    if (!piece.text.literal) {
      frame.element.owned.push_back(std::make_unique<const std::string>(said));
      piece.text.text = *frame.element.owned.back();
    }
    frame.element.pieces.push_back(piece);
  }
}

void XmlTreeBuilder::end_element() {
  assert(!stack_.empty());
  Frame& frame = stack_.back();
  XmlElement& element = frame.element;
  if (!frame.self_closing) {
    seek_markup();
    const std::uint32_t end_tag = cursor_;
    cursor_ = position_behind('>', end_tag);
    element.range.end = cursor_;
    element.end_name_range = range(end_tag + 2, end_tag + 2 + element.name.size());
    finish_text(frame, end_tag);
  }
  finish_element();
}

// Hands on the innermost element, which is complete.
void XmlTreeBuilder::finish_element() {
  Frame& frame = stack_.back();
  const XmlElement& element = frame.element;
  cover_element(frame.pending, range(element.range.end, element.range.end));
  take_children(frame);
  XmlElement done = std::move(frame.element);
  stack_.pop_back();
  if (stack_.empty()) {
    if (sink_.end) sink_.end(done);
    return;
  }
  Frame& parent = stack_.back();
  parent.is_mixed = true;
  parent.interrupted = true;
  cover_element(parent.pending, done.range);
  if (stack_.size() > 1) {
    children_.push_back(std::move(done));
    return;
  }
  if (sink_.child) sink_.child(done);
  ++parent.child_count;
}

// Moves the children of a complete element into it: with one allocation of the right size, unless they are
// very many.
void XmlTreeBuilder::take_children(Frame& frame) {
  if (children_.size() == frame.first_child) return;
  constexpr std::size_t kMany = 1000;  // are not moved a second time
  if (frame.first_child == 0 && children_.size() > kMany) {
    frame.element.children = std::move(children_);
    children_.clear();
    return;
  }
  const auto first = children_.begin() + static_cast<std::ptrdiff_t>(frame.first_child);
  frame.element.children.assign(std::move_iterator(first), std::move_iterator(children_.end()));
  children_.erase(first, children_.end());
}

}  // namespace romas
