#include "passes/checks/mirror_names.h"

#include <array>
#include <optional>

#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Longer names are skipped.
constexpr std::size_t kLongestName = 200;

// Words for a side and for the other side. Names of legs contain two sides: LF, right hind.
struct Side {
  std::string_view word;
  std::string_view opposite;
};
constexpr std::array kSides = {Side{"left", "right"}, Side{"l", "r"},   Side{"lf", "rf"}, Side{"lh", "rh"},
                               Side{"lb", "rb"},      Side{"lm", "rm"}, Side{"lr", "rr"}, Side{"fl", "fr"},
                               Side{"hl", "hr"},      Side{"bl", "br"}, Side{"ml", "mr"}, Side{"rl", "rr"}};

// The words of a name: at every change between letters and anything else, and before capitals, as in l_arm,
// leftArm, LHipPitch, arm2L.
std::vector<Token> name_words(std::string_view name) {
  std::vector<Token> words;
  for (std::size_t i = 0; i < name.size();) {
    if (!is_letter(name[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (is_upper(name[i]) && end < name.size() && is_upper(name[end])) {
      while (end < name.size() && is_upper(name[end])) ++end;
      if (end < name.size() && is_lower(name[end])) --end;  // the last capital begins the next word
    } else {
      while (end < name.size() && is_lower(name[end])) ++end;
    }
    words.push_back({name.substr(i, end - i), i});
    i = end;
  }
  return words;
}

// The word with the capitals of another one: "Left", "LEFT", "left".
std::string with_capitals_of(std::string_view like, std::string_view word) {
  std::string result(word);
  const auto capital = [](char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; };
  if (is_upper(like.back())) {
    for (char& c : result) c = capital(c);
  } else if (is_upper(like.front())) {
    result.front() = capital(result.front());
  }
  return result;
}

std::string with_word(std::string_view name, const Token& word, std::string_view other) {
  return concat(name.substr(0, word.offset), other, name.substr(word.offset + word.text.size()));
}

// A word for a side as it stands in a name, and the one to put in its place.
struct SideWord {
  Token word;
  std::string opposite;
  bool left = false;
};

// Also as the beginning of a compound word: leftfinger.
std::optional<SideWord> side_word(const Token& word) {
  const std::string lower = to_lower(word.text);
  for (const Side& side : kSides)
    for (const bool left : {true, false}) {
      const std::string_view wanted = left ? side.word : side.opposite;
      const bool part = wanted.size() >= 4 && (lower.starts_with(wanted) || lower.ends_with(wanted));
      if (lower != wanted && !part) continue;
      const std::size_t offset = lower.starts_with(wanted) ? 0 : lower.size() - wanted.size();
      const std::string_view found = word.text.substr(offset, wanted.size());
      return SideWord{
          {found, word.offset + offset}, with_capitals_of(found, left ? side.opposite : side.word), left};
    }
  return std::nullopt;
}

// Some robots name their links by letters, among them L and R: S, L, U, R, B, T.
bool is_one_of_a_series(std::string_view name, const SideWord& side,
                        const std::function<bool(const std::string&)>& exists) {
  if (side.word.text.size() > 1) return false;
  const auto has = [&](std::string_view letter) {
    return exists(with_word(name, side.word, with_capitals_of(side.word.text, letter)));
  };
  return has("u") || has("s");
}

}  // namespace

std::vector<std::string> right_twin_names(std::string_view name,
                                          const std::function<bool(const std::string&)>& exists) {
  if (name.size() > kLongestName) return {};
  std::string all, first;
  std::size_t copied = 0;
  for (const Token& word : name_words(name)) {
    const auto side = side_word(word);
    if (!side || is_one_of_a_series(name, *side, exists)) continue;
    if (first.empty()) {
      if (!side->left) return {};
      first = with_word(name, side->word, side->opposite);
    }
    all += concat(name.substr(copied, side->word.offset - copied), side->opposite);
    copied = side->word.offset + side->word.text.size();
  }
  if (first.empty()) return {};
  all += name.substr(copied);
  std::vector<std::string> names = {all};
  if (first != all) names.push_back(first);
  return names;
}

}  // namespace romas
