// Translates statements of entities to a Model. One Lowering makes one robot. Names, values, loops and
// conditions are evaluated in the scope in which a statement is lowered.
#pragma once

#include <initializer_list>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/language/lower/control_flow.h"
#include "frontend/language/values/evaluator.h"
#include "ir/model/entity.h"
#include "ir/packages/relative_paths.h"
#include "support/sources/part_names.h"

namespace romas {
struct RobotTest;
}

namespace romas::language {

// A mesh that is read as a solid: its file and scale.
struct MeshKey {
  std::string path;
  std::array<double, 3> scale{};
  friend auto operator<=>(const MeshKey&,
                          const MeshKey&) = default;  // NOLINT(modernize-use-nullptr): of what is generated
};
// State that is shared by all work on one input file.
struct Session {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  Budget& budget;
  const FrontendOptions& options;
  std::vector<std::string>& files_read;
  Evaluator::DataSource load = {};  // reads the files of `load`
  FileId main_file = 0;             // relative paths of the models start in its folder
  LostNames lost = {};
  // Meshes that were read as solids of 1 kg/m³; nullopt for those that are no solids.
  std::map<MeshKey, std::optional<SpatialInertia>> mesh_bodies = {};
  // Names of links, joints and frames that no model keeps: those of patches. With options.record_names.
  PartNames mentions = {};
  std::uint32_t robot = 0;  // the number of the model that is being made, among those of the main file
  std::vector<RobotTest>* tests = nullptr;  // where the results of tests go; null: they are not asked for
  std::size_t errors_of_tests = 0;
};
// Returns where a statement with this word may stand: "a robot", "a link" or "a joint". Modules, and what is
// given to them, have statements for all three.
std::string_view place_of(std::string_view word);
// Reports a statement that is put where none of its kind may stand.
bool expect_place(const Statement& s, std::string_view where, DiagnosticEngine& diagnostics);
// The path that is written in a file, relative to the folder of the main file. URIs and absolute paths are
// kept.
std::string path_from_main(const Session& session, FileId file, std::string_view path);
class Lowering {
 public:
  Lowering(std::string name, SourceRange name_range, SourceRange head, Session& session, const Scope* scope);

  // Adds the entity of a statement, in the evaluator's scope.
  void add(const Statement& statement);
  // Checks a property of a link or joint in a module that nothing uses, so that nobody knows which one it is.
  void check_part(const Statement& property);
  // The robot with its references resolved. `end` is where its text ends.
  Model finish(SourceRange end);

  // True if names or whole entities are missing, so that references to them cannot be resolved.
  bool incomplete() const { return incomplete_ || flow_.broken(); }

  Evaluator& evaluator() { return evaluator_; }
  Model& model() { return model_; }

  // How entities that are added from now on are named, and where references are resolved.
  struct Naming {
    std::string prefix;
    Instance* instance = nullptr;  // that they belong to; null: the robot itself
    SourceRange use;               // where it is made
  };
  const Naming& naming() const { return naming_; }
  void set_naming(Naming naming) { naming_ = std::move(naming); }
  // The text of a name, with interpolated values.
  std::string name_text(const Name& name);
  // The full name that a reference means: `hip`, `"{side}_hip"`, `leg.hip`.
  std::string resolve(const Name& reference, EntityKind kind);
  // Describes a clash between two uses with the same prefix: the use that is run now, the first one, and how
  // the name could differ. `range` is invalid if there is no clash.
  struct RepeatedUse {
    SourceRange range, first;
    std::string advice;
    bool reported = false;  // it makes a name that is there already
  };
  const RepeatedUse& repeated_use() const { return repeated_use_; }
  void set_repeated_use(RepeatedUse use) { repeated_use_ = std::move(use); }
  // Both branches of an unknown condition are run, so that names may be made twice.
  void set_doubtful(bool doubtful) { doubtful_ = doubtful; }
  // A link, joint or frame that a loop or instance makes, by its full name. Reports one that is there.
  void note_made(std::string_view word, const std::string& full, SourceRange name, bool computed = false);
  // The name of a value of the innermost loop that can stand in a name; empty if there is none.
  std::string loop_value() const;
  // How much the model and its references hold: where the entities of a part begin.
  struct Mark {
    std::array<std::size_t, kEntityKindCount> counts;
    std::size_t references, extensions;
  };
  Mark mark() const { return {entity_counts(model_), references_.size(), written_extensions_.size()}; }
  // Changes the entities that a `use` has made since the mark, as the statements in its braces say. Names in
  // them are those of the instance. `text` is what was used: where that has errors, a name may be lost.
  void patch(const Statement& use, Instance& instance, const Mark& first, SourceRange text);
  // Evaluates what `expose` and parameters of type link take. A name that means nothing in the scope is that
  // of an entity; without `entity`, constants such as pi are values. With `entity`, a text in quotes names
  // one, too. Everything else is a value.
  std::optional<Value> entity_or_value(const Expr& expr, bool entity);

