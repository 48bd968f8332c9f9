#include "frontend/language/typing/sketches.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "RomasParserRules.h"
#include "frontend/language/typing/place_words.h"
#include "ir/values/spatial.h"

namespace romas::language {

namespace {

using rules::Any;
using rules::kFirst;
using rules::Lit;
using rules::OneOf;
using rules::Opt;
using rules::Plus;
using rules::Seq;
using rules::Star;
using rules::Tok;
using rules::TokenSet;

template <class Part>
struct Tag {};
template <class Part>
concept GrammarRule = requires {
  Part::kNumber;
};

std::string_view literal_of(std::uint16_t type) {
  for (const grammar::Literal& literal : grammar::kLiterals)
    if (literal.type == type) return literal.text;
  return {};
}

std::vector<std::string> joint_types() {
  std::vector<std::string> words;
  for (JointType type = JointType::revolute; type != JointType::foreign;
       type = static_cast<JointType>(static_cast<int>(type) + 1))
    words.emplace_back(to_string(type));
  words.emplace_back(to_string(JointType::fixed));
  return words;
}

std::vector<std::string> axes() {
  std::vector<std::string> words;
  for (int i = 0; i <= static_cast<int>(SignedAxis::minus_z); ++i)
    words.emplace_back(to_string(static_cast<SignedAxis>(i)));
  return words;
}

// Writes a rule that begins with a keyword. Parts that may be missing are left out; of a rule that would be a
// keyword alone the first of them is written.
class Writer {
 public:
  Writer(std::uint16_t keyword, JointType joint, bool with_optional)
      : keyword_(keyword), joint_(joint), with_optional_(with_optional) {}

  Sketch sketch;
  bool left_out = false;  // something may stand where nothing was written

  template <std::uint16_t kType>
  void part(Tag<Tok<kType>> /*tag*/) {
    const std::string_view text = literal_of(kType);
    if (!text.empty()) return word(text);
    if (kType == grammar::NUMBER) return hole("0", {});
    if (kType == grammar::STRING) return hole("\"\"", {});
    hole("name", {});
  }
  template <class... Parts>
  void part(Tag<Seq<Parts...>> /*tag*/) {
    (part(Tag<Parts>()), ...);
  }
  template <class Statement>
  void part(Tag<Seq<Lit<"{">, Star<Statement>, Lit<"}">>> /*tag*/) {
    body();
  }
  template <class Statement>
  void part(Tag<Seq<rules::RobotHead, Star<Statement>, Lit<"}">>> /*tag*/) {
    word("robot");
    hole("name", {});
    body();
  }
  template <class... Ways>
  void part(Tag<Any<Ways...>> /*tag*/) {
    bool written = false;
    const auto choose = [&](auto way, const TokenSet& first) {
      if (written || (sketch.empty() && !first.contains(keyword_))) return;
      written = true;
      part(way);
    };
    (choose(Tag<Ways>(), kFirst<Ways>), ...);
  }
  template <class... Tokens>
  void part(Tag<OneOf<Tokens...>> /*tag*/) {
    if (sketch.empty()) return word(literal_of(keyword_));
    std::vector<std::string> choices;
    for (std::uint16_t type = 1; type <= grammar::UNIT; ++type)
      if (kFirst<OneOf<Tokens...>>.contains(type)) choices.emplace_back(literal_of(type));
    std::string first = choices.front();
    hole(std::move(first), std::move(choices));
  }
  template <class Part>
  void part(Tag<Opt<Part>> /*tag*/) {
    constexpr bool kIsName = std::is_same_v<Part, rules::Name> || std::is_same_v<Part, rules::Ref>;
    optional(Tag<Part>(), kIsName && sketch.size() == 1);
  }
  template <class Part>
  void part(Tag<Star<Part>> /*tag*/) {
    optional(Tag<Part>(), false);
  }
  template <class Part>
  void part(Tag<Plus<Part>> /*tag*/) {
    part(Tag<Part>());
  }
  template <GrammarRule Part>
  void part(Tag<Part> /*tag*/) {
    if (made_up(Part::kNumber)) return;
    const std::uint16_t outer = std::exchange(outer_, std::exchange(rule_, Part::kNumber));
    part(Tag<typename Part::All>());
    rule_ = std::exchange(outer_, outer);
  }

 private:
  template <class Part>
  void optional(Tag<Part> tag, bool is_wanted) {
    if (is_wanted || (with_optional_ && sketch.size() == 1)) return part(tag);
    left_out = true;
  }

  // Writes a hole for a name or value and returns true. Returns false for other rules, and at the start of
  // the sketch, so that the first rule is written out.
  bool made_up(std::uint16_t rule) {
    if (sketch.empty()) return false;
    switch (rule) {
      case grammar::RuleName:
      case grammar::RuleRef:
      case grammar::RuleInstantiation:
      case grammar::RulePattern: hole(name_example(), {}); return true;
      case grammar::RuleExpression:
      case grammar::RuleProduct: hole(value_example(), {}); return true;
      case grammar::RuleText:
        space();
        sketch.push_back({SketchPart::Kind::text, "\"", {}});
        sketch.push_back({SketchPart::Kind::hole, "", {}});
        sketch.push_back({SketchPart::Kind::text, "\"", {}});
        return true;
      case grammar::RuleJointType:
        hole(std::string(to_string(JointType::revolute)), joint_types());
        return true;
      case grammar::RuleSignedAxis: hole(std::string(to_string(SignedAxis::plus_x)), axes()); return true;
      case grammar::RuleType: hole("real", {}); return true;
      case grammar::RuleInteger: hole("0", {}); return true;
      default: return false;
    }
  }

