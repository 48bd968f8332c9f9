// Takes a text apart and finds the mistakes inside tags.
#include <algorithm>

#include "frontend/xml/mistakes/look_alike_tag.h"
#include "frontend/xml/mistakes/start_tag.h"
#include "frontend/xml/text/declaration.h"
#include "frontend/xml/text/doctype.h"
#include "frontend/xml/text/xml_space.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kMostTags = 500'000;

// The content of an end tag between '</' and its '>', or the next '<'. Quotes hide both.
std::size_t end_tag_stop(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while ((end = text.find_first_of("<>\"'", end)) != std::string_view::npos && text[end] != '<' &&
         text[end] != '>') {
    const std::size_t quote = text.find_first_of(concat("<\n", text[end]), end + 1);
    end = quote != std::string_view::npos && text[quote] == text[end] ? quote + 1 : end + 1;
  }
  return std::min(end, text.size());
}

class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text), at_(document_begin(text)) { xml_.text = text; }

  BrokenXml scan() {
    while (at_ < text_.size()) {
      if (xml_.tags.size() >= kMostTags || xml_.mistakes.size() >= kMaxXmlMistakes) {
        xml_.is_complete = false;
        break;
      }
      if (text_[at_] == '<')
        read_markup();
      else
        read_content(std::min(text_.find('<', at_), text_.size()));
    }
    XmlTag end;
    end.begin = end.end = static_cast<std::uint32_t>(text_.size());
    xml_.tags.push_back(end);
    return std::move(xml_);
  }

 private:
  void tell(std::size_t begin, std::size_t end, std::string message) {
    xml_.mistakes.push_back({begin, end, std::move(message), {}, {}});
  }

  // Adds a tag with its place on its line.
  void add(XmlTag tag) {
    constexpr std::uint32_t kTab = 4;
    const std::size_t from = std::min<std::size_t>(last_, tag.begin);
    const std::size_t line = text_.substr(from, tag.begin - from).rfind('\n');
    last_ = tag.begin;
    if (line != std::string_view::npos || xml_.tags.empty()) {
      line_ = from + line + 1;  // 0 in front of the first line end
      line_indent_ = 0;
      for (line_text_ = line_; line_text_ < text_.size() && is_xml_space(text_[line_text_]); ++line_text_)
        line_indent_ += text_[line_text_] == '\t' ? kTab : 1;
    }
    tag.indent = line_indent_;
    tag.first_on_line = line_text_ >= tag.begin;
    tag.after_text = after_text_;
    if (!tag.lost) after_text_ = false;
    xml_.tags.push_back(tag);
  }

  void read_markup() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return read_comment();
    if (rest.starts_with("<![CDATA[")) return read_section();
    if (rest.starts_with("<?")) return read_instruction();
    if (rest.starts_with("<!")) return read_declaration();
    if (rest.starts_with("</")) return read_end_tag();
    if (read_spaced_end_tag()) return;
    const std::size_t mistakes = xml_.mistakes.size();
    const XmlTag tag = StartTagScanner(text_, at_, xml_.mistakes).read();
    if ((tag.broken || has_look_alike_sign(tag.name(text_))) && take_look_alike(mistakes)) return;
    for (std::size_t i = mistakes; i < xml_.mistakes.size(); ++i) xml_.mistakes[i].tag = xml_.tags.size();
    add(tag);
    at_ = tag.end;
  }

  // Takes a tag with signs that look like those of markup, in place of its mistake `first`. If other signs
  // alone do not mend it, false is returned, and the mistake has no fix, because it would keep the signs.
  bool take_look_alike(std::size_t first) {
    LookAlikeTag read = read_look_alike_tag(text_, at_);
    if (!read.found) return false;
    if (read.tag.kind == XmlTag::Kind::none) {
      if (xml_.mistakes.size() > first) xml_.mistakes[first] = std::move(read.mistake);
      return false;
    }
    xml_.mistakes.resize(first, XmlMistake{});
    xml_.mistakes.push_back(std::move(read.mistake));
    read.tag.broken = true;
    add(read.tag);
    at_ = read.tag.end;
    return true;
  }

  // Reads '< /link>'.
  bool read_spaced_end_tag() {
    const std::size_t slash = skip_xml_space(text_, at_ + 1);
    if (slash == at_ + 1 || !text_.substr(slash).starts_with('/')) return false;
    const std::size_t word = skip_xml_space(text_, slash + 1);
    const std::size_t word_end = std::min(text_.find_first_of(kXmlNameEnds, word), text_.size());
    const std::size_t close = skip_xml_space(text_, word_end);
    if (!is_xml_name(text_.substr(word, word_end - word)) || !text_.substr(close).starts_with('>'))
      return false;
    XmlTag tag;
    tag.kind = XmlTag::Kind::end;
    tag.broken = true;
    tag.begin = static_cast<std::uint32_t>(at_);
    tag.end = static_cast<std::uint32_t>(close + 1);
    tag.name_begin = static_cast<std::uint32_t>(word);
    tag.name_size = static_cast<std::uint32_t>(word_end - word);
    const std::string_view name = tag.name(text_);
    tell(at_, tag.end, concat("white space stands between '<' and '/", name, "'; write '</", name, ">'"));
    xml_.mistakes.back().fix = XmlMistake::Fix{at_ + 1, close, concat("/", name)};
    add(tag);
    at_ = tag.end;
    return true;
  }

  void read_comment() {
    const std::size_t begin = at_, inside = at_ + 4;
    const std::size_t close = text_.find("-->", inside);
    const std::size_t dashes = text_.find("--", inside);
    const std::size_t next = std::min(text_.find("<!--", inside), text_.size());
    if (close == std::string_view::npos || (next < close && dashes < next)) {
      // The comment lacks its end, and ends at the dashes or with its line.
      at_ = dashes < next ? dashes + 2 : std::min(text_.find('\n', inside), text_.size());
      tell(dashes < next ? dashes : begin, at_, "the comment has no '-->'");
      xml_.lost.emplace_back(begin, at_);
      if (dashes < next) xml_.mistakes.back().fix = XmlMistake::Fix{at_, at_, ">", true};
      return;
    }
    if (dashes < close) tell(dashes, dashes + 2, "'--' is not allowed inside a comment");
    at_ = close + 3;
  }

  void read_section() {
    const std::size_t close = text_.find("]]>", at_);
    if (close == std::string_view::npos) {
      tell(at_, at_ + 9, "the section of characters has no ']]>'");
      xml_.lost.emplace_back(at_, text_.size());
    }
    at_ = close == std::string_view::npos ? text_.size() : close + 3;
  }

  void read_instruction() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("?>", at_);
    const std::size_t next = std::min(text_.find("<?", at_ + 2), text_.size());
    if (close == std::string_view::npos || next < close) {
      const std::size_t end = text_.find_first_of(">\n", at_);
      const bool has_end = end != std::string_view::npos && text_[end] == '>';
      at_ = end == std::string_view::npos ? text_.size() : end + (has_end ? 1 : 0);
      tell(begin, begin + 2, "the instruction has no '?>'");
      xml_.lost.emplace_back(begin, at_);
      return;
    }
    at_ = close + 2;
    constexpr std::string_view kXml = "<?xml";
    if (begin != document_begin(text_) && text_.substr(begin).starts_with(kXml) &&
        is_xml_space(text_[begin + kXml.size()]))
      tell(begin, begin + kXml.size(), "the XML declaration must be the very first thing in the file");
  }

  void read_declaration() {
    const std::size_t begin = at_;
    if (text_.substr(at_).starts_with("<!DOCTYPE"))
      if (const auto end = doctype_end(text_, at_)) {
        at_ = *end;
        return;
      }
    tell(begin, begin + 2, "'<!' begins nothing that XML knows here; a comment begins with '<!--'");
    const std::size_t end = text_.find_first_of("<>", begin + 1);
    at_ = end == std::string_view::npos ? text_.size() : end + (text_[end] == '>' ? 1 : 0);
    xml_.lost.emplace_back(begin, at_);
  }

  void read_end_tag() {
    constexpr std::size_t kMark = 2;  // "</"
    const std::size_t inside = at_ + kMark;
    const std::size_t stop = end_tag_stop(text_, inside);
    const bool closed = text_.substr(stop).starts_with('>');
    const std::size_t word = std::min(skip_xml_space(text_, inside), stop);
    const std::size_t word_end = std::min(text_.find_first_of(kXmlNameEnds, word), stop);
    std::size_t end = stop;  // of what is written
    while (end > inside && is_xml_space(text_[end - 1])) --end;
    XmlTag tag;
    tag.kind = XmlTag::Kind::end;
    tag.begin = static_cast<std::uint32_t>(at_);
    tag.end = static_cast<std::uint32_t>(closed ? stop + 1 : end);
    tag.name_begin = static_cast<std::uint32_t>(word);
    tag.name_size = static_cast<std::uint32_t>(word_end - word);
    const bool is_name = is_xml_name(text_.substr(word, word_end - word));
    const bool is_alone = word == inside && word_end == end;
    if (!closed || !is_name || !is_alone) {
      const std::string_view name = tag.name(text_);
      tag.broken = true;
      tag.vague = !is_name || (!closed && is_alone);
      if (word == word_end)
        tell(at_, tag.end, concat("the end tag has no name", closed ? "" : " and no '>'"));
      else if (!closed)
        tell(at_, tag.end, concat("the end tag '</", name, "' has no '>'"));
      else
        tell(inside, end, concat("an end tag holds only its name; write '</", name, ">'"));
      xml_.mistakes.back().remedy = XmlMistake::Remedy::rewrite_end_tag;
      xml_.mistakes.back().tag = xml_.tags.size();
      if (take_look_alike(xml_.mistakes.size() - 1)) return;
    }
    add(tag);
    at_ = tag.end;
  }

  // Reads the text up to the next '<', or to a tag that begins with a sign like it.
  void read_content(std::size_t end) {
    constexpr std::string_view kFullWidthLess = "\uFF1C";
    for (std::size_t at = at_; (at = text_.find(kFullWidthLess, at)) < end; ++at) {
      LookAlikeTag read = read_look_alike_tag(text_, at);
      if (read.tag.kind == XmlTag::Kind::none) continue;
      read_text(at);
      take_look_alike(xml_.mistakes.size());
      return;
    }
    read_text(end);
  }

  void read_text(std::size_t end) {
    after_text_ |= skip_xml_space(text_, at_) < end;
    find_bad_reference(text_, at_, end, xml_.mistakes);
    const std::size_t section = text_.substr(0, end).find("]]>", at_);
    if (section != std::string_view::npos)
      tell(section, section + 3, "']]>' must be written ']]&gt;' in text");
    for (std::size_t from = at_; from < end;) {
      const std::size_t close = text_.find('>', from);
      if (close >= end) break;
      add_lost_tag(from, close);
      from = close + 1;
    }
    at_ = end;
  }

  // Adds a tag that counts for nothing yet if the text up to a '>' looks like one without its '<'.
  void add_lost_tag(std::size_t from, std::size_t close) {
    XmlTag tag;
    tag.lost = true;
    tag.end = static_cast<std::uint32_t>(close + 1);
    const std::size_t begin = std::min(skip_xml_space(text_, from), close);
    std::size_t slash = text_.substr(begin, close - begin).rfind('/');
    if (slash != std::string_view::npos) {
      slash += begin;
      if (slash + 1 == close) return;
      const std::size_t name_end = std::min(text_.find_first_of(kXmlNameEnds, slash + 1), close);
      if (starts_xml_name(text_[slash + 1]) && skip_xml_space(text_, name_end) == close) {
        tag.begin = static_cast<std::uint32_t>(slash);
        tag.name_begin = tag.begin + 1;
        tag.name_size = static_cast<std::uint32_t>(name_end) - tag.name_begin;
        return add(tag);
      }
    }
    const std::size_t name_end = std::min(text_.find_first_of(kXmlNameEnds, begin), close);
    if (begin >= close || !starts_xml_name(text_[begin])) return;
    const std::size_t next = skip_xml_space(text_, name_end);
    const std::string_view rest = text_.substr(next, close - std::min(next, close));
    tag.bare = next >= close;
    if (!tag.bare &&
        (rest.find('=') == std::string_view::npos || rest.find_first_of("\"'") == std::string_view::npos))
      return;
    tag.begin = tag.name_begin = static_cast<std::uint32_t>(begin);
    tag.name_size = static_cast<std::uint32_t>(name_end - begin);
    add(tag);
  }

  std::string_view text_;
  std::size_t at_;
  BrokenXml xml_;
  // The line of the last tag: where it begins, and its first sign that is no blank.
  std::size_t line_ = 0, line_text_ = 0;
  std::uint32_t line_indent_ = 0;
  std::size_t last_ = 0;  // where the last tag begins
  bool after_text_ = false;
};

}  // namespace

BrokenXml scan_tags(std::string_view text) { return TagScanner(text).scan(); }

}  // namespace romas
