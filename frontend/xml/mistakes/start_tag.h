// Reads a start tag, well-formed or not, up to where its author meant it to end.
#pragma once

#include "frontend/xml/mistakes/xml_mistakes.h"

namespace romas {

inline constexpr std::string_view kXmlNameEnds = " \t\r\n/><=\"'&;";

// Whether a name may begin with the byte. Every byte beyond ASCII counts as a letter.
constexpr bool starts_xml_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether a text is a name of XML. Every byte beyond ASCII counts as a letter.
constexpr bool is_xml_name(std::string_view text) {
  for (const char c : text)
    if (!starts_xml_name(c) && (c < '0' || c > '9') && c != '-' && c != '.') return false;
  return !text.empty() && starts_xml_name(text.front());
}

// Adds a mistake where a '&' in a part of the text begins no reference. Returns whether it did.
bool find_bad_reference(std::string_view text, std::size_t begin, std::size_t end,
                        std::vector<XmlMistake>& mistakes);

// An attribute of a tag, as far as it is written.
struct ScannedAttribute {
  std::size_t begin, name_end;
  std::size_t value_begin = 0, value_end = 0;  // 0, 0: it has no value
  bool is_whole = false;                       // the quote of the value is closed
};

class StartTagScanner {
 public:
  // `begin` is the place of '<'. Adds at most one mistake.
  StartTagScanner(std::string_view text, std::size_t begin, std::vector<XmlMistake>& mistakes)
      : text_(text), at_(begin + 1), mistakes_(mistakes) {
    tag_.begin = static_cast<std::uint32_t>(begin);
  }
  XmlTag read();
  // The attributes that were read, each name once.
  const std::vector<ScannedAttribute>& attributes() const { return attributes_; }

 private:
  using Remedy = XmlMistake::Remedy;

  bool read_name();
  bool read_part();
  bool read_slash(std::size_t slash);
  void read_attribute();
  void read_value(std::size_t name, std::size_t name_end);
  void read_quoted(std::size_t name, std::size_t name_end, std::size_t quote);
  void read_unquoted(std::size_t name, std::size_t name_end, std::size_t begin);
  void lack_quote(std::size_t name, std::size_t name_end, std::size_t end, bool sure);
  void check_repeated(std::size_t name, std::size_t name_end);
  void keep_value(std::size_t name, std::size_t begin, std::size_t end, bool is_whole);
  void end_at(std::size_t end, XmlTag::Kind kind);
  void lack_end(std::size_t end, XmlTag::Kind kind);
  void unexpected(std::size_t at);
  // True if the tag breaks off: the next '<' comes before any '>'.
  bool breaks_off(std::size_t from) const;
  bool ends_value(std::size_t at) const;
  std::string_view part(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }
  std::string_view element() const { return tag_.name(text_); }
  // The mistake is dropped if the tag has one already.
  XmlMistake& tell(std::size_t begin, std::size_t end, std::string message);
  void propose(XmlMistake& mistake, std::size_t begin, std::size_t end, std::string replacement,
               bool guess = false);

  std::string_view text_;
  std::size_t at_;
  std::vector<XmlMistake>& mistakes_;
  XmlMistake dropped_{};
  XmlTag tag_;
  std::vector<ScannedAttribute> attributes_;
};

}  // namespace romas