  std::string name_example() const {
    const auto sort = name_behind(rule_, last_);
    if (last_ == "->") return "child";
    if (rule_ == grammar::RuleJoint && last_ == ":") return "parent";
    if (!sort) return rule_ == grammar::RuleUse ? "thing" : "name";
    switch (*sort) {
      case NameSort::link: return "link";
      case NameSort::joint:
      case NameSort::moving_joint:
      case NameSort::leader: return "joint";
      case NameSort::material: return "material";
      default: return "name";
    }
  }
  std::string value_example() const {
    const std::uint16_t rule = rule_ == grammar::RuleRange ? outer_ : rule_;
    return example_of(value_behind(rule, last_, first_, joint_));
  }

  // A space, where one belongs between what was written and a word.
  void space() {
    if (sketch.empty() || last_ == "(" || last_ == "[" || last_ == ".") return;
    sketch.push_back({SketchPart::Kind::text, " ", {}});
  }
  void word(std::string_view text) {
    const bool is_close =
        text == ";" || text == "," || text == ")" || text == "]" || text == "." || text == "(" || text == "[";
    if (!is_close) space();
    sketch.push_back({SketchPart::Kind::text, std::string(text), {}});
    if (first_.empty()) first_ = text;
    last_ = text;
  }
  void hole(std::string text, std::vector<std::string> choices) {
    space();
    sketch.push_back({SketchPart::Kind::hole, std::move(text), std::move(choices)});
    if (last_ == "(" || last_ == "[" || last_ == ".") last_ = " ";
  }
  void body() {
    space();
    sketch.push_back({SketchPart::Kind::body, {}, {}});
  }

  std::uint16_t keyword_;
  JointType joint_;
  bool with_optional_;
  std::uint16_t rule_ = 0, outer_ = 0;
  std::string_view first_, last_;  // words that were written
};

// Finds the rule at the end of a path, from the rule that the path begins with.
class Finder {
 public:
  Finder(const std::vector<OpenRule>& path, std::uint16_t keyword, JointType joint)
      : path_(path), keyword_(keyword), joint_(joint) {}

  template <GrammarRule Part>
  bool rule(Tag<Part> tag, std::size_t at) {
    if (path_[at].rule != Part::kNumber) return false;
    const bool is_robot = Part::kNumber == grammar::RuleRobot && at + 2 == path_.size();
    if (at + 1 < path_.size() && !(is_robot && path_[at + 1].rule == grammar::RuleRobotHead))
      return inside(Tag<typename Part::All>(), at + 1);
    Writer plain(keyword_, joint_, false);
    plain.part(tag);
    const bool is_bare = std::ranges::none_of(
        plain.sketch, [](const SketchPart& part) { return part.kind != SketchPart::Kind::text; });
    if (is_bare && plain.left_out) {
      Writer full(keyword_, joint_, true);
      full.part(tag);
      found = std::move(full.sketch);
    } else {
      found = std::move(plain.sketch);
    }
    return true;
  }

  Sketch found;

 private:
  template <std::uint16_t kType>
  bool inside(Tag<Tok<kType>> /*tag*/, std::size_t /*at*/) {
    return false;
  }
  template <class... Parts>
  bool inside(Tag<Seq<Parts...>> /*tag*/, std::size_t at) {
    return (inside(Tag<Parts>(), at) || ...);
  }
  template <class... Ways>
  bool inside(Tag<Any<Ways...>> /*tag*/, std::size_t at) {
    return (inside(Tag<Ways>(), at) || ...);
  }
  template <class... Tokens>
  bool inside(Tag<OneOf<Tokens...>> /*tag*/, std::size_t /*at*/) {
    return false;
  }
  template <class Part>
  bool inside(Tag<Opt<Part>> /*tag*/, std::size_t at) {
    return inside(Tag<Part>(), at);
  }
  template <class Part>
  bool inside(Tag<Star<Part>> /*tag*/, std::size_t at) {
    return inside(Tag<Part>(), at);
  }
  template <class Part>
  bool inside(Tag<Plus<Part>> /*tag*/, std::size_t at) {
    return inside(Tag<Part>(), at);
  }
  template <GrammarRule Part>
  bool inside(Tag<Part> tag, std::size_t at) {
    return rule(tag, at);
  }

  const std::vector<OpenRule>& path_;
  std::uint16_t keyword_;
  JointType joint_;
};

}  // namespace

Sketch sketch_of(std::uint16_t keyword, const Expectation& place, std::size_t words, JointType joint) {
  Sketch alone = {{SketchPart::Kind::text, std::string(keyword_of(keyword)), {}}};
  if (place.path.empty() || place.path.back().first != words) return alone;
  Finder finder(place.path, keyword, joint);
  const bool found = place.path.front().rule == grammar::RuleFile ? finder.rule(Tag<rules::File>(), 0)
                                                                  : finder.rule(Tag<rules::Expression>(), 0);
  const bool is_whole = found && !finder.found.empty() && finder.found.front().text == alone.front().text;
  if (is_whole) return std::move(finder.found);
  return alone;
}

}  // namespace romas::language
