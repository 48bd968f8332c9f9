// Comments and instructions of the tree, and the suppressions that comments ask for.
#include <algorithm>

#include "frontend/xml/reader/xml_tree_builder.h"

namespace romas {

bool XmlTreeBuilder::comment() {
  if (!seek("<!--")) return false;
  const std::uint32_t begin = cursor_;
  cursor_ = position_behind("-->", begin + 4);
  XmlComment comment;
  comment.range = range(begin, cursor_);
  comment.text = text_.substr(begin + 4, cursor_ - begin - 7);
  add_comment(comment);
  return true;
}

bool XmlTreeBuilder::instruction() {
  if (!seek("<?")) return false;
  const std::uint32_t begin = cursor_;
  cursor_ = position_behind("?>", begin + 2);
  XmlComment comment;
  comment.instruction = true;
  comment.range = range(begin, cursor_);
  comment.text = text_.substr(begin + 2, cursor_ - begin - 4);
  add_comment(comment);
  return true;
}

void XmlTreeBuilder::add_comment(XmlComment comment) {
  if (!stack_.empty()) {
    stack_.back().is_mixed = true;
    stack_.back().interrupted = true;
  }
  if (!comment.instruction) {
    if (auto slugs = parse_suppression_comment(comment.text)) {
      auto& pending = stack_.empty() ? pending_outside_ : stack_.back().pending;
      pending.push_back({std::move(*slugs), comment.range});
    }
  }
  if (stack_.size() <= 1) {
    comment.before = stack_.empty() ? 0 : stack_.back().child_count;
    const XmlZone zone = !stack_.empty() ? XmlZone::in_root
                         : root_seen_    ? XmlZone::after_root
                                         : XmlZone::before_root;
    if (sink_.comment) sink_.comment(comment, zone);
  } else {
    XmlElement& parent = stack_.back().element;
    comment.before = children_.size() - stack_.back().first_child;
    parent.comments.push_back(comment);
  }
}

// A suppression comment covers the rest of its line, the next line, and the element that follows it.
std::size_t XmlTreeBuilder::next_newline(std::size_t from) {
  if (from < newline_from_ || from > newline_at_) {
    newline_from_ = from;
    newline_at_ = std::min(text_.find('\n', from), text_.size());
  }
  return newline_at_;
}

void XmlTreeBuilder::cover_element(std::vector<PendingSuppression>& pending, SourceRange element) {
  if (pending.empty()) return;
  for (PendingSuppression& suppression : pending) {
    const std::size_t line_end = next_newline(suppression.comment.end);
    const std::size_t next_end =
        std::min(text_.find('\n', std::min(line_end + 1, text_.size())), text_.size());
    const std::size_t end = std::max<std::size_t>(element.end, next_end);
    diagnostics_.add_suppression(
        {std::move(suppression.slugs), suppression.comment, range(suppression.comment.end, end)});
  }
  pending.clear();
}

}  // namespace romas
