// Sums and products put together anew: fewer operations, the same numbers but for rounding.
#include "passes/kernel/algebra/reassociate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace romas {
namespace {

Kernel parsed_kernel(const std::string& body, const std::string& outputs) {
  Kernel kernel;
  std::string error;
  EXPECT_TRUE(parse_kernel("kernel k(x[8]) -> (" + outputs + ") {\n" + body + "}\n", kernel, error)) << error;
  return kernel;
}

std::size_t operations(const Kernel& kernel) { return count_operations(kernel).total(); }

const std::vector<std::vector<double>> kInputs = {{0.5, -2, 3, 7, -0.25, 11, 0.125, 5}};

// Expects the same numbers; they are exact, since the inputs are short binary fractions.
void expect_same_numbers(const Kernel& a, const Kernel& b) {
  EXPECT_EQ(evaluate_kernel(a, kInputs), evaluate_kernel(b, kInputs));
}

TEST(Reassociate, sumsShareTermsThatStandApart) {
  const Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[1]\n%1 = add %0, x[2]\n%2 = add x[0], x[3]\n%3 = add %2, x[2]\ny[0] = %1\ny[1] = "
      "%3\n",
      "y[2]");
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(kernel), 4U);
  EXPECT_EQ(operations(result), 3U);
  expect_same_numbers(kernel, result);
}

TEST(Reassociate, signsTurnAsAWhole) {
  // x0 - x2 stands in the first sum, and x2 - x0 in the second one.
  const Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[1]\n%1 = sub %0, x[2]\n%2 = add x[2], x[3]\n%3 = sub %2, x[0]\ny[0] = %1\ny[1] = "
      "%3\n",
      "y[2]");
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(result), 3U);
  expect_same_numbers(kernel, result);
}

TEST(Reassociate, termsWhoseSignsDifferAreNotShared) {
  // x0 + x2, and x0 - x2.
  const Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[1]\n%1 = add %0, x[2]\n%2 = add x[0], x[3]\n%3 = sub %2, x[2]\ny[0] = %1\ny[1] = "
      "%3\n",
      "y[2]");
  EXPECT_EQ(print_kernel(reassociated(kernel)), print_kernel(kernel));
}

TEST(Reassociate, whatMostSumsHaveIsSharedFirst) {
  // x0 + x1 stands in three sums, x1 + x2 in two of them.
  const Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[3]\n%1 = add %0, x[1]\n%2 = add x[0], x[2]\n%3 = add %2, x[1]\n%4 = add x[2], x[0]\n"
      "%5 = add %4, x[4]\n%6 = add %5, x[1]\ny[0] = %1\ny[1] = %3\ny[2] = %6\n",
      "y[3]");
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(result), 4U);
  expect_same_numbers(kernel, result);
}

TEST(Reassociate, factorsLeaveLongSums) {
  // x0 x1 + x2 x3 + x0 x4 - x0 x5
  const Kernel kernel = parsed_kernel(
      "%0 = mul x[0], x[1]\n%1 = mul x[2], x[3]\n%2 = add %0, %1\n%3 = mul x[0], x[4]\n%4 = add %2, %3\n%5 = "
      "mul "
      "x[5], x[0]\n%6 = sub %4, %5\ny[0] = %6\n",
      "y[1]");
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(kernel), 7U);
  EXPECT_EQ(operations(result), 5U);
  expect_same_numbers(kernel, result);
}

TEST(Reassociate, productsShareFactors) {
  const Kernel kernel = parsed_kernel(
      "%0 = mul x[0], x[1]\n%1 = mul %0, x[2]\n%2 = mul x[0], x[3]\n%3 = mul %2, x[2]\n%4 = neg %3\ny[0] = "
      "%1\ny[1] = %4\n",
      "y[2]");
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(result), 3U);
  expect_same_numbers(kernel, result);
}

TEST(Reassociate, sumsThatOthersReadStay) {
  // The sum %0 is an output, so that taking it apart would add an operation.
  const Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[1]\n%1 = add %0, x[2]\n%2 = add x[0], x[2]\n%3 = mul %2, x[3]\ny[0] = %0\ny[1] = "
      "%1\ny[2] = %3\n",
      "y[3]");
  EXPECT_EQ(operations(reassociated(kernel)), operations(kernel));
}

