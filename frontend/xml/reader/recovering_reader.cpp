#include "frontend/xml/reader/recovering_reader.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "frontend/xml/mistakes/start_tag.h"
#include "frontend/xml/text/doctype.h"
#include "frontend/xml/text/plain_values.h"

namespace romas {

namespace {

using Kind = XmlTag::Kind;

class RecoveringReader {
 public:
  RecoveringReader(const BrokenXml& xml, FileId file, XmlTreeBuilder& builder)
      : xml_(xml), text_(xml.text), file_(file), builder_(builder), at_(builder.position()) {}

  bool read() {
    for (const XmlMistake& mistake : xml_.mistakes) mistaken_.insert(mistake.begin);
    find_end_names();
    for (std::size_t i = 0; i < xml_.tags.size(); ++i) {
      const XmlTag& tag = xml_.tags[i];
      if (tag.lost && tag.kind == Kind::none) continue;  // it is read as text
      if (!read_between(tag.begin)) return false;
      for (int n = 0; n < tag.ends_before && builder_.depth() > 0; ++n)
        builder_.end_broken(tag.begin, tag.begin);
      for (int n = 0; n < tag.starts_before; ++n)
        if (!start_made(tag.begin)) return false;
      if (!read_tag(i)) return false;
    }
    while (builder_.depth() > 0) builder_.end_broken(text_.size(), text_.size());
    return true;
  }

 private:
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  // Finds the end tags of the elements, which give their names where no start tag does.
  void find_end_names() {
    std::vector<std::size_t> open;  // indices in end_names_
    const auto begin = [&] {
      open.push_back(end_names_.size());
      end_names_.emplace_back();
    };
    for (const XmlTag& tag : xml_.tags) {
      for (int n = 0; n < tag.ends_before && !open.empty(); ++n) open.pop_back();
      for (int n = 0; n < tag.starts_before; ++n) begin();
      if (tag.kind == Kind::open) begin();
      if (tag.kind != Kind::end || open.empty()) continue;
      if (!tag.broken || !tag.vague)
        end_names_[open.back()] = range(tag.name_begin, tag.name_begin + tag.name_size);
      open.pop_back();
    }
  }

  // The name of the start tag, or that of the end tag where the start tag is mistaken.
  SourceRange name_of(const XmlTag& tag) {
    const SourceRange own = range(tag.name_begin, tag.name_begin + tag.name_size);
    if (tag.kind != Kind::open) return own;
    const SourceRange name = end_names_[next_element_++];
    return name.valid() && (tag.vague || mistaken_.contains(tag.name_begin)) ? name : own;
  }

  bool start_made(std::size_t at) {
    const SourceRange name = end_names_[next_element_++];
    return builder_.start_broken(range(at, at), name.valid() ? name : range(at, at), {}, false);
  }

  // <pos0 0 1</pose>: the end tag tells where the half name ends, and the text begins.
  std::size_t end_of_half_name(const XmlTag& tag, SourceRange end_name) const {
    const std::string_view half = tag.name(text_);
    const std::string_view whole = text_.substr(end_name.begin, end_name.end - end_name.begin);
    const auto common = std::ranges::mismatch(half, whole).in1 - half.begin();
    const bool is_text = (common > 0 || !is_xml_name(half)) && static_cast<std::size_t>(common) < half.size();
    return is_text ? tag.name_begin + static_cast<std::size_t>(common) : tag.end;
  }

  bool read_tag(std::size_t i) {
    const XmlTag& tag = xml_.tags[i];
    at_ = std::max<std::size_t>(at_, tag.end);
    if (tag.kind == Kind::none) return builder_.skip(at_), true;
    const bool is_end = tag.lost ? text_[tag.begin] == '/' : text_.substr(tag.begin).starts_with("</");
    if (tag.kind == Kind::end) {
      if (builder_.depth() == 0) return builder_.skip(at_), true;
      builder_.move_to(tag.begin, false);
      if (!is_end || tag.broken || tag.vague || tag.lost)
        builder_.end_broken(tag.begin, at_);
      else
        builder_.end_element();
      return true;
    }
    const bool is_empty = tag.kind == Kind::empty;
    const bool is_written = text_.substr(tag.begin, tag.end - tag.begin).ends_with("/>") == is_empty;
    const SourceRange name = name_of(tag);
    if (tag.broken || tag.lost || is_end || !is_written || name.begin != tag.name_begin) {
      std::vector<XmlAttribute> attributes = attributes_of(tag, is_end);
      if (tag.broken && attributes.empty() && name.begin != tag.name_begin) at_ = end_of_half_name(tag, name);
      if (!builder_.start_broken(range(tag.begin, at_), name, std::move(attributes), is_empty)) return false;
    } else {
      builder_.move_to(tag.begin, false);
      if (!builder_.start_element([](std::size_t, std::string_view written) { return meaning_of(written); }))
        return false;
    }
    if (is_empty) builder_.end_element();
    return true;
  }

