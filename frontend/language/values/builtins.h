// The built-in functions of expressions. Each gets evaluated arguments, as many as its row in builtins.cpp
// allows.
#pragma once

#include "frontend/language/values/evaluator.h"

namespace romas::language {

struct Builtins {
  using Function = std::optional<Value> (*)(Evaluator&, const Expr& call, std::vector<Value>& arguments);

  // builtins_poses.cpp
  static std::optional<Value> xyz(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> rpy(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> quaternion(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> matrix(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> inverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

  // builtins_numbers.cpp
  static std::optional<Value> square_root(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> absolute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> sign(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> smallest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> largest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> clamp(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> floor(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> ceil(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> round(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> modulo(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> arc_sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> arc_cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> arc_tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> arc_tangent2(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> exponential(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> logarithm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> in_radians(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> in_degrees(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> norm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> dot(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> cross(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> unit(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

  // builtins_lists.cpp
  static std::optional<Value> length(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> range(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> sum(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> enumerate(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> zip(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> reverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

  // builtins_texts.cpp
  static std::optional<Value> upper(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> lower(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> trimmed(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> substitute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> starts_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> ends_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> contains(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> split(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> joined(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

  // builtins_data.cpp
  static std::optional<Value> load(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
  static std::optional<Value> has(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

  // --- helpers ---
  // The argument as a quantity; reports another kind, or another dimension where one is given.
  static std::optional<Quantity> quantity(Evaluator& e, const Expr& expr, Value& argument,
                                          const Dimension* wanted = nullptr);
  static std::optional<std::vector<Quantity>> vector(Evaluator& e, const Expr& expr, Value& argument);
  static std::optional<Value> result(Evaluator& e, const Expr& expr, const std::vector<Value>& arguments,
                                     Quantity quantity);
  static std::optional<const Elements*> elements(Evaluator& e, const Expr& expr, const Value& argument);
  static std::optional<std::string> text(Evaluator& e, const Expr& expr, const Value& argument);
  static std::optional<std::vector<std::string>> texts(Evaluator& e, const Expr& expr,
                                                       const std::vector<Value>& arguments);
  static std::optional<Value> accept_text(Evaluator& e, const Expr& expr, std::string text, bool unknown);
  static std::optional<Value> rounded(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                      double (*round)(double));
  static std::optional<Value> extreme(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                      bool greatest);
  static std::optional<Value> trigonometric(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                            int function);
  static std::optional<Value> angle_of(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                       double (*function)(double), double most);
  static std::optional<Value> accept(Evaluator& e, const Expr& expr, std::vector<Value> values, bool unknown);
  static bool same_dimension(Evaluator& e, const Expr& expr, const Quantity& first, const Quantity& other,
                             SourceRange where);
  static void report(Evaluator& e, Rule rule, SourceRange range, std::string message);
};

}  // namespace romas::language
