// Shapes of arrays follow from what the rows of functions.def say, and every row says one that is right.
#include "backends/python/python_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "backends/python/python_names.h"
#include "passes/kernel/lowering/make_code_model.h"
#include "support/text/text.h"
#include "test/language.h"

namespace romas::python {
namespace {

using testing::ElementsAre;

constexpr std::string_view kOneJoint = R"(robot one {
  link base { mass 1 kg; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link arm { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  frame tip on arm;
  joint hinge : revolute base -> arm { axis y; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }
  loop_joint held : fixed { link1 base; link2 arm; }
  thrust push { parent arm; at xyz(0.1 m, 0, 0); direction (0, 0, 1); scale_factor 1 N; }
})";
constexpr std::string_view kTwoJoints = R"(robot two {
  link base { mass 1 kg; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link arm { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link hand { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  frame tip on hand;
  joint hinge : revolute base -> arm { axis y; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; }
  joint wrist : ball arm -> hand;
  loop_joint held : fixed { link1 base; link2 hand; }
  thrust push { parent arm; at xyz(0.1 m, 0, 0); direction (0, 0, 1); scale_factor 1 N; }
})";

// Its loop moves in a plane, so that joints follow from others.
constexpr std::string_view kFourBar = R"(robot bars {
  link base { mass 1 kg; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link crank { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link coupler { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  link rocker { mass 1 kg; com (0.1, 0, 0) m; inertia (0.1, 0.1, 0.1) kg*m^2; }
  frame tip on coupler;
  joint turn : continuous base -> crank { axis z; limit effort 1 N*m velocity 1 rad/s; }
  joint knee : continuous crank -> coupler { at xyz(0.2 m, 0, 0); axis z; }
  joint rock : continuous base -> rocker { at xyz(0.3 m, 0, 0); axis z; }
  loop_joint pin : continuous { link1 coupler at xyz(0.15 m, 0, 0); link2 rocker at xyz(0.15 m, 0, 0); axis z; }
  thrust push { parent coupler; at xyz(0.1 m, 0, 0); direction (0, 0, 1); scale_factor 1 N; }
})";

// Whether a robot has this function.
bool has(std::string_view robot, const KernelFunction& function) {
  return function.kind != KernelKind::independent || robot == kFourBar;
}

CodeModel code_of(std::string_view text) {
  test::LanguageParse parse{std::string(text)};
  EXPECT_TRUE(parse.messages().empty()) << parse.messages().front();
  const Model& model = parse.result.models.front();
  CodeOptions options;
  for (const KernelFunction& function : kernel_functions())
    if (has(text, function) && !options.names(function.kind)) options.kernels.push_back(function.kind);
  for (const KernelFunction& function : kernel_functions())
    if (has(text, function) && !function.of_place)
      for (const std::string_view input : split(function.inputs, ' '))
        options.derivatives.push_back({std::string(function.name), std::string(input)});
  DiagnosticEngine diagnostics;
  CodeModelContext context{diagnostics};
  auto code = make_code_model(model, options, context);
  EXPECT_TRUE(code);
  return code ? std::move(*code) : CodeModel();
}

const Function& function(const std::vector<Function>& all, std::string_view name) {
  static const Function none;
  for (const Function& each : all)
    if (each.name == name) return each;
  ADD_FAILURE() << name;
  return none;
}

// Each function of the table that a robot has, with one joint, where many sizes are equal, and with several.
TEST(PythonFunctions, everyRowHasShapes) {
  for (const std::string_view text : {kOneJoint, kTwoJoints, kFourBar}) {
    const CodeModel code = code_of(text);
    const std::vector<Function> functions = functions_of(code);
    for (const KernelFunction& row : kernel_functions()) {
      if (!has(text, row)) continue;
      const Function& found = function(functions, row.name);
      EXPECT_EQ(found.inputs.size(), split(row.inputs, ' ').size()) << row.name;
      EXPECT_EQ(found.outputs.size(), split(row.outputs, ' ').size()) << row.name;
      EXPECT_EQ(found.places, row.of_place ? static_cast<int>(code.dynamics.links.size()) : 0) << row.name;
    }
    for (const Function& each : functions)
      for (const std::vector<Array>& arrays : {each.inputs, each.outputs})
        for (const Array& array : arrays) {
          EXPECT_EQ(std::accumulate(array.dims.begin(), array.dims.end(), 1, std::multiplies<>()), array.size)
              << each.name << " " << array.name;
          EXPECT_LE(array.dims.size(), 3U) << each.name;
        }
    // A first output of which the row says "ROWS x COLUMNS" is no vector.
    for (const Function& each : functions)
      if (each.row->meaning.find(" x ") != std::string_view::npos) {
        EXPECT_GE(each.outputs.front().dims.size(), 2U) << each.name;
      }
  }
}

TEST(PythonFunctions, shapesAreThoseOfTheMeaning) {
  const CodeModel code = code_of(kOneJoint);
  const std::vector<Function> functions = functions_of(code);
  EXPECT_THAT(function(functions, "forward_kinematics").outputs[0].dims, ElementsAre(2, 3, 4));
  EXPECT_EQ(function(functions, "forward_kinematics").outputs[0].shape, "n_links, 3, 4");
  EXPECT_THAT(function(functions, "frame_pose").outputs[0].dims, ElementsAre(3, 4));
  EXPECT_THAT(function(functions, "mass_matrix").outputs[0].dims, ElementsAre(1, 1));
  EXPECT_THAT(function(functions, "jacobian").outputs[0].dims, ElementsAre(6, 1));
  EXPECT_THAT(function(functions, "energy").outputs[0].dims, ElementsAre(2));
  EXPECT_THAT(function(functions, "inverse_dynamics").outputs[0].dims, ElementsAre(1));
  EXPECT_EQ(function(functions, "inverse_dynamics").outputs[0].shape, "n_v");
  // The momentum has as many numbers as A, with one joint; it is a vector all the same.
  EXPECT_THAT(function(functions, "centroidal_momentum").outputs[0].dims, ElementsAre(6, 1));
  EXPECT_THAT(function(functions, "centroidal_momentum").outputs[1].dims, ElementsAre(6));
  EXPECT_THAT(function(functions, "forward_dynamics_derivatives").outputs[2].dims, ElementsAre(1, 1));
  EXPECT_THAT(function(functions, "forward_kinematics_by_q").outputs[0].dims, ElementsAre(24, 1));
  EXPECT_EQ(function(functions, "frame_jacobian").places, 1);
}

TEST(PythonFunctions, newRowsNeedNoMore) {
  const CodeModel code = code_of(kTwoJoints);
  const auto dims = [&](int size, std::string_view meaning, std::size_t output = 0) {
    return output_array("x", size, meaning, output, code).dims;
  };
  EXPECT_THAT(dims(96, "6 x n_v x n_v: second derivatives"), ElementsAre(6, 4, 4));
  EXPECT_THAT(dims(60, "6 x n_v x n_v, the symmetric part once"), ElementsAre(60));  // not what it says
  EXPECT_THAT(dims(28, "n_v x n_base, row-major: tau = Y p"), ElementsAre(4, 7));    // the unknown follows
  EXPECT_THAT(dims(27, "n_v x n_base, row-major: tau = Y p"), ElementsAre(27));
  EXPECT_THAT(dims(16, "n_v x n_v each: A and B", 1), ElementsAre(4, 4));
  EXPECT_THAT(dims(8, "n_v x n_v, and n_v x 2", 1), ElementsAre(4, 2));
  EXPECT_THAT(dims(4, "n_v x n_v, and a vector", 1), ElementsAre(4));
  EXPECT_THAT(dims(5, ""), ElementsAre(5));
}

TEST(PythonNames, membersAreNoneThatPythonKeeps) {
  EXPECT_THAT(member_names({"hand", "None", "lambda", "mro", "name", "upper arm"}),
              ElementsAre("hand", "None_", "lambda_", "mro_", "name_", "upper_arm"));
  EXPECT_THAT(member_names({"mro", "mro_", "_tool_", "_tool", "x_tool_"}),
              ElementsAre("mro_2", "mro_", "x_tool_2", "_tool", "x_tool_"));
}

TEST(PythonNames, packagesStandInFrontOfNothing) {
  EXPECT_EQ(package_name("panda"), "panda");
  EXPECT_EQ(package_name("numpy"), "numpy_");
  EXPECT_EQ(package_name("lambda"), "lambda_");
  EXPECT_EQ(package_name("src"), "src_");
}

}  // namespace
}  // namespace romas::python
