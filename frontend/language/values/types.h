// Types as they are written, and values that must fit them.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

Type read_type(Evaluator& e, const TypeExpr* written);  // null: anything
// … whose names are those of a scope; null: of the present one.
Type read_type_in(Evaluator& e, const Scope* scope, const TypeExpr* written);
// Reports what is wrong with the meaning of a type.
void check_type(Evaluator& e, const TypeDefinition& definition);
// Whether the type of a parameter is one that was reported as unknown.
bool has_lost_type(Evaluator& e, const Formal& formal);

// The value as one of the type; reports it if it is of another one.
std::optional<Value> conform(Evaluator& e, const Value& value, const Type& type, std::string_view what);

}  // namespace romas::language
