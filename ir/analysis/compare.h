// Are two models the same robot? For romasc --compare, and for checking an output against the model that it
// was written from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/model.h"

namespace romas {

struct CompareTolerances {
  // Tolerance of lengths relative to the robot's size, of masses and moments relative to the larger one, of
  // rotation matrices and other numbers relative to 1 or their size.
  double relative = 1e-9;
};

struct ModelDifference {
  enum class Kind : unsigned char {
    name,
    structure,
    joint_type,
    axis,
    limit,
    dynamics,
    mimic,
    servo,
    pose,
    inertia,
    total
  };
  Kind kind = Kind::name;
  EntityKind entity = EntityKind::robot;
  std::string name;  // of the entity that differs
  // Which of several numbers of one kind differs ("lower"); empty if there is only one.
  std::string_view field;
  SourceRange a, b;     // where the two models say what differs; invalid where one says nothing
  std::string message;  // a sentence without a full stop; calls the models "the first" and "the second"
};

// Links, joints and frames are matched by name. Compares the robot's name, the tree, joint types, axes (as
// directions in the child link), limits, damping and friction, mimics, servos where both have them, masses,
// centres of mass and tensors of links (in link frames), the poses of links and frames at the neutral
// position and at a few fixed pseudorandom ones, and mass and centre of mass of the whole. Consequences of a
// reported difference are not reported: of a link that is out of place, nothing below it is. Frames that one
// model lacks are no difference, nor is a frame that the other model writes as an empty link behind a fixed
// joint. Takes time linear in the models.
std::vector<ModelDifference> compare_models(const Model& a, const Model& b,
                                            const CompareTolerances& tolerances = {});

}  // namespace romas