 private:
  using Words = std::initializer_list<std::string_view>;
  // Finds duplicate properties in the body of an entity.
  class Once;

  // --- lowering.cpp: the robot, and what all entities share ---
  void version(const Statement& s);
  void gravity(const Statement& s);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.report(rule, range, std::move(message));
  }
  // Reports duplicate properties in the body of an entity ("link 'arm'"), except those in `repeatable`.
  void check_body(const Statement& entity, std::string_view what, Words repeatable);
  // Runs the body's loops and conditions; `lower` gets the properties. Duplicates are reported, except those
  // in `repeatable`.
  void body(const Statement& entity, std::string_view what, Words repeatable,
            const std::function<void(const Statement&)>& lower);
  // Runs the loops, conditions and uses of modules in the body of a link or joint; `lower` gets the
  // properties.
  void properties(const Statement& entity, const std::function<void(const Statement&)>& lower);
  // Reports duplicate keywords in a statement.
  void check_arguments(const Statement& s);
  void report_repeated(SourceRange first, SourceRange second, std::string_view word);
  void check_delayed();
  // Described fields (ir/model/fields.h): those of a statement, each after its word, and one that is a
  // property.
  template <class Struct>
  void labelled_numbers(const Statement& s, const MotionUnits& units, Struct& to);
  template <class Struct>
  void take_property(const Statement& property, Struct& to);
  std::optional<Number> number(const Statement& s, std::string_view label, std::string_view units,
                               std::string_view what, std::size_t index = 0);
  TransformExpr pose(const Statement& s, std::string_view what);  // after "at"; absent if it is not there
  std::string text(const Statement& s, std::string_view label, std::size_t index = 0);
  // A name that is no entity's own: of a type, an interface, a material.
  std::optional<Binding> name(const Statement& s, std::string_view label, std::size_t index = 0);
  // The name of an entity that the statement defines.
  Binding declared(const Statement& s, std::string_view label);
  template <class R>
  R ref(const Statement& s, std::string_view label, std::size_t index = 0) {
    const auto* written = s.get<Name>(label, index);
    constexpr EntityKind kind = std::is_same_v<R, LinkRef> ? EntityKind::link : EntityKind::joint;
    return written == nullptr ? R{} : R{resolve(*written, kind), written->range, {}};
  }
  std::optional<std::string> find_full_name(const Name& reference, EntityKind kind);
  std::optional<std::string> resolve_in_instance(const Instance& instance, const std::vector<Name>& path,
                                                 SourceRange range);
  void check_references();
  std::string unnamed_joint(std::string own);
  JointType joint_type(const TypeName& type, std::string& foreign_type);

