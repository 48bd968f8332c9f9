// The table of all built-in functions, and what they share.
#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "frontend/language/words/builtin_info.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

constexpr std::size_t kAnyCount = 1000;

struct Row {
  BuiltinInfo info;
  std::size_t least, most;  // arguments
  builtins::Function function;
};

// The documentation's table of functions is generated from these rows.
constexpr std::array kRows = {
    Row{{"xyz", "xyz(x, y, z) or xyz(vector)", "the pose shifted by three lengths", "m"},
        3,
        3,
        builtins::xyz},
    Row{{"rpy", "rpy(roll, pitch, yaw) or rpy(vector)",
         "the pose turned about the fixed axes x, then y, then z", "rad"},
        3,
        3,
        builtins::rpy},
    Row{{"quat_xyzw", "quat_xyzw(x, y, z, w)", "the pose turned by a quaternion"},
        4,
        4,
        builtins::quaternion},
    Row{{"matrix", "matrix(row, row, row, position)",
         "the pose with these rows of a rotation matrix and this position"},
        4,
        4,
        builtins::matrix},
    Row{{"inverse", "inverse(pose)", "the pose that undoes another"}, 1, 1, builtins::inverse},
    Row{{"sqrt", "sqrt(x)", "the square root; dimensions are halved"}, 1, 1, builtins::square_root},
    Row{{"abs", "abs(x)", "the absolute value"}, 1, 1, builtins::absolute},
    Row{{"sign", "sign(x)", "-1, 0 or 1"}, 1, 1, builtins::sign},
    Row{{"min", "min(a, b, …) or min(list)", "the smallest, of one dimension"},
        1,
        kAnyCount,
        builtins::smallest},
    Row{{"max", "max(a, b, …) or max(list)", "the largest, of one dimension"},
        1,
        kAnyCount,
        builtins::largest},
    Row{{"clamp", "clamp(x, low, high)", "x, but not below low or above high"}, 3, 3, builtins::clamp},
    Row{{"floor", "floor(x)", "the next whole number below"}, 1, 1, builtins::floor},
    Row{{"ceil", "ceil(x)", "the next whole number above"}, 1, 1, builtins::ceil},
    Row{{"round", "round(x)", "the nearest whole number; halves away from zero"}, 1, 1, builtins::round},
    Row{{"mod", "mod(a, b)", "what remains of a / b, from 0 to below b; of one dimension"},
        2,
        2,
        builtins::modulo},
    Row{{"sin", "sin(angle)", "the sine; exact at multiples of 90 deg", "rad"}, 1, 1, builtins::sine},
    Row{{"cos", "cos(angle)", "the cosine; exact at multiples of 90 deg", "rad"}, 1, 1, builtins::cosine},
    Row{{"tan", "tan(angle)", "the tangent", "rad"}, 1, 1, builtins::tangent},
    Row{{"asin", "asin(x)", "the angle with this sine, -90 deg to 90 deg"}, 1, 1, builtins::arc_sine},
    Row{{"acos", "acos(x)", "the angle with this cosine, 0 to 180 deg"}, 1, 1, builtins::arc_cosine},
    Row{{"atan", "atan(x)", "the angle with this tangent"}, 1, 1, builtins::arc_tangent},
    Row{{"atan2", "atan2(y, x)", "the angle of the direction (x, y); both of one dimension"},
        2,
        2,
        builtins::arc_tangent2},
    Row{{"exp", "exp(x)", "e to the power of x"}, 1, 1, builtins::exponential},
    Row{{"log", "log(x)", "the natural logarithm"}, 1, 1, builtins::logarithm},
    Row{{"radians", "radians(angle)", "the angle as a plain number, in radians", "rad"},
        1,
        1,
        builtins::in_radians},
    Row{{"degrees", "degrees(angle)", "the angle as a plain number, in degrees", "rad"},
        1,
        1,
        builtins::in_degrees},
    Row{{"norm", "norm(v)", "the length of a vector"}, 1, 1, builtins::norm},
    Row{{"dot", "dot(a, b)", "the scalar product"}, 2, 2, builtins::dot},
    Row{{"cross", "cross(a, b)", "the vector product of two triples"}, 2, 2, builtins::cross},
    Row{{"unit", "unit(v)", "the direction of a vector, of length 1"}, 1, 1, builtins::unit},
    Row{{"len", "len(list)", "how many elements a list, tuple, record or text has"}, 1, 1, builtins::length},
    Row{{"range", "range(n), range(a, b) or range(a, b, step)",
         "the whole numbers from 0 to n - 1, or from a to below b"},
        1,
        3,
        builtins::range},
    Row{{"sum", "sum(list)", "the sum of all elements, of one dimension"}, 1, 1, builtins::sum},
    Row{{"enumerate", "enumerate(list)", "the list of (index, element)"}, 1, 1, builtins::enumerate},
    Row{{"zip", "zip(a, b)", "the list of (element of a, element of b)"}, 2, 2, builtins::zip},
    Row{{"reverse", "reverse(list)", "the list from its end"}, 1, 1, builtins::reverse},
    Row{{"uppercase", "uppercase(text)", "the text with A to Z in the place of a to z"},
        1,
        1,
        builtins::upper},
    Row{{"lowercase", "lowercase(text)", "the text with a to z in the place of A to Z"},
        1,
        1,
        builtins::lower},
    Row{{"trim", "trim(text)", "the text without white space at its ends"}, 1, 1, builtins::trimmed},
    Row{{"substitute", "substitute(text, old, new)", "the text with every old part replaced by the new one"},
        3,
        3,
        builtins::substitute},
    Row{{"starts_with", "starts_with(text, part)", "whether a text begins with another one"},
        2,
        2,
        builtins::starts_with},
    Row{{"ends_with", "ends_with(text, part)", "whether a text ends with another one"},
        2,
        2,
        builtins::ends_with},
    Row{{"contains", "contains(text, part) or contains(list, value)",
         "whether a text holds another one, or a list a value"},
        2,
        2,
        builtins::contains},
    Row{{"split", "split(text, separator)", "the list of the texts between the separators"},
        2,
        2,
        builtins::split},
    Row{{"join", "join(list, separator)", "one text of the texts of a list, with the separator between them"},
        2,
        2,
        builtins::joined},
    Row{{"load", "load(path)", "what a YAML, JSON or CSV file says"}, 1, 1, builtins::load},
    Row{{"has", "has(record, name)", "whether a record has a member with this name"}, 2, 2, builtins::has},
};

}  // namespace

