// Servos: servo FAMILY("DEVICE") { PROPERTY VALUE; … }
#include "frontend/language/lowering.h"
#include "support/text.h"

namespace romas::language {

Servo Lowering::servo(const Statement& s) {
  Servo servo;
  servo.range = s.range;
  servo.family = name(s, "servo")->text;
  servo.device = text(s, "servo", 1);
  std::vector<std::pair<std::string_view, SourceRange>> seen;
  for (const Statement& property : s.body) {
    const Name& word = *property.get<Name>("");
    const auto first = std::find_if(seen.begin(), seen.end(), [&](const auto& other) { return other.first == word.text; });
    if (first != seen.end()) {
      report(Rule::repeated_property, word.range, concat("the servo has '", word.text, "' twice")).note(first->second, "the first stands here");
      continue;
    }
    seen.emplace_back(word.text, word.range);
    if (auto value = servo_value(property)) servo.values.push_back(std::move(*value));
  }
  return servo;
}

// PROPERTY VALUE: which there are, and what they take, is in ir/servo_properties.def.
std::optional<ServoValue> Lowering::servo_value(const Statement& s) {
  const Name& written = *s.get<Name>("");
  const Expr& expr = *s.get<Expr>("", 1);
  const ServoPropertyInfo* info = find_servo_property(written.text);
  if (info == nullptr) {
    const std::string_view near = nearest_name(written.text, all_servo_properties(), [](const ServoPropertyInfo& known) { return known.name; });
    auto builder =
        report(Rule::unknown_property, written.range,
               concat("a servo has no property '", written.text, "'", near.empty() ? std::string() : concat("; did you mean '", near, "'?")));
    if (!near.empty()) builder.fix(written.range, std::string(near));
    return std::nullopt;
  }
  ServoValue value;
  value.property = info->property;
  value.range = s.range;
  const std::string what = concat("'", info->name, "'");
  switch (info->kind) {
    case ServoValueKind::whole:
      if (const auto number = evaluator_.whole_number(expr, what))
        value.value = Number(static_cast<double>(*number));
      else
        return std::nullopt;
      break;
    case ServoValueKind::number:
      if (const auto number = evaluator_.number(expr, info->values, what))
        value.value = *number;
      else
        return std::nullopt;
      break;
    case ServoValueKind::boolean:
      if (const auto flag = evaluator_.boolean(expr, what))
        value.value = *flag;
      else
        return std::nullopt;
      break;
    case ServoValueKind::text:
      if (auto text = evaluator_.text(expr, what))
        value.value = std::move(*text);
      else
        return std::nullopt;
      break;
    case ServoValueKind::word: {
      const auto words = split_words(info->values);
      const auto allowed = [&](std::string_view word) {
        return std::any_of(words.begin(), words.end(), [&](const Token& token) { return token.text == word; });
      };
      // A word of the property's own, or a value that is such a text.
      std::optional<std::string> word;
      if (expr.kind == Expr::Kind::name && (allowed(expr.text) || evaluator_.scope()->find(expr.text) == nullptr))
        word = expr.text;
      else
        word = evaluator_.text(expr, what);
      if (!word) return std::nullopt;
      if (!allowed(*word)) {
        std::string list;
        for (const Token& token : words) list.append(concat(list.empty() ? "" : ", ", token.text));
        const std::string_view near = nearest_name(*word, words, [](const Token& token) { return token.text; });
        auto builder = report(Rule::bad_value, expr.range, concat(what, " is one of ", list, "; not '", *word, "'"));
        if (!near.empty()) builder.fix(expr.range, std::string(near));
        return std::nullopt;
      }
      value.value = std::move(*word);
      break;
    }
  }
  return value;
}

}  // namespace romas::language
