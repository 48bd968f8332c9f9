// Servos: servo FAMILY("DEVICE") { PROPERTY VALUE; map [(JOINT, ANGLE), …]; couple JOINT gear VALUE; }
#include "frontend/language/lower/lowering.h"
#include "frontend/language/values/known_words.h"
#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas::language {

Servo Lowering::servo(const Statement& s, const Joint& joint) {
  Servo servo;
  servo.range = s.range;
  servo.family = name(s, "servo").value_or(Binding()).text;
  servo.device = text(s, "servo", 1);
  std::vector<std::pair<std::string_view, SourceRange>> seen;
  for (const Statement& property : s.body) {
    if (property.word() == "couple") {
      servo_coupling(property, joint, servo);
      continue;
    }
    const Name& word = property.the<Name>("");
    const auto first =
        std::find_if(seen.begin(), seen.end(), [&](const auto& other) { return other.first == word.text; });
    if (first != seen.end()) {
      report(Rule::repeated_property, word.range, concat("the servo has '", word.text, "' twice"))
          .note(first->second, "the first is here");
      continue;
    }
    seen.emplace_back(word.text, word.range);
    if (word.text == kServoMap) {
      servo.map = servo_map(property.the<Expr>("", 1), joint.type);
    } else if (const ServoPropertyInfo* info = find_servo_property(word.text)) {
      if (auto value = servo_value(property, *info, joint.type)) servo.values.push_back(std::move(*value));
    } else if (word.text == "couple") {
      report(Rule::syntax, property.range,
             "a coupling must say how far the other joint turns this servo: couple JOINT gear VALUE");
    } else {
      std::vector<std::string_view> known = {kServoMap};
      for (const ServoPropertyInfo& candidate : all_servo_properties()) known.push_back(candidate.name);
      report(Rule::unknown_property, word.range, concat("a servo has no property '", word.text, "'"))
          .nearest(word.text, known);
    }
  }
  return servo;
}

// PROPERTY VALUE: ir/words/servo_properties.def lists the properties and their values.
std::optional<ServoValue> Lowering::servo_value(const Statement& s, const ServoPropertyInfo& info,
                                                JointType type) {
  const Expr& expr = s.the<Expr>("", 1);
  ServoValue value;
  value.property = info.property;
  value.range = s.range;
  const std::string what = concat("'", info.name, "'");
  switch (info.kind) {
    case ServoValueKind::whole:
      // Some drives have registers of real numbers; the device tells.
      if (is_register_property(info)) {
        const auto number = evaluator_.number(expr, "1", what);
        if (!number) return std::nullopt;
        value.value = *number;
      } else if (const auto number = evaluator_.whole_number(expr, what)) {
        value.value = Number(static_cast<double>(*number));
      } else {
        return std::nullopt;
      }
      break;
    case ServoValueKind::number: {
      const std::string_view units = servo_units(info, type);
      const bool of_joint = units != info.values;
      if (const auto number = evaluator_.number(
              expr, units, of_joint ? concat(what, " of a ", to_string(type), " joint's servo") : what))
        value.value = *number;
      else
        return std::nullopt;
      break;
    }
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
      const auto words = split_words(info.values);
      const auto allowed = [&](std::string_view word) {
        return std::any_of(words.begin(), words.end(),
                           [&](const Token& token) { return token.text == word; });
      };
      // A word that the property allows, or an expression whose text is one.
      std::optional<std::string> word;
      if (expr.kind == Expr::Kind::name &&
          (allowed(expr.text()) || evaluator_.scope()->find(expr.text()) == nullptr))
        word = expr.text();
      else
        word = evaluator_.text(expr, what);
      if (!word) return std::nullopt;
      if (!allowed(*word)) {
        report_servo_word(info, expr, *word);
        return std::nullopt;
      }
      value.value = std::move(*word);
      break;
    }
  }
  return value;
}

void Lowering::report_servo_word(const ServoPropertyInfo& info, const Expr& expr, std::string_view word) {
  const auto words = split_words(info.values);
  const std::string_view near = nearest_name(word, words, &Token::text);
  auto builder = report(
      Rule::bad_value, expr.range,
      concat("'", info.name, "' must be one of ", join(words, ", ", &Token::text), ", not '", word, "'"));
  if (!near.empty()) builder.suggest(expr.range, std::string(near));
}

std::vector<ServoMapPoint> Lowering::servo_map(const Expr& expr, JointType type) {
  const auto pairs =
      evaluator_.pairs(expr, "'map'", {motion_units(type).position, "rad"},
                       {concat("the first of a pair of 'map', the value of a ", to_string(type), " joint,"),
                        "the second of a pair of 'map', the angle of the servo,"});
  if (!pairs) return {};
  std::vector<ServoMapPoint> map;
  map.reserve(pairs->list.size());
  for (const auto& pair : pairs->list) map.push_back({pair.numbers[0], pair.numbers[1]});
  if (pairs->unknown) return map;
  if (const auto problem = find_map_problem(map))
    report(map.size() < 2 ? Rule::wrong_count : Rule::bad_value,
           map.size() < 2 ? expr.range : pairs->list[problem->place].range, problem->message);
  return map;
}

// couple JOINT gear VALUE
void Lowering::servo_coupling(const Statement& s, const Joint& joint, Servo& servo) {
  ServoCoupling coupling;
  coupling.joint = ref<JointRef>(s, "couple");
  coupling.range = s.range;
  const Expr& gear = s.the<Expr>("gear");
  const auto number = evaluator_.number(gear, "1", "the gear of a coupling");
  const std::string& other = coupling.joint.name;
  if (!other.empty() && other == joint.name) {
    report(Rule::bad_value, coupling.joint.range,
           "a servo cannot be coupled to its own joint; give that gear as the property 'gear'");
    return;
  }
  const auto first = std::find_if(servo.couplings.begin(), servo.couplings.end(),
                                  [&](const auto& known) { return known.joint.name == other; });
  if (!other.empty() && first != servo.couplings.end()) {
    report(Rule::repeated_property, coupling.joint.range,
           concat("the servo is coupled to joint '", other, "' twice"))
        .note(first->range, "the first coupling is here");
    return;
  }
  if (!number) return;
  coupling.gear = *number;
  servo.couplings.push_back(std::move(coupling));
}

}  // namespace romas::language
