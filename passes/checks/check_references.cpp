// check-references: names that refer to no link or joint: of joints, frames, sensors, loop joints, forces and
// servos (RM1009), of mimics (RM1301), transmissions (RM1701), <gazebo> elements (RM1702) and <ros2_control>
// (RM1703), and the links without which loop joints, forces and sensors are nothing (RM1013). Other
// references without a name are skipped: the frontend has reported them.
#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "ir/model/entity.h"
#include "ir/model/visit.h"
#include "passes/pass/pass_functions.h"
#include "support/sources/source_manager.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Whether a name can be written where another one is, in any format: beyond letters and digits it has only
// characters that the other one has, too.
bool may_stand_for(std::string_view name, std::string_view other) {
  return std::ranges::all_of(
      name, [&](char c) { return is_word_character(c) || other.find(c) != std::string_view::npos; });
}

class ReferenceChecker {
 public:
  ReferenceChecker(const Model& model, const CheckContext& context)
      : model_(model), diagnostics_(context.diagnostics), sources_(context.inputs.sources) {}
  void run();

 private:
  // A name that is absent has no range, and was reported where it was read; one that is written and empty
  // refers to nothing.
  bool is_open(const auto& ref) const {
    return !ref.id && (!ref.name.empty() || ref.range.valid()) && !diagnostics_.in_doubt(ref.range);
  }
  void report_link(const LinkRef& ref, EntityKind owner, std::size_t index);
  void report_joint(const JointRef& ref, EntityKind owner, std::size_t index);
  void check_presence();
  using Ends = std::vector<std::pair<const LinkRef*, std::string_view>>;
  template <class Entity>
  void require(const Ends& ends, const Entity& entity, const std::string& what);
  void check_gazebos();
  void check_ros2_controls();
  template <class Store>
  void report(Rule rule, SourceRange place, const std::string& message, std::string_view wanted,
              const Store& candidates);
  SourceRange owner_place(EntityKind kind, std::size_t index) const;
  bool is_written_as(SourceRange place, std::string_view name) const;

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const SourceManager* sources_;  // null: no text is known
  // Limits the work: finding the nearest name compares every name.
  int suggestions_left_ = 20;
  std::set<std::tuple<Rule, FileId, std::uint32_t, std::string>> reported_;
};

void ReferenceChecker::run() {
  // Before anything is reported: a macro's other uses stand at the same place, and are not in doubt by that.
  std::vector<std::tuple<const LinkRef*, EntityKind, std::size_t>> links;
  std::vector<std::tuple<const JointRef*, EntityKind, std::size_t>> joints;
  for_each_link_ref(model_, [&](const LinkRef& ref, EntityKind owner, std::size_t index) {
    if (is_open(ref)) links.emplace_back(&ref, owner, index);
  });
  for_each_joint_ref(model_, [&](const JointRef& ref, EntityKind owner, std::size_t index) {
    if (is_open(ref)) joints.emplace_back(&ref, owner, index);
  });
  for (const auto& [ref, owner, index] : links) report_link(*ref, owner, index);
  for (const auto& [ref, owner, index] : joints) report_joint(*ref, owner, index);
  check_presence();
  check_gazebos();
  check_ros2_controls();
}

// Reports missing references that only the language can leave out. Without them nothing can be computed or
// written of the entity.
void ReferenceChecker::check_presence() {
  for (const LoopJoint& loop : model_.loop_joints)
    require({{&loop.link1.link, "link1"}, {&loop.link2.link, "link2"}}, loop,
            concat("loop joint '", loop.name, "'"));
  for (const ForceElement& element : model_.force_elements) {
    Ends ends;
    if (const auto* spring = std::get_if<LinearSpringDamper>(&element.force)) {
      ends = {{&spring->link1.link, "link1"}, {&spring->link2.link, "link2"}};
    } else if (const auto* wing = std::get_if<Wing>(&element.force)) {
      ends = {{&wing->parent, "parent"}};
    } else if (const auto* thrust = std::get_if<Thrust>(&element.force)) {
      ends = {{&thrust->parent, "parent"}};
    }
    require(ends, element, concat("force element '", element.name, "'"));
  }
  for (const Sensor& sensor : model_.sensors)
    if (!sensor.parent_link && !sensor.parent_joint && !diagnostics_.in_doubt(sensor.range))
      diagnostics_.report(Rule::missing_element, name_place(sensor),
                          concat("sensor '", sensor.name, "' is not attached to a link or joint"));
}

