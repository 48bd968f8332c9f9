// Names of generated C: no two are equal, and each says what it is.
#include "backends/c/symbols.h"

#include <gtest/gtest.h>

#include <set>

namespace romas::c {
namespace {

CodeModel code_called(std::string name, std::string namespaces = "") {
  CodeModel code;
  code.options.name = std::move(name);
  code.options.namespaces = std::move(namespaces);
  return code;
}

// All names at file scope.
std::vector<std::string> all_names(const Symbols& symbols, const codegen::RobotIdentifiers& identifiers) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < identifiers.links.size(); ++k)
    names.push_back(symbols.enumerator(Subject::link, k));
  for (std::size_t k = 0; k < identifiers.frames.size(); ++k)
    names.push_back(symbols.enumerator(Subject::frame, k));
  for (const KernelFunction& function : kernel_functions()) {
    names.push_back(symbols.of_robot(function.name));
    if (!function.of_place) continue;
    names.push_back(symbols.of_robot(function.frame_name));
    for (int k = 0; k < static_cast<int>(identifiers.links.size()); ++k)
      names.push_back(symbols.of_place(function, Subject::link, k));
    for (int k = 0; k < static_cast<int>(identifiers.frames.size()); ++k)
      names.push_back(symbols.of_place(function, Subject::frame, k));
  }
  return names;
}

TEST(CSymbols, sayWhatTheyAre) {
  const CodeModel code = code_called("panda");
  const codegen::RobotIdentifiers identifiers = {{"base", "hand"}, {"tool_"}, {}};
  const Symbols symbols(code, identifiers);
  EXPECT_EQ(symbols.of_robot("n_q"), "panda_n_q");
  EXPECT_EQ(symbols.enumerator(Subject::link, 1), "panda_link_hand");
  EXPECT_EQ(symbols.enumerator(Subject::frame, 0), "panda_frame_tool");
  EXPECT_EQ(symbols.of_place(kernel_function("jacobian"), Subject::link, 1), "panda_jacobian_hand");
  EXPECT_EQ(symbols.of_place(kernel_function("jacobian"), Subject::frame, 0), "panda_frame_jacobian_tool");
}

TEST(CSymbols, namespacesStandInFront) {
  const codegen::RobotIdentifiers none;
  EXPECT_EQ(Symbols(code_called("arm", "plant::left"), none).of_robot("energy"), "plant_left_arm_energy");
  EXPECT_EQ(Symbols(code_called("int_"), none).of_robot("energy"), "int_energy");
}

TEST(CSymbols, noTwoAreEqual) {
  // Each function, table and enumerator is also the name of a link, whole or from its second word on.
  codegen::RobotIdentifiers identifiers;
  std::set<std::string> words = {"x",     "dot",        "dot_x", "pose", "pose_x",
                                 "names", "velocity_x", "index", "2",    "x_2"};
  for (const KernelFunction& function : kernel_functions()) words.insert(std::string(function.name));
  identifiers.links.assign(words.begin(), words.end());
  identifiers.frames = identifiers.links;
  for (const char* name : {"arm", "arm_", "jacobian"}) {
    const CodeModel code = code_called(name);
    const Symbols symbols(code, identifiers);
    const std::vector<std::string> names = all_names(symbols, identifiers);
    const std::set<std::string> different(names.begin(), names.end());
    EXPECT_EQ(different.size(), names.size());
    for (const std::string& each : names) {
      EXPECT_TRUE(each.starts_with(name));
      EXPECT_EQ(each.find("__"), std::string::npos) << each;
    }
  }
}

}  // namespace
}  // namespace romas::c
