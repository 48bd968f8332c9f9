// Names that loops and instances make several times: one error, where the author can make them differ.
#include "frontend/language/lower/lowering.h"
#include "support/text/text.h"

namespace romas::language {

// The first name of the innermost loop whose value can stand in a name: a text, or a whole number.
std::string Lowering::loop_value() const {
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

void Lowering::note_made(std::string_view word, const std::string& full, SourceRange name, bool computed) {
  if (!evaluator_.expanding() || full.empty()) return;
  const auto [first, is_new] = made_.try_emplace(concat(word, ' ', full), name);
  if (is_new || doubtful_ || session_.lost.has_computed()) return;
  if (repeated_use_.range.valid()) {
    repeated_use_.reported = incomplete_ = true;
    auto builder =
        report(Rule::duplicate_name, repeated_use_.range,
               concat("this use makes ", word, " '", full, "' a second time; ", repeated_use_.advice));
    if (repeated_use_.first != repeated_use_.range)
      builder.note(repeated_use_.first, "the first use of this name is here");
  } else if (evaluator_.loop() != nullptr && first->second == name) {
    incomplete_ = true;
    const std::string value = loop_value();
    report(Rule::duplicate_name, name,
           concat("this loop makes ", word, " '", full, "' more than once; ",
                  computed        ? "two of its values give the same name"
                  : value.empty() ? "number its values, for (i, …) in enumerate(…), and put i in the name"
                                  : concat("put its value in the name, as in \"", full, "{", value, "}\"")));
  }
}

// The same joint of a loop without a name of its own: NAME, NAME_2, NAME_3 …
std::string Lowering::unnamed_joint(std::string own) {
  if (!evaluator_.expanding()) return own;
  std::size_t& number = unnamed_[naming_.prefix + own];  // that was given last
  std::string name;
  do {
    ++number;
    name = number == 1 ? own : concat(own, '_', number);
  } while (made_.contains(concat("joint ", naming_.prefix, name)));
  return name;
}

}  // namespace romas::language
