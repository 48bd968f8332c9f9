// Values that properties take: numbers in the unit that a property has, tuples, poses, texts.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/values/value.h"
#include "ir/model/model.h"

namespace romas::language {

class Evaluator;

// A property that is given a value of another kind is reported. Units are written as in ir/model/units.h
// ("N*m"); "1" is a plain number, empty takes every dimension. `what` names the value in messages ("the
// mass"), `parts` what it consists of. Literal numbers keep their digits (Number).
class PropertyValues {
 public:
  explicit PropertyValues(Evaluator& evaluator) : e_(evaluator) {}

  std::optional<Number> number(const Expr& expr, std::string_view units, std::string_view what);
  std::optional<Number3> number3(const Expr& expr, std::string_view units, std::string_view what,
                                 std::string_view parts = {});
  std::optional<Number4> number4(const Expr& expr, std::string_view units, std::string_view what,
                                 std::string_view parts = {});
  // A list of pairs of numbers, as (1 mm, 2 deg); `whats` name the two of a pair.
  struct Pairs {
    struct Pair {
      std::array<Number, 2> numbers;
      SourceRange range;
    };
    std::vector<Pair> list;
    bool unknown = false;  // some values are known only in an instance
  };
  std::optional<Pairs> pairs(const Expr& expr, std::string_view what,
                             const std::array<std::string_view, 2>& units,
                             const std::array<std::string, 2>& whats);
  // One number, or a tuple of them.
  std::vector<Number> numbers(const Expr& expr, std::string_view units, std::string_view what);
  // The two ends of LOW .. HIGH; a unit that both lack is one error.
  std::array<std::optional<Number>, 2> range(const Expr& low, const Expr& high, std::string_view units,
                                             std::string_view what);
  // An angle, in degrees.
  std::optional<Number> degrees(const Expr& expr, std::string_view what);
  // A quantity of any dimension, for check_dimension() once the expected dimension is known.
  std::optional<Quantity> quantity(const Expr& expr, std::string_view what);
  std::optional<long long> whole_number(const Expr& expr, std::string_view what);
  std::optional<TransformExpr> pose(const Expr& expr, std::string_view what);
  std::optional<bool> boolean(const Expr& expr, std::string_view what);
  // x, -x, y, … or a direction as a tuple of plain numbers.
  std::optional<Number3> axis(const Expr& expr);
  std::optional<std::string> text(const Expr& expr, std::string_view what);

  // Reports a quantity of the wrong dimension.
  void check_dimension(const Quantity& quantity, SourceRange range, std::string_view units,
                       std::string_view what);
  Number to_number(const Quantity& quantity) const;
  std::optional<Number> to_number(Value value, std::string_view units, std::string_view what);
  // How many numbers were asked for so far whose values are not known.
  std::size_t unknown_numbers() const { return unknown_numbers_; }
  void count_unknown() { ++unknown_numbers_; }
  // A dimension that is wrong in several numbers of one value is reported once; nothing ends this.
  void set_reported(std::optional<Dimension> dimension) { reported_ = dimension; }

 private:
  class Doubting;
  std::optional<Value> taken(const Expr& expr);
  template <std::size_t count>
  std::optional<std::array<Number, count>> array(const Expr& expr, std::string_view units,
                                                 std::string_view what, std::string_view parts);
  std::optional<Quantity> adapt(Quantity quantity, SourceRange range, std::string_view units,
                                std::string_view what);

  Evaluator& e_;
  std::size_t unknown_numbers_ = 0;
  std::optional<Dimension> reported_;
};

}  // namespace romas::language
