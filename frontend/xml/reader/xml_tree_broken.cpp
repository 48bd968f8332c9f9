// Elements of texts that are not well-formed.
#include <utility>

#include "frontend/xml/reader/xml_tree_builder.h"
#include "support/process/stop.h"

namespace romas {

bool XmlTreeBuilder::start_broken(SourceRange tag, SourceRange name, std::vector<XmlAttribute> attributes,
                                  bool is_empty) {
  stop_point();
  Frame& frame = stack_.emplace_back();
  frame.first_child = children_.size();
  frame.self_closing = is_empty;
  XmlElement& element = frame.element;
  element.name = text_.substr(name.begin, name.end - name.begin);
  element.name_range = name;
  element.attributes = std::move(attributes);
  element.start_tag = element.range = tag;
  cursor_ = tag.end;
  return begin_element(frame);
}

void XmlTreeBuilder::end_broken(std::size_t begin, std::size_t end) {
  Frame& frame = stack_.back();
  frame.element.range.end = static_cast<std::uint32_t>(end);
  cursor_ = frame.element.range.end;
  finish_text(frame, static_cast<std::uint32_t>(begin));
  finish_element();
}

void XmlTreeBuilder::skip(std::size_t end) {
  cursor_ = static_cast<std::uint32_t>(end);
  if (stack_.empty()) return;
  stack_.back().is_mixed = true;
  stack_.back().interrupted = true;
}

}  // namespace romas
