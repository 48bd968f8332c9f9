#include "lsp/language/module_parameters.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ir/model/units.h"
#include "lsp/language/signatures.h"
#include "lsp/markup/changes/name_parts.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::typing {

namespace {

using language::Definition;
using language::Outline;
using Kind = Definition::Kind;
using Hole = ModuleHole;
using Parameter = ModuleParameter;

bool can_be_name(std::string_view word) { return is_identifier(word) && !is_reserved_word(word); }

bool is_value(Kind kind) { return kind == Kind::value || kind == Kind::parameter || kind == Kind::variable; }

// The words in the braces of a text: "wheel_{i + 1}".
std::vector<std::string_view> words_in_braces(std::string_view text) {
  std::vector<std::string_view> words;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '{' || text[at] == '}') {
      depth += text[at] == '{' ? 1 : -1;
    } else if (depth > 0 && (is_letter(text[at]) || text[at] == '_')) {
      std::size_t end = at;
      while (end < text.size() && is_word_character(text[end])) ++end;
      words.push_back(text.substr(at, end - at));
      at = end - 1;
    }
  }
  return words;
}

class ParameterMaker {
 public:
  ParameterMaker(const Names& names, const std::vector<StatementGroup>& groups)
      : names_(names), outline_(names.source().outline), groups_(groups) {}

  std::optional<ModuleParameters> make() {
    if (!find_holes()) return std::nullopt;
    for (Parameter& parameter : parameters_)
      if (!finish(parameter)) return std::nullopt;
    if (!hand_on()) return std::nullopt;
    return ModuleParameters{std::move(parameters_), std::move(holes_)};
  }

 private:
  std::string_view text_of(std::size_t group, std::size_t item) const {
    return groups_[group].items[item].range.of(outline_.text);
  }
  std::uint32_t offset_of(std::size_t group, std::size_t item) const {
    return groups_[group].items[item].range.begin;
  }
  const Definition* meaning(std::string_view name, std::uint32_t offset) const {
    const auto known = names_.visible(offset, name);
    return known.empty() ? nullptr : known.front();
  }

  bool find_holes() {
    for (std::size_t item = 0; item < groups_.front().items.size(); ++item) {
      Hole hole{item, false, 0, 0, {}, 0};
      for (std::size_t group = 0; group < groups_.size(); ++group) hole.texts.push_back(text_of(group, item));
      const bool differs = std::ranges::any_of(hole.texts, [&](auto text) { return text != hole.texts[0]; });
      if (differs && !add(std::move(hole))) return false;
    }
    return true;
  }

  // False where no parameter can stand for it.
  bool add(Hole hole) {
    const Item::Kind kind = groups_.front().items[hole.item].kind;
    std::string type;
    if (kind == Item::Kind::name) {
      std::size_t values = 0;
      for (std::size_t group = 0; group < groups_.size(); ++group) {
        const Definition* known = meaning(hole.texts[group], offset_of(group, hole.item));
        const bool is_known = known != nullptr && (is_value(known->kind) || known->kind == Kind::param);
        values += is_known ? 1 : 0;
        if (is_known && (known->type == "link" || known->type == "joint")) type = known->type;
      }
      if (values != 0 && values != groups_.size()) return false;
      hole.is_name = values == 0;
    } else if (kind == Item::Kind::text) {
      hole.is_name = true;
      for (std::string_view& text : hole.texts) {
        if (!text.starts_with('"') || text.find('\\') != std::string_view::npos) return false;
        text = text.substr(1, text.size() - 2);
      }
    }
    if (hole.is_name) share(hole);
    const std::string scope = hole.is_name ? std::string() : place_name(hole.item);
    const auto [known, is_new] =
        known_.try_emplace({hole.is_name, scope, differing(hole)}, parameters_.size());
    if (is_new) parameters_.push_back({scope, type, {}, {}});
    hole.parameter = known->second;
    parameters_[hole.parameter].holes.push_back(holes_.size());
    holes_.push_back(std::move(hole));
    return true;
  }

