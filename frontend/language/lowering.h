// From statements of the core form to a Model. One Lowering makes one robot.
#pragma once

#include <initializer_list>
#include <vector>

#include "frontend/language/values.h"

namespace romas::language {

class Lowering {
 public:
  Lowering(const Name& name, SourceRange head, SourceManager& sources, DiagnosticEngine& diagnostics);

  void add(const Statement& statement);
  // The robot with its references resolved. `end` is where its text ends.
  Model finish(SourceRange end);

 private:
  using Words = std::initializer_list<std::string_view>;

  // --- lowering.cpp: the robot, and what all entities share ---
  void version(const Statement& s);
  void gravity(const Statement& s);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) { return diagnostics_.report(rule, range, std::move(message)); }
  // Reports properties that stand twice in the body of an entity ("link 'arm'"), but for those that may.
  void check_body(const Statement& entity, std::string_view what, Words repeatable);
  // Reports keywords that stand twice in a statement.
  void check_arguments(const Statement& s);
  void report_repeated(SourceRange first, SourceRange second, std::string_view word);
  void check_delayed();
  std::optional<Number> number(const Statement& s, std::string_view label, std::string_view units, std::string_view what, std::size_t index = 0);
  TransformExpr pose(const Statement& s, std::string_view what);  // behind "at"; absent if it is not there
  static std::string text(const Statement& s, std::string_view label, std::size_t index = 0);
  static std::optional<Name> name(const Statement& s, std::string_view label, std::size_t index = 0);
  template <class R>
  static R ref(const Statement& s, std::string_view label, std::size_t index = 0) {
    const auto* written = s.get<Name>(label, index);
    return written == nullptr ? R{} : R{written->text, written->range, {}};
  }
  JointType joint_type(const TypeName& type, std::string& foreign_type);

  // --- lower_links.cpp ---
  void material(const Statement& s);
  std::optional<Color> color(const Statement& s);
  std::optional<Texture> texture(const Statement& s);
  void link(const Statement& s);
  void inertial(const Statement& s, Link& link);
  std::optional<InertiaTensor> inertia(const Statement& s);
  void visual(const Statement& s, Link& link);
  void collision(const Statement& s, Link& link);
  std::optional<Geometry> geometry(const Statement& s);

  // --- lower_joints.cpp ---
  void joint(const Statement& s);
  bool joint_head(const Statement& s, Joint& joint);
  void joint_property(const Statement& s, Joint& joint);
  void range(const Statement& s, std::optional<Number>& lower, std::optional<Number>& upper, std::string_view units, std::string_view what);
  void limit(const Statement& s, Joint& joint);
  void dynamics(const Statement& s, Joint& joint);
  void mimic(const Statement& s, Joint& joint);
  void safety(const Statement& s, Joint& joint);
  void calibration(const Statement& s, Joint& joint);
  void frame(const Statement& s);
  void loop_joint(const Statement& s);
  Attachment attachment(const Statement& s);
  std::optional<JointAxis> axis(const Statement& s);

  // --- lower_forces.cpp ---
  void spring(const Statement& s);
  void wing(const Statement& s);
  void thrust(const Statement& s);
  void add_force(const Statement& s, std::variant<LinearSpringDamper, Wing, Thrust> force);

  // --- lower_control.cpp ---
  void sensor(const Statement& s);
  CameraSensor camera(const Statement& s);
  RaySensor ray(const Statement& s);
  void transmission(const Statement& s);
  TransmissionJoint transmission_joint(const Statement& s);
  TransmissionActuator transmission_actuator(const Statement& s);
  void gazebo(const Statement& s);
  void gazebo_property(const Statement& s, Gazebo& gazebo);
  void ros2_control(const Statement& s);
  Ros2Component ros2_component(const Statement& s);
  Ros2Interface ros2_interface(const Statement& s);
  Ros2Parameter parameter(const Statement& s);

  // --- lower_blocks.cpp ---
  void block(const Statement& s);
  void contact(const Statement& s, Block& block);
  void part(const Statement& s);
  void part_argument(const Argument& argument, Part& part, bool& child_side);
  SignedAxis signed_axis(const AxisName* axis);
  void resolve_parts();
  void extension(const Statement& s);
  void resolve_extensions();
  void read_foreign_sensor(Extension& extension);

  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model model_;
  Evaluator evaluator_;
  SourceRange version_range_, gravity_range_;

  // What can be checked only when all joints are known.
  struct DelayedQuantity {
    Quantity quantity;
    SourceRange range;
    std::string joint;                  // whose motion gives the unit
    std::optional<JointType> follower;  // of a mimic's multiplier
    std::string_view what;
  };
  std::vector<DelayedQuantity> delayed_;
  struct WrittenPart {
    std::vector<Text> block;  // id, or id, name and tag
    std::optional<Name> link, joint;
  };
  std::vector<WrittenPart> written_parts_;  // one for each of Model::parts
  struct WrittenExtension {
    EntityKind kind;
    std::optional<Name> owner;
    long long index = 0;
    SourceRange range;
    Place place;
  };
  std::vector<WrittenExtension> written_extensions_;  // one for each of Model::extensions
};

}  // namespace romas::language