  // --- lowering_links.cpp ---
  void material(const Statement& s);
  bool name_material(Material& material);
  std::optional<Color> color(const Statement& s);
  std::optional<Texture> texture(const Statement& s);
  void link(const Statement& s);
  struct InertialParts;
  void link_property(const Statement& property, Link& link, InertialParts& parts);
  void inertial_part(const Statement& property, InertialParts& parts);
  void inertial(const InertialParts& parts, const Statement& s, Link& link);
  std::optional<InertiaTensor> inertia(const Statement& s);
  void visual(const Statement& s, Link& link);
  std::optional<MaterialUse> material_use(const Statement& s);
  void collision(const Statement& s, Link& link);
  std::optional<Geometry> geometry(const Statement& s);

  // --- lowering_joints.cpp ---
  void joint(const Statement& s);
  void joint_head(const Statement& s, Joint& joint);
  std::string as_written(const Name& reference);
  void joint_property(const Statement& s, Joint& joint);
  void range(const Statement& s, std::optional<Number>& lower, std::optional<Number>& upper,
             std::string_view units, std::string_view what);
  void limit(const Statement& s, Joint& joint);
  void dynamics(const Statement& s, Joint& joint);
  void mimic(const Statement& s, Joint& joint);
  void safety(const Statement& s, Joint& joint);
  void calibration(const Statement& s, Joint& joint);
  Servo servo(const Statement& s, const Joint& joint);
  std::optional<ServoValue> servo_value(const Statement& s, const ServoPropertyInfo& info, JointType type);
  void report_servo_word(const ServoPropertyInfo& info, const Expr& expr, std::string_view word);
  std::vector<ServoMapPoint> servo_map(const Expr& expr, JointType type);
  void servo_coupling(const Statement& s, const Joint& joint, Servo& servo);
  void frame(const Statement& s);
  void frame_property(const Statement& s, Frame& frame);
  void loop_joint(const Statement& s);
  Attachment attachment(const Statement& s);
  std::optional<JointAxis> axis(const Statement& s);

  // --- lowering_solids.cpp ---
  struct SolidPart;
  void solid(const Statement& s, Link& link, InertialParts& parts);
  std::optional<SpatialInertia> solid_body(const Geometry& geometry, SourceRange range);
  std::optional<SpatialInertia> mesh_body(const Mesh& mesh, SourceRange range);
  std::optional<SpatialInertia> sum_of_solids(const InertialParts& parts, const Link& link);
  void solid_inertial(const InertialParts& parts, Link& link);

  // --- lowering_forces.cpp ---
  void spring(const Statement& s);
  void wing(const Statement& s);
  void thrust(const Statement& s);
  void add_force(const Statement& s, std::variant<LinearSpringDamper, Wing, Thrust> force);

  // --- lowering_control.cpp ---
  void sensor(const Statement& s);
  void sensor_property(const Statement& s, Sensor& sensor);
  void camera(const Statement& s, CameraSensor& camera);
  void ray(const Statement& s, RaySensor& ray);
  void transmission(const Statement& s);
  TransmissionJoint transmission_joint(const Statement& s);
  TransmissionActuator transmission_actuator(const Statement& s);
  void gazebo(const Statement& s);
  void gazebo_property(const Statement& s, Gazebo& gazebo);
  void ros2_control(const Statement& s);
  Ros2Component ros2_component(const Statement& s);
  Ros2Interface ros2_interface(const Statement& s);
  Ros2Parameter parameter(const Statement& s);

  // --- lowering_patches.cpp: what a `use` changes in its thing ---
  struct Patching;
  void patch_statement(const Statement& s, Patching& patching);
  void doubt_part(const Patching& patching);
  std::optional<std::size_t> find_in_part(EntityKind kind, const Name& written, Patching& patching);
  void report_not_in_part(EntityKind kind, std::string_view own, SourceRange range, const Patching& patching);
  void mention(EntityKind kind, const std::string& full, SourceRange place);
  std::string own_name(std::string_view full) const;
  bool is_first_change(Patching& patching, const std::string& what, std::string_view word, SourceRange range);
  void note_change(SourceRange patch, SourceRange before);
  bool expect_patch(const Statement& property, std::string_view where);
  void patch_frame(const Statement& s, Patching& patching);
  void patch_sensor(const Statement& s, Patching& patching);
  void patch_ros2_control(const Statement& s, Patching& patching);
  void remove_from_ros2_control(const Statement& s, Ros2Control& control, const std::string& what);

