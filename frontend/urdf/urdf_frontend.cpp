// The frontend of URDF: the robot element itself, and what concerns the whole model.
#include <algorithm>
#include <array>

#include "frontend/frontend.h"
#include "frontend/urdf/dialects.h"
#include "frontend/urdf/launch_comments.h"
#include "frontend/urdf/urdf_reader.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/foreign_element.h"
#include "frontend/xml/words/ros2_control.h"
#include "ir/format/collision_filters.h"

namespace romas {

namespace urdf {

namespace {

constexpr std::string_view kWorld = "world";

// The number of tags that begin with each name, by the index of the name.
template <std::size_t N>
std::array<std::size_t, N> count_tags(std::string_view text, const std::array<std::string_view, N>& names) {
  std::array<std::size_t, N> counts{};
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    for (std::size_t i = 0; i < N; ++i)
      if (!rest.empty() && rest.front() == names[i].front() && rest.starts_with(names[i])) ++counts[i];
  }
  return counts;
}

// Returns the place of an entity in the canonical order of a robot; extensions come last.
std::size_t canonical_rank(const LayoutItem& item) {
  constexpr std::array kOrder = {EntityKind::material,     EntityKind::link,       EntityKind::joint,
                                 EntityKind::frame,        EntityKind::loop_joint, EntityKind::force_element,
                                 EntityKind::transmission, EntityKind::sensor,     EntityKind::ros2_control,
                                 EntityKind::gazebo};
  if (item.kind != LayoutItem::Kind::entity) return kOrder.size();
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), item.entity) - kOrder.begin());
}

}  // namespace

UrdfReader::UrdfReader(FrontendContext& context)
    : context_(context), schema_(context.sources, context.diagnostics, model_) {
  schema_.set_misplaced_rows(find_number_row);
  schema_.set_dialects([](std::string_view element, std::string_view word, bool attribute) {
    return find_dialect(element, word, attribute ? WordKind::attribute : WordKind::element);
  });
}

void UrdfReader::begin_robot(const XmlElement& root) {
  if (root.local_name() != "robot") {
    schema_.report(Rule::no_robot, root.name_range,
                   concat("the root element is <", root.name, ">; a URDF file has <robot>"));
    return;
  }
  is_robot_ = true;
  model_.layout.format = "urdf";
  reserve(context_.sources.text(root.range.file));
  find_xacro_prefix(root);
  read_version(root);
  schema_.set_subject("robot", {});
  schema_.check_attributes(root, kRobot, entity_place(EntityKind::robot, 0));
  if (const XmlAttribute* name = root.attribute("name")) {
    model_.name = name->value.text;
    model_.name_range = name->value.range;
    if (trim(name->value.text).empty())
      schema_.report(Rule::robot_name, name->value.range,
                     "the robot's name is empty; write <robot name=\"…\">");
  } else {
    schema_.report(Rule::robot_name, root.start_tag, "the robot has no name; write <robot name=\"…\">");
  }
  for (const XmlComment& instruction : instructions_before_)
    order_.push_back(schema_.keep_comment(instruction, entity_place(EntityKind::robot, 0)));
}

// Reserving the stores' final size halves the memory that they need.
void UrdfReader::reserve(std::string_view text) {
  constexpr std::array<std::string_view, 5> kTags = {"link", "joint", "material", "transmission", "gazebo"};
  const auto counts = count_tags(text, kTags);
  model_.links.reserve(counts[0]);
  model_.joints.reserve(counts[1]);
  model_.materials.reserve(counts[2]);
  model_.transmissions.reserve(counts[3]);
  model_.gazebos.reserve(counts[4]);
  order_.reserve(model_.links.capacity() + model_.joints.capacity());
}

void UrdfReader::read_version(const XmlElement& root) {
  model_.version = schema_.text(root, "version");
  if (!model_.version) return;
  const auto version = schema_.word(root, kRobot, "version");
  if (version == "1.0") schema_.set_version(10);
  if (version == "1.1") schema_.set_version(11);
  if (version == "1.2" || !version) schema_.set_version(12);  // a bad version is one mistake
}

