// The sorts of names that the places of a text take.
#pragma once

#include <cstdint>

namespace romas::language {

// A kind of thing that a name at a place may mean.
enum class NameSort : std::uint8_t {
  link,
  joint,
  moving_joint,
  leader,  // a joint that moves, and not the one around the place
  link_or_joint,
  frame,
  material,
  sensor,
  spring,
  wing,
  thrust,
  module,
  library,
  block,
  part,
  type,
  joint_type,
  connection,
  axis,
  frame_kind,
  dialect,
  servo_family,
  servo_device,
  servo_property,
  gazebo_property,
  import,            // a file
  standard_library,  // std
  standard_part,     // a part of it
  file,
  inserted,  // a parameter of the module around the place that stands for statements
  given,     // … of the module that is used
};

}  // namespace romas::language
