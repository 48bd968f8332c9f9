#include "frontend/language/expand/assertions.h"

#include <array>
#include <charconv>
#include <cmath>

#include "support/text/text.h"

namespace romas::language {

namespace {

// Six significant digits, for messages.
std::string rounded(double value) {
  constexpr int kDigits = 6;
  std::array<char, 32> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, kDigits);
  return error == std::errc() ? std::string(text.data(), end) : format_double(value);
}

// The numbers of a quantity or vector; empty: it is none. A bare 0 among others has their dimension.
std::vector<Quantity> numbers_of(const Value& value) {
  std::vector<Quantity> numbers;
  if (const auto* quantity = std::get_if<Quantity>(&value.content)) numbers.push_back(*quantity);
  if (const auto* tuple = std::get_if<Tuple>(&value.content))
    for (const Value& element : *tuple) {
      const auto* number = std::get_if<Quantity>(&element.content);
      if (number == nullptr) return {};
      numbers.push_back(*number);
    }
  for (const Quantity& number : std::vector(numbers))
    if (!number.bare_zero)
      for (Quantity& other : numbers)
        if (other.bare_zero) {
          other.dimension = number.dimension;
          other.bare_zero = false;
        }
  return numbers;
}

std::string shown_numbers(const std::vector<Quantity>& numbers) {
  if (numbers.size() == 1) return shown_quantity(numbers.front());
  const std::string units = si_units(numbers.front().dimension);
  const std::string all = join(numbers, ", ", [](const Quantity& number) { return rounded(number.value); });
  return concat('(', all, ')', units.empty() ? "" : " ", units);
}

// "; SIDE is VALUE" for a side that does not say its value itself.
std::string what_is_found(const Expr& side, const std::vector<Quantity>& numbers, const Session& session) {
  if (side.kind == Expr::Kind::number || numbers.empty()) return {};
  const std::string shown(session.sources.text(side.range));
  const std::string value = shown_numbers(numbers);
  return shown == value ? std::string() : concat("; ", shown, " is ", value);
}

// Both sides of '~' and the tolerance, of one dimension; nothing if they are not, which is reported.
class Nearness {
 public:
  Nearness(const Statement& s, Evaluator& evaluator, Session& session)
      : found_(s.the<Expr>("assert", 0)),
        expected_(s.the<Expr>("assert", 1)),
        within_(s.the<Expr>("within", 0)),
        evaluator_(evaluator),
        session_(session) {}

  // Whether they are as near as said; nothing where that cannot be told.
  std::optional<bool> holds() {
    const auto found = evaluator_.evaluate(found_);
    const auto expected = evaluator_.evaluate(expected_);
    const auto within = evaluator_.evaluate(within_);
    if (!found || !expected || !within) return std::nullopt;
    for (const Value* value : {&*found, &*expected, &*within})
      if (value->unknown || std::holds_alternative<Anything>(value->content)) return std::nullopt;
    numbers_ = numbers_of(*found);
    const std::vector<Quantity> wanted = numbers_of(*expected);
    const std::vector<Quantity> tolerance = numbers_of(*within);
    if (!are_numbers(*found, numbers_) || !are_numbers(*expected, wanted)) return std::nullopt;
    if (numbers_.size() != wanted.size()) {
      session_.diagnostics.report(
          Rule::wrong_count, expected_.range,
          concat(
              numbers_.size() == 1 ? "there is 1 number" : concat("there are ", numbers_.size(), " numbers"),
              " before '~' and ", wanted.size(), " after it"));
      return std::nullopt;
    }
    if (tolerance.size() != 1 || !std::holds_alternative<Quantity>(within->content)) {
      session_.diagnostics.report(Rule::type_mismatch, within_.range,
                                  concat("'within' takes a number, not ", describe(*within)));
      return std::nullopt;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (!fits(wanted[i], expected_.range, *expected)) return std::nullopt;
    if (!fits(tolerance.front(), within_.range, *within)) return std::nullopt;
    if (tolerance.front().value < 0) {
      session_.diagnostics.report(Rule::bad_value, within_.range, "a tolerance must not be negative");
      return std::nullopt;
    }
    distance_ = computed(distance_to(wanted), numbers_.front().dimension);
    // Rounding errors of the measurement do not count.
    constexpr double kRounding = 1e-12;
    return distance_.value <= tolerance.front().value * (1 + kRounding);
  }

  // "; pose(tip).x is 0.398 m, which is 0.002 m off"
  std::string measured() const {
    const std::string off = concat(shown_quantity(distance_), " off");
    const std::string found = what_is_found(found_, numbers_, session_);
    return found.empty() ? concat("; it is ", off) : concat(found, ", which is ", off);
  }

 private:
  bool are_numbers(const Value& value, const std::vector<Quantity>& numbers) {
    if (!numbers.empty()) return true;
    session_.diagnostics.report(
        Rule::type_mismatch, value.range,
        concat("'~' compares numbers and vectors, not ", describe(value),
               std::holds_alternative<Pose>(value.content)
                   ? "; take a part of it: .position, .x, .y, .z, .roll, .pitch or .yaw"
                   : ""));
    return false;
  }

  bool fits(const Quantity& quantity, SourceRange range, const Value& value) {
    Dimension& mine = numbers_.front().dimension;
    if (quantity.bare_zero || quantity.dimension == mine) return true;
    if (numbers_.front().bare_zero) {
      mine = quantity.dimension;
      numbers_.front().bare_zero = false;
      return true;
    }
    session_.diagnostics.report(Rule::dimension_mismatch, range,
                                concat("'", session_.sources.text(range), "' is ", describe(value),
                                       ", but is compared with a value in ",
                                       mine.plain() ? std::string("plain numbers") : si_units(mine)));
    return false;
  }

  double distance_to(const std::vector<Quantity>& wanted) const {
    double squares = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const double difference = numbers_[i].value - wanted[i].value;
      squares += difference * difference;
    }
    return std::sqrt(squares);
  }

