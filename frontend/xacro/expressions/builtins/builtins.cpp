// Which name is what: the modules math, python and xacro, and names that stand alone.
#include "frontend/xacro/expressions/builtins/builtins.h"

#include <algorithm>
#include <array>

#include "frontend/xacro/expressions/syntax/expression.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

template <class Rows>
const Builtin* find_row(const Rows& rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Builtin& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<Value> find_math(std::string_view name) {
  if (const Builtin* row = find_row(math_functions(), name)) return Value(*row);
  if (const auto constant = math_constant(name)) return Value(*constant);
  return std::nullopt;
}
std::vector<std::string_view> known_math() {
  std::vector<std::string_view> names = math_constants();
  for (const Builtin& row : math_functions()) names.push_back(row.name);
  return names;
}

// The types that have a name in expressions.
constexpr std::array kTypes = {
    TypeId::boolean, TypeId::integer, TypeId::real,   TypeId::complex,   TypeId::text,      TypeId::list,
    TypeId::tuple,   TypeId::dict,    TypeId::set,    TypeId::frozenset, TypeId::range,     TypeId::slice,
    TypeId::type,    TypeId::map,     TypeId::filter, TypeId::zip,       TypeId::enumerate, TypeId::reversed};

std::optional<Value> find_python(std::string_view name) {
  if (const auto type = find_type_name(name)) return Value(*type);
  if (const Builtin* row = find_row(python_functions(), name)) return Value(*row);
  return std::nullopt;
}
std::vector<std::string_view> known_python() {
  std::vector<std::string_view> names;
  names.reserve(kTypes.size() + python_functions().size());
  for (const TypeId type : kTypes) names.push_back(type_name(type));
  for (const Builtin& row : python_functions()) names.push_back(row.name);
  return names;
}

std::optional<Value> find_xacro(std::string_view name) {
  const Builtin* row = find_row(xacro_functions(), name);
  // Those behind deprecated names come last, and are not in the module.
  if (row == nullptr || name.find(' ') != std::string_view::npos) return std::nullopt;
  return Value(*row);
}
std::vector<std::string_view> known_xacro() {
  std::vector<std::string_view> names;
  for (const Builtin& row : xacro_functions())
    if (row.name.find(' ') == std::string_view::npos) names.push_back(row.name);
  return names;
}

constexpr Module kMath = {"math", find_math, known_math};
constexpr Module kPython = {"python", find_python, known_python};
constexpr Module kXacro = {"xacro", find_xacro, known_xacro};
constexpr std::array<std::string_view, 11> kDirect = {"list", "dict", "map", "len", "str",  "float",
                                                      "int",  "bool", "min", "max", "round"};
constexpr std::array<std::string_view, 5> kDeprecated = {"load_yaml", "abs_filename", "dotify", "sorted",
                                                         "range"};

}  // namespace

std::optional<TypeId> find_type_name(std::string_view name) {
  const auto found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](TypeId type) { return type_name(type) == name; });
  return found == kTypes.end() ? std::nullopt : std::optional(*found);
}

std::optional<Value> builtin_value(std::string_view name) {
  if (name == kMath.name) return Value(kMath);
  if (name == kPython.name) return Value(kPython);
  if (name == kXacro.name) return Value(kXacro);
  if (std::find(kDirect.begin(), kDirect.end(), name) != kDirect.end()) return find_python(name);
  if (const Builtin* row = find_row(xacro_functions(), std::string(name) + " directly")) return Value(*row);
  return find_math(name);
}

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names = known_math();
  names.insert(names.end(), {kMath.name, kPython.name, kXacro.name});
  names.insert(names.end(), kDirect.begin(), kDirect.end());
  names.insert(names.end(), kDeprecated.begin(), kDeprecated.end());
  return names;
}

bool is_builtin_name(std::string_view name) {
  return name == "True" || name == "False" || name == "None" || builtin_value(name).has_value();
}

std::span<const Builtin> methods_of(TypeId type) {
  switch (type) {
    case TypeId::text: return text_methods();
    case TypeId::list:
    case TypeId::dotted_list: return list_methods();
    case TypeId::tuple: return tuple_methods();
    case TypeId::dict:
    case TypeId::dotted_dict: return dict_methods();
    case TypeId::real:
    case TypeId::integer:
    case TypeId::boolean: return number_methods();
    default: return {};
  }
}

const Builtin* find_method(TypeId type, std::string_view name) {
  if (const Builtin* row = find_row(methods_of(type), name)) return row;
  return type == TypeId::text ? find_row(text_search_methods(), name) : nullptr;
}

bool is_left_out(TypeId type, std::string_view name) {
  struct Row {
    TypeId type;
    std::string_view names;
  };
  constexpr std::string_view kOfSets =
      "add clear copy difference difference_update discard intersection intersection_update isdisjoint "
      "issubset "
      "issuperset pop remove symmetric_difference symmetric_difference_update union update";
  constexpr std::string_view kOfDicts = "fromkeys popitem setdefault";
  constexpr std::string_view kOfNumbers =
      "as_integer_ratio bit_count bit_length conjugate from_bytes fromhex hex to_bytes";
  constexpr Row kRows[] = {
      {TypeId::text,
       "casefold encode expandtabs format_map isascii isdecimal isidentifier isnumeric isprintable istitle "
       "maketrans swapcase translate"},
      {TypeId::set, kOfSets},
      {TypeId::frozenset, kOfSets},
      {TypeId::dict, kOfDicts},
      {TypeId::dotted_dict, kOfDicts},
      {TypeId::boolean, kOfNumbers},
      {TypeId::integer, kOfNumbers},
      {TypeId::real, kOfNumbers},
      {TypeId::module, "nextafter ulp"}};
  return std::ranges::any_of(kRows, [&](const Row& row) {
    const std::vector<std::string_view> names = split(row.names, ' ');
    return row.type == type && std::ranges::find(names, name) != names.end();
  });
}

std::vector<std::string_view> method_names(TypeId type) {
  std::vector<std::string_view> names;
  for (const Builtin& row : methods_of(type)) names.push_back(row.name);
  if (type == TypeId::text)
    for (const Builtin& row : text_search_methods()) names.push_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace romas::xacro
