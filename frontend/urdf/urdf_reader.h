// Turns the located elements of a URDF file into a Model, one element of the robot at a time.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/xml/reader/xml_reader.h"

namespace romas::urdf {

class UrdfReader {
 public:
  explicit UrdfReader(FrontendContext& context);
  UrdfReader(const UrdfReader&) = delete;
  UrdfReader& operator=(const UrdfReader&) = delete;

  // The events of read_xml, in order.
  void begin_robot(const XmlElement& root);
  void read_child(const XmlElement& child);
  void read_comment(const XmlComment& comment, XmlZone zone);
  void end_robot(XmlElement root) { root_ = std::move(root); }
  // The steps that need the whole file.
  void finish();

  // True if the root element is a robot.
  bool is_robot() const { return is_robot_; }
  // True if only a part of the file was read because it exceeds the limits.
  bool incomplete() const { return full_; }
  Model take();

 private:
  void reserve(std::string_view text);
  bool within_limits(const XmlElement& child);
  void read_version(const XmlElement& root);
  void find_xacro_prefix(const XmlElement& root);
  void add_implicit_world();
  void record_robot_order();

  FrontendContext& context_;
  UrdfReading in_;
  // Processing instructions in front of the robot and behind it; they move into it.
  std::vector<XmlComment> instructions_before_, instructions_behind_;
  XmlElement root_;  // without its children
  bool is_robot_ = false;
  bool full_ = false;  // beyond the limits: nothing more is read
};

}  // namespace romas::urdf
