#include "frontend/language/typing/words_at.h"

#include <algorithm>
#include <iterator>

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/typing/end_of_text.h"
#include "frontend/language/typing/place_words.h"
#include "frontend/language/typing/sketches.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

bool is_word(std::uint16_t type) {
  return type == grammar::IDENT || type == grammar::UNIT || !keyword_of(type).empty();
}
bool is_text(std::uint16_t type) { return type == grammar::STRING || type == grammar::RAW_STRING; }

// Whether a text in quotes has an end of its own.
bool is_closed(std::string_view text, const Lexeme& word) {
  const Lexeme read = Lexer(text, word.begin).next();
  return is_text(read.type) && read.end == word.end;
}

// Reads what is expected behind words.
class PlaceReader {
 public:
  PlaceReader(std::string_view text, const EndOfText& end, WordsAt& found)
      : text_(text), words_(end.words), expected_(end.expected), found_(found) {}

  void read(bool in_text) {
    for (const Expectation& place : expected_.places) {
      note_around(place);
      if (in_text)
        text_place(place);
      else
        word_place(place);
    }
  }

 private:
  std::string_view word(std::uint32_t index) const {
    return index < words_.size() ? text_.substr(words_[index].begin, words_[index].end - words_[index].begin)
                                 : std::string_view();
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(words_.size()); }
  static bool takes(const Expectation& place, std::uint16_t type) {
    return std::ranges::find(place.types, type) != place.types.end();
  }
  static const OpenRule* innermost(const Expectation& place, std::uint16_t rule) {
    const auto at = std::find_if(place.path.rbegin(), place.path.rend(),
                                 [&](const OpenRule& open) { return open.rule == rule; });
    return at == place.path.rend() ? nullptr : &*at;
  }

  // The joint and the servo around a place.
  void note_around(const Expectation& place) {
    joint_ = JointType::foreign;
    for (const std::uint16_t rule : {grammar::RuleJoint, grammar::RuleLoopJoint, grammar::RuleJointPatch}) {
      const OpenRule* joint = innermost(place, rule);
      if (joint == nullptr) continue;
      if (rule == grammar::RuleJointPatch) found_.joint = std::string(word(joint->first + 1));
      std::uint32_t colon = joint->first;
      while (colon < count() && words_[colon].type != grammar::COLON && words_[colon].type != grammar::LBRACE)
        ++colon;
      joint_ = parse_joint_type(word(colon + 1)).value_or(JointType::foreign);
      if (colon == joint->first + 2) found_.joint = std::string(word(joint->first + 1));
    }
    if (const OpenRule* servo = innermost(place, grammar::RuleServo); servo != nullptr)
      found_.family = std::string(word(servo->first + 1));
  }

  void text_place(const Expectation& place) {
    if (takes(place, grammar::STRING)) add_name(place);
  }

  // Returns true if the place is behind a call, whose value has its unit already.
  static bool is_behind_call(const Expectation& place) {
    const auto suffix = std::ranges::find(place.path, std::uint16_t{grammar::RuleSuffix}, &OpenRule::rule);
    return suffix != place.path.begin() && suffix != place.path.end() &&
           std::prev(suffix)->rule == grammar::RuleSelector;
  }

  void word_place(const Expectation& place) {
    const std::uint16_t rule = place.path.empty() ? std::uint16_t{0} : place.path.back().rule;
    if (takes(place, grammar::UNIT) && !is_behind_call(place)) {
      found_.unit = true;
      found_.wanted = wanted(place);
      const OpenRule* unit = innermost(place, grammar::RuleUnit);
      for (std::uint32_t i = unit == nullptr ? count() : unit->first; i < count(); ++i)
        found_.unit_before += word(i);
    }
    if (rule == grammar::RuleWord || rule == grammar::RuleName || rule == grammar::RuleText ||
        takes(place, grammar::IDENT)) {
      const bool is_value =
          place.path.size() > 1 && place.path[place.path.size() - 2].rule == grammar::RulePower;
      if (rule == grammar::RuleWord && is_value) {
        found_.value = true;
        found_.wanted = wanted(place);
      } else {
        add_name(place);
      }
      return;
    }
    for (const std::uint16_t type : place.types) {
      const std::string_view keyword = keyword_of(type);
      const auto is_known = [&](const KeywordAt& other) { return other.word == keyword; };
      if (keyword.empty() || std::ranges::any_of(found_.keywords, is_known)) continue;
      found_.keywords.push_back({keyword, sketch_of(type, place, words_.size(), joint_)});
    }
  }

