#include "support/files/path_pattern.h"

#include <array>
#include <utility>

#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Set = std::bitset<256>;

std::size_t index_of(char c) { return static_cast<unsigned char>(c); }

// Spaces at the end of a line do not count, unless a backslash stands in front of them.
std::string_view without_trailing_spaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escapes = line[i] == '\\' && i + 1 < line.size();
    if (escapes) ++i;
    if (escapes || line[i] != ' ') end = i + 1;
  }
  return line.substr(0, end);
}

// The characters that a condition holds for.
template <class Condition>
Set set_of(Condition holds) {
  Set set;
  for (int c = 0; c < 128; ++c)
    if (holds(static_cast<char>(c))) set.set(static_cast<std::size_t>(c));
  return set;
}

bool within(char c, char first, char last) { return first <= c && c <= last; }
bool is_visible(char c) { return within(c, '!', '~'); }

// "[:alpha:]" and its like.
std::optional<Set> named_set(std::string_view name) {
  using Named = std::pair<std::string_view, bool (*)(char)>;
  constexpr std::array<Named, 12> kNamed = {{
      {"alnum", [](char c) { return is_letter(c) || is_digit(c); }},
      {"alpha", is_letter},
      {"blank", [](char c) { return c == ' ' || c == '\t'; }},
      {"cntrl", [](char c) { return within(c, 0, 31) || c == 127; }},
      {"digit", is_digit},
      {"graph", is_visible},
      {"lower", is_lower},
      {"print", [](char c) { return within(c, ' ', '~'); }},
      {"punct", [](char c) { return is_visible(c) && !is_letter(c) && !is_digit(c); }},
      {"space", is_space},
      {"upper", is_upper},
      {"xdigit", [](char c) { return is_digit(c) || within(c, 'a', 'f') || within(c, 'A', 'F'); }},
  }};
  for (const auto& [known, holds] : kNamed)
    if (known == name) return set_of(holds);
  return std::nullopt;
}

// A reader of the characters of a set, behind its '['.
class SetReader {
 public:
  SetReader(std::string_view pattern, std::size_t at) : pattern_(pattern), at_(at) {}

  // Nothing if the set has no end, or a name in it is unknown.
  std::optional<Set> read() {
    const bool inverted = take('!') || take('^');
    for (bool first = true;; first = false) {
      if (at_ >= pattern_.size()) return std::nullopt;
      if (!first && take(']')) break;
      if (!read_item()) return std::nullopt;
    }
    if (inverted) set_.flip();
    set_.reset(index_of('/'));
    return set_;
  }
  std::size_t end() const { return at_; }

 private:
  bool take(char c) {
    if (at_ >= pattern_.size() || pattern_[at_] != c) return false;
    ++at_;
    return true;
  }

  // A character, behind a backslash literally.
  std::optional<char> character() {
    take('\\');
    return at_ < pattern_.size() ? std::optional(pattern_[at_++]) : std::nullopt;
  }

  // A named set, a range, or a character.
  bool read_item() {
    if (pattern_.substr(at_).starts_with("[:")) {
      const std::size_t close = pattern_.find(":]", at_ + 2);
      const std::size_t bracket = pattern_.find(']', at_ + 2);
      if (close != std::string_view::npos && close + 1 == bracket) {
        const auto named = named_set(pattern_.substr(at_ + 2, close - at_ - 2));
        if (!named) return false;
        set_ |= *named;
        at_ = close + 2;
        return true;
      }
    }
    const auto first = character();
    if (!first) return false;
    auto last = first;
    if (pattern_.substr(at_).starts_with('-') && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']') {
      ++at_;
      last = character();
      if (!last) return false;
    }
    for (std::size_t c = index_of(*first); c <= index_of(*last); ++c) set_.set(c);
    return true;
  }

  std::string_view pattern_;
  std::size_t at_;
  Set set_;
};

}  // namespace

