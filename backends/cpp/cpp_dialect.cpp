#include "backends/cpp/cpp_dialect.h"

#include <limits>

#include "support/text/text.h"

namespace romas::cpp {

using codegen::ArraySlice;
using codegen::FunctionForm;

std::string CppLanes::constant(std::string_view name, std::size_t lanes) const {
  return concat("const Lanes", lanes, " ", name);
}

std::string CppLanes::gathered(std::size_t lanes, std::string_view numbers) const {
  return concat("Lanes", lanes, "::of(", numbers, ")");
}

std::string CppLanes::multiply_add(std::string_view a, std::string_view b, std::string_view c) const {
  return concat("fma(", a, ", ", b, ", ", c, ")");
}

std::string CppLanes::lane(std::string_view value, std::size_t lane) const {
  return concat(value, "[", lane, "]");
}

std::string CppLanes::with_lane(std::string_view value, std::size_t lane, std::string_view number) const {
  return concat(value, ".with(", lane, ", ", number, ")");
}

std::string CppLanes::loaded(std::size_t lanes, const ArraySlice& from) const {
  return concat("Lanes", lanes, "::load(", from.text(), ")");
}

std::string CppLanes::stored(std::string_view value, const ArraySlice& to) const {
  return concat(value, ".store(", to.text(), ")");
}

std::string CppLanes::written(std::string_view value, const ArraySlice& to) const {
  return concat("romas::write_lanes(", to.array, ", ", to.first, ", ", value, ")");
}

void CppDialect::begin_function(std::string_view name, const Kernel& kernel, FunctionForm form,
                                const std::vector<std::string_view>& unused, IndentedWriter& out) const {
  std::string parameters;
  const std::string_view attribute = form == FunctionForm::part ? "[[maybe_unused]] " : "";
  const auto add = [&](std::string_view type, std::string_view parameter) {
    parameters += concat(parameters.empty() ? "" : ", ", attribute, type, parameter);
  };
  for (const KernelArray& input : kernel.inputs) add("const S* ", input.name);
  if (form == FunctionForm::part) {
    for (const std::string_view trigonometric : {"s", "c"}) add("const S* ", trigonometric);
    add("S* ", "w");
  }
  for (const OutputArray& output : kernel.outputs) add("Out ", output.name);
  out.line("template <class S, class Out>");
  out.line("ROMAS_STRAIGHT_LINE ROMAS_HOST_DEVICE inline void ", name, "(", parameters, ") {");
  out.indent();
  for (const std::string_view parameter : unused) out.line("static_cast<void>(", parameter, ");");
  if (form != FunctionForm::caller)
    for (const std::size_t lanes : lane_counts(kernel))
      out.line("using Lanes", lanes, form == FunctionForm::part ? " [[maybe_unused]]" : "",
               " = romas::Pack<S, ", lanes, ">;");
  if (form == FunctionForm::whole && count_operations(kernel)[Op::sqrt] != 0) out.line("using std::sqrt;");
}

std::size_t CppDialect::largest_function() const {
  return whole_functions_ ? std::numeric_limits<std::size_t>::max() : Dialect::largest_function();
}

std::string CppDialect::part_name(std::string_view function, std::size_t part) const {
  return concat(function, "_part", part);
}

std::string CppDialect::constant(std::string_view name) const { return concat("const S ", name); }

std::string CppDialect::literal(double value) const {
  std::string text = format_double(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return concat("S(", text, ")");
}

std::string CppDialect::choice(std::string_view condition, std::string_view a, std::string_view b) const {
  return concat("romas::select_by_sign<S>(", condition, ", ", a, ", ", b, ")");
}

std::string CppDialect::call(std::string_view function, std::string_view operand) const {
  return concat(function, "(", operand, ")");
}

std::string CppDialect::array(std::string_view name, std::size_t size) const {
  return concat("S ", name, "[", size, "]");
}

std::string CppDialect::constant_array(std::string_view name, std::string_view values) const {
  return concat("const S ", name, "[] = {", values, "}");
}

std::string CppDialect::sines(std::size_t count, const ArraySlice& angles, const ArraySlice& s,
                              const ArraySlice& c, bool backward) const {
  return concat("romas::sincos_all", backward ? "_backward" : "", "<", count, ">(", angles.text(), ", ",
                s.text(), ", ", c.text(), ")");
}

std::string CppDialect::zeros(std::size_t count, const ArraySlice& to) const {
  return concat("romas::write_zeros<S, ", count, ">(", to.array, ", ", to.first, ")");
}

std::string CppDialect::no_array() const { return "static_cast<const S*>(nullptr)"; }

}  // namespace romas::cpp
