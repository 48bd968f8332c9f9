// The tags of a text that is not well-formed XML, as its author probably meant them, and the mistakes in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romas {

struct XmlTag {
  enum class Kind : unsigned char { none, open, empty, end };
  std::uint32_t begin = 0, end = 0;  // from '<' to behind '>', or to where the tag breaks off
  std::uint32_t name_begin = 0, name_size = 0;
  std::uint32_t indent = 0;  // columns in front of the first thing on the line
  Kind kind = Kind::none;
  bool first_on_line = false;
  bool after_text = false;  // text other than blanks stands in front of it
  bool bare = true;         // has no attributes
  bool broken = false;      // a mistake in it is told already; it counts as whatever makes the rest balance
  bool vague = false;       // its name is not sure, and matches any other
  bool lost = false;        // text that looks like a tag without its '<'
  // Tags that are missing in front of this one, as the balance of all tags tells.
  std::uint8_t ends_before = 0, starts_before = 0;

  std::string_view name(std::string_view text) const { return text.substr(name_begin, name_size); }
};

struct XmlMistake {
  static constexpr std::size_t kNoTag = static_cast<std::size_t>(-1);
  struct Note {
    std::size_t begin, end;
    std::string message;
  };
  struct Fix {
    std::size_t begin, end;
    std::string replacement;
    bool guess = false;
  };
  // A fix that depends on the balance of the tags.
  enum class Remedy : unsigned char { none, close_tag, name_tag, rewrite_end_tag };

  std::size_t begin, end;
  std::string message;
  std::optional<Note> note;
  std::optional<Fix> fix;
  Remedy remedy = Remedy::none;
  std::size_t tag = kNoTag;  // that the remedy is for
};

// At most so many mistakes of a text are told.
inline constexpr std::size_t kMaxXmlMistakes = 20;

struct BrokenXml {
  std::string_view text;
  std::vector<XmlTag> tags;  // the last one is no tag: it marks the end of the text
  std::vector<XmlMistake> mistakes;
  // Comments and other markup without tags that do not end or begin rightly: pairs of begin and end.
  std::vector<std::pair<std::size_t, std::size_t>> lost;
  bool is_complete = true;   // the text was scanned to its end
  bool is_balanced = false;  // the tags are, by the changes that were made to them
};

// Takes a text apart and finds the mistakes inside tags, one for each tag at most.
BrokenXml scan_tags(std::string_view text);

// Finds the mistakes of nesting: changes the tags until all are balanced, by the changes that leave the
// fewest mistakes and fit the indentation best. Gives the mistakes inside tags their fixes.
void balance_tags(BrokenXml& xml);

// Takes a text apart, and balances its tags.
BrokenXml read_tags(std::string_view text);

// All mistakes of a text, in its order. Every fix was tried: the text with it has one mistake less.
std::vector<XmlMistake> find_xml_mistakes(const BrokenXml& xml);

}  // namespace romas
