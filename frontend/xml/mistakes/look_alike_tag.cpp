#include "frontend/xml/mistakes/look_alike_tag.h"

#include <algorithm>

#include "frontend/xml/mistakes/start_tag.h"
#include "frontend/xml/text/xml_space.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A part of a text with other signs of markup. `places` has the offset in the text of each byte, and of the
// end.
struct MarkupText {
  std::string text;
  std::vector<std::size_t> places;
  std::vector<std::size_t> changed;  // bytes of `text`
};

// The sign of markup that a character is or resembles; 0 if it is none.
char markup_sign(const CodePoint& character) {
  constexpr std::string_view kSigns = "<>=/\"'";
  if (!character.valid) return 0;
  const auto like = look_alike(character.value);
  const char sign = like ? like->ascii : character.length == 1 ? static_cast<char>(character.value) : '\0';
  return sign != 0 && kSigns.find(sign) != std::string_view::npos ? sign : '\0';
}

// Replaces the signs in [begin, end) that resemble those of markup, but not inside quoted values. A value in
// plain quotes ends with a typographic one only if `mixed_quotes`.
MarkupText with_plain_signs(std::string_view text, std::size_t begin, std::size_t end, bool mixed_quotes) {
  MarkupText plain;
  char open = 0;  // the quote of the value
  bool open_is_plain = false;
  const auto add = [&](std::string_view bytes, std::size_t at) {
    for (std::size_t i = 0; i < bytes.size(); ++i) plain.places.push_back(at + i);
    plain.text += bytes;
  };
  for (std::size_t at = begin; at < end;) {
    const CodePoint character = first_code_point(text.substr(at));
    const char sign = markup_sign(character);
    const bool is_plain = character.length == 1;
    const bool is_quote = sign == '"' || sign == '\'';
    const bool may_close = is_plain == open_is_plain || mixed_quotes;
    bool replace = sign != 0;
    if (open != 0) {
      replace = is_quote && may_close && sign == open;
      if (replace) add(std::string_view(&open, 1), at);
      if (replace) open = 0;
      if (replace && !is_plain) plain.changed.push_back(plain.text.size() - 1);
    } else if (replace) {
      add(std::string_view(&sign, 1), at);
      if (!is_plain) plain.changed.push_back(plain.text.size() - 1);
      if (is_quote) open = sign;
      open_is_plain = is_plain;
    }
    if (!replace) add(text.substr(at, character.length), at);
    at += character.length;
  }
  plain.places.push_back(end);
  return plain;
}

XmlTag read_end_tag(std::string_view text) {
  constexpr std::size_t kMark = 2;  // "</"
  XmlTag tag;
  const std::size_t name_end = std::min(text.find_first_of(kXmlNameEnds, kMark), text.size());
  const std::size_t end = skip_xml_space(text, name_end);
  if (!is_xml_name(text.substr(kMark, name_end - kMark)) || !text.substr(end).starts_with('>')) return tag;
  tag.kind = XmlTag::Kind::end;
  tag.name_begin = kMark;
  tag.name_size = static_cast<std::uint32_t>(name_end - kMark);
  tag.end = static_cast<std::uint32_t>(end + 1);
  return tag;
}

}  // namespace

LookAlikeTag read_look_alike_tag(std::string_view text, std::size_t begin) {
  const std::size_t stop = std::min(text.find('<', begin + 1), text.size());
  LookAlikeTag result;
  for (const bool mixed_quotes : {false, true}) {
    const MarkupText plain = with_plain_signs(text, begin, stop, mixed_quotes);
    if (plain.changed.empty()) return result;
    std::vector<XmlMistake> mistakes;
    const XmlTag tag = plain.text.starts_with("</") ? read_end_tag(plain.text)
                                                    : StartTagScanner(plain.text, 0, mistakes).read();
    const bool is_sound = tag.kind != XmlTag::Kind::none && mistakes.empty();
    const std::size_t first = plain.changed.front();
    if (tag.kind != XmlTag::Kind::none && first >= tag.end) continue;
    const auto place = [&](std::size_t at) { return plain.places[at]; };
    const std::size_t sign_begin = place(first), sign_end = place(first + 1);
    const std::string_view sign = text.substr(sign_begin, sign_end - sign_begin);
    const std::string_view what = look_alike(first_code_point(sign).value)->name;
    result.found = true;
    result.mistake.begin = sign_begin;
    result.mistake.end = sign_end;
    result.mistake.message = concat("'", sign, "' is ", what, "; write '", plain.text.substr(first, 1), "'");
    if (!is_sound) continue;
    const std::size_t last = *std::prev(std::ranges::lower_bound(plain.changed, tag.end)) + 1;
    result.mistake.fix = XmlMistake::Fix{sign_begin, place(last), plain.text.substr(first, last - first)};
    result.tag = tag;
    result.tag.begin = static_cast<std::uint32_t>(begin);
    result.tag.end = static_cast<std::uint32_t>(place(tag.end));
    result.tag.name_begin = static_cast<std::uint32_t>(place(tag.name_begin));
    return result;
  }
  return result;
}

bool has_look_alike_sign(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint character = first_code_point(text.substr(at));
    if (character.length > 1 && markup_sign(character) != 0) return true;
    at += character.length;
  }
  return false;
}

}  // namespace romas