TEST(Reassociate, namedValuesKeepTheirNames) {
  Kernel kernel = parsed_kernel(
      "%0 = add x[0], x[1]\n%1 = add %0, x[2]\n%2 = add x[0], x[3]\n%3 = add %2, x[2]\ny[0] = %1\ny[1] = "
      "%3\n",
      "y[2]");
  for (Node& node : kernel.nodes)
    if (node.op == Op::add) node.label = {ValueLabel::Quantity::force, 1, 2};
  const Kernel result = reassociated(kernel);
  EXPECT_EQ(operations(result), operations(kernel));
  EXPECT_EQ(print_kernel(result), print_kernel(kernel));
}

// A random kernel of sums and products, in which values are used several times.
Kernel random_kernel(std::mt19937& random) {
  KernelBuilder builder("k");
  const std::uint32_t x = builder.add_input("x", 8);
  std::vector<Value> values;
  for (std::uint32_t i = 0; i < 8; ++i) values.push_back(builder.input(x, i));
  const auto any = [&](std::size_t among) {
    const std::size_t first = values.size() - std::min(among, values.size());
    return values[first + random() % (values.size() - first)];
  };
  const auto length = 20 + random() % 60;
  while (values.size() < length) {
    const Value a = any(10);
    const Value b = any(values.size());
    const auto kind = random() % 8;
    values.push_back(kind < 3   ? builder.add(a, b)
                     : kind < 5 ? builder.sub(a, b)
                     : kind < 7 ? builder.mul(a, b)
                                : builder.neg(builder.mul(a, builder.constant(0.5))));
  }
  builder.add_output("y", {values.end() - 6, values.end()});
  return builder.take();
}

TEST(Reassociate, randomKernelsKeepTheirNumbers) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0.1, 1.5);
  int shorter = 0;
  for (int k = 0; k < 3000; ++k) {
    const Kernel kernel = random_kernel(random);
    std::vector<double> inputs;
    for (int i = 0; i < 8; ++i) inputs.push_back(number(random));
    const std::vector<double> wanted = evaluate_kernel(kernel, {inputs});
    double largest = 1;
    for (const Node& node : kernel.nodes)
      if (node.op == Op::constant) largest = std::max(largest, std::abs(node.constant));
    // The values between bound how much rounding can show.
    Kernel all = kernel;
    all.outputs.front().elements.clear();
    for (std::size_t i = 0; i < all.nodes.size(); ++i) all.outputs.front().elements.emplace_back(i);
    for (const double value : evaluate_kernel(all, {inputs})) largest = std::max(largest, std::abs(value));
    for (const auto& pass : {reassociated, balanced}) {
      const Kernel result = pass(kernel);
      ASSERT_EQ(verify_kernel(result), "");
      ASSERT_LE(operations(result), operations(kernel));
      const std::vector<double> found = evaluate_kernel(result, {inputs});
      ASSERT_EQ(found.size(), wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i)
        ASSERT_NEAR(found[i], wanted[i], 1e-12 * largest * largest) << k << '\n' << print_kernel(kernel);
      ASSERT_EQ(print_kernel(pass(kernel)), print_kernel(result)) << "not the same twice";
    }
    if (operations(reassociated(kernel)) < operations(kernel)) ++shorter;
  }
  EXPECT_GT(shorter, 300);
}

TEST(Reassociate, longSumsTakeNoTime) {
  KernelBuilder builder("k");
  const std::uint32_t x = builder.add_input("x", 4000);
  std::vector<Value> sums;
  for (int s = 0; s < 3; ++s) {
    Value sum = builder.input(x, static_cast<std::uint32_t>(s));
    for (std::uint32_t i = 3; i < 4000; ++i) sum = builder.add(sum, builder.input(x, i));
    sums.push_back(sum);
  }
  builder.add_output("y", sums);
  const Kernel kernel = builder.take();
  EXPECT_LE(operations(reassociated(kernel)), operations(kernel));
}

TEST(Balance, whatIsKnownLastIsAddedLast) {
  // ((x1 x2 x3 x3 + x4) + x5) + x6: three sums wait for the product.
  const Kernel kernel = parsed_kernel(
      "%0 = mul x[1], x[2]\n%1 = mul %0, x[3]\n%2 = mul %1, x[3]\n%3 = add %2, x[4]\n%4 = add %3, x[5]\n%5 = "
      "add "
      "%4, x[6]\ny[0] = %5\n",
      "y[1]");
  const Kernel result = balanced(kernel);
  EXPECT_EQ(operations(result), operations(kernel));
  expect_same_numbers(kernel, result);
  // The last sum takes the product.
  const Node& last = result.node(result.outputs[0].elements[0]);
  ASSERT_EQ(last.op, Op::add);
  EXPECT_TRUE(result.node(last.operands[0]).op == Op::mul || result.node(last.operands[1]).op == Op::mul);
}

}  // namespace
}  // namespace romas
