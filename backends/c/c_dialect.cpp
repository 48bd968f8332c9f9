#include "backends/c/c_dialect.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "support/text/text.h"

namespace romas::c {

using codegen::ArraySlice;
using codegen::FunctionForm;

namespace {

// With the fewest digits that read back as this float.
std::string shortest(float value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::string CDialect::literal(double value) const {
  const double largest = single_ ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  if (std::abs(value) > largest) return concat(value < 0 ? "-" : "", single_ ? "HUGE_VALF" : "HUGE_VAL");
  std::string text = single_ ? shortest(static_cast<float>(value)) : format_double(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return concat(text, single_ ? "F" : "");
}

std::string CDialect::parameters(const Kernel& kernel) const {
  std::string text;
  // C has no arrays without elements.
  const auto add = [&](std::string_view type, std::string_view name, std::size_t size) {
    const std::string declared = size == 0 ? concat("*", name) : concat(name, "[", size, "]");
    text += concat(text.empty() ? "" : ", ", type, scalar_, " ", declared);
  };
  for (const KernelArray& input : kernel.inputs) add("const ", input.name, input.size);
  for (const OutputArray& output : kernel.outputs) add("", output.name, output.elements.size());
  return text;
}

std::string CDialect::math(std::string_view function) const { return concat(function, single_ ? "f" : ""); }

void CDialect::begin_function(std::string_view name, const Kernel& kernel, FunctionForm form,
                              const std::vector<std::string_view>& unused, IndentedWriter& out) const {
  if (form != FunctionForm::part) {
    out.line("void ", name, "(", parameters(kernel), ")");
    out.line("{");
    out.indent();
    for (const std::string_view parameter : unused) out.line("(void)", parameter, ";");
    return;
  }
  std::string parameters, ignored;
  const auto add = [&](std::string_view type, std::string_view parameter) {
    parameters += concat(parameters.empty() ? "" : ", ", type, scalar_, " *", parameter);
    ignored += concat(ignored.empty() ? "(void)" : ", (void)", parameter);
  };
  for (const KernelArray& input : kernel.inputs) add("const ", input.name);
  for (const std::string_view trigonometric : {"s", "c"}) add("const ", trigonometric);
  add("", "w");
  for (const OutputArray& output : kernel.outputs) add("", output.name);
  out.line("static void ", name, "(", parameters, ")");
  out.line("{");
  out.indent();
  out.line(ignored, ";");
}

// No name at file scope has two underscores in a row.
std::string CDialect::part_name(std::string_view function, std::size_t part) const {
  return concat(function, "__part", part);
}

std::string CDialect::constant(std::string_view name) const { return concat("const ", scalar_, " ", name); }

std::string CDialect::call(std::string_view function, std::string_view operand) const {
  return concat(math(function), "(", operand, ")");
}

std::string CDialect::array(std::string_view name, std::size_t size) const {
  return concat(scalar_, " ", name, "[", size, "]");
}

std::string CDialect::constant_array(std::string_view name, std::string_view values) const {
  return concat("const ", scalar_, " ", name, "[] = {", values, "}");
}

std::string CDialect::sines(std::size_t count, const ArraySlice& angles, const ArraySlice& s,
                            const ArraySlice& c, bool /*backward*/) const {
  return concat(sines_, "(", angles.text(), ", ", count, ", ", s.text(), ", ", c.text(), ")");
}

std::string CDialect::no_array() const { return "NULL"; }

}  // namespace romas::c
