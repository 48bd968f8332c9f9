// Each part of an expanded text is known with the place where it was written.
#include "driver/inputs/expand_input.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver/stages/compile.h"

namespace romas::driver {
namespace {

const std::string kArm = R"(<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <!-- its base --> <link name="base"/>
  <xacro:include filename="/no/such/parts.xacro"/>
  <xacro:part side="left"><origin xyz="1 2 3"/></xacro:part>
  <xacro:part side="right"><origin xyz="4 5 6"/></xacro:part>
</robot>
)";
const std::string kParts = R"(<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="width" value="0.5"/>
  <xacro:macro name="part" params="side *place">
    <link name="${side}_link">
      <visual><xacro:insert_block name="place"/><geometry><box size="${width} 1 1"/></geometry></visual>
    </link>
    <gazebo reference="${side}_link"><kp>${width}</kp></gazebo>
  </xacro:macro>
</robot>
)";

struct Expansion : testing::Test {
  SourceManager::Texts texts = {{"/no/such/arm.urdf.xacro", kArm}, {"/no/such/parts.xacro", kParts}};
  CompileRequest request;

  ExpandedInput expand() { return expand_input("/no/such/arm.urdf.xacro", request, &texts); }

  // The chain that leads to a part, outermost step last: "macro part < include".
  static std::string chain(const ExpandedInput& input, const PrintedPart& part) {
    const Expansions& expansions = input.sources->expansions();
    std::string shown;
    for (const SourceStep* step = expansions.step(part.written.file); step != nullptr;
         step = expansions.step(step->place.file)) {
      shown += shown.empty() ? "" : " < ";
      shown += step->kind == SourceStep::Kind::include ? "include" : step->name;
    }
    return shown;
  }
};

TEST_F(Expansion, printsWhatTheTargetPrints) {
  const ExpandedInput input = expand();
  ASSERT_TRUE(input.document) << input.problem;
  request.emit.targets = {"expanded"};
  Pipelines pipelines;
  std::string error;
  ASSERT_TRUE(make_pipelines(request, pipelines, error)) << error;
  const CompileResult result = compile("/no/such/arm.urdf.xacro", request, pipelines, &texts);
  ASSERT_EQ(result.files.size(), 1U);
  EXPECT_EQ(result.files[0].text, input.document->text);
  EXPECT_EQ(result.files[0].path, expanded_name("/no/such/arm.urdf.xacro"));
}

TEST_F(Expansion, knowsWhereEachPartWasWritten) {
  const ExpandedInput input = expand();
  ASSERT_TRUE(input.document) << input.problem;
  const auto& [text, parts] = *input.document;
  std::vector<std::string> shown;
  for (const PrintedPart& part : parts) {
    const std::string printed = text.substr(part.begin, part.end - part.begin);
    const std::string written(input.sources->text(part.head));
    shown.push_back(printed.substr(0, printed.find('\n')) + " | " + written + " | " + chain(input, part));
  }
  const std::vector<std::string> wanted = {
      R"(<robot name="arm"> | <robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"> | )",
      R"(name="arm" | name="arm" | )",
      R"(<!-- its base --> | <!-- its base --> | )",
      R"(<link name="base"/> | <link name="base"/> | )",
      R"(name="base" | name="base" | )",
      R"(<link name="left_link"> | <link name="${side}_link"> | part)",
      R"(name="left_link" | name="${side}_link" | part)",
      R"(<visual> | <visual> | part)",
      R"(<origin xyz="1 2 3"/> | <origin xyz="1 2 3"/> | place < part)",
      R"(xyz="1 2 3" | xyz="1 2 3" | place < part)",
      R"(<geometry> | <geometry> | part)",
      R"(<box size="0.5 1 1"/> | <box size="${width} 1 1"/> | part)",
      R"(size="0.5 1 1" | size="${width} 1 1" | part)",
      R"(<gazebo reference="left_link"> | <gazebo reference="${side}_link"> | part)",
      R"(reference="left_link" | reference="${side}_link" | part)",
      R"(<kp>0.5</kp> | <kp> | part)",
      R"(0.5 | ${width} | part)",
  };
  ASSERT_GE(shown.size(), wanted.size());
  EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), shown.begin())) << testing::PrintToString(shown);
  EXPECT_EQ(std::ranges::count(shown, std::string(R"(xyz="4 5 6" | xyz="4 5 6" | place < part)")), 1);
}

TEST_F(Expansion, namesTheFirstError) {
  texts["/no/such/arm.urdf.xacro"] = kArm.substr(0, kArm.find("</robot>"));
  EXPECT_FALSE(expand().document);
  EXPECT_NE(expand().problem, "");
  texts["/no/such/arm.urdf.xacro"] = kArm;
  texts["/no/such/parts.xacro"] = "<robot/>";
  EXPECT_NE(expand().problem.find("part"), std::string::npos) << expand().problem;
  const ExpandedInput absent = expand_input("/no/such/leg.urdf", request, &texts);
  EXPECT_FALSE(absent.document);
  EXPECT_NE(absent.problem.find("cannot read"), std::string::npos) << absent.problem;
  texts["/no/such/arm.romas"] = "robot arm { link base; }";
  const ExpandedInput other = expand_input("/no/such/arm.romas", request, &texts);
  EXPECT_NE(other.problem.find("only XML"), std::string::npos) << other.problem;
}

}  // namespace
}  // namespace romas::driver
