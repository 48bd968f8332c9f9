// Evaluation of the forms of expressions. Evaluator::evaluate() calls these by the kind of an expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

using EvaluateForm = std::optional<Value>(Evaluator&, const Expr&);

// collections.cpp
EvaluateForm evaluate_index, evaluate_each, evaluate_record;
// The member of a record by its name, which stands at `where`.
std::optional<Value> member_of_record(Evaluator& e, const Value& owner, const Record& record,
                                      std::string_view name, SourceRange where);
// operators.cpp
EvaluateForm evaluate_negation, evaluate_not, evaluate_sum, evaluate_product, evaluate_comparison,
    evaluate_logical;
std::optional<Value> add_values(Evaluator& e, const Expr& expr, const Value& left, const Value& right,
                                Operator op);
// Whether two values are the same. The recursion is as deep as lists are nested, which the depth of
// evaluation bounds.
std::optional<bool> equal_values(Evaluator& e, const Value& left, const Value& right, SourceRange where);
// powers.cpp
EvaluateForm evaluate_power;
// conditions.cpp
EvaluateForm evaluate_conditional, evaluate_let;
// meanings.cpp, members.cpp
EvaluateForm evaluate_name, evaluate_member;
// calls.cpp
EvaluateForm evaluate_call;
// texts.cpp
EvaluateForm evaluate_text;
// poses.cpp
EvaluateForm evaluate_align;
// xyz(…) * rpy(…) and xyz(…) * quat_xyzw(…) are one pose of a description; parentheses keep factors apart.
std::optional<Value> pose_product(Evaluator& e, const Expr& expr, std::vector<Value> factors);
// Limits the size of a pose. Poses are kept as written: one that is made of others is as large as all of
// them.
std::optional<Value> sized_pose(Evaluator& e, const Expr& expr, TransformExpr pose, std::size_t parts,
                                std::size_t depth, bool unknown);
// units.cpp: multiplies a value by the unit behind an expression. False where it can have none, which is
// reported.
bool apply_unit(Evaluator& e, Value& value, const Expr& expr);

}  // namespace romas::language