  // Leaves in the body what the names have in common, in whole words; braces are one.
  static void share(Hole& hole) {
    std::vector<std::vector<std::string_view>> pieces;
    for (const std::string_view text : hole.texts) {
      std::vector<std::string_view>& of = pieces.emplace_back();
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = std::min(text.find('{', at), text.size());
        markup::split_name(text.substr(at, open - at), of);
        const std::size_t close = std::min(text.find('}', open), text.size() - 1);
        if (open < text.size()) of.push_back(text.substr(open, close + 1 - open));
        at = std::max(open, close + 1);
      }
    }
    const markup::NamePart part = markup::shared_part(hole.texts.front(), pieces);
    hole.before = part.before;
    hole.behind = part.behind;
  }

  static std::vector<std::string_view> differing(const Hole& hole) {
    std::vector<std::string_view> all;
    for (const std::string_view text : hole.texts)
      all.push_back(text.substr(hole.before, text.size() - hole.before - hole.behind));
    return all;
  }

  // Returns a name for a value from its place: the parameter of the call, the property, or the statement.
  std::string place_name(std::size_t item) const {
    const auto& items = groups_.front().items;
    const std::uint32_t offset = items[item].range.begin;
    if (const auto call = call_at(names_, offset); call && call->parameter && call->call.begin >= begin())
      return call->signatures[call->signature].parameters[*call->parameter].name;
    if (item > 0 && can_be_name(text_of(0, item - 1))) return std::string(text_of(0, item - 1));
    return std::string(outline_.word(outline_.pieces[outline_.piece_at(offset)].first));
  }
  std::uint32_t begin() const { return groups_.front().range.begin; }

  // Its name and its arguments.
  bool finish(Parameter& parameter) {
    std::vector<std::string> wanted;
    Hole& first = holes_[parameter.holes.front()];
    if (first.is_name) {
      std::vector<markup::NamePart> parts;
      for (const std::size_t hole : parameter.holes)
        parts.push_back({holes_[hole].texts.front(), holes_[hole].before, holes_[hole].behind});
      markup::widen(parts);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        holes_[parameter.holes[i]].before = parts[i].before;
        holes_[parameter.holes[i]].behind = parts[i].behind;
      }
      wanted = markup::names_of_part(parts);
      wanted.emplace_back("name");
    } else {
      wanted = {can_be_name(parameter.name) ? parameter.name : "value"};
    }
    parameter.name = free_name(wanted);
    for (const std::string_view text : differing(first)) {
      if (first.is_name && text.find_first_of("{}") != std::string_view::npos) return false;
      parameter.arguments.push_back(first.is_name ? concat("\"", text, "\"") : std::string(text));
    }
    return true;
  }

  std::string free_name(const std::vector<std::string>& wanted) {
    for (const std::string& name : wanted)
      if (is_free(name)) return *taken_.insert(name).first;
    for (std::size_t number = 2;; ++number)
      if (const std::string name = concat(wanted.front(), number); is_free(name))
        return *taken_.insert(name).first;
  }
  // Words of properties may be names, and those of values may not: they could be meant.
  bool is_free(const std::string& name) const {
    const bool is_defined = std::ranges::any_of(names_.source().definitions, [&](const Definition& known) {
      return known.name == name && known.kind != Kind::parameter;
    });
    return can_be_name(name) && !is_defined && !taken_.contains(name);
  }

  // Values that only the statements around the groups know become parameters of the same name. False for what
  // cannot be handed on.
  bool hand_on() {
    std::map<std::string, std::string, std::less<>> handed_on;  // types by names
    for (std::size_t group = 0; group < groups_.size(); ++group)
      for (std::size_t item = 0; item < groups_[group].items.size(); ++item) {
        const bool is_hole = std::ranges::any_of(holes_, [&](const Hole& hole) { return hole.item == item; });
        const Item& of = groups_[group].items[item];
        std::vector<std::string_view> words;
        if (of.kind == Item::Kind::name && !is_hole) words = {text_of(group, item)};
        if (of.kind == Item::Kind::text) words = words_in_braces(text_of(group, item));
        for (const std::string_view word : words) {
          const Definition* known = meaning(word, of.range.begin);
          const bool is_outside = known != nullptr && known->scope != Outline::kNone &&
                                  !groups_[group].range.contains(markup::Range{known->begin, known->end});
          if (is_outside && known->kind == Kind::instance) return false;
          if (is_outside && is_value(known->kind))
            handed_on[std::string(word)] = known->type == "link" || known->type == "joint" ? known->type : "";
        }
      }
    for (const auto& [name, type] : handed_on) {
      if (taken_.contains(name)) return false;
      parameters_.push_back({name, type, std::vector<std::string>(groups_.size(), name), {}});
    }
    return true;
  }

  const Names& names_;
  const Outline& outline_;
  const std::vector<StatementGroup>& groups_;
  std::set<std::string, std::less<>> taken_;
  std::vector<Hole> holes_;
  std::vector<Parameter> parameters_;
  std::map<std::tuple<bool, std::string, std::vector<std::string_view>>, std::size_t> known_;
};

}  // namespace

std::optional<ModuleParameters> module_parameters(const Names& names,
                                                  const std::vector<StatementGroup>& groups) {
  return ParameterMaker(names, groups).make();
}

}  // namespace romas::typing