std::vector<BuiltinInfo> builtin_functions() {
  std::vector<BuiltinInfo> infos;
  infos.reserve(kRows.size());
  for (const Row& row : kRows) infos.push_back(row.info);
  return infos;
}

std::optional<Value> call_builtin(Evaluator& e, const Expr& expr, std::string_view name) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                 [&](const Row& candidate) { return candidate.info.name == name; });
  if (row == kRows.end()) {
    report_unknown_function(e, expr.operands.front());
    return std::nullopt;
  }
  for (const Binding& given : expr.more().names) {
    if (given.text.empty()) continue;
    e.diagnostics().report(Rule::syntax, given.range,
                           concat(name, " takes values without names: ", row->info.signature));
    return std::nullopt;
  }
  auto arguments = e.all(std::span(expr.operands).subspan(1));
  if (!arguments) return std::nullopt;
  const bool takes_vector = row->function == builtins::xyz || row->function == builtins::rpy;
  if (takes_vector && arguments->size() == 1) {
    const auto* vector = std::get_if<Tuple>(&arguments->front().content);
    if (vector != nullptr && vector->size() == 3)
      arguments = std::vector<Value>(vector->begin(), vector->end());
  }
  if (arguments->size() < row->least || arguments->size() > row->most) {
    const std::string wanted =
        row->least == row->most ? std::to_string(row->least) : concat("at least ", row->least);
    e.diagnostics().report(Rule::wrong_count, expr.range,
                           concat(name, " takes ", wanted, row->least == 1 ? " value" : " values", ", not ",
                                  arguments->size(), ": ", row->info.signature));
    return std::nullopt;
  }
  // xyz(120, 0, 35) mm, rpy(0, 0, 90) deg
  const bool takes_unit = row->function == builtins::xyz || row->function == builtins::rpy;
  if (takes_unit && !expr.more().unit.empty())
    for (Value& argument : *arguments)
      if (!apply_unit(e, argument, expr)) return std::nullopt;
  const bool other_pose = row->function == builtins::quaternion || row->function == builtins::matrix ||
                          row->function == builtins::inverse;
  if (other_pose && !expr.more().unit.empty()) {
    e.diagnostics().report(Rule::type_mismatch, {expr.range.file, expr.inner().end, expr.range.end},
                           "a pose has no unit; write it at each number");
    return std::nullopt;
  }
  return row->function(e, expr, *arguments);
}

