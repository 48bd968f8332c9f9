// The robots of a folder are read once: to tell them from parts, and to be compiled.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "driver/project/xacro_roots.h"
#include "support/text/text.h"
#include "test/driver/driver_helpers.h"

namespace romas::driver {
namespace {

namespace fs = std::filesystem;

class KeptReadings : public testing::Test {
 protected:
  KeptReadings() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("arm.urdf.xacro", R"(<robot name="arm" xmlns:xacro="x"><xacro:include filename="part.xacro"/>
      <link name="${'base'}"/></robot>)");
    write("part.xacro", R"(<robot xmlns:xacro="x"><xacro:property name="pi" value="3"/></robot>)");
    write("macros.xacro", R"(<robot xmlns:xacro="x"><xacro:macro name="m" params=""/></robot>)");
  }
  ~KeptReadings() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::vector<Input> found() const {
    std::vector<Input> inputs;
    for (const char* name : {"arm.urdf.xacro", "macros.xacro", "part.xacro"})
      inputs.emplace_back((folder_ / name).string()).found = true;
    return inputs;
  }
  std::string said(const Input& input) const {
    return test::print_result(compile(input, request_, test::pipelines_of(request_)));
  }

  fs::path folder_ = fs::path(testing::TempDir()) / concat("romas-kept-", ::getpid());
  CompileRequest request_ = test::emitting({"urdf"});
};

TEST_F(KeptReadings, AreUsedInPlaceOfTheFile) {
  const std::string alone = said(found().front());
  const XacroRoots roots = find_xacro_roots(found(), request_, 1, nullptr, true);
  ASSERT_EQ(roots.inputs.size(), 1U);
  ASSERT_TRUE(roots.inputs.front().read);
  write("arm.urdf.xacro", "<robot");  // whoever reads it now sees this
  EXPECT_EQ(said(roots.inputs.front()), alone);
  EXPECT_NE(said(roots.inputs.front()), alone) << "it is used once";
}

TEST_F(KeptReadings, AreLeftOutWhereTheyAreNotWhatWouldBeRead) {
  const auto reading = [&](bool compiles_next) {
    const XacroRoots roots = find_xacro_roots(found(), request_, 1, nullptr, compiles_next);
    EXPECT_EQ(roots.inputs.size(), 1U);
    EXPECT_EQ(roots.unreached.size(), 1U);
    return roots.inputs.front().read;
  };
  EXPECT_FALSE(reading(false));
  request_.emit.targets = {"expanded"};
  EXPECT_FALSE(reading(true));
  request_.emit.targets = {"expanded", "urdf"};
  EXPECT_FALSE(reading(true));
  request_.emit.targets = {"urdf"};
  request_.input.robot = "arm";
  EXPECT_FALSE(reading(true));
}

// With -Werror the name of 'pi' is an error of the robot, and no reason to take the robot for a part.
TEST_F(KeptReadings, WhatAFileIsDoesNotDependOnSeverities) {
  request_.severities.apply("error");
  const XacroRoots roots = find_xacro_roots(found(), request_, 1, nullptr, true);
  ASSERT_EQ(roots.inputs.size(), 1U);
  EXPECT_EQ(roots.unreached.size(), 1U);
  EXPECT_NE(said(roots.inputs.front()).find("error"), std::string::npos);
}

}  // namespace
}  // namespace romas::driver
