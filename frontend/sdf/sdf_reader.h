// Turns a <model> of SDF into a Model. In SDF every link has a frame of its own, and a joint may be anywhere.
// In a Model a link has the frame of its parent joint. If the two differ, the content of the link is
// re-expressed.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_solids.h"
#include "frontend/sdf/children.h"
#include "frontend/sdf/includes.h"
#include "frontend/sdf/pose_graph.h"
#include "frontend/xml/schema/schema_reader.h"

namespace romas::sdf {

class SdfReader {
 public:
  // `main`: the file to whose folder paths of meshes are relative.
  SdfReader(FrontendContext& context, const Versions& versions, FileId main);
  SdfReader(const SdfReader&) = delete;
  SdfReader& operator=(const SdfReader&) = delete;

  // Gravity (m/s²) of the world in which the model stands.
  void set_gravity(const XmlText& text);
  // The place of a model in its world. X_WM is empty if names in the world are wrong (reported already).
  struct Placement {
    std::optional<RigidTransform> X_WM;
  };
  // `placement`: of a model in a world; what it does not say is taken from the model.
  void read(const XmlElement& model, const std::optional<Placement>& placement = {});
  // Reads a world as one model. Its root link is the world, with its models as branches.
  void read_world(const XmlElement& world);
  // The poses of the models of a world in it, by their elements. Nothing where names in the world are wrong.
  std::map<const XmlElement*, RigidTransform> model_poses(const XmlElement& world);
  Model take() { return std::move(model_); }

 private:
  struct LinkEntry {
    const XmlElement* element = nullptr;
    PoseGraph::NodeId node = 0;
    std::size_t joint = kNoJoint;               // its parent joint, in joints_
    PoseGraph::NodeId root = PoseGraph::kNone;  // the first link of its tree
    RigidTransform X_LF;                        // pose of the Model's frame of the link in SDF's
    bool moved = false;                         // X_LF is not the identity
  };
  struct JointEntry {
    const XmlElement* element = nullptr;
    PoseGraph::NodeId node = 0;
    PoseGraph::Name parent, child;
    PoseGraph::NodeId parent_link = PoseGraph::kNone, child_link = PoseGraph::kNone;  // kNone: the world
    std::optional<JointType> type;  // nothing: it was reported
    bool closes_loop = false;
    bool is_gearbox = false;             // a ratio between two other joints, no joint of the tree
    std::size_t model_joint = kNoJoint;  // in model_.joints
  };
  struct FrameEntry {
    const XmlElement* element = nullptr;
    PoseGraph::NodeId node = 0;
  };
  static constexpr std::size_t kNoJoint = static_cast<std::size_t>(-1);

  // Passes the children of an element to the parts that take them (children.h): those that are kept, then
  // those that are read, in order. All others are reported or skipped.
  template <Name kPlace, class... Parts>
  void read_children(const XmlElement& element, const Parts&... parts) {
    give_children<kPlace>(find_children(element, kPlace.view()), parts...);
  }
  std::vector<FoundChild> find_children(const XmlElement& element, std::string_view place);
  void report_foreign_attributes(const XmlElement& element);
  // Remembers the prefixes that an element declares for what stands in it.
  void note_prefixes(const XmlElement& element);
  void declare_prefixes(const XmlElement& element, std::string& text, ForeignElement& tree) const;

