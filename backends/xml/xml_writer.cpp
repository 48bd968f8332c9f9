#include "backends/xml/xml_writer.h"

#include <cassert>

#include "support/escape.h"

namespace romas {

namespace {

// What nobody sees is written by its number: the same text to every parser, and visible to who reads the
// file. XML 1.0 cannot say control characters at all.
void append_hidden(std::string& out, const CodePoint& at, bool attribute) {
  if ((at.value == '\n' || at.value == '\t') && !attribute) {
    out.push_back(static_cast<char>(at.value));
    return;
  }
  constexpr char32_t kReplacement = 0xFFFD;
  const bool space = at.value == '\n' || at.value == '\t' || at.value == '\r';
  const bool impossible =
      !at.valid || (at.value < 0x20 && !space) || at.value == 0xFFFE || at.value == 0xFFFF;
  out += concat("&#", static_cast<std::uint32_t>(impossible ? kReplacement : at.value), ";");
}

std::string escape(std::string_view text, bool attribute) {
  std::string out;
  out.reserve(text.size());
  const auto plain = [&](char c) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"':
        if (attribute) {
          out += "&quot;";
        } else {
          out.push_back(c);
        }
        break;
      default: out.push_back(c);
    }
  };
  escape_hidden(text, plain, [&](const CodePoint& at) { append_hidden(out, at, attribute); });
  return out;
}

}  // namespace

std::string escape_xml_text(std::string_view text) { return escape(text, false); }
std::string escape_xml_attribute(std::string_view text) { return escape(text, true); }

void XmlWriter::new_line() {
  if (!out_.empty() && out_.back() != '\n') out_.push_back('\n');
  for (std::size_t i = 0; i < levels_.size(); ++i) out_ += indentation_;
}

void XmlWriter::close_start_tag() {
  if (tag_open_) out_.push_back('>');
  tag_open_ = false;
  if (!levels_.empty()) levels_.back().has_content = true;
}

void XmlWriter::declaration() { out_ += "<?xml version=\"1.0\"?>"; }

void XmlWriter::comment(std::string_view text) {
  close_start_tag();
  new_line();
  out_ += concat("<!--", text, "-->");
  if (levels_.empty()) out_.push_back('\n');
}

void XmlWriter::begin(std::string_view name) {
  close_start_tag();
  new_line();
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
  out_ += escape_xml_attribute(value);
  out_.push_back('"');
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
