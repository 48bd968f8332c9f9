// Evaluates expressions of the core form: quantities with dimensions, tuples, poses. Every problem is reported at its place; the
// functions give back what was most likely meant, so that one mistake makes one error.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/language/ast.h"
#include "ir/model.h"
#include "ir/units.h"
#include "support/diagnostic.h"

namespace romas::language {

struct Quantity {
  double value = 0;  // SI
  Dimension dimension;
  bool bare_zero = false;         // a 0 without unit: fits every dimension
  bool si = true;                 // `digits` give the value in SI, not in another unit
  std::optional<double> degrees;  // an angle written in deg, as written
  std::string_view digits;        // of a literal number in the source; empty after arithmetic
};

struct Pose {
  TransformExpr expression;
  bool grouped = false;  // in parentheses: a factor of its own
};

struct Value;
using Tuple = std::vector<Value>;
struct Value {
  std::variant<Quantity, Tuple, Pose, std::string, bool> content;
  SourceRange range;
};

// The angle of a whole number of quarter turns is exact; radians of other angles are the nearest double to degrees * (π/180).
double radians_from_degrees(double degrees);

class Evaluator {
 public:
  Evaluator(const SourceManager& sources, DiagnosticEngine& diagnostics, Model& model)
      : sources_(sources), diagnostics_(diagnostics), model_(model) {}

  // Units are written as in ir/units.h ("N*m"); "1" is a plain number, empty takes every dimension. `what` names the value in
  // messages ("the mass"). Literal numbers keep their digits (Number).
  std::optional<Number> number(const Expr& expr, std::string_view units, std::string_view what);
  std::optional<Number3> number3(const Expr& expr, std::string_view units, std::string_view what);
  std::optional<Number4> number4(const Expr& expr, std::string_view units, std::string_view what);
  // One number, or a tuple of them.
  std::vector<Number> numbers(const Expr& expr, std::string_view units, std::string_view what);
  // The two ends of LOW .. HIGH; a unit that both lack is one error.
  std::array<std::optional<Number>, 2> range(const Expr& low, const Expr& high, std::string_view units, std::string_view what);
  // An angle, in degrees.
  std::optional<Number> degrees(const Expr& expr, std::string_view what);
  // A quantity of any dimension, for check_dimension() when it is known what should stand there.
  std::optional<Quantity> quantity(const Expr& expr, std::string_view what);
  // Reports a quantity of the wrong dimension.
  void check_dimension(const Quantity& quantity, SourceRange range, std::string_view units, std::string_view what);
  Number to_number(const Quantity& quantity) const;

  std::optional<TransformExpr> pose(const Expr& expr, std::string_view what);
  std::optional<bool> boolean(const Expr& expr, std::string_view what);
  // x, -x, y, … or a direction as a tuple of plain numbers.
  std::optional<Number3> axis(const Expr& expr);
  std::optional<Value> evaluate(const Expr& expr);

 private:
  // values.cpp
  std::optional<Value> raw(const Expr& expr);
  std::optional<Value> negate(const Expr& expr);
  std::optional<Value> sum(const Expr& expr);
  std::optional<Value> product(const Expr& expr);
  std::optional<Value> quantity_product(const Expr& expr, std::vector<Value> factors);
  std::optional<Value> raised(const Expr& expr);
  std::optional<Value> named(const Expr& expr);
  std::optional<Value> finite(Quantity quantity, SourceRange range);
  bool apply_unit(Value& value, const Expr& expr);
  bool expect_quantity(const Value& value, std::string_view what);
  std::optional<Number> to_number(const Value& value, std::string_view units, std::string_view what);
  template <std::size_t count>
  std::optional<std::array<Number, count>> array(const Expr& expr, std::string_view units, std::string_view what);
  std::optional<Quantity> adapt(Quantity quantity, SourceRange range, std::string_view units, std::string_view what);
  std::string shown(SourceRange range) const;

  // poses.cpp
  std::optional<Value> pose_product(const Expr& expr, std::vector<Value> factors);
  std::optional<Value> call(const Expr& expr);
  std::optional<Value> align(const Expr& expr);
  std::optional<TransformExpr> xyz(const Expr& expr, const Tuple& arguments);
  std::optional<TransformExpr> rpy(const Expr& expr, const Tuple& arguments);
  std::optional<TransformExpr> quaternion(const Expr& expr, const Tuple& arguments);
  std::optional<TransformExpr> matrix(const Expr& expr, const Tuple& arguments);
  std::optional<TransformExpr> inverse(const Expr& expr, Tuple arguments);
  bool expect_arguments(const Expr& expr, const Tuple& arguments, std::size_t count);

  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model& model_;
  std::optional<Dimension> reported_;  // a dimension that was reported for the same property already
};

// "a number", "a tuple", "a pose", …
std::string_view describe(const Value& value);

}  // namespace romas::language