// --- helpers -----------------------------------------------------------------------------------------------

void builtins::report(Evaluator& e, Rule rule, SourceRange range, std::string message) {
  e.diagnostics().report(rule, range, std::move(message));
}

std::optional<Quantity> builtins::quantity(Evaluator& e, const Expr& expr, Value& argument,
                                           const Dimension* wanted) {
  const std::string_view name = expr.operands.front().text();
  if (!expect_quantity(e, argument, name)) return std::nullopt;
  const auto& quantity = std::get<Quantity>(argument.content);
  if (wanted == nullptr || quantity.bare_zero || quantity.dimension == *wanted) return quantity;
  e.properties().check_dimension(quantity, argument.range, wanted->plain() ? "1" : "rad", name);
  return std::nullopt;
}

std::optional<Value> builtins::result(Evaluator& e, const Expr& expr, const std::vector<Value>& arguments,
                                      Quantity quantity) {
  const bool unknown =
      std::any_of(arguments.begin(), arguments.end(), [](const Value& value) { return value.unknown; });
  return finite(e, quantity, expr.range, unknown);
}

bool builtins::same_dimension(Evaluator& e, const Expr& expr, const Quantity& first, const Quantity& other,
                              SourceRange where) {
  if (first.bare_zero || other.bare_zero || first.dimension == other.dimension) return true;
  report(e, Rule::dimension_mismatch, where,
         concat(e.shown(where), " is ", romas::describe(other.dimension), "; ", expr.operands.front().text(),
                " takes values of one dimension, but the first is ", romas::describe(first.dimension)));
  return false;
}

std::optional<std::vector<Quantity>> builtins::vector(Evaluator& e, const Expr& expr, Value& argument) {
  const Elements* elements = std::get_if<Tuple>(&argument.content);
  if (elements == nullptr) elements = std::get_if<List>(&argument.content);
  if (elements == nullptr) {
    report(e, Rule::type_mismatch, argument.range,
           concat(expr.operands.front().text(), " takes a tuple of numbers, not ", describe_kind(argument)));
    return std::nullopt;
  }
  std::vector<Quantity> result;
  for (Value element : *elements) {
    const auto quantity = builtins::quantity(e, expr, element);
    if (!quantity || (!result.empty() && !same_dimension(e, expr, result.front(), *quantity, element.range)))
      return std::nullopt;
    result.push_back(*quantity);
  }
  if (result.empty()) result.push_back(computed(0, {}));
  // A bare 0 beside lengths is a length.
  for (const Quantity& quantity : std::vector(result))
    if (!quantity.bare_zero) result.front().dimension = quantity.dimension;
  for (Quantity& quantity : result) quantity.dimension = result.front().dimension;
  return result;
}

}  // namespace romas::language
