#include "frontend/xml/mistakes/start_tag.h"

#include <algorithm>

#include "frontend/xml/text/plain_values.h"
#include "frontend/xml/text/xml_limits.h"
#include "frontend/xml/text/xml_space.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The end of a part of a text without the white space behind it.
std::size_t end_of_words(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin && is_xml_space(text[end - 1])) --end;
  return end;
}

// Finds the next attribute in a value that ends with 'NAME=', because the quote of the value is missing. npos
// if the value does not end like that.
std::size_t attribute_at_end(std::string_view value) {
  std::size_t end = end_of_words(value, 0, value.size());
  if (end == 0 || value[end - 1] != '=') return std::string_view::npos;
  end = end_of_words(value, 0, end - 1);
  std::size_t begin = end;
  while (begin > 0 && kXmlNameEnds.find(value[begin - 1]) == std::string_view::npos) --begin;
  const bool is_name =
      begin < end && begin > 0 && starts_xml_name(value[begin]) && is_xml_space(value[begin - 1]);
  return is_name ? begin : std::string_view::npos;
}

// The first '>' of a text that stands in no '${…}'.
std::size_t find_tag_end(std::string_view text, std::size_t begin) {
  std::size_t at = text.find('>', begin);
  while (at != std::string_view::npos) {
    const std::size_t open = text.substr(begin, at - begin).rfind("${");
    if (open == std::string_view::npos ||
        text.substr(begin, at - begin).find('}', open) != std::string_view::npos)
      break;
    const std::size_t close = text.find_first_of("}\n<", at);
    if (close == std::string_view::npos || text[close] != '}') break;
    at = text.find('>', close);
  }
  return at;
}

}  // namespace

bool find_bad_reference(std::string_view text, std::size_t begin, std::size_t end,
                        std::vector<XmlMistake>& mistakes) {
  text = text.substr(0, end);
  for (std::size_t at = begin; (at = text.find('&', at)) < end; ++at) {
    const std::string_view rest = text.substr(at, end - at);
    if (plain_reference(rest).length != 0) continue;
    const std::size_t name_end = rest.find_first_of(" \t\r\n;&<>\"'", 1);
    const bool is_reference = name_end != std::string_view::npos && name_end > 1 && rest[name_end] == ';';
    if (!is_reference) {
      mistakes.push_back({at,
                          at + 1,
                          "'&' begins a reference such as '&lt;'; write '&amp;' for the character itself",
                          {},
                          XmlMistake::Fix{at, at + 1, "&amp;"}});
    } else if (rest[1] == '#') {
      mistakes.push_back(
          {at, at + name_end + 1, "'&#' gives the number of a character that XML does not allow", {}, {}});
    } else {
      mistakes.push_back(
          {at,
           at + name_end + 1,
           concat("the entity '", rest.substr(0, name_end + 1),
                  "' is not one of '&lt;', '&gt;', '&amp;', '&quot;' and '&apos;', and entities of a DOCTYPE "
                  "are not expanded; write the text itself"),
           {},
           {}});
    }
    return true;
  }
  return false;
}

XmlMistake& StartTagScanner::tell(std::size_t begin, std::size_t end, std::string message) {
  if (tag_.broken) return dropped_;
  tag_.broken = true;
  mistakes_.push_back({begin, end, std::move(message), {}, {}});
  return mistakes_.back();
}

void StartTagScanner::propose(XmlMistake& mistake, std::size_t begin, std::size_t end,
                              std::string replacement, bool guess) {
  mistake.fix = XmlMistake::Fix{begin, end, std::move(replacement), guess};
}

void StartTagScanner::end_at(std::size_t end, XmlTag::Kind kind) {
  tag_.end = static_cast<std::uint32_t>(std::min(end, text_.size()));
  tag_.kind = kind;
}

bool StartTagScanner::breaks_off(std::size_t from) const {
  const std::size_t next = text_.find_first_of("<>", from);
  return next == std::string_view::npos || text_[next] == '<';
}

bool StartTagScanner::ends_value(std::size_t at) const {
  return at >= text_.size() || is_xml_space(text_[at]) || text_[at] == '>' || text_[at] == '/';
}

