// <sensor>, cameras, and the sites that sensors, springs and named frames stand at.
#include <array>
#include <cmath>

#include "backends/mjcf/mjcf_document.h"
#include "ir/entity.h"
#include "support/text.h"

namespace romas::mjcf {

namespace {

// What a sensor of a robot is in MJCF, by its type. The first element of two takes the name with "_" and the
// element's own name behind it.
struct SensorKind {
  std::string_view type;      // of URDF or SDF
  std::string_view elements;  // of MJCF; "camera": a camera of the body
};
constexpr std::array kSensorKinds = {
    SensorKind{"imu", "accelerometer gyro"},  SensorKind{"force_torque", "force torque"},
    SensorKind{"contact", "touch"},           SensorKind{"magnetometer", "magnetometer"},
    SensorKind{"ray", "rangefinder"},         SensorKind{"gpu_ray", "rangefinder"},
    SensorKind{"lidar", "rangefinder"},       SensorKind{"gpu_lidar", "rangefinder"},
    SensorKind{"camera", "camera"},           SensorKind{"depth", "camera"},
    SensorKind{"depth_camera", "camera"},     SensorKind{"rgbd_camera", "camera"},
    SensorKind{"wide_angle_camera", "camera"}};

std::string_view elements_of(std::string_view type) {
  for (const SensorKind& kind : kSensorKinds)
    if (kind.type == type) return kind.elements;
  return {};
}

// A sensor as either way of describing it says it.
struct SensorFacts {
  std::string name, type;
  LinkId link;
  TransformExpr origin;  // in the link
  std::optional<double> hfov, width, height;
  SourceRange range;
  std::vector<std::string> left_out;  // what it says beside a name, a type, a place and the view of a camera
};

const ForeignElement* child_of(const ForeignElement& element, std::string_view name) {
  for (const ForeignElement& child : element.children)
    if (child.name == name) return &child;
  return nullptr;
}

std::string_view attribute_of(const ForeignElement& element, std::string_view name) {
  for (const auto& [key, value] : element.attributes)
    if (key == name) return value;
  return {};
}

std::optional<double> number_at(const ForeignElement& element, std::initializer_list<std::string_view> path) {
  const ForeignElement* at = &element;
  for (const std::string_view name : path)
    if (at = child_of(*at, name); at == nullptr) return std::nullopt;
  return parse_double(trim(at->text));
}

// The pose of a sensor in SDF's words: six numbers, in the frame of the link. Nothing where it says more.
std::optional<TransformExpr> pose_of(const ForeignElement& sensor) {
  const ForeignElement* pose = child_of(sensor, "pose");
  if (pose == nullptr) return TransformExpr();
  if (!pose->attributes.empty()) return std::nullopt;
  Number3 xyz, rpy;
  const auto words = split_words(pose->text);
  if (words.size() != 6) return std::nullopt;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto value = parse_double(words[i].text);
    if (!value) return std::nullopt;
    (i < 3 ? xyz[i] : rpy[i - 3]) = Number(*value);
  }
  return TransformExpr(TransformExpr::XyzRpy{xyz, rpy});
}

class SitePlan {
 public:
  explicit SitePlan(Document& document) : document_(document), model_(document.model) {}

  void plan() {
    for (std::uint32_t i = 0; i < model_.frames.size(); ++i) {
      const Frame& frame = model_.frames[i];
      if (!frame.link.id) continue;
      const std::string* own = kept_attribute(document_, {EntityKind::frame, Slot::self, 0, i, 0}, "name");
      add_site(frame.link.id,
               {document_.names.sites.take(own == nullptr ? frame.name : *own), frame.origin, 0, i});
    }
    for (const Sensor& sensor : model_.sensors) typed(sensor);
    for (std::size_t i = 0; i < model_.gazebos.size(); ++i) of_gazebo(static_cast<std::uint32_t>(i));
    for (const ForceElement& force : model_.force_elements) spring(force);
  }

 private:
  void add_site(LinkId link, Site site) {
    document_.sites[static_cast<std::uint32_t>(link.index())].push_back(std::move(site));
  }

  void typed(const Sensor& sensor) {
    SensorFacts facts;
    facts.name = sensor.name;
    facts.type = sensor.type.value_or(sensor.camera ? "camera" : sensor.ray ? "ray" : "");
    facts.origin = sensor.origin;
    facts.range = sensor.range;
    if (sensor.parent_link) facts.link = sensor.parent_link->id;
    if (sensor.parent_joint && sensor.parent_joint->id)
      facts.link = model_.joint(sensor.parent_joint->id).child.id;
    if (sensor.update_rate) facts.left_out.emplace_back("the update rate");
    if (sensor.id) facts.left_out.emplace_back("the id");
    if (sensor.ray) facts.left_out.emplace_back("the scan");
    if (sensor.camera) {
      const auto value = [](const std::optional<Number>& number) {
        return number ? std::optional(number->value()) : std::nullopt;
      };
      facts.hfov = value(sensor.camera->hfov);
      facts.width = value(sensor.camera->width);
      facts.height = value(sensor.camera->height);
    }
    place(facts);
  }

