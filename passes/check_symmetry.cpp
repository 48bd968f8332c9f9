// check-symmetry: links with names for left and right that differ in mass or inertia (RM1410). A mirrored
// body has the principal moments of its twin, whatever the frames of the two are: frames do not matter, and
// parts that are used twice without being mirrored pass as well.
#include <cmath>

#include "ir/entity.h"
#include "passes/pass_functions.h"
#include "support/characters.h"
#include "support/text.h"

namespace romas {

namespace {

// Relative; larger than the effect of screws and cables on one side, and of mirroring by CAD programs.
constexpr double kMirrorTolerance = 0.05;
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

class SymmetryChecker {
 public:
  SymmetryChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void run() {
    for (const Link& link : model_.links) {
      if (!link.inertial || link.name.size() > kLongestName) continue;
      const std::vector<LinkId> twins = find_twins(link.name);
      if (is_in_doubt(link) ||
          std::ranges::any_of(twins, [&](LinkId twin) { return is_in_doubt(model_.link(twin)); }))
        continue;
      const bool mirrors_one = std::any_of(twins.begin(), twins.end(), [&](LinkId twin) {
        return alike(*link.inertial, *model_.link(twin).inertial);
      });
      if (!twins.empty() && !mirrors_one) report(link, model_.link(twins.front()));
    }
  }

 private:
  bool is_in_doubt(const Link& link) const { return diagnostics_.in_doubt(link.range); }
  std::vector<LinkId> find_twins(std::string_view name) const;
  bool is_one_of_a_series(std::string_view name, const SideWord& side) const;
  static bool alike(const Inertial& a, const Inertial& b);
  void report(const Link& left, const Link& right);

  const Model& model_;
  DiagnosticEngine& diagnostics_;
};

// The links with an inertial on the right that one on the left may mirror. Where several words name a side
// (l_hand_l_finger), all of them change, or the first alone: a hand may be mirrored, or used twice.
std::vector<LinkId> SymmetryChecker::find_twins(std::string_view name) const {
  std::string all, first;
  std::size_t copied = 0;
  for (const Token& word : name_words(name)) {
    const auto side = side_word(word);
    if (!side || is_one_of_a_series(name, *side)) continue;
    if (first.empty()) {
      if (!side->left) return {};
      first = with_word(name, side->word, side->opposite);
    }
    all += concat(name.substr(copied, side->word.offset - copied), side->opposite);
    copied = side->word.offset + side->word.text.size();
  }
  if (first.empty()) return {};
  all += name.substr(copied);
  std::vector<LinkId> twins = {model_.find_link(all)};
  if (first != all) twins.push_back(model_.find_link(first));
  std::erase_if(twins, [&](LinkId twin) { return !twin || !model_.link(twin).inertial; });
  return twins;
}

// Some robots name their links by letters, among them L and R: S, L, U, R, B, T.
bool SymmetryChecker::is_one_of_a_series(std::string_view name, const SideWord& side) const {
  if (side.word.text.size() > 1) return false;
  const auto exists = [&](std::string_view letter) {
    return model_.find_link(with_word(name, side.word, with_capitals_of(side.word.text, letter))).valid();
  };
  return exists("u") || exists("s");
}

bool same_mass(const Inertial& a, const Inertial& b) {
  const double masses[] = {a.mass.value(), b.mass.value()};
  return std::abs(masses[0] - masses[1]) <=
         kMirrorTolerance * std::max(std::abs(masses[0]), std::abs(masses[1]));
}

bool same_moments(const Vector3& a, const Vector3& b) {
  return (a - b).cwiseAbs().maxCoeff() <=
         kMirrorTolerance * std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
}

bool SymmetryChecker::alike(const Inertial& a, const Inertial& b) {
  return same_mass(a, b) &&
         same_moments(principal_moments(a.inertia.matrix()), principal_moments(b.inertia.matrix()));
}

std::string principal_moments_text(const Vector3& moments) {
  return concat("principal moments ", round_to_digits(moments[0], 4), ", ", round_to_digits(moments[1], 4),
                ", ", round_to_digits(moments[2], 4), " kg m²");
}

void SymmetryChecker::report(const Link& left, const Link& right) {
  const auto say = [&](SourceRange place, SourceRange other, const std::string& left_value,
                       const std::string& right_value) {
    diagnostics_
        .report(Rule::mirror_asymmetry, place_or_name(place, right),
                concat("link '", right.name, "' has ", right_value, ", and '", left.name,
                       "', which it mirrors, ", left_value))
        .note(place_or_name(other, left), "the other one is here");
  };
  if (!same_mass(*left.inertial, *right.inertial))
    say(right.inertial->mass_range, left.inertial->mass_range,
        concat("mass ", left.inertial->mass.value(), " kg"),
        concat("mass ", right.inertial->mass.value(), " kg"));
  const Vector3 left_moments = principal_moments(left.inertial->inertia.matrix());
  const Vector3 right_moments = principal_moments(right.inertial->inertia.matrix());
  if (!same_moments(left_moments, right_moments))
    say(right.inertial->inertia.range, left.inertial->inertia.range, principal_moments_text(left_moments),
        principal_moments_text(right_moments));
}

}  // namespace

void check_symmetry(const Model& model, const CheckContext& context) {
  if (context.diagnostics.enabled(Rule::mirror_asymmetry)) SymmetryChecker(model, context.diagnostics).run();
}

}  // namespace romas
