#include "frontend/language/lower/names.h"

#include <cmath>

#include "frontend/language/values/texts.h"
#include "support/text/text.h"

namespace romas::language {

std::string Names::text(const Name& name) {
  if (!name.pieces) {
    if (evaluator_.expanding()) session_.budget.spend_bytes(name.text.size(), name.range);
    return name.text;
  }
  const std::size_t errors = session_.diagnostics.error_count();
  std::string text = fill(evaluator_, *name.pieces, TextUse::name);
  if (session_.diagnostics.error_count() > errors || session_.lost.has_computed()) incomplete_ = true;
  return text;
}

std::string Names::own(std::string_view full) const {
  return std::string(full.starts_with(naming_.prefix) ? full.substr(naming_.prefix.size()) : full);
}

Binding Names::declared(const Statement& s) {
  const Name& written = s.the<Name>(s.word());
  std::string own = text(written);
  std::string full = naming_.prefix + own;
  if (naming_.instance != nullptr) {
    session_.budget.spend_bytes(full.size(), written.range);
    naming_.instance->names.insert_or_assign(std::move(own), full);
  }
  if (const std::string_view label = s.word(); label == "link" || label == "joint" || label == "frame")
    note_made(label, full, written.range, written.pieces != nullptr);
  return {std::move(full), written.range};
}

std::string Names::declare_unnamed_joint(const std::string& name, SourceRange range) {
  std::string own = name;
  if (evaluator_.expanding()) {
    std::size_t& number = unnamed_[naming_.prefix + name];  // that was given last
    do {
      ++number;
      own = number == 1 ? name : concat(name, '_', number);
    } while (made_.contains(concat("joint ", naming_.prefix, own)));
  }
  const std::string full = naming_.prefix + own;
  note_made("joint", full, range);
  if (naming_.instance != nullptr) naming_.instance->names.insert_or_assign(own, full);
  return full;
}

void Names::forget_made(EntityKind kind, const std::string& full) {
  made_.erase(concat(entity_kind_name(kind), ' ', full));
}

// The first name of the innermost loop whose value can stand in a name: a text, or a whole number.
std::string Names::loop_value() const {
  const Pattern* loop = evaluator_.loop();
  if (loop == nullptr) return {};
  for (const Binding& name : loop->names()) {
    const Scope::Entry* entry = evaluator_.scope()->find(name.text);
    const auto* value = entry == nullptr ? nullptr : std::get_if<Value>(&entry->meaning);
    if (value == nullptr || value->unknown) continue;
    const auto* quantity = std::get_if<Quantity>(&value->content);
    const bool whole = quantity != nullptr && si_units(quantity->dimension).empty() &&
                       quantity->value == std::floor(quantity->value);
    if (whole || std::holds_alternative<String>(value->content)) return name.text;
  }
  return {};
}

void Names::note_made(std::string_view word, const std::string& full, SourceRange name, bool computed) {
  if (!evaluator_.expanding() || full.empty()) return;
  const auto [first, is_new] = made_.try_emplace(concat(word, ' ', full), name);
  if (is_new || doubtful_ || session_.lost.has_computed()) return;
  if (repeated_use_.range.valid()) {
    repeated_use_.reported = incomplete_ = true;
    auto builder = session_.diagnostics.report(
        Rule::duplicate_name, repeated_use_.range,
        concat("this use makes ", word, " '", full, "' a second time; ", repeated_use_.advice));
    if (repeated_use_.first != repeated_use_.range)
      builder.note(repeated_use_.first, "the first use of this name is here");
  } else if (evaluator_.loop() != nullptr && first->second == name) {
    incomplete_ = true;
    const std::string value = loop_value();
    session_.diagnostics.report(
        Rule::duplicate_name, name,
        concat("this loop makes ", word, " '", full, "' more than once; ",
               computed        ? "two of its values give the same name"
               : value.empty() ? "number its values, for (i, …) in enumerate(…), and put i in the name"
                               : concat("put its value in the name, as in \"", full, "{", value, "}\"")));
  }
}

void Names::mention(EntityKind kind, const std::string& full, SourceRange place) {
  const bool is_named = kind == EntityKind::link || kind == EntityKind::joint || kind == EntityKind::frame;
  if (session_.options.record_names && is_named && !doubtful_)
    session_.mentions.add({entity_kind_name(kind), full, session_.robot, place, false});
}

}  // namespace romas::language
