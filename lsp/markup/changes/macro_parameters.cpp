#include "lsp/markup/changes/macro_parameters.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "frontend/xacro/expander/text_template.h"
#include "frontend/xacro/expressions/values/value.h"
#include "frontend/xml/schema/xacro_words.h"
#include "lsp/markup/changes/name_parts.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

// The use that xacro makes of a value, which depends on its element and attribute.
enum class ValueUse : unsigned char {
  text,     // it is printed
  meaning,  // a condition, or the argument of a macro
  fixed,    // it must be written out
};

ValueUse use_of(std::string_view element, std::string_view attribute) {
  constexpr std::string_view kPrefix = "xacro:";
  if (attribute.starts_with("xmlns")) return ValueUse::fixed;
  if (attribute.empty() || !element.starts_with(kPrefix)) return ValueUse::text;
  const std::string_view word = element.substr(kPrefix.size());
  if ((word == "if" || word == "unless") && attribute == "value") return ValueUse::meaning;
  const bool is_word =
      word == "call" || std::ranges::find(xacro::kWords, word, &xacro::Word::name) != std::end(xacro::kWords);
  return is_word ? ValueUse::fixed : ValueUse::meaning;
}

bool has_blank(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return is_space(c); });
}

// A word, of which parts may be computed: no number, and no list.
bool is_name_like(std::string_view value) {
  if (value.empty() || has_blank(value) || value.find('&') != std::string_view::npos) return false;
  if (value.find('$') != std::string_view::npos) return true;
  return std::ranges::any_of(value, [](char c) { return is_letter(c); }) &&
         xacro::value_of_text(value).is(xacro::Kind::text) && value.front() != '\'';
}

// The pieces of which a name consists; nothing if its brackets do not close.
std::optional<std::vector<std::string_view>> pieces_of(std::string_view value) {
  const xacro::TextTemplate parts = xacro::take_apart(value);
  if (parts.broken) return std::nullopt;
  std::vector<std::string_view> pieces;
  for (const xacro::TemplatePart& part : parts.parts) {
    const std::string_view written = value.substr(part.begin, part.end - part.begin);
    if (part.kind == xacro::TemplatePart::Kind::text && written.find('$') == std::string_view::npos)
      split_name(written, pieces);
    else
      pieces.push_back(written);
  }
  return pieces;
}

// The differing parts of one hole, one for each element.
using Differing = std::vector<std::string_view>;

class ParameterMaker {
 public:
  ParameterMaker(const Tree& tree, const std::vector<NodeId>& elements, bool as_texts)
      : tree_(tree), elements_(elements), as_texts_(as_texts) {}

  std::optional<MadeParameters> make() {
    for (VaryingValue& value : varying_values(tree_, elements_))
      if (!add_hole(std::move(value))) return std::nullopt;
    for (Group& group : groups_) {
      widen_part(group);
      name(group);
    }
    MadeParameters made;
    for (const Group& group : groups_) {
      MadeParameter parameter{group.name, {}};
      for (const std::string_view value : differing(holes_[group.holes.front()])) {
        const auto argument = argument_of(value, group.use);
        if (!argument) return std::nullopt;
        parameter.arguments.push_back(*argument);
      }
      made.parameters.push_back(std::move(parameter));
    }
    made.holes = std::move(holes_);
    return made;
  }

 private:
  struct Group {
    ValueUse use = ValueUse::text;
    std::vector<std::size_t> holes;
    std::string name;
  };

  NodeId element_of(const VaryingValue& value) const {
    const NodeId node = elements_.front() + value.node;
    return value.attribute.empty() ? tree_.nodes[node].parent : node;
  }

  Differing differing(const MacroHole& hole) const {
    Differing all;
    for (const Range range : hole.value.ranges) {
      const std::string_view text = range.of(tree_.text);
      all.push_back(text.substr(hole.before, text.size() - hole.before - hole.behind));
    }
    return all;
  }

  // False where no parameter can stand for the value.
  bool add_hole(VaryingValue value) {
    const std::string_view element = tree_.name(element_of(value));
    const ValueUse use = use_of(element, value.attribute);
    if (use == ValueUse::fixed) return false;
    bool are_names = true;
    for (const Range range : value.ranges) {
      const std::string_view text = range.of(tree_.text);
      // A line end of a text would become a blank in an attribute.
      if (value.attribute.empty() && text.find_first_of("\r\n\t") != std::string_view::npos) return false;
      are_names = are_names && is_name_like(text);
    }
    MacroHole hole{std::move(value), 0, 0, 0};
    if (are_names && use == ValueUse::text && !find_common(hole)) return false;
    const std::string scope = are_names ? std::string() : concat(element, " ", hole.value.attribute);
    const auto [known, is_new] = known_.try_emplace({use, scope, differing(hole)}, groups_.size());
    if (is_new) groups_.push_back({use, {}, {}});
    hole.parameter = known->second;
    groups_[known->second].holes.push_back(holes_.size());
    holes_.push_back(std::move(hole));
    return true;
  }

