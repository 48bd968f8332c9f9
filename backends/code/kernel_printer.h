// The functions of a kernel in a language whose statements are those of C.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/code/dialect.h"
#include "ir/kernel/kernel.h"
#include "support/text/indented_writer.h"
#include "support/text/text.h"

namespace romas::codegen {

class KernelPrinter {
 public:
  // `joints`: an identifier for each joint, by its index, of which values' names are made.
  KernelPrinter(const Kernel& kernel, const std::vector<std::string>& joints, const Dialect& dialect,
                IndentedWriter& writer)
      : kernel_(kernel),
        dialect_(dialect),
        joints_(joints),
        out_(writer),
        uses_(count_uses(kernel)),
        names_(kernel.nodes.size()),
        outputs_(place_outputs()) {}
  // The function `name`, its parameters named as the kernel's arrays. A very large kernel is split into
  // parts, which pass values on through an array, because compilers take more than linear time for a
  // function. Outputs are written as early as possible, which frees registers. Element k of an output is
  // written after the last read of element k of inputs of the same length, because these arrays may be the
  // same.
  void print(std::string_view name);

 private:
  void begin(std::string_view name, FunctionForm form);
  void print_whole(std::string_view name);

  // The parts of a kernel, by node: the part that computes it (counted from 1), and the last that needs it.
  // Angles belong to the function that calls the parts.
  struct Parts {
    std::size_t count = 0;
    std::vector<std::size_t> part, last;
  };
  // Elements of the array w, through which parts pass values to later parts.
  struct HandedOn {
    std::size_t count = 0;
    std::vector<std::pair<std::string, std::string>> kept;  // place in w, name in the caller
    // Takes a place for that many numbers.
    ArraySlice next_place(std::size_t numbers) {
      count += numbers;
      return {"w", count - numbers};
    }
  };
  void print_parts(std::string_view name, const std::vector<std::uint32_t>& statements);
  Parts plan_parts(const std::vector<std::uint32_t>& statements) const;
  // Takes over the values that the caller computes before it calls the parts.
  HandedOn take_names(const KernelPrinter& caller);
  void print_part(std::string_view name, std::size_t p, const std::vector<std::uint32_t>& statements,
                  const Parts& parts, HandedOn& handed);
  // `before`: its code in front of the calls; empty if the kernel has no angles.
  void print_caller(std::string_view name, std::string_view before, std::size_t parts,
                    const HandedOn& handed);

  std::vector<std::uint32_t> statements() const;
  // Elements of outputs by the node after whose statement they are written, plus one; first those that are
  // known when the angles are.
  struct OutputElement {
    std::size_t array;
    std::size_t element;
  };
  std::vector<std::vector<OutputElement>> place_outputs() const;
  // Moves zeros in a row that are known from the start to places all over the function.
  void spread_zeros(std::vector<std::vector<OutputElement>>& places) const;
  void print_outputs(std::size_t place);
  // How many of these elements from `begin` on are zeros that follow each other in their array, at most as
  // many as one statement writes.
  std::size_t zeros_from(const std::vector<OutputElement>& elements, std::size_t begin) const;
  static constexpr std::uint32_t kNoValue = 0xffffffff;
  std::uint32_t lanes_from(const std::vector<OutputElement>& elements, std::size_t begin) const;
  // The node behind all negations and lanes, which are printed inside of their users.
  std::uint32_t stem(Value value) const;
  std::vector<std::string_view> unused_arrays() const;

  // Angles by node; plain elements of q in their order, and those that are computed.
  struct Angles {
    std::vector<std::uint32_t> plain, computed;
  };
  Angles find_angles() const;
  // Prints the sines and cosines of all angles that the kernel needs; angles adjacent in q are computed
  // together.
  void print_angles();
  void print_plain_angles(const std::vector<std::uint32_t>& plain);
  void print_computed_angles(const Angles& angles);
  // Whether more pairs of these angles are needed in descending than in ascending order.
  bool falling(const std::vector<std::size_t>& first_uses) const;
  std::vector<std::size_t> first_uses(const std::vector<std::uint32_t>& angles) const;
  // Whether it is printed inside of its users, or computed before everything else.
  bool is_leaf(const Node& node) const;
  bool has_constants(const Node& gather) const;
  std::string gathered(const Node& node) const;
  void print_statement(std::size_t node);
  std::string expression(const Node& node) const;
  std::string operand(Value value) const;
  // The name that a label gives; a numbered name if there is none or it is taken.
  std::string name_for(const ValueLabel& label);
  bool negated(Value value, Value& of) const;

  const Kernel& kernel_;
  const Dialect& dialect_;
  const std::vector<std::string>& joints_;
  IndentedWriter& out_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::string> names_;
  std::vector<std::vector<OutputElement>> outputs_;
  std::set<std::string, std::less<>> taken_;
  std::size_t next_ = 0;
};

}  // namespace romas::codegen