// One finding for all that an entity lacks; none where something of it was not understood.
template <class Entity>
void ReferenceChecker::require(const Ends& ends, const Entity& entity, const std::string& what) {
  std::vector<std::string> absent;
  for (const auto& [ref, name] : ends)
    if (!ref->id && ref->name.empty() && !ref->range.valid()) absent.push_back(in_quotes(name));
  if (!absent.empty() && !diagnostics_.in_doubt(entity.range))
    diagnostics_.report(Rule::missing_element, name_place(entity),
                        concat(what, " needs ", join_last(absent, " and ")));
}

SourceRange ReferenceChecker::owner_place(EntityKind kind, std::size_t index) const {
  SourceRange place;
  for_each_store(model_, [&](EntityKind store_kind, const auto& store) {
    if (store_kind == kind) place = store[index].range;
  });
  return place;
}

template <class Store>
void ReferenceChecker::report(Rule rule, SourceRange place, const std::string& message,
                              std::string_view wanted, const Store& candidates) {
  // A loop makes several references of one text: they are one mistake.
  if (place.valid() && !reported_.insert({rule, place.file, place.begin, std::string(wanted)}).second) return;
  std::string_view near;
  if (suggestions_left_ > 0) {
    --suggestions_left_;
    near = nearest_name(wanted, candidates, &Store::value_type::name);
  }
  auto finding = diagnostics_.report(rule, place, concat(message, did_you_mean(near)));
  if (!near.empty() && is_written_as(place, wanted) && may_stand_for(near, wanted))
    finding.suggest(place, std::string(near));
}

// Whether a place says the name and nothing else, literally or as what an expansion makes of it.
bool ReferenceChecker::is_written_as(SourceRange place, std::string_view name) const {
  if (sources_ == nullptr || !place.valid()) return false;
  const std::string_view text = sources_->text(place);
  return text == name || (sources_->expansions().used() && text.starts_with("${"));
}

void ReferenceChecker::report_link(const LinkRef& ref, EntityKind owner, std::size_t index) {
  const SourceRange place = ref.range.valid() ? SourceRange(ref.range) : owner_place(owner, index);
  report(Rule::unresolved_link, place,
         concat(describe(model_, owner, index), " refers to link '", ref.name, "', which does not exist"),
         ref.name, model_.links);
}

void ReferenceChecker::report_joint(const JointRef& ref, EntityKind owner, std::size_t index) {
  const SourceRange place = ref.range.valid() ? SourceRange(ref.range) : owner_place(owner, index);
  Rule rule = Rule::unresolved_link;
  std::string_view verb = "refers to";
  std::string who = describe(model_, owner, index);
  if (owner == EntityKind::joint) {
    const auto& mimic = model_.joints[index].mimic;
    if (mimic && &mimic->joint == &ref)
      rule = Rule::mimic_unresolved, verb = "mimics";
    else
      who = concat("the servo of ", who), verb = "is coupled to";
  }
  if (owner == EntityKind::transmission) rule = Rule::transmission_joint, verb = "drives";
  report(rule, place, concat(who, " ", verb, " joint '", ref.name, "', which does not exist"), ref.name,
         model_.joints);
}

void ReferenceChecker::check_gazebos() {
  // A lumped link has become a frame and can still be referred to.
  std::unordered_set<std::string_view> frames;
  for (const Frame& frame : model_.frames) frames.insert(frame.name);
  for (const Gazebo& gazebo : model_.gazebos) {
    if (!gazebo.reference || gazebo.reference->empty() || gazebo.link || gazebo.joint ||
        frames.contains(*gazebo.reference))
      continue;
    const SourceRange place = gazebo.reference_range.valid() ? gazebo.reference_range : gazebo.range;
    report(Rule::gazebo_reference, place,
           concat("<gazebo> refers to '", *gazebo.reference,
                  "', which is not a link or joint; Gazebo ignores the element"),
           *gazebo.reference, model_.links);
  }
}

void ReferenceChecker::check_ros2_controls() {
  for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i) {
    for (const Ros2Component& component : model_.ros2_controls[i].components) {
      // A name that is absent has no range, and was reported where it was read.
      if (component.kind != Ros2Component::Kind::joint || component.joint ||
          (component.name.empty() && !component.name_range.valid()))
        continue;
      report(Rule::ros2control_joint, name_place(component),
             concat(describe(model_, EntityKind::ros2_control, i), " drives joint '", component.name,
                    "', which does not exist"),
             component.name, model_.joints);
    }
  }
}

}  // namespace

void check_references(const Model& model, const CheckContext& context) {
  ReferenceChecker(model, context).run();
}

}  // namespace romas
