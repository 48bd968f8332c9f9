// The kernel graph: what building simplifies, text form, verifier, evaluator and counts.
#include "ir/kernel/limbs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace romas {
namespace {

struct Inputs {
  KernelBuilder builder{"k"};
  Value x, y, z;
  Inputs() {
    builder.add_input("x", 3);
    x = builder.input(0, 0);
    y = builder.input(0, 1);
    z = builder.input(0, 2);
  }
};

TEST(KernelBuilder, equalValuesAreOneNode) {
  Inputs k;
  KernelBuilder& b = k.builder;
  EXPECT_EQ(b.add(k.x, k.y), b.add(k.y, k.x));
  EXPECT_EQ(b.mul(k.x, k.y), b.mul(k.y, k.x));
  EXPECT_NE(b.div(k.x, k.y), b.div(k.y, k.x));
  EXPECT_EQ(b.sub(k.x, k.y), b.neg(b.sub(k.y, k.x)));
  EXPECT_EQ(b.constant(0.0), b.constant(-0.0));
}

TEST(KernelBuilder, zerosAndOnesVanish) {
  Inputs k;
  KernelBuilder& b = k.builder;
  const Value zero = b.constant(0);
  const Value one = b.constant(1);
  EXPECT_EQ(b.add(k.x, zero), k.x);
  EXPECT_EQ(b.sub(k.x, zero), k.x);
  EXPECT_EQ(b.sub(zero, k.x), b.neg(k.x));
  EXPECT_EQ(b.mul(k.x, one), k.x);
  EXPECT_EQ(b.mul(k.x, b.constant(-1)), b.neg(k.x));
  EXPECT_EQ(b.mul(k.x, zero), zero);
  EXPECT_EQ(b.sub(k.x, k.x), zero);
  EXPECT_EQ(b.div(zero, k.x), zero);
  EXPECT_EQ(b.div(k.x, b.constant(4)), b.mul(k.x, b.constant(0.25)));
  EXPECT_EQ(b.select(one, k.x, k.y), k.x);
  EXPECT_EQ(b.select(b.constant(-1), k.x, k.y), k.y);
}

TEST(KernelBuilder, signsMoveOutwards) {
  Inputs k;
  KernelBuilder& b = k.builder;
  const Value minus = b.neg(k.x);
  EXPECT_EQ(b.neg(minus), k.x);
  EXPECT_EQ(b.mul(minus, k.y), b.neg(b.mul(k.x, k.y)));
  EXPECT_EQ(b.mul(minus, b.neg(k.y)), b.mul(k.x, k.y));
  EXPECT_EQ(b.mul(b.constant(-2), k.x), b.neg(b.mul(b.constant(2), k.x)));
  EXPECT_EQ(b.add(k.y, minus), b.sub(k.y, k.x));
  EXPECT_EQ(b.sub(k.y, minus), b.add(k.x, k.y));
  EXPECT_EQ(b.add(minus, b.neg(k.y)), b.neg(b.add(k.x, k.y)));
  EXPECT_EQ(b.sin(minus), b.neg(b.sin(k.x)));
  EXPECT_EQ(b.cos(minus), b.cos(k.x));
}

TEST(KernelBuilder, constantFactorsMeet) {
  Inputs k;
  KernelBuilder& b = k.builder;
  const Value twice = b.mul(b.constant(2), k.x);
  EXPECT_EQ(b.mul(b.constant(3), twice), b.mul(b.constant(6), k.x));
  EXPECT_EQ(b.mul(b.constant(0.5), twice), k.x);
  EXPECT_EQ(b.add(k.x, k.x), twice);
  EXPECT_EQ(b.sub(twice, k.x), k.x);
  const Value s = b.sin(k.x);
  const Value c = b.cos(k.x);
  EXPECT_EQ(b.add(b.mul(s, s), b.mul(c, c)), b.constant(1));
}

// Compilers evaluate the operands of an operator in different orders, which decides what is made first.
TEST(KernelBuilder, theOrderInWhichValuesAreMadeDoesNotMatter) {
  struct Maker {
    KernelBuilder& builder;
    bool right_first;
    Value make(std::mt19937::result_type seed, int depth) {
      std::mt19937 engine(seed);
      if (depth == 0)
        return engine() % 4 == 0 ? builder.constant(static_cast<double>(engine() % 5) - 2)
                                 : builder.input(0, static_cast<std::uint32_t>(engine() % 3));
      const auto op = engine() % 8;
      const std::array seeds = {engine() % 50, engine() % 50};
      std::array<Value, 2> operands;
      for (const std::size_t k :
           right_first ? std::array<std::size_t, 2>{1, 0} : std::array<std::size_t, 2>{0, 1})
        operands[k] = make(seeds[k], depth - 1);
      const auto& [a, b] = operands;
      if (op == 0) return builder.sin(a);
      if (op == 1) return builder.cos(b);
      return op < 4 ? builder.add(a, b) : op < 6 ? builder.sub(a, b) : builder.mul(a, b);
    }
  };
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    std::array<std::string, 2> printed;
    for (const bool right_first : {false, true}) {
      KernelBuilder builder("k");
      builder.add_input("x", 3);
      const Value value = Maker{builder, right_first}.make(seed, 7);
      builder.add_output("y", {value});
      printed[right_first ? 1 : 0] = print_kernel(builder.take());
    }
    ASSERT_EQ(printed[0], printed[1]) << "seed " << seed;
  }
}

