// Built-in functions, types, constants, modules and methods. Each file builtins_*.cpp and methods_*.cpp has a
// table of rows and the functions that the rows name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xacro/expressions/values/budget.h"
#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Call;

struct Builtin {
  static constexpr int kAny = 1'000'000;

  std::string_view name;
  Value (*function)(Call& call);
  int least = 0;  // arguments, without the value that a method belongs to
  int most = 0;
  bool named = false;  // takes arguments by name, too; the function itself says which
};

struct Module {
  std::string_view name;
  // Nothing for an unknown name.
  std::optional<Value> (*find)(std::string_view name);
  std::vector<std::string_view> (*known)();
};

// A name that stands for something wherever the document does not define it; nothing for any other one.
std::optional<Value> builtin_value(std::string_view name);
std::vector<std::string_view> builtin_names();

std::span<const Builtin> math_functions();
std::optional<double> math_constant(std::string_view name);
std::vector<std::string_view> math_constants();
std::span<const Builtin> python_functions();
std::span<const Builtin> xacro_functions();
// Called by its type: int("3"). Fails for types that cannot be made so.
Value construct(TypeId type, Call& call);
// Puts the entries of a dict, or of pairs, into a table.
void update_dict(Table& table, const Value& from, Call& call);
std::optional<TypeId> find_type_name(std::string_view name);

// The methods of values of a type.
std::span<const Builtin> methods_of(TypeId type);
std::span<const Builtin> text_methods();  // methods_text.cpp and methods_text_search.cpp
std::span<const Builtin> text_search_methods();
std::span<const Builtin> list_methods();
std::span<const Builtin> tuple_methods();
std::span<const Builtin> dict_methods();
std::span<const Builtin> number_methods();
const Builtin* find_method(TypeId type, std::string_view name);
// Whether values of a type, or the module math, have this in Python, but not here: no known robot uses it.
bool is_left_out(TypeId type, std::string_view name);
std::vector<std::string_view> method_names(TypeId type);

}  // namespace romas::xacro
