#include "frontend/mjcf/grammar/grammar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/number_advice.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

struct AttributeRule {
  enum class Kind : unsigned char { text, letters, numbers, word, words };
  std::string_view name;
  Kind kind = Kind::text;
  std::size_t least = 1, most = 1;  // of numbers or letters
  bool whole = false;
  bool required = false;
  std::vector<std::string_view> words;
};

// At most one, all or none, or at least one of several bundles.
struct BundleRule {
  std::string_view kind;
  std::vector<std::vector<std::string_view>> bundles;
};

struct GrammarRow {
  std::vector<std::string_view> children, single;
  std::vector<AttributeRule> attributes;
  std::vector<BundleRule> rules;

  const AttributeRule* attribute(std::string_view name) const {
    const auto found = std::ranges::find(attributes, name, &AttributeRule::name);
    return found == attributes.end() ? nullptr : &*found;
  }
};

std::size_t count_of(std::string_view text, std::size_t otherwise) {
  std::size_t count = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

AttributeRule attribute_rule(std::string_view text) {
  using Kind = AttributeRule::Kind;
  AttributeRule rule;
  const std::size_t blank = text.find(' ');
  rule.name = text.substr(0, blank);
  std::string_view type = text.substr(blank + 1);
  if (type.ends_with('!')) {
    rule.required = true;
    type.remove_suffix(1);
  }
  if (type == "text") return rule;
  if (type.find('|') != std::string_view::npos || type.starts_with('+')) {
    rule.kind = type.starts_with('+') ? Kind::words : Kind::word;
    if (rule.kind == Kind::words) type.remove_prefix(1);
    rule.words = split(type, '|');
    return rule;
  }
  rule.kind = type.ends_with('c') ? Kind::letters : Kind::numbers;
  rule.whole = type == "whole" || type.starts_with('w');
  if (type == "number" || type == "whole") return rule;
  if (type.starts_with('w')) type.remove_prefix(1);
  const std::size_t dash = type.find('-');
  rule.least = count_of(type, 1);
  rule.most = dash == std::string_view::npos
                  ? rule.least
                  : count_of(type.substr(dash + 1), std::numeric_limits<std::size_t>::max());
  return rule;
}

GrammarRow grammar_row(std::string_view children, std::string_view attributes, std::string_view rules) {
  GrammarRow row;
  for (const Token& word : split_words(children)) {
    std::string_view name = word.text;
    if (name.ends_with('?')) {
      name.remove_suffix(1);
      row.single.push_back(name);
    }
    row.children.push_back(name);
  }
  if (!attributes.empty())
    for (const std::string_view text : split(attributes, ','))
      row.attributes.push_back(attribute_rule(trim(text)));
  if (rules.empty()) return row;
  for (const std::string_view text : split(rules, ';')) {
    BundleRule rule;
    for (const Token& word : split_words(text)) {
      if (rule.kind.empty())
        rule.kind = word.text;
      else
        rule.bundles.push_back(split(word.text, '+'));
    }
    row.rules.push_back(std::move(rule));
  }
  return row;
}

const GrammarRow* find_grammar(std::string_view tag, std::string_view parent) {
  static const std::map<std::string, GrammarRow, std::less<>> kRows = {
#define MJCF_GRAMMAR(key, children, attributes, rules) {key, grammar_row(children, attributes, rules)},
#include "frontend/mjcf/grammar/grammar.def"
  };
  const auto own = kRows.find(concat(tag, " in ", parent));
  if (own != kRows.end()) return &own->second;
  const auto found = kRows.find(tag);
  return found == kRows.end() ? nullptr : &found->second;
}

bool is_in(std::string_view word, std::string_view words) {
  const std::vector<std::string_view> all = split(words, ' ');
  return std::ranges::find(all, word) != all.end();
}

bool is_orientation(std::string_view name) { return is_in(name, "quat axisangle xyaxes zaxis euler"); }

// Words of earlier versions of MuJoCo, which the present one refuses.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kGone = {
    {{"compiler", "convexhull exactmeshinertia"},
     {"option", "apirate collision mpr_tolerance mpr_iterations"},
     {"flag", "passive"},
     {"mesh", "octree_maxdepth"},
     {"equality", "distance"}}};

bool is_gone(std::string_view element, std::string_view word) {
  return std::ranges::any_of(
      kGone, [&](const auto& row) { return row.first == element && is_in(word, row.second); });
}

class GrammarCheck {
 public:
  explicit GrammarCheck(SchemaReader& schema) : schema_(schema) {}

