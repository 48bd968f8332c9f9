// Kernels in C++: function templates on the scalar S, whose outputs are anything that takes out[k] = S.
#pragma once

#include "backends/code/dialect.h"

namespace romas::cpp {

// romas::Pack, here by the names Lanes2 and Lanes4 that a function's first lines declare.
class CppLanes : public codegen::LaneDialect {
 public:
  std::string constant(std::string_view name, std::size_t lanes) const override;
  std::string gathered(std::size_t lanes, std::string_view numbers) const override;
  std::string multiply_add(std::string_view a, std::string_view b, std::string_view c) const override;
  std::string lane(std::string_view value, std::size_t lane) const override;
  std::string with_lane(std::string_view value, std::size_t lane, std::string_view number) const override;
  std::string loaded(std::size_t lanes, const codegen::ArraySlice& from) const override;
  std::string stored(std::string_view value, const codegen::ArraySlice& to) const override;
  std::string written(std::string_view value, const codegen::ArraySlice& to) const override;
};

class CppDialect : public codegen::Dialect {
 public:
  // whole_functions: a function of any size stays in one piece.
  explicit CppDialect(bool whole_functions) : whole_functions_(whole_functions) {}
  std::size_t largest_function() const override;
  void begin_function(std::string_view name, const Kernel& kernel, codegen::FunctionForm form,
                      const std::vector<std::string_view>& unused, IndentedWriter& out) const override;
  std::string part_name(std::string_view function, std::size_t part) const override;
  std::string constant(std::string_view name) const override;
  std::string literal(double value) const override;
  std::string choice(std::string_view condition, std::string_view a, std::string_view b) const override;
  std::string call(std::string_view function, std::string_view operand) const override;
  std::string array(std::string_view name, std::size_t size) const override;
  std::string constant_array(std::string_view name, std::string_view values) const override;
  std::string sines(std::size_t count, const codegen::ArraySlice& angles, const codegen::ArraySlice& s,
                    const codegen::ArraySlice& c, bool backward) const override;
  std::string no_array() const override;
  std::string zeros(std::size_t count, const codegen::ArraySlice& to) const override;
  const codegen::LaneDialect* lanes() const override { return &lanes_; }

 private:
  bool whole_functions_;
  CppLanes lanes_;
};

}  // namespace romas::cpp
