#include "frontend/xml/reader/plain_xml.h"

#include <algorithm>
#include <string>

#include "frontend/xml/reader/xml_tree_builder.h"
#include "frontend/xml/text/plain_values.h"

namespace romas {

namespace {

// Reports the characters between two pieces of markup to the builder.
void tell_text(std::string_view run, XmlTreeBuilder& builder, std::string& buffer) {
  if (run.empty()) return;
  if (std::none_of(run.begin(), run.end(), [](char c) { return c == '&' || c == '\r'; }))
    return builder.characters(run);
  buffer.clear();
  append_plain_text(buffer, run);
  builder.characters(buffer);
}

// Reports the section that begins at an offset. Returns the offset behind it.
std::size_t tell_section(std::string_view text, std::size_t at, XmlTreeBuilder& builder,
                         std::string& buffer) {
  constexpr std::string_view kBegin = "<![CDATA[", kEnd = "]]>";
  at += kBegin.size();
  const std::size_t end = text.find(kEnd, at);
  buffer.clear();
  append_plain_section(buffer, text.substr(at, end - at));
  builder.characters(buffer);
  return end + kEnd.size();
}

// Reports the tag, comment or instruction whose second character is `mark`. Returns false if the builder
// stops.
bool tell_markup(char mark, XmlTreeBuilder& builder, const XmlTreeBuilder::ValueOf& value_of) {
  switch (mark) {
    case '!': return builder.comment();
    case '?': return builder.instruction();
    case '/': builder.end_element(); return true;
    default: break;
  }
  if (!builder.start_element(value_of)) return false;
  if (builder.is_self_closing()) builder.end_element();
  return true;
}

}  // namespace

bool read_plain_xml(std::string_view text, XmlTreeBuilder& builder) {
  const XmlTreeBuilder::ValueOf value_of = [](std::size_t, std::string_view written) {
    std::string value;
    append_plain_value(value, written);
    return value;
  };
  std::string buffer;
  std::size_t at = builder.position();
  bool past_section = false;
  while (true) {
    const std::size_t markup = text.find('<', at);
    if (markup == std::string_view::npos) return true;
    tell_text(text.substr(at, markup - at), builder, buffer);
    if (text[markup + 1] == '!' && text[markup + 2] == '[') {
      at = tell_section(text, markup, builder, buffer);
      past_section = true;
    } else {
      builder.move_to(markup, past_section);
      past_section = false;
      if (!tell_markup(text[markup + 1], builder, value_of)) return false;
      at = builder.position();
    }
  }
}

}  // namespace romas