  const Expr &found_, &expected_, &within_;
  Evaluator& evaluator_;
  Session& session_;
  std::vector<Quantity> numbers_;
  Quantity distance_;
};

// Whether a condition holds; nothing where that cannot be told.
std::optional<bool> holds(const Expr& condition, Evaluator& evaluator, Session& session) {
  const auto value = evaluator.evaluate(condition);
  if (!value) return std::nullopt;
  const auto* holds = std::get_if<bool>(&value->content);
  if (holds == nullptr && !std::holds_alternative<Anything>(value->content)) {
    session.diagnostics.report(Rule::type_mismatch, value->range,
                               concat("'assert' takes true or false, not ", describe(*value),
                                      "; it is written 'assert CONDITION, \"MESSAGE\";'"));
    return std::nullopt;
  }
  return value->unknown || holds == nullptr || *holds;
}

std::string found_in(const Expr& condition, Evaluator& evaluator, const Session& session) {
  std::string found;
  if (condition.kind != Expr::Kind::comparison) return found;
  for (const Expr& side : condition.operands)
    if (const auto seen = side.kind == Expr::Kind::number ? std::nullopt : evaluator.evaluate(side))
      if (const auto* quantity = std::get_if<Quantity>(&seen->content))
        found.append(what_is_found(side, {*quantity}, session));
  return found;
}

}  // namespace

std::string shown_quantity(const Quantity& quantity) {
  const std::string units = si_units(quantity.dimension);
  return concat(rounded(quantity.value), units.empty() ? "" : " ", units);
}

std::optional<std::string> broken_assertion(const Statement& s, Evaluator& evaluator, Session& session) {
  const auto* condition = s.get<Expr>("assert");
  if (condition == nullptr) return std::nullopt;
  const bool is_near = s.find("within") != nullptr;
  Nearness nearness(s, evaluator, session);
  const auto good = is_near ? nearness.holds() : holds(*condition, evaluator, session);
  if (!good) return std::nullopt;
  const auto* written = s.get<Expr>(is_near ? "within" : "assert", 1);
  if (*good) {
    if (written != nullptr) evaluator.note_names(*written);
    return std::nullopt;
  }
  const auto text = written != nullptr ? evaluator.properties().text(*written, "the message of 'assert'")
                                       : std::optional(std::string());
  if (!text) return std::nullopt;
  SourceRange all = condition->range;
  if (is_near) all.end = s.the<Expr>("within").range.end;
  std::string message = text->empty() ? concat("this does not hold: ", session.sources.text(all)) : *text;
  return message + (is_near ? nearness.measured() : found_in(*condition, evaluator, session));
}

void check_assertion(const Statement& s, Evaluator& evaluator, Session& session) {
  if (auto message = broken_assertion(s, evaluator, session))
    session.diagnostics.report(Rule::assertion_failed, s.the<Expr>("assert").range, *std::move(message));
}

}  // namespace romas::language
