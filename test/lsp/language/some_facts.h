// The files and devices that texts of tests find, and a module that many of them use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/language/names.h"

namespace romas::typing {

inline constexpr std::string_view kLeg =
    "module leg(side: real, thigh: length = 25 cm) {\n"
    "  link hip { mass 1 kg; }\n"
    "  link shank;\n"
    "  joint knee : revolute hip -> shank { axis y; }\n"
    "  expose root = hip;\n"
    "}\n"
    "fn tube(outer: length, long: length) -> mass = outer * long * 2700 kg/m^2;\n"
    "let steel = 7850 kg/m^3;\n";

inline TextFacts some_facts() {
  TextFacts facts;
  facts.import = [](std::string_view path) -> std::optional<std::string> {
    if (path == "leg.romas") return std::string(kLeg);
    if (path == "motors.yaml") return "elbow: {torque: 3 N*m}\n\"in quotes\": 2\n";
    if (path == "sizes.json") return "{\"wide\": 1, \"deep\": {\"more\": 2}}";
    if (path == "arm.romas")
      return "robot arm { link base; link tool; joint j : prismatic base -> tool { axis z; } }";
    if (path == "sized.romas")
      return "param long: length = 1 m;\nparam weight = 2 kg;\nprivate let inner = 3;\nrobot sized(tool: "
             "mass) { link base; }\n";
    if (path == "types.romas")
      return "type motor = {mass: mass};\nprivate type hidden = [motor];\nlet knee = {bus: \"can\"};\n";
    if (path == "gantry.urdf.xacro")
      return "<robot name='gantry' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:arg name='travel' "
             "default='1'/><xacro:arg name='camera' default='true'/></robot>";
    if (path == "table.urdf")
      return "<robot name='table'><link name='top'/><link name='mount'/><joint name='slide' "
             "type='prismatic'/></robot>";
    return std::nullopt;
  };
  facts.blocks = [](std::string_view path) -> std::vector<std::string> {
    return path == "blocks" ? std::vector<std::string>{"B-1"} : std::vector<std::string>();
  };
  facts.files = [](std::string_view folder) -> std::vector<std::string> {
    if (folder.empty()) return {"leg.romas", "meshes/"};
    if (folder == "meshes/") return {"hand.stl"};
    return {};
  };
  facts.servo_families = [] { return std::vector<std::string>{"dynamixel", "feetech"}; };
  facts.servo_devices = [](std::string_view family) {
    return family == "feetech" ? std::vector<std::string>{"STS3215"} : std::vector<std::string>();
  };
  return facts;
}

}  // namespace romas::typing
