// MuJoCo, an independent reader of MJCF, as a judge: does it take a text, and what does it compute from it.
#pragma once

#include <mujoco/mujoco.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/values/spatial.h"

namespace romas::test {

class Mujoco {
 public:
  // Reads the text as a file of this folder. Mesh files and textures that are not there are replaced by small
  // tetrahedra and grey pictures, also those of files that it includes. If MuJoCo refuses it, `error()` says
  // why. Stand-ins that weigh something are so large that MuJoCo finds a volume in meshes that are scaled
  // down.
  enum class StandIns { small, weigh };
  Mujoco(const std::string& text, const std::filesystem::path& folder, StandIns kind = StandIns::small);

  explicit operator bool() const { return model_ != nullptr; }
  const std::string& error() const { return error_; }
  // Only for texts that were taken.
  const mjModel& model() const { return *model_; }
  const mjData& data() const { return *data_; }

  std::vector<std::string> bodies() const;   // without the world
  int joint(const std::string& name) const;  // -1: there is none

  // Positions, velocities or accelerations of joints by name: one number, or a quaternion w x y z. Joints
  // without an entry stand at zero.
  using Values = std::map<std::string, std::vector<double>>;
  void set(const Values& q, const Values& v, const Values& a);
  // All positions and velocities, in MuJoCo's order.
  void set(const std::vector<double>& qpos, const std::vector<double>& qvel);
  // From now on drives add nothing to the inertia of joints.
  void forget_armature();
  // Row after row.
  const std::vector<double>& mass_matrix() const { return mass_matrix_; }
  RigidTransform pose(const std::string& body) const;  // in the world
  double mass_matrix(const std::string& row, const std::string& column) const;
  int equality_rows() const { return data_->ne; }
  // How far the sides of all equalities are apart in this state, in m or rad.
  double largest_gap() const;
  // Inverse dynamics without friction, damping, springs and constraints.
  double effort(const std::string& joint) const;

 private:
  struct Free {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  int freedom(const std::string& joint) const;
  void compute();

  std::unique_ptr<mjModel, Free> model_;
  std::unique_ptr<mjData, Free> data_;
  std::vector<double> efforts_, mass_matrix_;
  std::string error_;
};

}  // namespace romas::test