  static std::string meaning_of(std::string_view written) {
    std::string value;
    std::vector<XmlMistake> mistakes;
    if (find_bad_reference(written, 0, written.size(), mistakes))
      value = written;
    else
      append_plain_value(value, written);
    return value;
  }

  std::vector<XmlAttribute> attributes_of(const XmlTag& tag, bool is_end) const {
    std::vector<XmlAttribute> attributes;
    if (is_end || tag.name_begin == 0) return attributes;
    std::vector<XmlMistake> told;
    StartTagScanner scanner(text_, tag.lost ? tag.begin - 1 : tag.begin, told);
    scanner.read();
    for (const ScannedAttribute& read : scanner.attributes()) {
      if (read.value_end == 0) continue;
      XmlAttribute& attribute = attributes.emplace_back();
      attribute.name = text_.substr(read.begin, read.name_end - read.begin);
      attribute.name_range = range(read.begin, read.name_end);
      attribute.range = range(read.begin, read.value_end + (read.is_whole ? 1 : 0));
      attribute.value.range = range(read.value_begin, read.value_end);
      attribute.value.text = text_.substr(read.value_begin, read.value_end - read.value_begin);
      attribute.value.literal = true;
    }
    return attributes;
  }

  // Reads text, comments and other markup up to a tag.
  bool read_between(std::size_t end) {
    while (at_ < end) {
      const std::size_t markup = std::min(text_.find('<', at_), end);
      read_text(markup);
      if (markup == end) break;
      if (!read_markup(markup, end)) return false;
    }
    at_ = std::max(at_, end);
    return true;
  }

  void read_text(std::size_t end) {
    std::vector<XmlMistake> mistakes;
    const std::string_view run = text_.substr(at_, end - at_);
    const std::size_t begin = std::exchange(at_, end);
    if (run.empty() || find_bad_reference(run, 0, run.size(), mistakes)) return;
    builder_.move_to(begin, false);
    std::string meaning;
    append_plain_text(meaning, run);
    builder_.characters(meaning);
  }

  bool read_markup(std::size_t begin, std::size_t end) {
    const std::string_view rest = text_.substr(begin);
    const auto lost = std::ranges::find(xml_.lost, begin, &std::pair<std::size_t, std::size_t>::first);
    builder_.move_to(begin, false);
    if (lost != xml_.lost.end()) {
      at_ = std::max(lost->second, begin + 1);
    } else if (rest.starts_with("<!--")) {
      if (!builder_.comment()) return false;
      at_ = builder_.position();
      return true;
    } else if (rest.starts_with("<![CDATA[")) {
      constexpr std::size_t kMark = 9;
      const std::size_t close = std::min(text_.find("]]>", begin), end);
      builder_.move_to(begin, true);
      std::string meaning;
      append_plain_section(meaning, text_.substr(begin + kMark, close - std::min(close, begin + kMark)));
      builder_.characters(meaning);
      at_ = std::min(close + 3, end);
      return true;
    } else if (rest.starts_with("<?")) {
      if (!builder_.instruction()) return false;
      at_ = builder_.position();
      return true;
    } else if (rest.starts_with("<!DOCTYPE")) {
      at_ = doctype_end(text_, begin).value_or(end);
    } else {
      at_ = begin + 1;
    }
    builder_.skip(at_);
    return true;
  }

  const BrokenXml& xml_;
  std::string_view text_;
  FileId file_;
  XmlTreeBuilder& builder_;
  std::size_t at_;                      // everything before it was read
  std::vector<SourceRange> end_names_;  // of the elements that are not empty, in the order of their starts
  std::size_t next_element_ = 0;
  std::set<std::size_t> mistaken_;  // places
};

}  // namespace

bool can_be_recovered(const ExplainedXml& explained) { return explained.is_xml && explained.xml.is_balanced; }

bool read_around_mistakes(const BrokenXml& xml, FileId file, XmlTreeBuilder& builder) {
  return RecoveringReader(xml, file, builder).read();
}

}  // namespace romas