XmlTag StartTagScanner::read() {
  if (read_name())
    while (read_part()) {
    }
  return tag_;
}

// Returns false if no tag follows the '<'.
bool StartTagScanner::read_name() {
  const std::size_t begin = tag_.begin;
  const std::size_t word = skip_xml_space(text_, at_);
  const std::size_t word_end = std::min(text_.find_first_of(kXmlNameEnds, word), text_.size());
  const bool is_name = is_xml_name(part(word, word_end));
  const bool spaced = word > at_;
  const std::size_t next = skip_xml_space(text_, word_end);
  const bool is_attribute = next < text_.size() && text_[next] == '=';
  if (word < word_end && !(spaced && (!is_name || is_attribute))) {
    tag_.name_begin = static_cast<std::uint32_t>(word);
    tag_.name_size = static_cast<std::uint32_t>(word_end - word);
    at_ = word_end;
    if (spaced && breaks_off(word)) {
      tell(begin, begin + 1,
           "'<' begins a tag, and no name follows it; write '&lt;' for the character itself");
      tag_.vague = true;
      end_at(begin + 1, XmlTag::Kind::none);
      return false;
    }
    if (spaced) {
      propose(
          tell(begin, word_end, concat("white space stands between '<' and '", element(), "'; remove it")),
          begin + 1, word, "");
    } else if (!is_name) {
      tag_.vague = true;
      if (!breaks_off(word))
        tell(begin, word_end,
             concat("'", element(),
                    "' is not the name of an element; names have letters, digits, '_', '-' and "
                    "'.', and begin with a letter or '_'"));
    }
    return true;
  }
  tag_.vague = true;
  const bool is_tag = is_attribute || text_.substr(at_).starts_with('>') ||
                      text_.substr(at_).starts_with("/>") || (!spaced && !breaks_off(at_));
  if (!is_tag) {
    tell(begin, begin + 1, "'<' begins a tag, and no name follows it; write '&lt;' for the character itself");
    end_at(begin + 1, XmlTag::Kind::none);
    return false;
  }
  tell(begin, begin + 1, "the name of the element is missing after '<'").remedy = Remedy::name_tag;
  return true;
}

// Reads an attribute, or the end of the tag; false then.
bool StartTagScanner::read_part() {
  const std::size_t next = skip_xml_space(text_, at_);
  const bool spaced = next > at_;
  if (next >= text_.size() || text_[next] == '<') return lack_end(at_, XmlTag::Kind::open), false;
  const char c = text_[next];
  if (c == '>') return end_at(next + 1, XmlTag::Kind::open), false;
  if (c == '/') return read_slash(next);
  at_ = next;
  tag_.bare = false;
  if (c == '=') {
    tell(next, next + 1, "the name of an attribute is missing before '='");
    ++at_;
    read_value(next, next);
  } else if (starts_xml_name(c)) {
    if (!spaced && !breaks_off(next))
      propose(tell(next, next + 1, "white space is missing between two attributes"), next, next, " ");
    read_attribute();
  } else {
    unexpected(next);
  }
  return true;
}

// Returns false if the tag ends.
bool StartTagScanner::read_slash(std::size_t slash) {
  const std::size_t behind = slash + 1;
  const std::size_t next = skip_xml_space(text_, behind);
  const char c = next < text_.size() ? text_[next] : '<';
  if (c == '<') return lack_end(behind, XmlTag::Kind::empty), false;
  if (c == '>') {
    if (next > behind)
      propose(tell(behind, next, "white space stands between '/' and '>'; remove it"), behind, next, "");
    return end_at(next + 1, XmlTag::Kind::empty), false;
  }
  at_ = behind;
  if (c == '/' && next == behind)
    propose(tell(next, next + 1, concat("the tag '<", element(), ">' ends with a second '/'; remove it")),
            next, next + 1, "");
  else
    unexpected(slash);
  return true;
}