  void element(const XmlElement& element,  // NOLINT(misc-no-recursion): the reader of XML bounds the depth
               std::string_view parent) {
    const GrammarRow* row = find_grammar(element.name, parent);
    if (row == nullptr) return;
    attributes(element, *row);
    bundles(element, *row);
    std::map<std::string_view, const XmlElement*> first;
    for (const XmlElement& child : element.children) {
      if (!child.prefix().empty()) continue;
      if (std::ranges::find(row->children, child.name) == row->children.end()) {
        unknown_child(child, element, *row);
        continue;
      }
      const auto [known, is_new] = first.try_emplace(child.name, &child);
      if (!is_new && std::ranges::find(row->single, child.name) != row->single.end() &&
          is_fresh(child.start_tag))
        schema_
            .refuse(Rule::repeated_element, child.start_tag,
                    concat("<", element.name, "> has a second <", child.name, ">; only one is allowed"))
            .note(known->second->start_tag, "the first is here");
      this->element(child, element.name);
    }
  }

 private:
  // An element of a file may be read several times: it is included or attached twice.
  bool is_fresh(SourceRange range) {
    return range.valid() && !schema_.diagnostics().in_doubt(range) &&
           seen_.emplace(range.file, range.begin).second;
  }

  void unknown_child(const XmlElement& child, const XmlElement& parent, const GrammarRow& row) {
    const bool is_reported_there =
        parent.name == "worldbody" && is_in(child.name, "inertial joint freejoint");
    if (is_reported_there || is_gone(parent.name, child.name)) return;
    if (!is_fresh(child.name_range)) return;
    schema_
        .refuse(Rule::unknown_element, child.name_range,
                concat("<", child.name, "> in <", parent.name, ">: MJCF has no ",
                       parent.name == "mujoco"     ? "such section"
                       : parent.name == "actuator" ? "such actuator"
                       : parent.name == "default"  ? "defaults for such an element"
                                                   : "such element there"))
        .nearest(child.name, row.children);
  }

  void attributes(const XmlElement& element, const GrammarRow& row) {
    std::vector<const XmlAttribute*> unknown;
    for (const XmlAttribute& attribute : element.attributes) {
      if (!attribute.prefix().empty() || attribute.name == "xmlns") continue;
      if (const AttributeRule* rule = row.attribute(attribute.name))
        value(element, attribute, *rule);
      else if (!is_gone(element.name, attribute.name))
        unknown.push_back(&attribute);
    }
    const std::vector<std::string_view> meant = unknown_attributes(element, unknown, row);
    for (const AttributeRule& rule : row.attributes)
      if (rule.required && element.attribute(rule.name) == nullptr &&
          std::ranges::find(meant, rule.name) == meant.end() && is_fresh(element.start_tag))
        schema_.refuse(Rule::missing_attribute, element.start_tag,
                       concat("<", element.name, "> needs the attribute ", quote(rule.name)));
  }