  // The names in a path before the place: "parts" of `parts.|`.
  std::vector<std::string> path_from(std::uint32_t first) const {
    std::vector<std::string> names;
    for (std::uint32_t i = first; i < count(); ++i)
      if (words_[i].type != grammar::DOT) names.emplace_back(word(i));
    return names;
  }

  void add_name(const Expectation& place) {
    std::size_t at = place.path.size();
    std::uint32_t begin = count();
    const auto is_carried = [](std::uint16_t rule) {
      return rule == grammar::RuleWord || rule == grammar::RuleName || rule == grammar::RuleRef ||
             rule == grammar::RuleJointType || rule == grammar::RuleText ||
             rule == grammar::RuleInstantiation;
    };
    std::uint16_t carried = 0;
    for (; at > 0 && is_carried(place.path[at - 1].rule); --at) {
      begin = place.path[at - 1].first;
      carried = place.path[at - 1].rule;
    }
    if (at == 0) return;
    const OpenRule& carrier = place.path[at - 1];
    if (carrier.rule == grammar::RuleSelector) return add_member(place);
    NameAt name;
    name.path = path_from(begin);
    if (carried == grammar::RuleJointType && begin < count()) return;  // the text of `foreign`
    const bool is_first = begin == carrier.first;
    const bool is_behind_name =
        begin > 0 && (words_[begin - 1].type == grammar::IDENT || is_text(words_[begin - 1].type));
    const std::string_view before = is_first || begin == 0 ? std::string_view() : word(begin - 1);
    if (carrier.rule == grammar::RuleType && before == ".") name.path = path_from(carrier.first);
    const std::uint16_t rule = carried == grammar::RuleInstantiation ? carried : carrier.rule;
    auto sort = name_behind(rule, before);
    if (!sort && is_behind_name) sort = name_behind(rule, {});
    if (!sort) return;
    name.sort = *sort;
    const auto is_known = [&](const NameAt& other) { return other.sort == name.sort; };
    if (std::ranges::none_of(found_.names, is_known)) found_.names.push_back(std::move(name));
  }

  // Behind a '.' in a value.
  void add_member(const Expectation& place) {
    const OpenRule* power = innermost(place, grammar::RulePower);
    if (power == nullptr || words_.empty() || words_.back().type != grammar::DOT) return;
    std::vector<std::string> names;
    for (std::uint32_t i = power->first; i + 1 < count(); ++i) {
      const bool is_dot = (i - power->first) % 2 == 1;
      if (is_dot != (words_[i].type == grammar::DOT)) return;
      if (!is_dot) names.emplace_back(word(i));
    }
    found_.member_of = std::move(names);
  }

  // Returns what the value around a place should be.
  ValueAt wanted(const Expectation& place) const {
    std::size_t at = place.path.size();
    std::size_t levels = 0;  // of parentheses
    while (at > 0) {
      --at;
      const std::uint16_t rule = place.path[at].rule;
      if (rule != grammar::RuleExpression && rule != grammar::RuleProduct) continue;
      if (at == 0) return {};
      const std::uint16_t parent = place.path[at - 1].rule;
      if (parent == grammar::RuleExpression || parent == grammar::RuleProduct) continue;
      if (parent == grammar::RulePower) {
        ++levels;
        continue;
      }
      return inner(behind(place, at), levels);
    }
    return {};
  }
  ValueAt behind(const Expectation& place, std::size_t at) const {
    OpenRule carrier = place.path[at - 1];
    const std::uint32_t begin = place.path[at].first;
    if (carrier.rule == grammar::RuleSelector) return {ValueSort::whole, "1", {}};
    if (carrier.rule == grammar::RuleRange && at > 1) carrier = place.path[at - 2];
    const std::string_view before = begin > carrier.first ? word(begin - 1) : std::string_view();
    return value_behind(carrier.rule, before, word(carrier.first), joint_);
  }
  // An element of a tuple.
  static ValueAt inner(ValueAt value, std::size_t levels) {
    if (levels > 0 && (value.sort == ValueSort::number3 || value.sort == ValueSort::number4))
      value.sort = ValueSort::number;
    return value;
  }