// Skips what no tag can hold.
void StartTagScanner::unexpected(std::size_t at) {
  if (breaks_off(at)) {
    at_ = std::min(text_.find('<', at), text_.size());
    return;
  }
  XmlMistake& mistake = tell(at, at + 1,
                             concat("the tag '<", element(), ">' continues with '", text_.substr(at, 1),
                                    "', where an attribute, '>' or '/>' is expected"));
  mistake.note = XmlMistake::Note{tag_.begin, at, "the tag starts here"};
  at_ = at + 1;
  if (text_[at] != '"' && text_[at] != '\'') return;
  const std::size_t close = text_.find_first_of(concat("<>", text_[at]), at + 1);
  if (close != std::string_view::npos && text_[close] == text_[at]) at_ = close + 1;
}

// The tag has no '>'.
void StartTagScanner::lack_end(std::size_t end, XmlTag::Kind kind) {
  end = end_of_words(text_, tag_.begin + 1, end);
  const bool many_lines = part(tag_.begin, end).find('\n') != std::string_view::npos;
  XmlMistake& mistake =
      tell(many_lines ? end - 1 : tag_.begin, end, concat("the tag '<", element(), ">' has no '>'"));
  mistake.remedy = Remedy::close_tag;
  if (many_lines) mistake.note = XmlMistake::Note{tag_.begin, tag_.begin + 1, "the tag starts here"};
  if (attributes_.empty()) tag_.vague = true;  // the name may go on where '>' is missing
  end_at(end, kind);
}

void StartTagScanner::read_attribute() {
  const std::size_t name = at_;
  const std::size_t name_end = std::min(text_.find_first_of(kXmlNameEnds, name), text_.size());
  const std::size_t next = skip_xml_space(text_, name_end);
  const char c = next < text_.size() ? text_[next] : '<';
  if (c == '=') {
    check_repeated(name, name_end);
    at_ = next + 1;
    read_value(name, name_end);
  } else if (c == '"' || c == '\'') {
    propose(tell(name, name_end, concat("'=' is missing between '", part(name, name_end), "' and its value")),
            name_end, next, "=");
    at_ = next;
    read_value(name, name_end);
  } else if (breaks_off(next)) {
    at_ = std::min(text_.find('<', next), text_.size());
  } else {
    tell(name, name_end, concat("'=' and a value in quotes are expected after '", part(name, name_end), "'"));
    at_ = std::max(name_end, name + 1);
  }
}

void StartTagScanner::keep_value(std::size_t name, std::size_t begin, std::size_t end, bool is_whole) {
  if (attributes_.empty() || attributes_.back().begin != name) return;
  attributes_.back().value_begin = begin;
  attributes_.back().value_end = end;
  attributes_.back().is_whole = is_whole;
}

void StartTagScanner::check_repeated(std::size_t name, std::size_t name_end) {
  const std::string_view attribute = part(name, name_end);
  const auto first = std::ranges::find_if(attributes_, [&](const ScannedAttribute& other) {
    return part(other.begin, other.name_end) == attribute;
  });
  if (first == attributes_.end()) {
    if (attributes_.size() < kMaxXmlAttributes) attributes_.push_back({name, name_end});
    return;
  }
  // The six numbers of an inertia tensor are easily mixed up: a second ixx is probably meant as ixz, which
  // ends the usual order.
  const bool tensor = to_lower(element()) == "inertia" && attribute.size() == 3 &&
                      (to_lower(attribute) == "ixx" || attribute == "lxx");
  const std::string_view letter = attribute.substr(0, 1) == "l" ? "I" : attribute.substr(0, 1);
  const std::string advice = tensor ? concat("the last one is probably '", letter, "xz'") : "remove one";
  XmlMistake& mistake =
      tell(name, name_end,
           concat("the attribute '", attribute, "' occurs twice in '<", element(), ">'; ", advice));
  mistake.note = XmlMistake::Note{first->begin, first->name_end, "the first is here"};
}

void StartTagScanner::read_value(std::size_t name, std::size_t name_end) {
  const std::size_t begin = skip_xml_space(text_, at_);
  at_ = begin;
  if (begin >= text_.size() || text_[begin] == '<') return;
  if (text_[begin] == '"' || text_[begin] == '\'')
    read_quoted(name, name_end, begin);
  else
    read_unquoted(name, name_end, begin);
}

