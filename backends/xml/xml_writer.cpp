#include "backends/xml/xml_writer.h"

#include <algorithm>
#include <cassert>

#include "support/process/stop.h"
#include "support/text/escape.h"

namespace romas {

void XmlWriter::new_line() {
  if (!levels_.empty() && levels_.back().inline_text) return;
  if (!out_.empty() && out_.back() != '\n') out_.push_back('\n');
  // Deeper levels stand below each other: the indentation of a long chain would be most of the file.
  constexpr std::size_t kDeepest = 100;
  for (std::size_t i = 0; i < std::min(levels_.size(), kDeepest); ++i) out_ += indentation_;
}

void XmlWriter::close_start_tag() {
  if (tag_open_) out_.push_back('>');
  tag_open_ = false;
  if (!levels_.empty()) levels_.back().has_content = true;
}

void XmlWriter::note_form(std::string_view text) {
  if (first_without_xml(text)) without_form_.emplace_back(text);
}

void XmlWriter::declaration() { out_ += "<?xml version=\"1.0\"?>"; }

void XmlWriter::comment(std::string_view text) {
  close_start_tag();
  new_line();
  out_ += concat("<!--", text, "-->");
  if (levels_.empty()) out_.push_back('\n');
}

void XmlWriter::begin(std::string_view name) {
  stop_point();
  close_start_tag();
  new_line();
  tag_begin_ = out_.size();
  out_.push_back('<');
  out_ += name;
  levels_.push_back({std::string(name)});
  tag_open_ = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  assert(tag_open_);
  out_.push_back(' ');
  out_ += name;
  out_ += "=\"";
  note_form(value);
  out_ += escape_xml_attribute(value);
  out_.push_back('"');
}

bool XmlWriter::has_attribute(std::string_view name) const {
  const std::string_view tag = std::string_view(out_).substr(tag_begin_);
  for (std::size_t begin = tag.find(' '); begin < tag.size();) {
    const std::size_t equals = tag.find('=', begin);
    if (tag.substr(begin + 1, equals - begin - 1) == name) return true;
    begin = tag.find('"', equals + 2) + 1;  // a quote inside of a value is written as a reference
  }
  return false;
}

void XmlWriter::end() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  if (!level.has_content) {
    assert(tag_open_);
    out_ += "/>";
    tag_open_ = false;
  } else {
    if (!level.inline_text) new_line();
    out_ += concat("</", level.name, ">");
  }
  if (levels_.empty()) out_.push_back('\n');
}

void XmlWriter::text(std::string_view text) {
  close_start_tag();
  levels_.back().inline_text = true;
  note_form(text);
  out_ += escape_xml_text(text);
}

void XmlWriter::text_element(std::string_view name, std::string_view content) {
  begin(name);
  text(content);
  end();
}

void XmlWriter::verbatim(std::string_view source) {
  close_start_tag();
  new_line();
  out_ += source;
}

}  // namespace romas