  // --- lowering_patched_joints.cpp ---
  void patch_joint(const Statement& s, Patching& patching);
  void patch_joint_property(const Statement& s, Joint& joint);
  template <class Struct>
  void patch_fields(const Boxed<Struct>& said, Boxed<Struct>& kept, SourceRange whole);
  void patch_servo(const Servo& said, Joint& joint);
  void remove_joint_property(const Statement& s, std::size_t joint, Patching& patching);

  // --- lowering_patched_links.cpp ---
  void patch_link(const Statement& s, Patching& patching);
  void patch_inertial(const InertialParts& parts, const Statement& s, Link& link);
  void patch_shapes(const Statement& s, std::size_t link, Patching& patching);
  std::vector<std::size_t> choose_shapes(const Statement& s, std::size_t link, Patching& patching);
  std::vector<std::size_t> named_shapes(const Item& choice, const Link& link, bool is_visual);
  void remove_inertial(const Statement& s, std::size_t link, Patching& patching);

  // --- lowering_removals.cpp ---
  void removal(const Statement& s, Patching& patching);
  void apply_removals(Patching& patching);
  bool report_obstacles(const Patching& patching, const struct RemovalPlan& plan);
  void forget_removed(const Patching& patching, const struct RemovalPlan& plan);
  void drop_shapes(const Patching& patching);
  template <class Edit>
  void edit_entities(const Edit& edit);

  // --- lowering_blocks.cpp ---
  void block(const Statement& s);
  void contact(const Statement& s, Block& block);
  void part(const Statement& s);
  int id_of_part(const Integer& written);
  void part_argument(const Argument& argument, Part& part, bool& child_side);
  SignedAxis signed_axis(const AxisName* axis);
  void resolve_parts();
  void extension(const Statement& s);
  void resolve_extensions();
  void take_whose_words();
  void check_raw(const Extension& extension, const Name& name, const Text& raw);
  void check_repeated_attributes();
  void read_foreign_tree(Extension& extension);

  Session& session_;
  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model model_;
  Evaluator evaluator_;
  ControlFlow flow_;
  Naming naming_;
  SourceRange version_range_, gravity_range_;
  bool incomplete_ = false;
  bool doubtful_ = false;
  RepeatedUse repeated_use_;
  std::unordered_map<std::string, SourceRange> made_;  // "link LF_hip" → its name, in loops and instances
  std::unordered_map<std::string, std::size_t> unnamed_;  // joints without a name of their own, by that name

  // References in instances and loops: the same text may be wrong in a different way in every one of them.
  struct InstanceReference {
    std::string full, prefix;
    EntityKind kind;
    SourceRange range, use;
    bool computed = false;  // values stand in the name
    Rule rule = Rule::unresolved_link;
  };
  struct WrongReference {
    const InstanceReference* reference;
    std::vector<std::string> names;  // that its text gives
    std::vector<SourceRange> again;  // where the first of these names stands, too
  };
  void report_reference(const WrongReference& wrong);
  std::vector<InstanceReference> references_;

  // Quantities that can be checked only when all joints are known.
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
    std::optional<Binding> link, joint;
  };
  std::vector<WrittenPart> written_parts_;  // one for each of Model::parts
  struct WrittenExtension {
    EntityKind kind;
    std::optional<Binding> owner;
    long long index = 0;
    bool is_last = false;  // the last of its kind in front is meant
    SourceRange range;
    Place place;
    std::size_t at = 0;  // in Model::extensions
  };
  std::vector<WrittenExtension> written_extensions_;
  bool has_placed_extensions_ = false;  // whose owners stand in front of them
};

}  // namespace romas::language
