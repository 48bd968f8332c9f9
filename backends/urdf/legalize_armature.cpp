// The armature of joints, which Drake reads from the actuator of a transmission and nobody else from URDF.
#include <algorithm>

#include "backends/urdf/legalize.h"
#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::urdf {

namespace {

constexpr std::string_view kRotorInertia = "drake:rotor_inertia";

// The only actuator of the transmissions that drive one joint, this one; its place.
struct Drive {
  Place place;
  bool has_rotor = false;
};

class ArmatureLegalizer {
 public:
  ArmatureLegalizer(Model& model, TargetContext& context) : model_(model), context_(context) {}

  bool run() {
    find_drives();
    bool written = false;
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      Joint& joint = model_.joints[i];
      if (!joint.dynamics || joint.dynamics->armature.empty()) continue;
      written = write(joint, drives_[i]) || written;
      joint.dynamics->armature.clear();
      if (joint.dynamics->says_nothing()) joint.dynamics.reset();
    }
    return written;
  }

 private:
  void find_drives() {
    drives_.resize(model_.joints.size());
    for (std::size_t i = 0; i < model_.transmissions.size(); ++i) {
      const Transmission& transmission = model_.transmissions[i];
      if (transmission.joints.size() != 1 || !transmission.joints.front().joint.id) continue;
      std::vector<Drive>& drives = drives_[transmission.joints.front().joint.id.index()];
      for (std::size_t k = 0; k < transmission.actuators.size(); ++k) {
        const Place place =
            child_place(entity_place(EntityKind::transmission, i), Slot::transmission_actuator, k);
        const auto& there = model_.extensions_at(place);
        drives.push_back({place, std::any_of(there.begin(), there.end(), [](const Extension* extension) {
                            return extension->name == kRotorInertia;
                          })});
      }
    }
  }

  // True if the robot needs Drake's namespace for it.
  bool write(const Joint& joint, const std::vector<Drive>& drives) {
    const std::vector<Number>& armature = joint.dynamics->armature;
    // A rotor that the source wrote is printed with the actuator.
    if (std::any_of(drives.begin(), drives.end(), [](const Drive& drive) { return drive.has_rotor; }))
      return true;
    if (dof(joint.type) != 1 || drives.size() != 1) {
      context_.changes.allow(EntityKind::joint, joint.name, "dynamics armature");
      context_.diagnostics.report(
          Rule::feature_dropped, place_or_name(joint.dynamics->range, joint),
          concat("URDF has no place for the armature of joint '", joint.name,
                 "'; it is left out (Drake reads one from the actuator of a transmission that drives the "
                 "joint alone)"));
      return false;
    }
    Extension extension;
    extension.owner = drives.front().place;
    extension.name = kRotorInertia;
    extension.text = concat("<", kRotorInertia, " value=\"", armature.front().text(), "\"/>");
    const Transmission& transmission = model_.transmissions[extension.owner.index];
    context_.changes.allow(EntityKind::transmission, transmission.name.value_or(std::string()),
                           concat("extension ", kRotorInertia));
    model_.extensions.push_back(std::move(extension));
    return true;
  }

  Model& model_;
  TargetContext& context_;
  std::vector<std::vector<Drive>> drives_;  // by joint
};

}  // namespace

bool legalize_armature(Model& model, TargetContext& context) {
  return ArmatureLegalizer(model, context).run();
}

}  // namespace romas::urdf