  std::string_view text_;
  const std::vector<Lexeme>& words_;
  const Expected& expected_;
  WordsAt& found_;
  JointType joint_ = JointType::foreign;
};

// The first byte of the value in braces that is open at the end of a text in quotes, if there is one.
std::optional<std::uint32_t> open_braces(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  std::optional<std::uint32_t> open;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (text[i] == '\\' && !open) {
      ++i;
    } else if (text[i] == '{') {
      open = i + 1;
    } else if (text[i] == '}') {
      open.reset();
    }
  }
  return open;
}

EndOfText value_before(std::string_view text, std::uint32_t first) {
  EndOfText end;
  end.words = words_of(text, first).words;
  end.expected = expected_after(end.words, TextStart::expression);
  return end;
}

WordsAt in_text(std::string_view text, std::uint32_t offset, const Lexeme& word) {
  WordsAt found;
  const std::uint32_t quote = static_cast<std::uint32_t>(text.find('"', word.begin)) + 1;
  if (word.type == grammar::STRING) {
    if (const auto value = open_braces(text, quote, offset)) {
      std::uint32_t begin = offset;
      const TextWords inner = words_of(text.substr(0, offset), *value);
      if (!inner.words.empty() && is_word(inner.words.back().type) && inner.words.back().end == offset)
        begin = inner.words.back().begin;
      found.begin = begin;
      found.end = offset;
      PlaceReader(text, value_before(text.substr(0, begin), *value), found).read(false);
      return found;
    }
  }
  found.where = WordsAt::Where::text;
  found.begin = std::min(quote, offset);
  const bool closed = is_closed(text, word);
  found.end = closed ? std::max(word.end - (word.end - word.begin > 1 ? 1U : 0U), offset) : offset;
  if (word.type == grammar::RAW_STRING) found.end = offset;
  PlaceReader(text, read_end(outline_of(text.substr(0, word.begin))), found).read(true);
  return found;
}

}  // namespace

WordsAt words_at(std::string_view text, std::uint32_t offset) {
  offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text.size()));
  const TextWords all = words_of(text);
  WordsAt found;
  found.begin = found.end = offset;
  for (const Lexeme& comment : all.comments) {
    const bool is_block = text.substr(comment.begin).starts_with("/*");
    const bool is_whole = is_block && comment.end - comment.begin >= 4 &&
                          text.substr(comment.begin, comment.end - comment.begin).ends_with("*/");
    if (comment.begin + 1 >= offset || offset > comment.end || (is_whole && offset == comment.end)) continue;
    found.where = WordsAt::Where::comment;
    found.begin = comment.begin;
    return found;
  }
  // The word that the offset is in or behind.
  const auto at = std::ranges::lower_bound(all.words, offset, {}, &Lexeme::end);
  if (at != all.words.end() && at->begin < offset) {
    const bool is_behind = offset == at->end;
    if (is_text(at->type) && (!is_behind || !is_closed(text, *at))) return in_text(text, offset, *at);
    if (is_word(at->type)) {
      found.begin = at->begin;
      found.end = at->end;
    } else if (!is_behind) {
      return found;  // in a number or sign
    }
  }
  PlaceReader(text, read_end(outline_of(text.substr(0, found.begin))), found).read(false);
  return found;
}

}  // namespace romas::language
