// The shared parts of the MJCF target: the writer, the names of its elements, the texts kept for reading
// back, and how losses are reported.
//
// The frame of a body is the frame of its link, which is also the frame of the joint that carries it: joints
// stand at the origin of their body. Joints between which an MJCF had no body are joints of the body
// below, the last one at its origin. Angles are in radians, orientations are roll, pitch
// and yaw (eulerseq="XYZ") or quaternions w x y z.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backends/mjcf/mjcf_options.h"
#include "backends/target.h"
#include "backends/xml/field_printer.h"
#include "backends/xml/xml_writer.h"
#include "ir/analysis/tree/attached_elements.h"
#include "ir/analysis/tree/joint_chains.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/values/transform_expr.h"
#include "support/names/unique_names.h"

namespace romas::mjcf {

// A single degree of freedom of a joint, or all three of a ball: one <joint> element.
struct Freedom {
  std::string name;
  std::string_view type;  // hinge, slide, ball
  std::string axis;       // in the body's frame; empty for a ball
};

// Drives one joint of one degree of freedom.
struct Actuator {
  ActuatorKind kind = ActuatorKind::motor;
  JointId joint;
  std::string name;
  std::optional<Number> gear;                 // turns of the actuator for one of the joint; absent: 1
  std::optional<std::uint32_t> transmission;  // that it was made from
  bool of_ros2_control = false;               // it is there because ros2_control commands the joint
};

// A frame that sensors, tendons and equalities refer to, and a named frame of the robot.
struct Site {
  std::string name;
  TransformExpr origin;                // in the link
  double size = 0;                     // radius in m; 0: MuJoCo's own
  std::optional<std::uint32_t> frame;  // that it stands for
};

// A spring between two links, and the sites that it hangs on.
struct Spring {
  const ForceElement* force = nullptr;
  std::array<std::string, 2> sites;
};

// One element of a sensor of the robot, which is typed, or described in the words of SDF in a <gazebo>
// element.
struct SensorUse {
  std::string name, element, site;
};
// A camera fixed to a link. It looks along x of its frame, with z up.
struct Camera {
  std::string name;
  RigidTransform X_LC;
  std::optional<double> vertical_fov;  // rad
};

// Elements of one kind have names of their own.
struct Names {
  UniqueNames joints, geoms, sites, meshes, materials, textures, cameras, sensors, actuators, tendons,
      equalities, texts, keys;
  std::vector<std::string> bodies;  // by link
};

// A joint coordinate that follows another one, or stays where it is.
struct JointEquality {
  std::string joint;
  std::string leader;  // empty: the joint stays at the offset
  double multiplier = 0, offset = 0;
  JointId follower = {};  // whose mimic it is; invalid if it is none
};

struct Document {
  Document(const Model& robot, TargetContext& target);

  const Model& model;
  TargetContext& context;
  const KinematicTree tree;
  const AttachedElements attached;
  Version version;
  const LinkId world;  // the root link that is MuJoCo's world; invalid if there is none
  // By link, where the model was read from MJCF: whether it only stands between the joints of a body. Links
  // of other formats are bodies, each of them.
  const std::vector<bool> between;
  Names names;
  std::vector<std::vector<Freedom>> freedoms;                      // by joint
  std::unordered_map<std::uint32_t, std::vector<Site>> sites;      // by link
  std::unordered_map<std::uint32_t, std::vector<Camera>> cameras;  // by link
  XmlWriter xml;

  std::vector<Actuator> actuators;
  // By the index of each joint that has an actuator: what its actuators can do at most, and a reader takes
  // for the effort of the joint; N or N m, infinite without a bound.
  std::unordered_map<std::size_t, double> driven;
  std::vector<Spring> springs;
  std::vector<SensorUse> sensors;

  // Collected while bodies are written, for the sections behind them.
  std::vector<JointEquality> equalities;
  // Content that MuJoCo has no place for, as texts for the custom section: name and data.
  std::vector<std::pair<std::string, std::string>> kept;
  // Adds a text, behind the one that has the same name.
  void keep(const std::string& name, std::string_view separator, std::string_view data);

  void lost(SourceRange range, std::string message) const;
  void rewritten(SourceRange range, std::string message) const;
  // Declares a reported difference, by the joint's name in the output; an empty field is all of the joint.
  void allow(JointId joint, std::string_view field = {}) const;

  void number(std::string_view name, double value) { xml.attribute(name, format_double(value)); }
  // pos and euler or quat; nothing for an identity.
  void pose(const TransformExpr& X_PC);
  bool is_world(LinkId link) const { return world && link == world; }
  bool is_between(LinkId link) const { return between[link.index()]; }