  // sdf_reader.cpp: the elements, and the frames of links
  void collect(const XmlElement& model, PoseGraph::ScopeId scope);
  void collect_link(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_frame(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_model(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_joint(const XmlElement& element, PoseGraph::ScopeId scope);
  void read_parts();
  PoseGraph::Node node_of(const XmlElement& element, PoseGraph::Kind kind, PoseGraph::ScopeId scope);
  void read_frames();
  LinkEntry* entry(PoseGraph::NodeId link) {
    return link == PoseGraph::kNone ? nullptr : &links_[link_of_node_[link]];
  }
  const std::string& link_name(PoseGraph::NodeId link) const;
  LinkRef link_ref(PoseGraph::NodeId link, SourceRange range) const;
  // The pose of the Model's frame of a link (kNone: the world) in SDF's outermost model.
  RigidTransform X_MF(PoseGraph::NodeId link) const;
  // The pose of a node in the Model's frame of a link; as written if it was written in that frame.
  TransformExpr pose_in(PoseGraph::NodeId node, PoseGraph::NodeId link) const;
  // Re-expresses a pose that is written in SDF's frame of a link.
  TransformExpr in_link(const TransformExpr& pose, const LinkEntry& entry) const;
  // The next node with a pose of its own: a node without one coincides with its base. Follows few bases.
  PoseGraph::NodeId anchor(PoseGraph::NodeId node) const;
  bool is_frame_of(PoseGraph::NodeId node, PoseGraph::NodeId link) const;

  // sdf_reader_tree.cpp: the kinematic tree
  bool find_ends();
  void span_tree();
  void place_links();
  void add_world();
  void find_roots();
  void free_bodies();
  PoseGraph::NodeId find_root() const;
  PoseGraph::NodeId root_of(PoseGraph::NodeId link) const;
  PoseGraph::NodeId neighbour(PoseGraph::NodeId free_link) const;
  void add_free_joint(PoseGraph::NodeId child, PoseGraph::NodeId parent,
                      std::set<std::string, std::less<>>& names);

  // link_reader.cpp
  void read_link(LinkEntry& entry);
  void read_inertial(const XmlElement& element, const LinkEntry& entry, Link& link);
  void read_visual(const XmlElement& element, const LinkEntry& entry, Link& link);
  void read_collision(const XmlElement& element, const LinkEntry& entry, Link& link);
  std::optional<Geometry> read_geometry(const XmlElement& element);
  template <Name kPlace, class Kind>
  std::optional<Shape> read_shape(const XmlElement& element);
  std::optional<Shape> read_mesh(const XmlElement& element);
  // False, with a report, if the element has no such child.
  bool require(const XmlElement& element, std::string_view child);
  bool require_text(const XmlElement& element, std::string_view child);
  using ShapeNames = std::unordered_map<std::string, SourceRange>;
  void read_shape_name(const XmlElement& element, ShapeNames& taken, std::optional<std::string>& name);
  void read_velocity_decay(const XmlElement& element, const Link& link);
  void read_script(const XmlElement& element, const Link& link);
  void report_missing_scripts(const XmlElement& element, const Link& link);
  void read_material(const XmlElement& element, const Link& link, Visual& visual,
                     std::optional<Number> transparency);
  std::string name_material(const std::optional<Color>& color, const std::optional<Texture>& texture,
                            SourceRange range);
  void read_surface(const XmlElement& element, std::string_view link);

  // joint_reader.cpp
  void read_joint(JointEntry& entry);
  void read_joint_parts(const JointEntry& entry, Joint& joint);
  void read_loop(const JointEntry& entry, JointType type);
  void report_taken_names();
  std::optional<JointType> read_type(const XmlElement& element);
  void read_axis(const XmlElement& element, const JointEntry& entry, Joint& joint);
  void read_second_axis(const XmlElement& element, Joint& joint);
  JointAxis read_direction(const XmlElement& axis, const JointEntry& entry);
  void read_limit(const XmlElement& element, Joint& joint);
  void read_rotor(const XmlElement& rotor, const XmlElement* ratio, Joint& joint);
  void read_dynamics(const XmlElement& element, Joint& joint, std::size_t freedom);
  void read_mimic(const XmlElement& element, const JointEntry& entry, Joint& joint);
  void read_physics(const XmlElement& element, std::string_view joint);

  // world_reader.cpp
  void collect_world(const XmlElement& world);
  bool is_static(PoseGraph::ScopeId scope) const;
  void report_moving_statics();

  // gearbox.cpp
  struct GearSide {
    const JointEntry* entry = nullptr;  // the joint between the gearbox' reference body and one of its ends
    double sign = 1;                    // of its angle in the angle about the gearbox' axis
  };
  void read_gearbox(const JointEntry& gearbox);
  bool couple(const JointEntry& gearbox, const GearSide& leader, const GearSide& follower, double ratio);
  GearSide gear_side(const JointEntry& gearbox, PoseGraph::NodeId body, PoseGraph::NodeId link,
                     std::string_view axis);
  void keep_gearbox(const JointEntry& gearbox, std::string_view why);

  // auto_inertia.cpp
  // What a collision shape adds to the mass properties of its link.
  struct AutoSolid {
    const XmlElement* collision = nullptr;
    std::optional<SpatialInertia> unit;  // of density 1 kg/m³, in the link; nothing: it is no solid
    bool reported = false;               // why it is none
    std::optional<Number> density;       // kg/m³
  };
  static bool is_auto(const XmlElement* inertial);
  AutoSolid auto_solid(const XmlElement& collision, const std::optional<Geometry>& geometry,
                       const TransformExpr& origin, std::optional<Number> density);
  std::optional<SpatialInertia> cone_solid(const XmlElement& collision);
  void read_auto_inertial(const XmlElement& element, Link& link);
  std::optional<Number> positive_density(const XmlElement& element);
  void report_unused_densities(const XmlElement& link);

  // values.cpp: texts of elements
  std::optional<Number> number(const XmlElement& element);
  std::optional<Number> finite_number(
      const XmlElement& element);  // nothing for infinities, which stand for "none"
  std::optional<Number3> vector3(const XmlElement& element);
  std::optional<bool> boolean(const XmlElement& element);
  // Reads a described field. A wrong value is reported and leaves the field unchanged.
  bool read_value(const XmlElement& element, Number& to);
  bool read_value(const XmlElement& element, std::optional<Number>& to);
  bool read_value(const XmlElement& element, Number3& to);
  // The part that reads the described fields of a struct.
  template <class Struct>
  auto fields_of(Struct& to) {
    return on_fields(to,
                     [this](const XmlElement& element, auto& value) { this->read_value(element, value); });
  }
  std::optional<Color> color(const XmlElement& element);
  TransformExpr pose(const XmlElement& element, PoseGraph::Name* relative_to);
  // A path as seen from the folder of the main file.
  std::string path_from_main(const XmlText& written) const;
  std::string attribute_text(const XmlElement& element, std::string_view name) const;
  // Reports an attribute that is absent or empty.
  bool require_attribute(const XmlElement& element, std::string_view name);
  PoseGraph::Name attribute_name(const XmlElement& element, std::string_view name) const;
  // Sets a property of a link or joint; of the robot if the reference is empty.
  void set_property(std::string_view reference, GazeboProperty property, const XmlElement& element);
  void set_property(std::string_view reference, GazeboValue value);
  // The part that reads properties of a link or joint.
  auto properties_of(std::string_view reference) {
    return on_properties([this, reference](GazeboProperty property, const XmlElement& element) {
      set_property(reference, property, element);
    });
  }
  Gazebo& gazebo_of(std::string_view reference, SourceRange range);
  // Keeps an element in the <gazebo> element of a link or joint; of the robot if the reference is empty. Its
  // pose is re-expressed if the frame of the link `entry` differs.
  void keep(const XmlElement& element, std::string_view reference, const LinkEntry* entry);
  void lost(SourceRange range, std::string message) {
    schema_.report(Rule::feature_dropped, range, std::move(message));
  }
  void approximated(SourceRange range, std::string message) {
    schema_.report(Rule::value_approximated, range, std::move(message));
  }

  FrontendContext& context_;
  Model model_;
  SchemaReader schema_;
  PoseGraph graph_;
  const Versions& versions_;
  FileId main_;
  std::vector<LinkEntry> links_;
  std::vector<JointEntry> joints_;
  std::vector<FrameEntry> frames_;
  std::vector<std::uint32_t> link_of_node_;  // by node, of links
  std::map<std::string, std::size_t, std::less<>> gazebo_of_;
  std::map<std::string, std::string, std::less<>> prefixes_;        // of XML, with what they stand for
  std::map<std::string, std::string, std::less<>> material_names_;  // by colour and texture
  ShapeNames visual_names_, collision_names_;                       // of the link that is read
  std::vector<AutoSolid> solids_;                                   // of the link that is read
  MeshSolids mesh_solids_;
  bool has_world_ = false;
  bool is_world_ = false;  // the outermost model is a world
  // In a world, by scope: the <static> that counts for a model; null: it may move.
  std::vector<const XmlElement*> static_of_scope_;
  std::map<const XmlElement*, PoseGraph::NodeId> node_of_model_;  // of a world
  TransformExpr model_pose_;                                      // of the outermost model in its world
  SourceRange model_pose_range_;                                  // invalid if it has none
};

}  // namespace romas::sdf