// Random expressions: building may rewrite them, never change them.
TEST(KernelBuilder, rewritingKeepsValues) {
  std::mt19937 engine(7);
  for (int round = 0; round < 200; ++round) {
    Inputs k;
    KernelBuilder& b = k.builder;
    const std::vector<double> x = {0.7, -1.3, 2.1};
    std::vector<Value> values = {
        k.x, k.y, k.z, b.constant(0), b.constant(1), b.constant(-1), b.constant(0.5), b.constant(-3)};
    std::vector<double> numbers = {0.7, -1.3, 2.1, 0, 1, -1, 0.5, -3};
    for (int step = 0; step < 40; ++step) {
      const auto i = engine() % values.size();
      const auto j = engine() % values.size();
      const double u = numbers[i];
      const double w = numbers[j];
      switch (engine() % 6) {
        case 0: values.push_back(b.add(values[i], values[j])), numbers.push_back(u + w); break;
        case 1: values.push_back(b.sub(values[i], values[j])), numbers.push_back(u - w); break;
        case 2: values.push_back(b.mul(values[i], values[j])), numbers.push_back(u * w); break;
        case 3: values.push_back(b.neg(values[i])), numbers.push_back(-u); break;
        case 4: values.push_back(b.sin(values[i])), numbers.push_back(std::sin(u)); break;
        default: values.push_back(b.cos(values[i])), numbers.push_back(std::cos(u)); break;
      }
      if (std::abs(numbers.back()) > 100) values.pop_back(), numbers.pop_back();
    }
    b.add_output("out", values);
    EXPECT_EQ(verify_kernel(b.kernel()), "");
    const std::vector<double> found = evaluate_kernel(b.kernel(), {x});
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], numbers[i], 1e-10 * (1 + std::abs(numbers[i]))) << round;
  }
}

constexpr const char* kText = R"(kernel k(q[2], v[1]) -> (tau[2], e[1]) {
  %0 = sin q[0]
  %1 = mul 9.81, %0
  %2 = cos q[1]
  %3 = fma %1, %2, v[0]
  %4 = neg %3
  %5 = sqrt 2
  %6 = div %1, %5
  %7 = select v[0], %6, q[1]
  tau[0] = %4
  tau[1] = %7
  e[0] = 0.5
}
)";

TEST(KernelText, printsAndParses) {
  Kernel kernel;
  std::string error;
  ASSERT_TRUE(parse_kernel(kText, kernel, error)) << error;
  EXPECT_EQ(verify_kernel(kernel), "");
  EXPECT_EQ(print_kernel(kernel), kText);
  const std::vector<double> result = evaluate_kernel(kernel, {{0.4, 0.9}, {-2}});
  const double t = 9.81 * std::sin(0.4);
  ASSERT_EQ(result.size(), 3U);
  EXPECT_DOUBLE_EQ(result[0], -(t * std::cos(0.9) - 2));
  EXPECT_DOUBLE_EQ(result[1], 0.9);
  EXPECT_DOUBLE_EQ(result[2], 0.5);
  const OpCounts counts = count_operations(kernel);
  EXPECT_EQ(counts.total(), 4U);  // mul, fma as two, div
  EXPECT_EQ(counts[Op::neg], 1U);
}

