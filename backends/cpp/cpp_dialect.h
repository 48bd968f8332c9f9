// Kernels in C++: function templates on the scalar S, whose outputs are anything that takes out[k] = S.
#pragma once

#include "backends/code/dialect.h"

namespace romas::cpp {

class CppDialect : public codegen::Dialect {
 public:
  void begin_function(std::string_view name, const Kernel& kernel, codegen::FunctionForm form,
                      const std::vector<std::string_view>& unused, IndentedWriter& out) const override;
  std::string part_name(std::string_view function, std::size_t part) const override;
  std::string constant(std::string_view name) const override;
  std::string literal(double value) const override;
  std::string call(std::string_view function, std::string_view operand) const override;
  std::string array(std::string_view name, std::size_t size) const override;
  std::string constant_array(std::string_view name, std::string_view values) const override;
  std::string sines(std::size_t count, const codegen::ArraySlice& angles, const codegen::ArraySlice& s,
                    const codegen::ArraySlice& c, bool backward) const override;
  std::string no_array() const override;
};

}  // namespace romas::cpp
