#include "frontend/language/values/scope.h"

#include <array>

namespace romas::language {

namespace {
constexpr std::size_t kIndexed = 12;  // entries from which a hash table is faster than a linear search
}

bool takes_statements(const Formal& formal) {
  return formal.type && formal.type->kind == TypeExpr::Kind::name && formal.type->names.size() == 1 &&
         formal.type->names.front().text == kStatementsType;
}

const Scope::Entry* Scope::find_here(std::string_view name) const {
  if (!index_.empty()) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : found->second;
  }
  for (const auto& entry : entries_)
    if (entry->name == name) return entry.get();
  return nullptr;
}

const Scope::Entry* Scope::find(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    if (const Entry* entry = scope->find_here(name)) return entry;
  return nullptr;
}

namespace {

// Values are properties, and what is called with values is a macro.
ProgramName::Kind kind_of(const Scope::Meaning& meaning) {
  const bool is_called =
      std::holds_alternative<const Function*>(meaning) || std::holds_alternative<const Module*>(meaning);
  return is_called ? ProgramName::Kind::macro : ProgramName::Kind::property;
}

}  // namespace

void Scope::bind(std::string name, SourceRange range, Meaning meaning) {
  const ProgramName::Kind kind = kind_of(meaning);
  bind(std::move(name), range, std::move(meaning), kind);
}

void Scope::bind(std::string name, SourceRange range, Meaning meaning, ProgramName::Kind kind) {
  entries_.push_back(std::make_unique<Entry>(Entry{std::move(name), range, std::move(meaning), kind}));
  record(*entries_.back(), range);
  if (!index_.empty()) index_.emplace(entries_.back()->name, entries_.back().get());
  if (index_.empty() && entries_.size() == kIndexed)
    for (const auto& entry : entries_) index_.emplace(entry->name, entry.get());
}

std::optional<SourceRange> Scope::announced(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    for (const auto& [later, range] : scope->announced_)
      if (later == name) return range;
  return std::nullopt;
}

std::vector<std::string_view> Scope::own() const {
  std::vector<std::string_view> names;
  for (const auto& entry : entries_) names.push_back(entry->name);
  return names;
}

std::size_t Scope::visible_count() const {
  std::size_t count = 0;
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) count += scope->entries_.size();
  return count;
}

std::vector<std::string_view> Scope::visible() const {
  std::vector<std::string_view> names;
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    for (const std::string_view name : scope->own()) names.push_back(name);
  return names;
}

const Scope::Entry* find_visible(const LanguageFile& file, std::string_view name) {
  return file.hidden.contains(name) ? nullptr : file.scope->find_here(name);
}

std::vector<std::string_view> visible_names(const LanguageFile& file) {
  std::vector<std::string_view> names = file.scope->own();
  std::erase_if(names, [&](std::string_view name) { return file.hidden.contains(name); });
  return names;
}

std::string_view describe(const Scope::Meaning& meaning) {
  constexpr std::array<std::string_view, 10> kNames = {
      "a value", "a function",        "a module",        "an assembly", "an instance",
      "a file",  "an imported robot", "a Block library", "a type",      "a parameter for statements"};
  return kNames[meaning.index()];
}

}  // namespace romas::language