TEST(KernelText, unusedNodesAreNotPrintedOrCounted) {
  KernelBuilder b("k");
  b.add_input("x", 1);
  const Value x = b.input(0, 0);
  b.mul(x, b.add(x, b.constant(1)));
  b.add_output("y", {b.sin(x)});
  EXPECT_EQ(print_kernel(b.kernel()), "kernel k(x[1]) -> (y[1]) {\n  %0 = sin x[0]\n  y[0] = %0\n}\n");
  EXPECT_EQ(count_operations(b.kernel()).total(), 0U);
}

constexpr std::string_view kLanes =
    "kernel k(x[4]) -> (y[2]) {\n"
    "  %0 = gather x[0], x[1]\n"
    "  %1 = gather 2, -3\n"
    "  %2 = fma %1, %0, x[2]\n"
    "  %3 = neg %2\n"
    "  %4 = lane %3, 1\n"
    "  %5 = sin %4\n"
    "  %6 = lane %2, 0\n"
    "  y[0] = %5\n"
    "  y[1] = %6\n"
    "}\n";

TEST(KernelText, lanesAreReadBack) {
  Kernel kernel;
  std::string error;
  ASSERT_TRUE(parse_kernel(kLanes, kernel, error)) << error;
  EXPECT_EQ(verify_kernel(kernel), "");
  EXPECT_EQ(print_kernel(kernel), kLanes);
  EXPECT_EQ(lane_counts(kernel), std::vector<std::size_t>{2});
  EXPECT_EQ(count_operations(kernel).total(), 2U);  // one on two lanes
  const std::vector<double> result = evaluate_kernel(kernel, {{0.5, 0.25, 7, 0}});
  ASSERT_EQ(result.size(), 2U);
  EXPECT_DOUBLE_EQ(result[0], std::sin(-(-3 * 0.25 + 7)));
  EXPECT_DOUBLE_EQ(result[1], 2 * 0.5 + 7);
}

TEST(KernelText, limbsAndLabelsAreReadBack) {
  constexpr std::string_view kLimbs =
      "joints q[12] v[10]\n"
      "limbs q(0 1,2,3,4 | 5 6,-,7,8) v(0 1,2,3 | - 4,5,6)\n"
      "limbs q(9 | 10 | 11) v(7 | 8 | 9)\n"
      "kernel k(q[12], v[10]) -> (y[1]) {\n"
      "  %0 = add q[0], v[9] ; force 2 of 4\n"
      "  %1 = mul %0, %0 ; torque_by_velocity 1 of base\n"
      "  y[0] = %1\n"
      "}\n";
  std::vector<KernelText> texts;
  KernelTextFault fault;
  ASSERT_TRUE(parse_kernel_texts(kLimbs, texts, fault)) << fault.message;
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(print_kernel_text(texts[0]), kLimbs);
  EXPECT_EQ(texts[0].limbs.groups[1].lanes(), 4U);
  EXPECT_EQ(texts[0].limbs.positions[7].place, kPlacesOfBody + 2);
  EXPECT_EQ(texts[0].kernel.nodes[2].label.quantity, ValueLabel::Quantity::force);
  const auto message_of = [](std::string_view text) {
    std::vector<KernelText> none;
    KernelTextFault found;
    EXPECT_FALSE(parse_kernel_texts(text, none, found));
    return concat(text.substr(found.begin, found.end - found.begin), ": ", found.message);
  };
  EXPECT_EQ(message_of("joints q[1] v[1]\nlimbs q(0 | 1) v(0 | 0)\n"),
            "1: '1' is not a variable; the joints have 1");
  EXPECT_EQ(message_of("joints q[2] v[2]\nlimbs q(0 | 1) v(0 | 0)\n"), "0: two limbs have the variable 0");
  EXPECT_EQ(message_of("joints q[2] v[2]\nlimbs q(0 | 1) v(0)\n"),
            "limbs q(0 | 1) v(0): a line has the variables of 2 to 4 limbs");
  EXPECT_EQ(message_of("joints q[2]\n"), "joints q[2]: expected 'joints q[SIZE] v[SIZE]'");
  EXPECT_EQ(message_of("kernel k(x[1], x[2]) -> (y[1]) {\n"), "x[2]: there are two arrays 'x'");
  EXPECT_EQ(message_of("kernel k(x[1000000], z[1]) -> (y[1]) {\n"),
            "z[1]: arrays of more than 1000000 elements");
}

