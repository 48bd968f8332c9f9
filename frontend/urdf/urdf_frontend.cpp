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

UrdfReader::UrdfReader(FrontendContext& context) : context_(context), in_(context) {
  in_.schema.set_misplaced_rows(find_number_row);
  in_.schema.set_dialects([](std::string_view element, std::string_view word, bool attribute) {
    return find_dialect(element, word, attribute ? WordKind::attribute : WordKind::element);
  });
}

void UrdfReader::begin_robot(const XmlElement& root) {
  if (root.local_name() != "robot") {
    in_.schema.report(Rule::no_robot, root.name_range,
                      concat("the root element is <", root.name, ">; a URDF file has <robot>"));
    return;
  }
  is_robot_ = true;
  in_.model.layout.format = "urdf";
  reserve(context_.sources.text(root.range.file));
  find_xacro_prefix(root);
  read_version(root);
  in_.schema.set_subject("robot", {});
  in_.schema.check_attributes(root, kRobot, entity_place(EntityKind::robot, 0));
  if (const XmlAttribute* name = root.attribute("name")) {
    in_.model.name = name->value.text;
    in_.model.name_range = name->value.range;
    if (trim(name->value.text).empty())
      in_.schema.report(Rule::robot_name, name->value.range,
                        "the robot's name is empty; write <robot name=\"…\">");
  } else {
    in_.schema.report(Rule::robot_name, root.start_tag, "the robot has no name; write <robot name=\"…\">");
  }
  for (const XmlComment& instruction : instructions_before_)
    in_.order.push_back(in_.schema.keep_comment(instruction, entity_place(EntityKind::robot, 0)));
}

// Reserving the stores' final size halves the memory that they need.
void UrdfReader::reserve(std::string_view text) {
  constexpr std::array<std::string_view, 5> kTags = {"link", "joint", "material", "transmission", "gazebo"};
  const auto counts = count_tags(text, kTags);
  in_.model.links.reserve(counts[0]);
  in_.model.joints.reserve(counts[1]);
  in_.model.materials.reserve(counts[2]);
  in_.model.transmissions.reserve(counts[3]);
  in_.model.gazebos.reserve(counts[4]);
  in_.order.reserve(in_.model.links.capacity() + in_.model.joints.capacity());
}

void UrdfReader::read_version(const XmlElement& root) {
  in_.model.version = in_.schema.text(root, "version");
  if (!in_.model.version) return;
  const auto version = in_.schema.word(root, kRobot, "version");
  if (version == "1.0") in_.schema.set_version(10);
  if (version == "1.1") in_.schema.set_version(11);
  if (version == "1.2" || !version) in_.schema.set_version(12);  // a bad version is one mistake
}

void UrdfReader::find_xacro_prefix(const XmlElement& root) {
  for (const XmlAttribute& attribute : root.attributes)
    if (attribute.prefix() == "xmlns" && attribute.value.text.find("/xacro") != std::string_view::npos)
      in_.schema.set_xacro_prefix(std::string(attribute.local_name()));
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
  if (in_.order.size() >= most_children) what = concat(most_children, " elements");
  if (in_.model.extensions.size() >= kMaxExtensions)
    what = concat(kMaxExtensions, " elements and attributes that URDF does not know");
  if (context_.diagnostics.error_count() >= kMaxErrors) what = concat(kMaxErrors, " errors");
  full_ = !what.empty();
  if (full_)
    in_.schema.report(Rule::input_limit, child.start_tag,
                      concat("the robot has more than ", what, "; nothing after this place was read"));
  return !full_;
}

void UrdfReader::read_child(const XmlElement& child) {
  if (!is_robot_ || !within_limits(child)) return;
  in_.schema.set_subject("robot", in_.model.name);
  const ChildRow* row = in_.schema.match(child, kRobot);
  if (row == nullptr) {
    in_.order.push_back(in_.schema.keep_unknown(child, kRobot, "robot", entity_place(EntityKind::robot, 0)));
    if (child.name == kDrakeFilterGroup)
      in_.model.extensions[in_.order.back().index].tree =
          std::make_shared<const ForeignElement>(to_foreign(child));
    return;
  }
  using Read = void (*)(UrdfReading&, const XmlElement&);
  constexpr std::array<std::pair<const ElementRow*, Read>, 10> kReaders = {{
      {&kMaterial, read_material},
      {&kLink, read_link},
      {&kJoint, read_joint},
      {&kFrame, read_frame},
      {&kLoopJoint, read_loop_joint},
      {&kForceElement, read_force_element},
      {&kTransmission, read_transmission},
      {&kSensor, read_sensor},
      {&kRos2Control, read_ros2_control},
      {&kGazebo, read_gazebo},
  }};
  const auto* reader =
      std::find_if(kReaders.begin(), kReaders.end(), [&](const auto& r) { return r.first == row->row; });
  reader->second(in_, child);
}

void UrdfReader::read_comment(const XmlComment& comment, XmlZone zone) {
  if (zone == XmlZone::in_root) {
    if (is_robot_) in_.order.push_back(in_.schema.keep_comment(comment, entity_place(EntityKind::robot, 0)));
  } else if (comment.instruction) {
    (zone == XmlZone::before_root ? instructions_before_ : instructions_behind_).push_back(comment);
  } else {
    auto& comments =
        zone == XmlZone::before_root ? in_.model.layout.before_root : in_.model.layout.after_root;
    comments.push_back(normalize_line_ends(comment.text));
  }
}

void UrdfReader::finish() {
  if (!is_robot_) return;
  const Place place = entity_place(EntityKind::robot, 0);
  in_.model.range = root_.range;
  in_.schema.set_subject("robot", in_.model.name);
  for (const XmlComment& instruction : instructions_behind_)
    in_.order.push_back(in_.schema.keep_comment(instruction, place));
  in_.schema.check_text(root_, kRobot, place, in_.order);
  in_.schema.report_dialects();
  record_robot_order();
  in_.model.rebuild_index();
  set_armatures(in_);
  check_misplaced_joints(in_);
  add_implicit_world();
}

void UrdfReader::record_robot_order() {
  const bool has_comment = std::any_of(in_.order.begin(), in_.order.end(), [](const LayoutItem& i) {
    return i.kind == LayoutItem::Kind::comment;
  });
  const auto in_order = [](const LayoutItem& a, const LayoutItem& b) {
    return canonical_rank(a) < canonical_rank(b);
  };
  if (!has_comment && std::is_sorted(in_.order.begin(), in_.order.end(), in_order)) return;
  in_.order.shrink_to_fit();
  in_.model.layout.children[entity_place(EntityKind::robot, 0)] = std::move(in_.order);
}

// Drake's dialect needs no <link name="world"/> for the ground.
void UrdfReader::add_implicit_world() {
  if (in_.model.find_link(kWorld)) return;
  const auto first = std::find_if(in_.model.joints.begin(), in_.model.joints.end(),
                                  [](const Joint& j) { return j.parent.name == kWorld; });
  if (first == in_.model.joints.end()) return;
  in_.schema.report(
      Rule::implicit_world, first->parent.range,
      "the parent link 'world' is not declared and is taken as the ground; declare it with <link "
      "name=\"world\"/>");
  Link world;
  world.name = kWorld;
  world.implicit = true;
  world.range = first->parent.range;
  world.name_range = first->parent.range;
  in_.model.links.push_back(std::move(world));
  in_.model.rebuild_index();
}

Model UrdfReader::take() { return std::move(in_.model); }

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
