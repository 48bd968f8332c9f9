// Decides whether a text is plain XML.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "frontend/xml/reader/plain_xml.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/text/declaration.h"
#include "frontend/xml/text/plain_values.h"

namespace romas {

namespace {

// The parts of a text that a byte may belong to. Bytes of letters beyond ASCII are content alone: names with
// them are not plain.
enum ByteClass : unsigned char {
  kSpace = 1,
  kNameStart = 2,
  kName = 4,
  kContent = 8,        // ordinary in the text of an element
  kDoubleQuoted = 16,  // ordinary in a value between "
  kSingleQuoted = 32,  // ordinary in a value between '
  kCharacter = 64,     // ordinary in a comment, section or instruction
};

constexpr unsigned char class_of(unsigned c) {
  const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  const bool name = letter || (c >= '0' && c <= '9') || c == '-' || c == '.';
  // U+FFFE and U+FFFF, which XML cannot hold, begin with 0xEF.
  const bool character = space || (c > 0x20 && c != 0xEF);
  const bool value = character && c != '<' && c != '&';
  unsigned result = 0;
  if (space) result |= kSpace;
  if (letter) result |= kNameStart;
  if (name) result |= kName;
  if (value && c != ']') result |= kContent;
  if (value && c != '"') result |= kDoubleQuoted;
  if (value && c != '\'') result |= kSingleQuoted;
  if (character) result |= kCharacter;
  return static_cast<unsigned char>(result);
}

constexpr std::array<unsigned char, 256> kClasses = [] {
  std::array<unsigned char, 256> classes{};
  for (unsigned c = 0; c < classes.size(); ++c) classes[c] = class_of(c);
  return classes;
}();

// Reads a text once, from front to back. Each function moves behind what it has read, and returns false if
// the text is not plain.
class Walker {
 public:
  explicit Walker(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool document() {
    at_ += document_begin(rest());
    if (rest().starts_with("<?xml") && !declaration()) return false;
    if (!misc() || at_ == end_ || !start_tag()) return false;
    while (!open_.empty())
      if (!content()) return false;
    return misc() && at_ == end_;
  }

 private:
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
  bool is(unsigned char byte_class) const {
    return at_ != end_ && (kClasses[static_cast<unsigned char>(*at_)] & byte_class) != 0;
  }
  bool next_is(char c) const { return at_ != end_ && *at_ == c; }
  bool skip(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  bool skip(std::string_view mark) {
    if (!rest().starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }
  // Skips bytes of a class. Returns false if there are none.
  bool skip_all(unsigned char byte_class) {
    // A local variable stays in a register: the compiler must assume that the bytes may overlap at_.
    const char* at = at_;
    while (at != end_ && (kClasses[static_cast<unsigned char>(*at)] & byte_class) != 0) ++at;
    const bool any = at != at_;
    at_ = at;
    return any;
  }

  // A character that begins with 0xEF.
  bool rare_character() {
    if (rest().size() < 3 || rest().starts_with("\xEF\xBF\xBE") || rest().starts_with("\xEF\xBF\xBF"))
      return false;
    at_ += 3;
    return true;
  }

  // <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
  bool declaration() {
    skip("<?xml");
    if (!skip_all(kSpace) || !skip("version") || !quoted({"1.0"})) return false;
    bool spaced = skip_all(kSpace);
    if (spaced && skip("encoding")) {
      if (!quoted({"UTF-8", "utf-8"})) return false;
      spaced = skip_all(kSpace);
    }
    if (spaced && skip("standalone")) {
      if (!quoted({"yes", "no"})) return false;
      skip_all(kSpace);
    }
    return skip("?>");
  }

  // ="…" with one of these words.
  bool quoted(std::initializer_list<std::string_view> words) {
    skip_all(kSpace);
    if (!skip('=')) return false;
    skip_all(kSpace);
    if (!next_is('"') && !next_is('\'')) return false;
    const char quote = *at_++;
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return skip(word); }) &&
           skip(quote);
  }

  // White space, comments and instructions outside of the root.
  bool misc() {
    while (true) {
      skip_all(kSpace);
      if (skip("<!--")) {
        if (!comment()) return false;
      } else if (skip("<?")) {
        if (!instruction()) return false;
      } else {
        return true;
      }
    }
  }

  // The content of an element, up to and including the next tag, comment, section or instruction.
  bool content() {
    while (true) {
      skip_all(kContent);
      if (at_ == end_) return false;
      switch (*at_) {
        case '<': return markup();
        case '&':
          if (!reference()) return false;
          break;
        case ']':
          if (rest().starts_with("]]>")) return false;
          ++at_;
          break;
        default:
          if (!character()) return false;
      }
    }
  }

  bool character() { return next_is('\xEF') && rare_character(); }

  bool markup() {
    if (at_ + 1 == end_) return false;
    if (at_[1] == '/') return end_tag();
    if (at_[1] == '?') return skip("<?") && instruction();
    if (at_[1] != '!') return start_tag();
    if (skip("<!--")) return comment();
    return skip("<![CDATA[") && section();
  }

  bool reference() {
    const std::size_t length = plain_reference(rest()).length;
    at_ += length;
    return length != 0;
  }

  // A text is not plain where the rest of the reader, which finds these parts by simpler rules, would misread
  // it: '<' in instructions and sections, '>' at the start of a comment.
  bool comment() {
    if (next_is('>') || rest().starts_with("->")) return false;
    while (true) {
      while (is(kCharacter) && *at_ != '-') ++at_;
      if (at_ == end_) return false;
      if (skip("--")) return skip('>');
      if (!skip('-') && !character()) return false;
    }
  }

  bool section() {
    while (true) {
      while (is(kCharacter) && *at_ != ']' && *at_ != '<') ++at_;
      if (skip("]]>")) return true;
      if (!skip(']') && !character()) return false;
    }
  }

  bool instruction() {
    const char* begin = at_;
    if (!is(kNameStart)) return false;
    skip_all(kName);
    const std::string_view target(begin, static_cast<std::size_t>(at_ - begin));
    if (target.size() == 3 && (target[0] | 0x20) == 'x' && (target[1] | 0x20) == 'm' &&
        (target[2] | 0x20) == 'l')
      return false;
    if (!is(kSpace)) return skip("?>");
    while (true) {
      while (is(kCharacter) && *at_ != '?' && *at_ != '<') ++at_;
      if (skip("?>")) return true;
      if (!skip('?') && !character()) return false;
    }
  }

  // A name with at most one colon, in its middle; empty if there is none.
  std::string_view name() {
    const char* begin = at_;
    if (!is(kNameStart)) return {};
    skip_all(kName);
    if (skip(':')) {
      if (!is(kNameStart)) return {};
      skip_all(kName);
      if (next_is(':')) return {};
    }
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  bool start_tag() {
    if (open_.size() >= kMaxXmlDepth || !skip('<')) return false;
    const std::string_view element = name();
    if (element.empty()) return false;
    std::size_t count = 0;
    while (true) {
      const bool spaced = skip_all(kSpace);
      if (skip('>')) {
        open_.push_back(element);
        return true;
      }
      if (skip("/>")) return true;
      if (!spaced || count == kMaxPlainAttributes) return false;
      const std::string_view attribute = name();
      if (attribute.empty() || !is_new(attribute, count)) return false;
      attributes_[count++] = attribute;
      if (!value()) return false;
    }
  }

  bool is_new(std::string_view attribute, std::size_t count) const {
    return std::find(attributes_.begin(), attributes_.begin() + static_cast<std::ptrdiff_t>(count),
                     attribute) == attributes_.begin() + static_cast<std::ptrdiff_t>(count);
  }

  // ="…"
  bool value() {
    skip_all(kSpace);
    if (!skip('=')) return false;
    skip_all(kSpace);
    if (!next_is('"') && !next_is('\'')) return false;
    const char quote = *at_++;
    const unsigned char plain = quote == '"' ? kDoubleQuoted : kSingleQuoted;
    while (true) {
      skip_all(plain);
      if (skip(quote)) return true;
      if (next_is('&') ? !reference() : !character()) return false;
    }
  }

  bool end_tag() {
    at_ += 2;
    if (!skip(open_.back())) return false;
    open_.pop_back();
    skip_all(kSpace);
    return skip('>');
  }

  const char* at_;
  const char* end_;
  std::vector<std::string_view> open_;
  std::array<std::string_view, kMaxPlainAttributes> attributes_;
};

}  // namespace

bool is_plain_xml(std::string_view text) { return Walker(text).document(); }

}  // namespace romas
