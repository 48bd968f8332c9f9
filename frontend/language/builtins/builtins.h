// The built-in functions of expressions. Each gets evaluated arguments, as many as its row in builtins.cpp
// allows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

namespace builtins {
using Function = std::optional<Value> (*)(Evaluator&, const Expr& call, std::vector<Value>& arguments);

// builtins_poses.cpp
std::optional<Value> xyz(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> rpy(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> quaternion(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> matrix(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> inverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

// builtins_numbers.cpp
std::optional<Value> square_root(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> absolute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> sign(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> smallest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> largest(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> clamp(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> floor(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> ceil(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> round(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> modulo(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> arc_sine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> arc_cosine(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> arc_tangent(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> arc_tangent2(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> exponential(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> logarithm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> in_radians(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> in_degrees(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> norm(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> dot(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> cross(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> unit(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

// builtins_lists.cpp
std::optional<Value> length(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> range(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> sum(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> enumerate(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> zip(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> reverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

// builtins_texts.cpp
std::optional<Value> upper(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> lower(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> trimmed(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> substitute(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> starts_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> ends_with(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> contains(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> split(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> joined(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

// builtins_data.cpp
std::optional<Value> load(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);
std::optional<Value> has(Evaluator& e, const Expr& expr, std::vector<Value>& arguments);

// --- helpers ---
// The argument as a quantity; reports another kind, or another dimension where one is given.
std::optional<Quantity> quantity(Evaluator& e, const Expr& expr, Value& argument,
                                 const Dimension* wanted = nullptr);
std::optional<std::vector<Quantity>> vector(Evaluator& e, const Expr& expr, Value& argument);
std::optional<Value> result(Evaluator& e, const Expr& expr, const std::vector<Value>& arguments,
                            Quantity quantity);
std::optional<const Elements*> elements(Evaluator& e, const Expr& expr, const Value& argument);
std::optional<std::string> text(Evaluator& e, const Expr& expr, const Value& argument);
std::optional<std::vector<std::string>> texts(Evaluator& e, const Expr& expr,
                                              const std::vector<Value>& arguments);
std::optional<Value> accept_text(Evaluator& e, const Expr& expr, std::string text, bool unknown);
std::optional<Value> rounded(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                             double (*round)(double));
std::optional<Value> extreme(Evaluator& e, const Expr& expr, std::vector<Value>& arguments, bool greatest);
std::optional<Value> trigonometric(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                                   int function);
std::optional<Value> angle_of(Evaluator& e, const Expr& expr, std::vector<Value>& arguments,
                              double (*function)(double), double most);
std::optional<Value> accept(Evaluator& e, const Expr& expr, std::vector<Value> values, bool unknown);
bool same_dimension(Evaluator& e, const Expr& expr, const Quantity& first, const Quantity& other,
                    SourceRange where);
void report(Evaluator& e, Rule rule, SourceRange range, std::string message);
}  // namespace builtins

}  // namespace romas::language