  // The whole pieces with which all names begin, and those with which they end.
  bool find_common(MacroHole& hole) const {
    std::vector<std::vector<std::string_view>> names;
    for (const Range range : hole.value.ranges) {
      auto pieces = pieces_of(range.of(tree_.text));
      if (!pieces) return false;
      names.push_back(*std::move(pieces));
    }
    const NamePart part = shared_part(hole.value.ranges.front().of(tree_.text), names);
    hole.before = part.before;
    hole.behind = part.behind;
    return true;
  }

  std::vector<NamePart> parts_of(const Group& group) const {
    std::vector<NamePart> parts;
    for (const std::size_t i : group.holes)
      parts.push_back({holes_[i].value.ranges.front().of(tree_.text), holes_[i].before, holes_[i].behind});
    return parts;
  }

  void widen_part(const Group& group) {
    std::vector<NamePart> parts = parts_of(group);
    widen(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      holes_[group.holes[i]].before = parts[i].before;
      holes_[group.holes[i]].behind = parts[i].behind;
    }
  }

  void name(Group& group) {
    std::vector<std::string> wanted = names_of_part(parts_of(group));
    if (wanted.empty()) {
      const VaryingValue& value = holes_[group.holes.front()].value;
      constexpr std::array<std::string_view, 6> kVague = {"name", "value", "link", "joint", "type", "id"};
      std::string_view element = tree_.name(element_of(value));
      element = element.substr(element.find(':') + 1);
      const bool is_vague = std::ranges::find(kVague, value.attribute) != kVague.end();
      const bool is_of_root = element_of(value) == elements_.front();
      if (!value.attribute.empty() && (!is_vague || is_of_root)) wanted.emplace_back(value.attribute);
      if (value.attribute.empty() || is_vague) wanted.emplace_back(element);
      wanted.push_back(concat(element, "_", value.attribute.empty() ? "text" : value.attribute));
    }
    group.name = free_name(std::move(wanted));
    taken_.insert(group.name);
  }

  // The first of them that is free, else the first that can be a name with a number.
  std::string free_name(std::vector<std::string> wanted) const {
    wanted.emplace_back("part");
    for (std::string& name : wanted)
      std::ranges::replace_if(
          name, [](char c) { return !is_word_character(c); }, '_');
    const auto free = std::ranges::find_if(wanted, [&](const std::string& name) { return is_free(name); });
    if (free != wanted.end()) return *free;
    const auto base =
        std::ranges::find_if(wanted, [](const auto& name) { return xacro::is_valid_name(name); });
    for (std::size_t number = 2;; ++number)
      if (std::string name = concat(*base, number); is_free(name)) return name;
  }
  bool is_free(const std::string& name) const {
    return xacro::is_valid_name(name) && !xacro::is_builtin_name(name) && !taken_.contains(name);
  }

  std::optional<std::string> argument_of(std::string_view value, ValueUse use) const {
    const bool is_computed = value.find('$') != std::string_view::npos;
    const bool is_quoted = value.size() >= 2 && value.front() == '\'' && value.back() == '\'';
    const bool stays = use == ValueUse::meaning ? !is_quoted : str(xacro::value_of_text(value)) == value;
    const bool as_text = is_computed ? as_texts_ : !stays;
    std::string argument = as_text ? concat("'", value, "'") : std::string(value);
    if (argument.find('\'') != std::string::npos && argument.find('"') != std::string::npos)
      return std::nullopt;
    return argument;
  }

  const Tree& tree_;
  const std::vector<NodeId>& elements_;
  bool as_texts_;
  NameSet taken_ = words_of_all();
  std::vector<MacroHole> holes_;
  std::vector<Group> groups_;
  std::map<std::tuple<ValueUse, std::string, Differing>, std::size_t> known_;

  // The names that mean something in the elements.
  NameSet words_of_all() const {
    NameSet words;
    for (const NodeId element : elements_)
      words.merge(words_in_expressions(tree_.nodes[element].range.of(tree_.text)));
    return words;
  }
};

}  // namespace

std::optional<MadeParameters> make_parameters(const Tree& tree, const std::vector<NodeId>& elements,
                                              bool as_texts) {
  return ParameterMaker(tree, elements, as_texts).make();
}

NameSet words_in_expressions(std::string_view text) {
  NameSet words;
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const char bracket = at + 1 < text.size() ? text[at + 1] : '\0';
    if (bracket != '{' && bracket != '(') continue;
    const std::size_t end = std::min(text.find(bracket == '{' ? '}' : ')', at), text.size());
    for (std::size_t begin = at + 2; begin < end;) {
      std::size_t behind = begin;
      while (behind < end &&
             (is_word_character(text[behind]) || static_cast<unsigned char>(text[behind]) >= 0x80))
        ++behind;
      if (behind > begin) words.emplace(text.substr(begin, behind - begin));
      begin = std::max(behind, begin + 1);
    }
  }
  return words;
}

}  // namespace romas::markup
