// Kernels in C99, in double or in float.
#pragma once

#include "backends/code/dialect.h"
#include "ir/kernel/code_model.h"

namespace romas::c {

class CDialect : public codegen::Dialect {
 public:
  // `sines`: the function that computes sines and cosines of all elements of an array.
  CDialect(const CodeOptions& options, std::string sines)
      : single_(options.precision == "float"), scalar_(options.precision), sines_(std::move(sines)) {}

  const std::string& scalar() const { return scalar_; }
  // A constant of the scalar's type, also an infinite one.
  std::string literal(double value) const override;
  // "const double q[7], double tau[7]": of the function that callers know.
  std::string parameters(const Kernel& kernel) const;
  // The functions of <math.h>: "sinf" in float.
  std::string math(std::string_view function) const;

  void begin_function(std::string_view name, const Kernel& kernel, codegen::FunctionForm form,
                      const std::vector<std::string_view>& unused, IndentedWriter& out) const override;
  std::string part_name(std::string_view function, std::size_t part) const override;
  std::string constant(std::string_view name) const override;
  std::string call(std::string_view function, std::string_view operand) const override;
  std::string array(std::string_view name, std::size_t size) const override;
  std::string constant_array(std::string_view name, std::string_view values) const override;
  std::string sines(std::size_t count, const codegen::ArraySlice& angles, const codegen::ArraySlice& s,
                    const codegen::ArraySlice& c, bool backward) const override;
  std::string no_array() const override;

 private:
  bool single_;
  std::string scalar_, sines_;
};

}  // namespace romas::c
