// How a programming language writes what the functions of kernels are made of. KernelPrinter decides
// everything else: which statements there are, their order and names, and what is split into parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel/kernel.h"
#include "support/text/indented_writer.h"

namespace romas::codegen {

// Functions of a kernel: one that computes all of it; one that calls parts; a part. Parts also take s and c,
// the sines and cosines of all angles, and w, an array through which they pass values on, between the inputs
// and the outputs.
enum class FunctionForm : std::uint8_t { whole, caller, part };

// Elements of an array, as an argument: "q + 3".
struct ArraySlice {
  std::string_view array;
  std::size_t first = 0;
  std::string text() const;
};

// How it writes several numbers that go through arithmetic side by side, a lane each. The operators of
// numbers work in each lane, and a number among their operands counts for each lane.
class LaneDialect {
 public:
  virtual ~LaneDialect() = default;
  // A value that does not change, up to its numbers.
  virtual std::string constant(std::string_view name, std::size_t lanes) const = 0;
  // The numbers of a list, one in each lane.
  virtual std::string gathered(std::size_t lanes, std::string_view numbers) const = 0;
  // a b + c
  virtual std::string multiply_add(std::string_view a, std::string_view b, std::string_view c) const = 0;
  virtual std::string lane(std::string_view value, std::size_t lane) const = 0;
  // The value with another number in one lane.
  virtual std::string with_lane(std::string_view value, std::size_t lane, std::string_view number) const = 0;
  // Numbers in a row of an array: the value that is read, and a statement that writes a value.
  virtual std::string loaded(std::size_t lanes, const ArraySlice& from) const = 0;
  virtual std::string stored(std::string_view value, const ArraySlice& to) const = 0;
  // A statement that writes a value to elements in a row of an output.
  virtual std::string written(std::string_view value, const ArraySlice& to) const = 0;
};

class Dialect {
 public:
  virtual ~Dialect() = default;

  // The head of a function whose parameters are the kernel's arrays and, at a deeper level, what it says
  // about parameters that it does not use. `unused`: inputs that no statement reads; not known for parts.
  virtual void begin_function(std::string_view name, const Kernel& kernel, FunctionForm form,
                              const std::vector<std::string_view>& unused, IndentedWriter& out) const = 0;
  // The most statements of a function in one piece; a larger one is printed in parts.
  virtual std::size_t largest_function() const { return 1200; }
  // The name of a part of a function.
  virtual std::string part_name(std::string_view function, std::size_t part) const = 0;

  // A scalar that does not change, up to its value: "const double t0".
  virtual std::string constant(std::string_view name) const = 0;
  virtual std::string literal(double value) const = 0;
  // `function`: sqrt, sin or cos.
  virtual std::string call(std::string_view function, std::string_view operand) const = 0;
  // a where condition >= 0, else b
  virtual std::string choice(std::string_view condition, std::string_view a, std::string_view b) const;
  // Declares an array, without values or with the given ones.
  virtual std::string array(std::string_view name, std::size_t size) const = 0;
  virtual std::string constant_array(std::string_view name, std::string_view values) const = 0;
  // Writes the sines and cosines of `count` angles to two arrays. backward: the last ones are needed first.
  virtual std::string sines(std::size_t count, const ArraySlice& angles, const ArraySlice& s,
                            const ArraySlice& c, bool backward) const = 0;
  // An argument in the place of s or c, of kernels without angles.
  virtual std::string no_array() const = 0;
  // A statement that writes so many zeros in a row to an output; empty in a language that writes them one by
  // one.
  virtual std::string zeros(std::size_t, const ArraySlice&) const { return {}; }
  // Null in a language without lanes, in which no kernel with lanes is printed.
  virtual const LaneDialect* lanes() const { return nullptr; }
};

}  // namespace romas::codegen
