// The passes on kernels.
#include "passes/kernel/algebra/simplify.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

Kernel parsed(const std::string& body, const std::string& outputs = "y[1]") {
  Kernel kernel;
  std::string error;
  EXPECT_TRUE(parse_kernel("kernel k(x[4]) -> (" + outputs + ") {\n" + body + "}\n", kernel, error)) << error;
  return kernel;
}

std::string body_of(const Kernel& kernel) {
  const std::string text = print_kernel(kernel);
  const std::size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.size() - begin - 2);
}

TEST(SimplifyKernel, commonFactorsLeaveSums) {
  const Kernel kernel = parsed("%0 = mul x[0], x[1]\n%1 = mul x[2], x[0]\n%2 = sub %0, %1\ny[0] = %2\n");
  EXPECT_EQ(body_of(simplified(kernel)),
            "  %0 = sub x[2], x[1]\n  %1 = mul %0, x[0]\n  %2 = neg %1\n  y[0] = %2\n");
}

TEST(SimplifyKernel, productsUsedElsewhereStay) {
  const Kernel kernel =
      parsed("%0 = mul x[0], x[1]\n%1 = mul x[0], x[2]\n%2 = add %0, %1\ny[0] = %2\ny[1] = %0\n", "y[2]");
  EXPECT_EQ(count_operations(simplified(kernel)).total(), 3U);
}

TEST(SimplifyKernel, foldsAndMergesAnew) {
  const Kernel kernel = parsed(
      "%0 = add x[0], x[1]\n%1 = add x[1], x[0]\n%2 = sub %0, %1\n%3 = add %2, 2\n%4 = mul %3, x[2]\ny[0] = "
      "%4\n");
  EXPECT_EQ(body_of(simplified(kernel)), "  %0 = mul 2, x[2]\n  y[0] = %0\n");
}

TEST(FuseOperations, takesProductsThatOneSumUses) {
  const Kernel kernel = parsed(
      "%0 = mul x[0], x[1]\n%1 = add %0, x[2]\n%2 = mul x[1], x[2]\n%3 = sub x[3], %2\n%4 = mul %1, %3\ny[0] "
      "= %4\ny[1] = %2\n",
      "y[2]");
  const Kernel fused = with_fused_operations(kernel);
  const OpCounts counts = count_operations(fused);
  EXPECT_EQ(counts[Op::fma], 1U);  // %2 is also an output
  EXPECT_EQ(counts.total(), count_operations(kernel).total());
  const std::vector<std::vector<double>> inputs = {{0.5, -2, 3, 7}};
  EXPECT_EQ(evaluate_kernel(fused, inputs), evaluate_kernel(kernel, inputs));
}

TEST(FuseOperations, differencesKeepTheirSign) {
  for (const char* sub : {"sub %0, x[2]", "sub x[2], %0", "add %0, x[2]"}) {
    const Kernel kernel = parsed(std::string("%0 = mul x[0], x[1]\n%1 = ") + sub + "\ny[0] = %1\n");
    const Kernel fused = with_fused_operations(kernel);
    EXPECT_EQ(count_operations(fused)[Op::fma], 1U) << sub;
    const std::vector<std::vector<double>> inputs = {{0.5, -2, 3, 7}};
    EXPECT_EQ(evaluate_kernel(fused, inputs), evaluate_kernel(kernel, inputs)) << sub;
  }
}

TEST(ScheduleKernel, computesShortlyBeforeUse) {
  // Both sums first would keep two values waiting.
  const Kernel kernel = parsed(
      "%0 = mul x[0], x[1]\n%1 = mul x[2], x[3]\n%2 = sin %0\n%3 = sin %1\ny[0] = %2\ny[1] = %3\n", "y[2]");
  EXPECT_EQ(body_of(scheduled(kernel)),
            "  %0 = mul x[0], x[1]\n  %1 = sin %0\n  %2 = mul x[2], x[3]\n  %3 = sin %2\n  y[0] = %1\n  y[1] "
            "= %3\n");
  EXPECT_EQ(verify_kernel(scheduled(kernel)), "");
}

// The label of a value stays known through all passes, and goes to the printed code.
TEST(Labels, stayWithTheirValues) {
  using Quantity = ValueLabel::Quantity;
  KernelBuilder builder("k");
  builder.add_input("x", 4);
  const auto x = [&](std::uint32_t k) { return builder.input(0, k); };
  const Value factored = builder.add(builder.mul(x(0), x(1)), builder.mul(x(0), x(2)));
  const Value fused = builder.add(builder.mul(factored, x(3)), x(1));
  builder.label(factored, {Quantity::force, 1, 7});
  builder.label(fused, {Quantity::moment, 2, 7});
  builder.label(fused, {Quantity::force, 0, 3});  // known already
  builder.label(x(1), {Quantity::force, 0, 4});   // has a name
  builder.label(builder.neg(fused), {Quantity::force, 0, 5});
  builder.add_output("y", {fused, builder.neg(fused)});
  const Kernel kernel = scheduled(with_fused_operations(simplified(builder.take())));
  std::vector<std::pair<Quantity, int>> found;
  for (const Node& node : kernel.nodes)
    if (node.label.quantity != Quantity::none) {
      EXPECT_EQ(node.label.joint, 7);
      found.emplace_back(node.label.quantity, node.label.component);
      EXPECT_EQ(node.op, node.label.quantity == Quantity::force ? Op::mul : Op::fma);
    }
  EXPECT_EQ(found, (std::vector<std::pair<Quantity, int>>{{Quantity::force, 1}, {Quantity::moment, 2}}));
}

}  // namespace
}  // namespace romas