  void of_gazebo(std::uint32_t index) {
    const Gazebo& gazebo = model_.gazebos[index];
    for (const Extension* extension : model_.extensions_at({EntityKind::gazebo, Slot::self, 0, index, 0})) {
      if (!is_gazebo_sensor(*extension)) continue;
      const ForeignElement& element = *extension->tree;
      SensorFacts facts;
      facts.name = attribute_of(element, "name");
      facts.type = attribute_of(element, "type");
      facts.link = gazebo.link ? gazebo.link : gazebo.joint ? model_.joint(gazebo.joint).child.id : LinkId();
      facts.range = extension->range;
      const auto pose = pose_of(element);
      if (pose) facts.origin = *pose;
      facts.hfov = number_at(element, {"camera", "horizontal_fov"});
      facts.width = number_at(element, {"camera", "image", "width"});
      facts.height = number_at(element, {"camera", "image", "height"});
      for (const ForeignElement& child : element.children)
        if (child.name != "pose" && child.name != "camera")
          facts.left_out.push_back(concat("<", child.name, ">"));
      if (!pose) facts.link = {};
      place(facts);
    }
  }

  void place(const SensorFacts& facts) {
    const std::string_view elements = elements_of(facts.type);
    if (elements.empty() || !facts.link) {
      document_.lost(facts.range,
                     concat("sensor '", facts.name, "' is left out: ",
                            elements.empty() ? concat("MJCF has no sensors of type '", facts.type, "'")
                                             : std::string("its place is not that of a link")));
      return;
    }
    if (!facts.left_out.empty())
      document_.lost(facts.range, concat("of sensor '", facts.name, "' MJCF has no place for ",
                                         join_last(facts.left_out, " and ")));
    document_.context.changes.allow_at(facts.range);
    if (elements == "camera") return camera(facts);
    // A site that has the name of a body would read as a frame with another name.
    const std::string& wanted = facts.name.empty() ? facts.type : facts.name;
    const std::string site =
        document_.names.sites.take(model_.find_link(wanted) ? concat(wanted, "_site") : wanted);
    constexpr double kTouched = 1;  // m: all contacts of the body count
    const bool is_ray = elements == "rangefinder";
    const TransformExpr origin =
        is_ray ? plain_transform(facts.origin.evaluate() * x_from_z()) : facts.origin;
    add_site(facts.link, {site, origin, elements == "touch" ? kTouched : 0, std::nullopt});
    document_.context.changes.allow(EntityKind::frame, site);
    document_.sensors.push_back({facts.name.empty() ? facts.type : facts.name, elements, site});
  }

  // MuJoCo's rays go along z of their site, those of Gazebo along x.
  static RigidTransform x_from_z() {
    return {rotation_about(Vector3::UnitY(), std::numbers::pi / 2), Vector3::Zero()};
  }

  void camera(const SensorFacts& facts) {
    std::optional<double> vertical;
    if (facts.hfov && *facts.hfov > 0 && *facts.hfov < std::numbers::pi) {
      const double aspect =
          facts.width && facts.height && *facts.width > 0 ? *facts.height / *facts.width : 1;
      vertical = 2 * std::atan(std::tan(*facts.hfov / 2) * aspect);
    }
    // MuJoCo's camera looks along -z with y up.
    RigidTransform X_SC;
    X_SC.R << 0, 0, -1, -1, 0, 0, 0, 1, 0;
    document_.cameras[static_cast<std::uint32_t>(facts.link.index())].push_back(
        {document_.names.cameras.take(facts.name.empty() ? "camera" : facts.name),
         facts.origin.evaluate() * X_SC, vertical});
  }

  void spring(const ForceElement& force) {
    const auto* damper = std::get_if<LinearSpringDamper>(&force.force);
    if (damper == nullptr || !damper->link1.link.id || !damper->link2.link.id) {
      document_.lost(force.range, concat("force element '", force.name, "' has no place in MJCF"));
      document_.context.changes.allow(EntityKind::force_element, force.name);
      return;
    }
    Spring spring{&force, {}};
    for (std::size_t side = 0; side < 2; ++side) {
      const Attachment& attachment = side == 0 ? damper->link1 : damper->link2;
      spring.sites[side] = document_.names.sites.take(concat(force.name, side == 0 ? "_site1" : "_site2"));
      add_site(attachment.link.id, {spring.sites[side], attachment.origin, 0, std::nullopt});
      document_.context.changes.allow(EntityKind::frame, spring.sites[side]);
    }
    document_.springs.push_back(std::move(spring));
  }

  Document& document_;
  const Model& model_;
};

}  // namespace

void place_sites(Document& document) { SitePlan(document).plan(); }

void write_cameras(Document& document, LinkId link) {
  const auto cameras = document.cameras.find(static_cast<std::uint32_t>(link.index()));
  if (cameras == document.cameras.end()) return;
  for (const Camera& camera : cameras->second) {
    const XmlScope element(document.xml, "camera");
    document.xml.attribute("name", camera.name);
    document.pose(plain_transform(camera.X_LC));
    // In degrees, whatever the compiler says of angles.
    if (camera.vertical_fov) document.number("fovy", *camera.vertical_fov * 180 / std::numbers::pi);
  }
}

void write_sensors(Document& document) {
  if (document.sensors.empty()) return;
  const XmlScope section(document.xml, "sensor");
  for (const SensorUse& sensor : document.sensors) {
    const auto elements = split_words(sensor.elements);
    for (const Token& element : elements) {
      const XmlScope written(document.xml, element.text);
      const std::string name = elements.size() == 1 ? sensor.name : concat(sensor.name, "_", element.text);
      document.xml.attribute("name", document.names.sensors.take(name));
      document.xml.attribute("site", sensor.site);
    }
  }
}

}  // namespace romas::mjcf
