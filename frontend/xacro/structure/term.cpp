#include "frontend/xacro/structure/term.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::xacro {

Term term_of(Term::Kind kind, std::string text, std::vector<Term> args) {
  return {kind, std::move(text), nullptr, std::move(args)};
}

Term number_term(std::string text) { return {Term::Kind::number, std::move(text), nullptr, {}}; }

Term text_term(std::string text) {
  Term term{Term::Kind::text, {}, nullptr, {}};
  if (!text.empty()) term.args.push_back({Term::Kind::literal, std::move(text), nullptr, {}});
  return term;
}

Term truth_text(Term truth) {
  return {Term::Kind::conditional, {}, nullptr, {std::move(truth), text_term("True"), text_term("False")}};
}

Term joined_term(std::vector<Term> pieces) {
  Term term{Term::Kind::text, {}, nullptr, {}};
  for (Term& piece : pieces) {
    if (piece.kind == Term::Kind::text)
      std::ranges::move(piece.args, std::back_inserter(term.args));
    else
      term.args.push_back(std::move(piece));
  }
  return term;
}

bool is_constant(const Term& term) {  // NOLINT(misc-no-recursion)
  return term.kind != Term::Kind::name && std::ranges::all_of(term.args, is_constant);
}

std::string in_language_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '{') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else
      out += c;
  }
  return out;
}

std::string_view Dimensions::units(const void* key) const {
  const auto known = units_.find(key);
  return known == units_.end() ? std::string_view() : std::string_view(known->second);
}

bool Dimensions::decide() {
  std::map<const void*, std::string> units;
  for (const auto& [key, demanded] : demands_)
    if (demanded.size() == 1 && !plain_.contains(key)) units[key] = *demanded.begin();
  demands_.clear();
  const bool changed = units != units_;
  units_ = std::move(units);
  return changed;
}

std::vector<std::pair<const void*, std::string>> Dimensions::conflicts() const {
  std::vector<std::pair<const void*, std::string>> found;
  for (const auto& [key, demanded] : demands_)
    if (demanded.size() > 1)
      found.emplace_back(key, join_last(std::vector<std::string>(demanded.begin(), demanded.end()), " and "));
  return found;
}

}  // namespace romas::xacro
