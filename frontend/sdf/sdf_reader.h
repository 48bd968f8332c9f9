// Turns a <model> or a <world> of SDF into a Model.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "frontend/frontend.h"
#include "frontend/sdf/frames.h"

namespace romas::sdf {

// Reads one model or world: its frames first, then what links and joints say in them.
class SdfReader {
 public:
  using Placement = Frames::Placement;
  // `main`: the file to whose folder paths of meshes are relative.
  SdfReader(FrontendContext& context, const Versions& versions, FileId main);
  SdfReader(const SdfReader&) = delete;
  SdfReader& operator=(const SdfReader&) = delete;

  // Gravity (m/s²) of the world in which the model stands.
  void set_gravity(const XmlText& text);
  // `placement`: of a model in a world; what it does not say is taken from the model.
  void read(const XmlElement& model, const std::optional<Placement>& placement = {});
  // Reads a world as one model. Its root link is the world, and its models are branches of it. Links of
  // static models that hang on no joint are fixed to the world, all others move freely in it.
  void read_world(const XmlElement& world);
  // The poses of the models of a world in it, by their elements. Nothing where names in the world are wrong.
  std::map<const XmlElement*, RigidTransform> model_poses(const XmlElement& world);
  Model take() { return std::move(model_); }
  // Adds the places at which frames are named; `robot` is the number of this model among those of the file.
  void name_uses(std::uint32_t robot, std::vector<PartName>& names) const;

 private:
  void name_model(const XmlElement& element);
  void read_parts();
  void add_world();
  void add_free_joints();
  void add_free_joint(const FreeBody& body, std::set<std::string, std::less<>>& names);
  void read_frames();
  void report_moving_statics();

  FrontendContext& context_;
  Model model_;
  SchemaReader schema_;
  Elements elements_;
  GazeboContent gazebo_;
  Frames frames_;
};

}  // namespace romas::sdf