std::optional<PathPattern> PathPattern::parse(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with('#')) return std::nullopt;
  line = without_trailing_spaces(line);
  PathPattern pattern;
  if (line.starts_with('!')) {
    pattern.negated_ = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    pattern.folders_only_ = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return std::nullopt;
  pattern.name_only_ = line.find('/') == std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  for (std::size_t at = 0; at < line.size() && !pattern.impossible_;) {
    if (line[at] == '*') {
      pattern.add_stars(line, at);
    } else if (line[at] == '[') {
      pattern.impossible_ = !pattern.add_set(line, at);
    } else if (line[at] == '?') {
      pattern.parts_.push_back({Kind::character, Set().flip().reset(index_of('/'))});
      ++at;
    } else {
      if (line[at] == '\\' && ++at == line.size()) pattern.impossible_ = true;
      if (at < line.size()) pattern.add_character(line[at++]);
    }
  }
  return pattern;
}

void PathPattern::add_character(char c) { parts_.push_back({Kind::character, Set().set(index_of(c))}); }

void PathPattern::add_stars(std::string_view pattern, std::size_t& at) {
  const std::size_t begin = at;
  while (at < pattern.size() && pattern[at] == '*') ++at;
  const bool alone = begin == 0 || pattern[begin - 1] == '/';
  if (at - begin >= 2 && alone && at == pattern.size()) {
    parts_.push_back({Kind::everything, {}});
  } else if (at - begin >= 2 && alone && pattern[at] == '/') {
    parts_.push_back({Kind::folders, {}});
    ++at;
  } else {
    parts_.push_back({Kind::star, {}});
  }
}

bool PathPattern::add_set(std::string_view pattern, std::size_t& at) {
  SetReader reader(pattern, at + 1);
  const auto set = reader.read();
  if (!set) return false;
  parts_.push_back({Kind::character, *set});
  at = reader.end();
  return true;
}

// Follows all ways to match at once: `at[i]` means that the first i parts can match the text so far.
bool PathPattern::matches_text(std::string_view text) const {
  const std::size_t count = parts_.size();
  std::vector<char> at(count + 1, 0);
  std::vector<char> inside(count + 1, 0);  // of a "**/", not at its end
  at[0] = 1;
  const auto skip_optional = [&] {
    for (std::size_t i = 0; i < count; ++i)
      if (at[i] != 0 && parts_[i].kind != Kind::character) at[i + 1] = 1;
  };
  skip_optional();
  for (const char c : text) {
    std::vector<char> next(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Part& part = parts_[i];
      const bool here = at[i] != 0;
      if (part.kind == Kind::character && here && part.set.test(index_of(c))) next[i + 1] = 1;
      if (part.kind == Kind::star && here && c != '/') next[i] = 1;
      if (part.kind == Kind::everything && here) next[i] = 1;
      if (part.kind == Kind::folders && (here || inside[i] != 0)) {
        inside[i] = 1;
        if (c == '/') next[i + 1] = 1;
      }
    }
    at = std::move(next);
    skip_optional();
  }
  return at[count] != 0;
}

bool PathPattern::matches(std::string_view path, bool is_folder) const {
  if (impossible_ || (folders_only_ && !is_folder)) return false;
  return matches_text(name_only_ ? path.substr(path.rfind('/') + 1) : path);
}

bool PathPattern::covers(std::string_view path) const {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
    if (matches(path.substr(0, slash), true)) return true;
  return matches(path, false);
}

PathPatterns PathPatterns::read(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  PathPatterns patterns;
  for (const std::string_view line : split(text, '\n'))
    if (auto pattern = PathPattern::parse(line)) patterns.add(std::move(*pattern));
  return patterns;
}

std::optional<bool> PathPatterns::decide(std::string_view path, bool is_folder) const {
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern)
    if (pattern->matches(path, is_folder)) return !pattern->negated();
  return std::nullopt;
}

}  // namespace romas