void UrdfReader::find_xacro_prefix(const XmlElement& root) {
  for (const XmlAttribute& attribute : root.attributes)
    if (attribute.prefix() == "xmlns" && attribute.value.text.find("/xacro") != std::string_view::npos)
      schema_.set_xacro_prefix(std::string(attribute.local_name()));
}

// Limits what is read, because it stays in memory: a small file must not become a large model. A large file
// may.
bool UrdfReader::within_limits(const XmlElement& child) {
  constexpr std::size_t kMaxSmallChildren = 1'000'000;
  constexpr std::size_t kBytesOfChild = 128;  // less than any link or joint of a robot takes
  const std::size_t file_size = context_.sources.text(child.start_tag.file).size();
  const std::size_t most_children = std::max(kMaxSmallChildren, file_size / kBytesOfChild);
  constexpr std::size_t kMaxExtensions = 500'000;
  constexpr std::size_t kMaxErrors = 10'000;
  if (full_) return false;
  std::string what;
  if (order_.size() >= most_children) what = concat(most_children, " elements");
  if (model_.extensions.size() >= kMaxExtensions)
    what = concat(kMaxExtensions, " elements and attributes that URDF does not know");
  if (context_.diagnostics.error_count() >= kMaxErrors) what = concat(kMaxErrors, " errors");
  full_ = !what.empty();
  if (full_)
    schema_.report(Rule::input_limit, child.start_tag,
                   concat("the robot has more than ", what, "; nothing after this place was read"));
  return !full_;
}

void UrdfReader::read_child(const XmlElement& child) {
  if (!is_robot_ || !within_limits(child)) return;
  schema_.set_subject("robot", model_.name);
  const ChildRow* row = schema_.match(child, kRobot);
  if (row == nullptr) {
    order_.push_back(schema_.keep_unknown(child, kRobot, "robot", entity_place(EntityKind::robot, 0)));
    if (child.name == kDrakeFilterGroup)
      model_.extensions[order_.back().index].tree = std::make_shared<const ForeignElement>(to_foreign(child));
    return;
  }
  using Read = void (UrdfReader::*)(const XmlElement&);
  constexpr std::array<std::pair<const ElementRow*, Read>, 10> kReaders = {{
      {&kMaterial, &UrdfReader::read_material},
      {&kLink, &UrdfReader::read_link},
      {&kJoint, &UrdfReader::read_joint},
      {&kFrame, &UrdfReader::read_frame},
      {&kLoopJoint, &UrdfReader::read_loop_joint},
      {&kForceElement, &UrdfReader::read_force_element},
      {&kTransmission, &UrdfReader::read_transmission},
      {&kSensor, &UrdfReader::read_sensor},
      {&kRos2Control, &UrdfReader::read_ros2_control},
      {&kGazebo, &UrdfReader::read_gazebo},
  }};
  const auto* reader =
      std::find_if(kReaders.begin(), kReaders.end(), [&](const auto& r) { return r.first == row->row; });
  (this->*reader->second)(child);
}

void UrdfReader::read_comment(const XmlComment& comment, XmlZone zone) {
  if (zone == XmlZone::in_root) {
    if (is_robot_) order_.push_back(schema_.keep_comment(comment, entity_place(EntityKind::robot, 0)));
  } else if (comment.instruction) {
    (zone == XmlZone::before_root ? instructions_before_ : instructions_behind_).push_back(comment);
  } else {
    auto& comments = zone == XmlZone::before_root ? model_.layout.before_root : model_.layout.after_root;
    comments.push_back(normalize_line_ends(comment.text));
  }
}

void UrdfReader::finish() {
  if (!is_robot_) return;
  const Place place = entity_place(EntityKind::robot, 0);
  model_.range = root_.range;
  schema_.set_subject("robot", model_.name);
  for (const XmlComment& instruction : instructions_behind_)
    order_.push_back(schema_.keep_comment(instruction, place));
  schema_.check_text(root_, kRobot, place, order_);
  schema_.report_dialects();
  record_robot_order();
  model_.rebuild_index();
  set_armatures();
  add_implicit_world();
}

