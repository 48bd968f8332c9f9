// A kernel: the arithmetic of one generated function, as a directed acyclic graph of scalar operations
// between named input and output arrays. KernelBuilder makes equal values one node and simplifies while it
// builds.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

enum class Op : std::uint8_t {
  input,     // an element of an input array
  constant,  // a double
  add,
  sub,
  mul,
  div,
  neg,
  fma,  // a * b + c, rounded once where the machine can
  sqrt,
  sin,
  cos,
  select,  // a >= 0 ? b : c
  gather,  // several numbers side by side, a lane each
  lane,    // one number of several
};
constexpr int kOpCount = 14;
std::string_view op_name(Op op);

// A node of a kernel, by index.
class Value {
 public:
  constexpr Value() = default;
  constexpr explicit Value(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}
  constexpr bool valid() const { return index_ != kNone; }
  constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(Value, Value) = default;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::uint32_t index_ = kNone;
};

// The meaning of a value, for readers of printed code: a component of a quantity at a joint. It does not
// influence results.
struct ValueLabel {
  enum class Quantity : std::uint8_t {
    none,
    angular_velocity,
    angular_acceleration,
    acceleration,  // of the frame's origin
    force,
    moment,
    mass_moment,         // first moments of the joint's subtree
    second_mass_moment,  // second moments
    axis,                // of the joint's frame, in {W}; components by columns
    origin,              // of the joint's frame, in {W}
    torque_by_position,  // element of a matrix: how a torque changes with q; joint and component: row and
                         // column
    torque_by_velocity,  // with v
  };
  Quantity quantity = Quantity::none;
  std::uint16_t component = 0;  // x y z, or xx xy xz yx yy …
  std::uint16_t joint = 0;      // index of the joint; kBase: the floating base
  static constexpr std::uint16_t kBase = 0xffff;
  static constexpr int kQuantityCount = 12;
};
std::string_view quantity_name(ValueLabel::Quantity quantity);

// Lanes go through additions, subtractions, multiplications, divisions and negations together. A number among
// their operands counts for each lane.
constexpr std::size_t kMostLanes = 4;

struct Node {
  Op op = Op::constant;
  std::uint8_t lanes = 1;           // numbers that it stands for: 1, 2 or 4
  std::array<Value, 4> operands{};  // the first operand_count(node)
  std::uint32_t array = 0;          // of an input: which array, and which element of it
  std::uint32_t element = 0;        // of `lane`: which one
  ValueLabel label;
  double constant = 0;
};

int operand_count(const Node& node);

struct KernelArray {
  std::string name;
  std::uint32_t size = 0;
};

struct OutputArray {
  std::string name;
  std::vector<Value> elements;
};

// Numbers of the operations that the outputs of a kernel depend on; one on several lanes counts once.
struct OpCounts {
  std::array<std::size_t, kOpCount> by_op{};
  std::size_t operator[](Op op) const { return by_op[static_cast<std::size_t>(op)]; }
  // Additions, subtractions, multiplications and divisions; a fused multiply-add is two. Negation, sine and
  // cosine are not counted.
  std::size_t total() const;
  std::size_t multiplications() const;  // and divisions
  std::size_t additions() const;        // and subtractions
};

struct Kernel {
  std::string name;
  std::vector<KernelArray> inputs;
  std::vector<Node> nodes;  // operands stand before their users
  std::vector<OutputArray> outputs;

  const Node& node(Value value) const { return nodes[value.index()]; }
};

OpCounts count_operations(const Kernel& kernel);
// The kernel without unused nodes. Each node stands right before the first user of it; `first` and then the
// outputs are needed, in this order. Among the operands of a node, the one with the greatest weight (by node)
// comes first.
Kernel in_order_of_need(const Kernel& kernel, const std::vector<Value>& first,
                        const std::vector<int>& weights = {});