void StartTagScanner::lack_quote(std::size_t name, std::size_t name_end, std::size_t end, bool sure) {
  const std::size_t quote = text_.find_first_of("\"'", name_end);
  at_ = end = end_of_words(text_, quote + 1, end);
  keep_value(name, quote + 1, end, false);
  XmlMistake& mistake =
      tell(name, end, concat("the value of the attribute '", part(name, name_end), "' has no closing quote"));
  if (!sure) return;
  // A typographic quote at the end is the closing one.
  std::size_t begin = end > quote + 1 ? end - 1 : end;
  while (begin > quote + 1 && (static_cast<unsigned char>(text_[begin]) & 0xC0U) == 0x80U) --begin;
  const CodePoint last = begin < end ? first_code_point(part(begin, end)) : CodePoint();
  const auto like = look_alike(last.value);
  propose(mistake, like && like->ascii == text_[quote] ? begin : end, end, std::string(1, text_[quote]));
}

void StartTagScanner::read_quoted(std::size_t name, std::size_t name_end, std::size_t quote) {
  const std::size_t begin = quote + 1, size = text_.size();
  const std::size_t close = std::min(text_.find(text_[quote], begin), size);
  const std::string_view value = part(begin, close);
  const std::size_t less = begin + std::min(value.find('<'), value.size());
  const std::size_t next_attribute = attribute_at_end(value);
  if (close < size && less == close) {
    at_ = close + 1;
    if (!ends_value(at_) && next_attribute != std::string_view::npos)
      return lack_quote(name, name_end, begin + next_attribute, true);
    keep_value(name, begin, close, true);
    if (!tag_.broken && find_bad_reference(text_, begin, close, mistakes_)) tag_.broken = true;
    return;
  }
  const bool on_line = value.find('\n') == std::string_view::npos;
  if (close < size && on_line && ends_value(close + 1) && next_attribute == std::string_view::npos) {
    XmlMistake& mistake = tell(less, less + 1,
                               concat("the value of the attribute '", part(name, name_end),
                                      "' contains '<'; write '&lt;', or close the quotes before it"));
    if (value.find('<', less + 1 - begin) == std::string_view::npos)
      propose(mistake, less, less + 1, "&lt;", true);
    keep_value(name, begin, close, true);
    at_ = close + 1;
    return;
  }
  // The quote is open: the value ends with the tag, or with the line.
  const std::size_t tag_end = find_tag_end(text_, begin);
  if (tag_end < less) {
    const bool is_empty = tag_end > begin && text_[tag_end - 1] == '/';
    return lack_quote(name, name_end, is_empty ? tag_end - 1 : tag_end, true);
  }
  lack_quote(name, name_end, std::min({text_.find('\n', begin), less, size}), false);
}

void StartTagScanner::read_unquoted(std::size_t name, std::size_t name_end, std::size_t begin) {
  const std::size_t stop = std::min(text_.find_first_of("\"'<>", begin), text_.size());
  const char c = stop < text_.size() ? text_[stop] : '<';
  const std::string_view attribute = part(name, name_end);
  if (c == '<') {
    at_ = stop;
    return;
  }
  if (c != '>' && part(begin, stop).find('=') == std::string_view::npos && ends_value(stop + 1)) {
    propose(tell(begin, stop, concat("the value of the attribute '", attribute, "' must be in quotes")),
            begin, begin, std::string(1, c));
    at_ = stop + 1;
    return;
  }
  std::size_t end = std::min(text_.find_first_of(" \t\r\n>", begin), text_.size());
  if (end > begin && end < text_.size() && text_[end] == '>' && text_[end - 1] == '/') --end;
  const std::string_view value = part(begin, end);
  at_ = end;
  if (value.empty() || value.find_first_of("='\"") != std::string_view::npos) {
    tell(name, begin, concat("the attribute '", attribute, "' has no value; write ", attribute, "=\"…\""));
    if (!value.empty()) at_ = begin;
    return;
  }
  propose(tell(begin, end,
               concat("the value of the attribute '", attribute, "' must be in quotes: ", attribute, "=\"",
                      value, "\"")),
          begin, end, concat('"', value, '"'));
}

}  // namespace romas