 private:
  std::unordered_map<std::string, std::size_t> kept_at_;  // texts of keep(), in `kept`
};

// Which <joint> elements each joint becomes; reports joints that become several (RM1902).
void name_freedoms(Document& document);

// Chooses the actuators: those that --mjcf-actuators asks for, else those of transmissions and ros2_control.
// Reports what of these has no place (RM1901, RM1902).
void plan_actuators(Document& document);
// "motor", "position", "velocity": also the name of the element.
std::string_view actuator_word(ActuatorKind kind);
// One that was read from MJCF keeps its own gains and bounds.
bool is_written_as_it_was(const Document& document, const Actuator& actuator);
bool has_actuator(const Document& document, JointId joint);
// Whether the joint's effort is what a reader makes of the bounds of its actuators.
bool actuators_say_effort(const Document& document, JointId joint);
// The bound of the force or torque at a joint, N or N m, if it has one that means something.
std::optional<Number> effort_of(const Joint& joint);

// Named frames, sensors and springs get their sites, cameras their places. Reports sensors that MJCF does not
// have (RM1901).
void place_sites(Document& document);

// <asset>: meshes, materials and textures. Shapes refer to them by name.
class Assets {
 public:
  explicit Assets(Document& document) : document_(document) {}
  // Names all assets of the robot. Reports files that MuJoCo cannot read.
  void collect();
  void write() const;
  // The name of the mesh asset; null for one that is left out.
  const std::string* mesh(const Mesh& mesh) const;
  // The name of a visual's material asset, or null where it has its colour itself or none.
  const std::string* material(const MaterialUse& use) const;
  // The folder that holds all mesh files, below that of the output; empty if there is none.
  std::string meshes_folder() const;

 private:
  struct MeshAsset {
    std::string name, file, scale;
    bool is_surface = false;
  };
  struct MaterialAsset {
    std::string name;
    const Color* color = nullptr;
    std::string texture;                    // name of the asset; empty: none
    bool has_look = false;                  // a texture that MuJoCo cannot read is a look, too
    std::optional<std::uint32_t> of_model;  // the material of the Model that it is
    bool looks_like(const Color* other, std::string_view other_texture) const;
  };
  using MeshKey = std::pair<std::string, std::string>;  // path as written, scale

  void reserve_kept_names();
  void collect_mesh(const Mesh& mesh, bool collides, SourceRange range, const Link& link);
  void unreadable_mesh(const Mesh& mesh, std::string_view extension, bool collides, SourceRange range,
                       const Link& link) const;
  void collect_material(const std::string& name, const Color* color, const Texture* texture_file,
                        SourceRange range);
  std::string texture(const Texture& texture);
  void declare_move(const std::string& written, const std::string& file);

  Document& document_;
  std::map<MeshKey, std::optional<MeshAsset>> meshes_;
  std::map<std::string, MaterialAsset, std::less<>> materials_;  // by name in the model, or by look
  std::map<std::string, std::string> textures_;                  // name of the asset by file
  bool all_found_ = true;  // false if a mesh is of a package that was not found
};

void write_bodies(Document& document, const Assets& assets);
// The content of a link's body.
void write_geoms(Document& document, const Assets& assets, LinkId link);
void write_cameras(Document& document, LinkId link);
// The <joint> elements of a joint. They stand at this place of the body.
void write_joint(Document& document, JointId joint, const Vector3& p_BJ);

// The sections behind the bodies.
void write_equalities(Document& document);
void write_tendons(Document& document);
void write_actuators(Document& document);
void write_sensors(Document& document);
void write_custom(Document& document);
void write_excludes(Document& document);

// Whether an extension has MJCF's own words, from a model that was read from MJCF, and is written as it was.
bool is_kept(const Document& document, const Extension& extension);
// Into the element that is open; but for a name, which stands there already.
void write_kept_attributes(Document& document, const Place& place);
// The text of one; null if there is none.
const std::string* kept_attribute(const Document& document, const Place& place, std::string_view name);
// Whether elements are kept for what is at the place.
bool has_kept_elements(const Document& document, const Place& place);
void write_kept_sections(Document& document);
// The texts of actuators that the Model has no transmissions for, and where they stand among the others:
// "tkt", t for a transmission; empty: behind them.
std::vector<std::string_view> kept_actuators(const Document& document);
std::string order_of_actuators(const Document& document);
// Keyframes that were read from MJCF, where they cannot stay as they are, and the states of an SRDF.
void write_keyframes(Document& document);
// Whether the robot that is written has other joints or actuators than the keyframes of its MJCF are for.
bool rewrites_keyframes(const Document& document);
// Into the body of the link, which is open.
void write_kept_elements(Document& document, LinkId link);

// The moments of a body of the least mass (--mjcf-bound-mass), kg m²: those of a ball with a radius of 5 cm.
constexpr double least_inertia(double mass) { return mass / 1000; }
// Reports moving bodies that are too light for MuJoCo (RM1909).
void check_moving_bodies(Document& document);
// Reports what MJCF has no place for and nothing above has reported.
void report_losses(Document& document);

// scene.xml: floor, light, the robot, a pose within the limits.
OutputFile write_scene(Document& document);

}  // namespace romas::mjcf