// By node: how many operands and outputs refer to it, counting only nodes that an output needs.
std::vector<std::uint32_t> count_uses(const Kernel& kernel);

// The numbers of lanes above one that its values have, in order: of 2 and 4. Empty for kernels of numbers.
std::vector<std::size_t> lane_counts(const Kernel& kernel);

// Checks a kernel and returns the fault: operands after their users, missing operands, inputs or outputs
// outside of their arrays, lanes that do not fit. Empty if the kernel is valid.
std::string verify_kernel(const Kernel& kernel);

// The outputs, one after another, for inputs given one after another. For tests and constant folding; throws
// nothing.
std::vector<double> evaluate_kernel(const Kernel& kernel, const std::vector<std::vector<double>>& inputs);

// One line a node, constants and inputs inside of the lines that use them. parse_kernel(print_kernel(k)) is k
// without unused nodes. limbs.h has texts of several kernels.
std::string print_kernel(const Kernel& kernel);
// Reads one kernel. Returns false and says what is wrong, with its line.
bool parse_kernel(std::string_view text, Kernel& kernel, std::string& error);

// Adds nodes to a kernel. Equal values become one node (hash-consing), constants are folded, and operations
// with 0, 1 and -1 are simplified. Signs move outwards, so that x - y and y - x, k x and -k x, sin(x) and
// sin(-x) share nodes.
class KernelBuilder {
 public:
  explicit KernelBuilder(std::string name) { kernel_.name = std::move(name); }

  // Declares an array and returns its index.
  std::uint32_t add_input(std::string name, std::uint32_t size);
  void add_output(std::string name, std::vector<Value> elements);

  Value input(std::uint32_t array, std::uint32_t element);
  Value constant(double value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value neg(Value a);
  Value fma(Value a, Value b, Value c);
  Value sqrt(Value a);
  Value sin(Value a);
  Value cos(Value a);
  Value select(Value condition, Value not_negative, Value negative);
  // Says what a value is, unless it is known already; constants, inputs, negated values, sines and cosines
  // need no name.
  void label(Value value, ValueLabel label);
  // The operation on these operands, simplified as by the function above.
  Value make(Op op, const std::array<Value, 4>& operands);

  bool is_constant(Value value, double& constant) const;
  const Node& node(Value value) const { return kernel_.node(value); }
  const Kernel& kernel() const { return kernel_; }
  // The kernel without unused nodes. Its nodes stand in the order in which values with a label and then the
  // outputs need them, whatever the order in which they were made.
  Kernel take() const;
  // The kernel as it is, for those who only count.
  Kernel as_made() { return std::move(kernel_); }

 private:
  // The order of the operands of sums, differences and products: sines, cosines and constants come last; of
  // the others the highest above the inputs comes first, then the one that needs later inputs. The order
  // depends on the content alone. Therefore all compilers of romasc make the same kernel, whatever the order
  // in which they evaluate operands, and equal limbs are ordered equally.
  struct Rank {
    enum class Place : std::uint8_t { first, sine, cosine, constant } place = Place::first;
    std::uint32_t height = 0;
    std::uint64_t first_input = ~std::uint64_t{0};  // array and element
    std::uint64_t last_input = 0;
  };
  Rank rank_of(const Node& node) const;
  std::strong_ordering compare(Value a, Value b) const;
  Value intern(const Node& node);
  Value intern(Op op, Value a, Value b = {}, Value c = {});
  // Strips a negation; returns true if there was one.
  bool strip_sign(Value& value) const;
  // value = factor * rest
  double split_factor(Value value, Value& rest) const;
  bool is_square_of(Value value, Op trigonometric, Value& angle) const;

  Kernel kernel_;
  std::vector<Rank> ranks_;      // by node
  std::vector<Value> labelled_;  // in the order in which they got their labels
  // Open addressing: indices of nodes + 1, 0 where free. Searching frames builds thousands of kernels.
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024);
  void grow();
};

}  // namespace romas