void UrdfReader::place_entity(EntityKind kind, std::size_t index) {
  order_.push_back({LayoutItem::Kind::entity, kind, Slot::self, static_cast<std::uint32_t>(index)});
}

void UrdfReader::record_robot_order() {
  const bool has_comment = std::any_of(
      order_.begin(), order_.end(), [](const LayoutItem& i) { return i.kind == LayoutItem::Kind::comment; });
  const auto in_order = [](const LayoutItem& a, const LayoutItem& b) {
    return canonical_rank(a) < canonical_rank(b);
  };
  if (!has_comment && std::is_sorted(order_.begin(), order_.end(), in_order)) return;
  order_.shrink_to_fit();
  model_.layout.children[entity_place(EntityKind::robot, 0)] = std::move(order_);
}

// Drake's dialect needs no <link name="world"/> for the ground.
void UrdfReader::add_implicit_world() {
  if (model_.find_link(kWorld)) return;
  const auto first = std::find_if(model_.joints.begin(), model_.joints.end(),
                                  [](const Joint& j) { return j.parent.name == kWorld; });
  if (first == model_.joints.end()) return;
  schema_.report(Rule::implicit_world, first->parent.range,
                 "the parent link 'world' is not declared and is taken as the ground; declare it with <link "
                 "name=\"world\"/>");
  Link world;
  world.name = kWorld;
  world.implicit = true;
  world.range = first->parent.range;
  world.name_range = first->parent.range;
  model_.links.push_back(std::move(world));
  model_.rebuild_index();
}

Model UrdfReader::take() { return std::move(model_); }

// --- shared pieces -----------------------------------------------------------------------------------------

TransformExpr UrdfReader::read_origin(const KnownChild& child) {
  schema_.open(*child.element, *child.row->row, child.place);
  return read_pose(*child.element);
}

TransformExpr UrdfReader::read_pose(const XmlElement& element) {
  const auto xyz = schema_.vector3(element, "xyz");
  const auto rpy = schema_.vector3(element, "rpy");
  const auto quaternion = schema_.vector4(element, "quat_xyzw");
  if (!quaternion) {
    using Unit = TransformExpr::AngleUnit;
    return TransformExpr::XyzRpy{xyz, rpy, Unit::radian, schema_.value_range(element, "xyz"),
                                 schema_.value_range(element, "rpy")};
  }
  if (element.attribute("rpy") != nullptr) {
    schema_
        .report(Rule::bad_value, element.attribute("rpy")->range,
                "'rpy' and 'quat_xyzw' both give the rotation; keep one of them")
        .note(element.attribute("quat_xyzw")->range, "the other is here");
  }
  return TransformExpr::XyzQuaternion{xyz, *quaternion};
}

LinkRef UrdfReader::link_ref(const XmlElement& element, std::string_view attribute) {
  return {schema_.text(element, attribute).value_or(""), schema_.value_range(element, attribute), {}};
}

JointRef UrdfReader::joint_ref(const XmlElement& element, std::string_view attribute) {
  return {schema_.text(element, attribute).value_or(""), schema_.value_range(element, attribute), {}};
}

std::string UrdfReader::name_of(const XmlElement& element) const {
  return schema_.text(element, "name").value_or("");
}

}  // namespace urdf

FrontendResult parse_urdf(FileId file, FrontendContext& context) {
  urdf::UrdfReader reader(context);
  XmlSink sink;
  sink.begin = [&](const XmlElement& root) { reader.begin_robot(root); };
  sink.child = [&](const XmlElement& child) {
    urdf::check_launch_comments(child, context.diagnostics);
    reader.read_child(child);
  };
  sink.comment = [&](const XmlComment& comment, XmlZone zone) {
    urdf::check_launch_comment(comment, context.diagnostics);
    reader.read_comment(comment, zone);
  };
  sink.end = [&](XmlElement& root) { reader.end_robot(std::move(root)); };
  FrontendResult result;
  result.malformed = !read_document(file, context, sink) || reader.incomplete();
  if (!result.malformed && reader.is_robot()) {
    reader.finish();
    result.models.push_back(reader.take());
  }
  return result;
}

}  // namespace romas
