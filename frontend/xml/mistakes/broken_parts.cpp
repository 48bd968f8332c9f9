#include "frontend/xml/mistakes/broken_parts.h"

#include <algorithm>
#include <utility>

#include "frontend/xml/mistakes/start_tag.h"

namespace romas {

namespace {

using Kind = XmlTag::Kind;

class PartFinder {
 public:
  explicit PartFinder(const BrokenXml& xml) : xml_(xml) {}

  std::vector<BrokenPart> find() {
    for (const XmlTag& tag : xml_.tags) pass(tag);
    while (!open_.empty()) close(xml_.text.size(), false);
    for (const auto& [begin, end] : xml_.lost) add(begin, end);
    for (const XmlMistake& mistake : xml_.mistakes) {
      BrokenPart& part = add(mistake.begin, std::max(mistake.end, mistake.begin + 1));
      part.has_name = part.is_end_tag = true;
    }
    std::vector<BrokenPart> parts;
    for (auto& [part, around] : parts_) {
      for (const std::size_t element : around) part.around.push_back(elements_[element]);
      parts.push_back(std::move(part));
    }
    return parts;
  }

 private:
  BrokenPart& add(std::size_t begin, std::size_t end) {
    auto& [part, around] = parts_.emplace_back();
    part.begin = begin;
    part.end = end;
    if (!open_.empty()) around.assign(open_.begin() + 1, open_.end());
    return part;
  }

  void open(const XmlTag& tag, std::size_t end) {
    open_.push_back(elements_.size());
    elements_.push_back({tag.begin, end, end, tag.name(xml_.text)});
    is_made_.push_back(end == tag.begin);
  }

  // Ends the innermost element at a place. `is_broken`: it has no end tag.
  void close(std::size_t place, bool is_broken) {
    if (open_.empty()) return;
    const std::size_t element = open_.back();
    open_.pop_back();
    elements_[element].end = place;
    if (is_made_[element] || is_broken) add(elements_[element].begin, place).has_name = !is_made_[element];
  }

  void pass(const XmlTag& tag) {
    for (int n = 0; n < tag.ends_before; ++n) close(tag.begin, true);
    for (int n = 0; n < tag.starts_before; ++n) open(tag, tag.begin);
    if (tag.lost && tag.kind == Kind::none) return;
    if (tag.broken || tag.lost) add_tag(tag);
    if (tag.kind == Kind::open) open(tag, tag.end);
    if (tag.kind == Kind::end) close(tag.end, false);
  }

  void add_tag(const XmlTag& tag) {
    BrokenPart& part = add(tag.begin, tag.end);
    part.element = tag.name(xml_.text);
    part.is_half_element = tag.name_begin + tag.name_size == tag.end;
    if (tag.kind == Kind::end || xml_.text.substr(tag.begin).starts_with("</")) {
      part.has_name = true;
      part.is_end_tag = tag.kind == Kind::end;
      return;
    }
    if (tag.lost) return;
    std::vector<XmlMistake> told;
    StartTagScanner scanner(xml_.text, tag.begin, told);
    scanner.read();
    for (const ScannedAttribute& attribute : scanner.attributes()) {
      const std::string_view word = xml_.text.substr(attribute.begin, attribute.name_end - attribute.begin);
      if (word != "name" && word != "id") continue;
      part.name = xml_.text.substr(attribute.value_begin, attribute.value_end - attribute.value_begin);
      part.has_name = attribute.is_whole && tag.kind != Kind::none;  // such a tag makes no element
    }
  }

  const BrokenXml& xml_;
  std::vector<BrokenPart::Element> elements_;
  std::vector<bool> is_made_;
  std::vector<std::size_t> open_;  // elements
  std::vector<std::pair<BrokenPart, std::vector<std::size_t>>> parts_;
};

}  // namespace

std::vector<BrokenPart> find_broken_parts(const BrokenXml& xml) {
  return xml.is_balanced ? PartFinder(xml).find() : std::vector<BrokenPart>();
}

}  // namespace romas
