// Servos: servo FAMILY("DEVICE") { PROPERTY VALUE; map [(JOINT, ANGLE), …]; couple JOINT gear VALUE; }
#include <algorithm>

#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/statements.h"
#include "frontend/language/values/known_words.h"
#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

void report_servo_word(LowerContext& c, const ServoPropertyInfo& info, const Expr& expr,
                       std::string_view word) {
  const auto words = split_words(info.values);
  const std::string_view near = nearest_name(word, words, &Token::text);
  auto builder = c.report(
      Rule::bad_value, expr.range,
      concat("'", info.name, "' must be one of ", join(words, ", ", &Token::text), ", not '", word, "'"));
  if (!near.empty()) builder.suggest(expr.range, std::string(near));
}

// PROPERTY VALUE: ir/words/servo_properties.def lists the properties and their values.
std::optional<ServoValue> read_servo_value(LowerContext& c, const Statement& s, const ServoPropertyInfo& info,
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
        const auto number = c.values.number(expr, "1", what);
        if (!number) return std::nullopt;
        value.value = *number;
      } else if (const auto number = c.values.whole_number(expr, what)) {
        value.value = Number(static_cast<double>(*number));
      } else {
        return std::nullopt;
      }
      break;
    case ServoValueKind::number: {
      const std::string_view units = servo_units(info, type);
      const bool of_joint = units != info.values;
      if (const auto number = c.values.number(
              expr, units, of_joint ? concat(what, " of a ", to_string(type), " joint's servo") : what))
        value.value = *number;
      else
        return std::nullopt;
      break;
    }
    case ServoValueKind::boolean:
      if (const auto flag = c.values.boolean(expr, what))
        value.value = *flag;
      else
        return std::nullopt;
      break;
    case ServoValueKind::text:
      if (auto text = c.values.text(expr, what))
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
          (allowed(expr.text()) || c.evaluator.scope()->find(expr.text()) == nullptr))
        word = expr.text();
      else
        word = c.values.text(expr, what);
      if (!word) return std::nullopt;
      if (!allowed(*word)) {
        report_servo_word(c, info, expr, *word);
        return std::nullopt;
      }
      value.value = std::move(*word);
      break;
    }
  }
  return value;
}

std::vector<ServoMapPoint> read_servo_map(LowerContext& c, const Expr& expr, JointType type) {
  const auto pairs =
      c.values.pairs(expr, "'map'", {motion_units(type).position, "rad"},
                     {concat("the first of a pair of 'map', the value of a ", to_string(type), " joint,"),
                      "the second of a pair of 'map', the angle of the servo,"});
  if (!pairs) return {};
  std::vector<ServoMapPoint> map;
  map.reserve(pairs->list.size());
  for (const auto& pair : pairs->list) map.push_back({pair.numbers[0], pair.numbers[1]});
  if (pairs->unknown) return map;
  if (const auto problem = find_map_problem(map))
    c.report(map.size() < 2 ? Rule::wrong_count : Rule::bad_value,
             map.size() < 2 ? expr.range : pairs->list[problem->place].range, problem->message);
  return map;
}

// couple JOINT gear VALUE
void read_coupling(LowerContext& c, const Statement& s, const Joint& joint, Servo& servo) {
  ServoCoupling coupling;
  coupling.joint = c.ref<JointRef>(s, "couple");
  coupling.range = s.range;
  const Expr& gear = s.the<Expr>("gear");
  const auto number = c.values.number(gear, "1", "the gear of a coupling");
  const std::string& other = coupling.joint.name;
  if (!other.empty() && other == joint.name) {
    c.report(Rule::bad_value, coupling.joint.range,
             "a servo cannot be coupled to its own joint; give that gear as the property 'gear'");
    return;
  }
  const auto first = std::find_if(servo.couplings.begin(), servo.couplings.end(),
                                  [&](const auto& known) { return known.joint.name == other; });
  if (!other.empty() && first != servo.couplings.end()) {
    c.report(Rule::repeated_property, coupling.joint.range,
             concat("the servo is coupled to joint '", other, "' twice"))
        .note(first->range, "the first coupling is here");
    return;
  }
  if (!number) return;
  coupling.gear = *number;
  servo.couplings.push_back(std::move(coupling));
}

}  // namespace

void lower_servo(LowerContext& c, const Statement& s, Joint& joint) {
  Servo servo;
  servo.range = s.range;
  servo.family = c.name(s, "servo").value_or(Binding()).text;
  servo.device = c.text(s, "servo", 1);
  std::vector<std::pair<std::string_view, SourceRange>> seen;
  for (const Statement& property : s.body) {
    if (property.word() == "couple") {
      read_coupling(c, property, joint, servo);
      continue;
    }
    const Name& word = property.the<Name>("");
    const auto first =
        std::find_if(seen.begin(), seen.end(), [&](const auto& other) { return other.first == word.text; });
    if (first != seen.end()) {
      c.report(Rule::repeated_property, word.range, concat("the servo has '", word.text, "' twice"))
          .note(first->second, "the first is here");
      continue;
    }
    seen.emplace_back(word.text, word.range);
    if (word.text == kServoMap) {
      servo.map = read_servo_map(c, property.the<Expr>("", 1), joint.type);
    } else if (const ServoPropertyInfo* info = find_servo_property(word.text)) {
      if (auto value = read_servo_value(c, property, *info, joint.type))
        servo.values.push_back(std::move(*value));
    } else if (word.text == "couple") {
      c.report(Rule::syntax, property.range,
               "a coupling must say how far the other joint turns this servo: couple JOINT gear VALUE");
    } else {
      std::vector<std::string_view> known = {kServoMap};
      for (const ServoPropertyInfo& candidate : all_servo_properties()) known.push_back(candidate.name);
      c.report(Rule::unknown_property, word.range, concat("a servo has no property '", word.text, "'"))
          .nearest(word.text, known);
    }
  }
  joint.servo = std::move(servo);
}

}  // namespace romas::language
