// The functions of a robot as Python has them: names and shapes of their arrays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel/code_model.h"

namespace romas::python {

// One configuration's part of an array.
struct Array {
  std::string name;
  int size = 0;
  std::vector<int> dims;  // row-major; their product is the size
  std::string shape;      // for people: "6, n_v"
};

struct Function {
  std::string name;
  const KernelFunction* row = nullptr;
  Subject subject = Subject::robot;
  int places = 0;  // links or frames, one after the other; 0: of the robot
  std::vector<Array> inputs, outputs;
  int closed_form = -1;  // the link whose inverse kinematics it solves
};

// In the order of the kernels.
std::vector<Function> functions_of(const CodeModel& code);

// The shape of an output of `size` numbers. The meaning of its function says which it is: "6 x n_v", "n_links
// x 12: row-major 3x4", "n_v x n_v each". An output that the meaning gives no shape, or one of another size,
// is a vector. `output`: its place among the outputs.
Array output_array(std::string_view name, int size, std::string_view meaning, std::size_t output,
                   const CodeModel& code);

}  // namespace romas::python