TEST(KernelVerifier, findsLanesThatDoNotFit) {
  Kernel sound;
  std::string error;
  ASSERT_TRUE(parse_kernel(kLanes, sound, error)) << error;
  const auto fault = [&](Op op, const auto& change) {
    Kernel kernel = sound;
    for (Node& node : kernel.nodes)
      if (node.op == op) {
        change(node);
        break;
      }
    return verify_kernel(kernel);
  };
  const auto ends_with = [](const std::string& text, std::string_view end) { return text.ends_with(end); };
  EXPECT_PRED2(ends_with, fault(Op::lane, [](Node& node) { node.element = 2; }),
               "(lane) reads a lane that does not exist");
  EXPECT_PRED2(ends_with, fault(Op::fma, [](Node& node) { node.lanes = 1; }),
               "(fma) has another number of lanes than its operands");
  EXPECT_PRED2(ends_with,
               fault(Op::gather,
                     [](Node& node) {
                       node.lanes = 3;
                       node.operands[2] = node.operands[0];
                     }),
               "(gather) has a number of lanes that does not exist");
  EXPECT_PRED2(ends_with,
               fault(Op::sin,
                     [](Node& node) {
                       node.operands[0] = Value(node.operands[0].index() - 1);
                       node.lanes = 2;
                     }),
               "(sin) does not go through lanes");
  Kernel kernel = sound;
  kernel.outputs[0].elements[0] = sound.node(kernel.outputs[0].elements[0]).operands[0];
  EXPECT_EQ(verify_kernel(kernel), "");
  kernel.outputs[0].elements[0] = sound.node(kernel.outputs[0].elements[0]).operands[0];
  EXPECT_EQ(verify_kernel(kernel), "output 'y' has an element of several lanes");
}

TEST(KernelText, faultsAreNamed) {
  const auto fault = [](const char* text) {
    Kernel kernel;
    std::string error;
    EXPECT_FALSE(parse_kernel(text, kernel, error)) << text;
    return error;
  };
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = twist x[0]\n}"), "line 2: 'twist' is not an operation");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = add x[0]\n}"), "line 2: 'add' takes 2 operands");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = gather x[0]\n}"),
            "line 2: 'gather' takes 2 or 4 operands");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = lane x[0], 4\n}"),
            "line 2: 'lane' ends with the number of a lane");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = lane 1\n}"), "line 2: 'lane' takes 1 operands");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = sin x[1]\n}"),
            "line 2: 'x[1]' is not a number, input or earlier value");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  %0 = sin %0\n}"),
            "line 2: '%0' is not a number, input or earlier value");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  y[1] = x[0]\n}"), "line 2: 'y[1]' is not an output");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n}"), "line 2: output 'y' has an element without a value");
  EXPECT_EQ(fault("kernel k(x) -> (y[1]) {"), "line 1: 'x' is not NAME[SIZE]");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {"), "line 1: the kernel does not end with '}'");
  EXPECT_EQ(fault("kernel k(x[1]) -> (y[1]) {\n  y[0] = x[0]\n}\nkernel k(x[1]) -> (y[1]) {"),
            "line 4: there are two kernels 'k'");
  EXPECT_EQ(fault("robot {}"), "line 1: expected 'kernel NAME(INPUTS) -> (OUTPUTS) {'");
}

TEST(KernelVerifier, findsWhatIsBroken) {
  KernelBuilder b("k");
  b.add_input("x", 1);
  b.add_output("y", {b.sin(b.input(0, 0))});
  const Kernel sound = b.take();
  EXPECT_EQ(verify_kernel(sound), "");
  Kernel kernel = sound;
  kernel.nodes[1].operands[0] = Value(1);
  EXPECT_EQ(verify_kernel(kernel), "%1 (sin) uses a value that does not come before it");
  kernel = sound;
  kernel.nodes[0].element = 1;
  EXPECT_EQ(verify_kernel(kernel), "%0 reads outside of the inputs");
  kernel = sound;
  kernel.outputs[0].elements[0] = Value();
  EXPECT_EQ(verify_kernel(kernel), "output 'y' has an element without a value");
}

}  // namespace
}  // namespace romas