  // Returns the missing attributes that the unknown ones are meant as.
  std::vector<std::string_view> unknown_attributes(const XmlElement& element,
                                                   const std::vector<const XmlAttribute*>& unknown,
                                                   const GrammarRow& row) {
    if (unknown.empty()) return {};
    std::vector<std::string_view> names;
    for (const XmlAttribute* attribute : unknown) names.push_back(attribute->name);
    std::vector<KnownName> known;
    for (const AttributeRule& rule : row.attributes)
      known.push_back({rule.name, element.attribute(rule.name) == nullptr, rule.required});
    std::vector<std::string_view> meant = meant_names(names, known);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      const SourceRange range = unknown[i]->name_range;
      if (!is_fresh(range)) continue;
      const auto found = std::ranges::find(known, meant[i], &KnownName::name);
      if (found != known.end() && found->required)
        schema_
            .refuse(Rule::missing_attribute, range,
                    concat("<", element.name, "> needs the attribute ", quote(meant[i]),
                           in_place_of(meant[i], names[i])))
            .suggest(range, std::string(meant[i]));
      else
        schema_
            .refuse(Rule::unknown_attribute, range,
                    concat("<", element.name, "> has no attribute ", quote(names[i])))
            .meant(meant[i]);
    }
    return meant;
  }

  void value(const XmlElement& element, const XmlAttribute& attribute, const AttributeRule& rule) {
    using Kind = AttributeRule::Kind;
    const XmlText& said = attribute.value;
    const std::vector<Token> words = split_words(said.text);
    switch (rule.kind) {
      case Kind::text:
        if (said.text.empty() && is_in(rule.name, "class childclass") && element.name != "default" &&
            is_fresh(attribute.range))
          schema_.report(Rule::missing_attribute, attribute.range,
                         concat("the ", rule.name, " of this <", element.name, "> is empty"));
        return;
      case Kind::letters:
        if (said.text.size() != rule.least && is_fresh(attribute.value.range))
          schema_.report(Rule::wrong_count, said.range,
                         concat(quote(rule.name), " takes ", rule.least, " letters, not ", said.text.size()));
        return;
      case Kind::word: return word(said, said.text, attribute, rule);
      case Kind::words:
        for (const Token& each : words) word(said, each.text, attribute, rule);
        return;
      case Kind::numbers: return numbers(attribute, rule, words);
    }
  }

  void word(const XmlText& said, std::string_view text, const XmlAttribute& attribute,
            const AttributeRule& rule) {
    if (std::ranges::find(rule.words, text) != rule.words.end() || !is_fresh(attribute.value.range)) return;
    schema_
        .report(Rule::bad_value, said.range,
                concat("the ", rule.name, " ", quote(text), " is not one of ", join(rule.words, ", ")))
        .nearest(text, rule.words);
  }

  void numbers(const XmlAttribute& attribute, const AttributeRule& rule, const std::vector<Token>& words) {
    const XmlText& said = attribute.value;
    for (const Token& each : words) {
      const auto number = parse_double(each.text);
      const bool sound =
          number && (!rule.whole || each.text.find_first_not_of("+-0123456789") == std::string_view::npos);
      if (sound || (!rule.whole && each.text == "inf")) continue;
      if (is_fresh(said.range))
        schema_.report(Rule::bad_number, said.range,
                       concat(quote(each.text), " is not a ", rule.whole ? "whole " : "", "number",
                              advise_number(each.text).advice));
      return;
    }
    if (words.empty() || (words.size() >= rule.least && words.size() <= rule.most)) return;
    if (!is_fresh(said.range)) return;
    const bool open = rule.most == std::numeric_limits<std::size_t>::max();
    schema_.report(Rule::wrong_count, said.range,
                   concat(quote(rule.name), " takes ", rule.least,
                          open                     ? std::string(" or more")
                          : rule.most > rule.least ? concat(" to ", rule.most)
                                                   : std::string(),
                          rule.most == 1 ? " number" : " numbers", ", not ", words.size()));
  }

  void bundles(const XmlElement& element, const GrammarRow& row) {
    for (const BundleRule& rule : row.rules) {
      const auto any = [&](const std::vector<std::string_view>& bundle) {
        const auto found = std::ranges::find_if(
            bundle, [&](std::string_view name) { return element.attribute(name) != nullptr; });
        return found == bundle.end() ? nullptr : element.attribute(*found);
      };
      if (rule.kind == "most") exclusive(element, rule, any);
      if (rule.kind == "together" || rule.kind == "requires") together(element, rule, any);
      if (rule.kind == "some") some(element, rule);
    }
  }

  template <class Any>
  void exclusive(const XmlElement& element, const BundleRule& rule, const Any& any) {
    std::vector<const XmlAttribute*> said;
    for (const auto& bundle : rule.bundles)
      if (const XmlAttribute* found = any(bundle)) said.push_back(found);
    if (said.size() < 2) return;
    std::ranges::sort(said, {}, [](const XmlAttribute* attribute) { return attribute->range.begin; });
    if (!is_fresh(said[1]->range)) return;
    const bool orientation = is_orientation(said[0]->name) && is_orientation(said[1]->name);
    schema_
        .report(Rule::bad_value, said[1]->range,
                orientation ? concat("this <", element.name, "> has two orientations, ", said[0]->name,
                                     " and ", said[1]->name, "; keep one of them")
                            : concat("a <", element.name, "> can have ", said[0]->name, " or ", said[1]->name,
                                     ", not both"))
        .note(said[0]->range, "the first is here");
  }

  template <class Any>
  void together(const XmlElement& element, const BundleRule& rule, const Any& any) {
    const XmlAttribute* present = nullptr;
    std::string_view absent;
    for (const auto& bundle : rule.bundles) {
      if (const XmlAttribute* found = any(bundle)) {
        if (present == nullptr) present = found;
      } else if (rule.kind == "together" || present != nullptr) {
        absent = bundle.front();
      }
    }
    if (present != nullptr && !absent.empty() && is_fresh(present->range))
      schema_.report(Rule::missing_attribute, present->range,
                     concat("<", element.name, "> needs ", quote(absent), " beside ", quote(present->name)));
  }

  void some(const XmlElement& element, const BundleRule& rule) {
    std::vector<std::string> ways;
    for (const auto& bundle : rule.bundles) {
      if (std::ranges::all_of(bundle,
                              [&](std::string_view name) { return element.attribute(name) != nullptr; }))
        return;
      ways.push_back(join(bundle, " and "));
    }
    if (is_fresh(element.start_tag))
      schema_.report(Rule::missing_attribute, element.start_tag,
                     concat("<", element.name, "> needs ", join(ways, ", or ")));
  }

  SchemaReader& schema_;
  std::set<std::pair<FileId, std::uint32_t>> seen_;
};

}  // namespace

void check_grammar(const XmlElement& root, SchemaReader& schema) { GrammarCheck(schema).element(root, ""); }

}  // namespace romas::mjcf
