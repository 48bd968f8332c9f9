// <sensor>, cameras, and the sites that sensors, springs and named frames stand at.
#include <numbers>

#include "backends/mjcf/mjcf_document.h"
#include "ir/format/mjcf_sensors.h"
#include "ir/model/entity.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// A sensor as either way of describing it says it.
struct SensorFacts {
  std::string name, type;
  LinkId link;
  TransformExpr origin;  // in the link
  std::optional<double> hfov, width, height;
  SourceRange range;
  bool typed = false;                 // of the Model, and not in the words of SDF
  std::vector<std::string> left_out;  // what it says beside a name, a type, a place and the view of a camera
  std::vector<std::string_view> changed;  // fields of a typed one that read back otherwise
  void leave_out(std::string what, std::string_view field) {
    left_out.push_back(std::move(what));
    changed.push_back(field);
  }
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
    for (std::uint32_t i = 0; i < model_.sensors.size(); ++i) typed(i);
    for (std::size_t i = 0; i < model_.gazebos.size(); ++i) of_gazebo(static_cast<std::uint32_t>(i));
    for (const ForceElement& force : model_.force_elements) spring(force);
  }

 private:
  void add_site(LinkId link, Site site) {
    document_.sites[static_cast<std::uint32_t>(link.index())].push_back(std::move(site));
  }

  void typed(std::uint32_t index) {
    if (has_kept_elements(document_, {EntityKind::sensor, Slot::self, 0, index, 0})) return;
    const Sensor& sensor = model_.sensors[index];
    SensorFacts facts;
    facts.typed = true;
    facts.name = sensor.name;
    facts.type = sensor.type.value_or(sensor.camera ? "camera" : sensor.ray ? "ray" : "");
    facts.origin = sensor.origin;
    facts.range = sensor.range;
    if (sensor.parent_link) facts.link = sensor.parent_link->id;
    if (sensor.parent_joint && sensor.parent_joint->id)
      facts.link = model_.joint(sensor.parent_joint->id).child.id;
    if (sensor.update_rate) facts.leave_out("the update rate", "update_rate");
    if (sensor.id) facts.leave_out("the id", "id");
    if (const SensorForm* form = find_sensor_form(facts.type)) {
      if (sensor.type && *sensor.type != form->type())
        facts.leave_out(concat("the type '", *sensor.type, "'"), "type");
      if (!sensor.type) facts.changed.emplace_back("type");
      moved(sensor, *form, facts);
    }
    scan(sensor, facts);
    if (sensor.camera) view(*sensor.camera, facts);
    place(facts);
  }

  // Forces are measured where the link hangs on the one that carries it, all else in the link.
  void moved(const Sensor& sensor, const SensorForm& form, SensorFacts& facts) const {
    if (!facts.link) return;
    const JointId carrier = document_.tree.parent_joint(facts.link);
    const bool at_joint = form.type() == "force_torque" && carrier;
    if (at_joint == sensor.parent_joint.has_value()) return;
    facts.changed.insert(facts.changed.end(), {"parent link", "parent joint"});
    document_.rewritten(facts.range,
                        at_joint ? concat("sensor '", sensor.name, "' measures at joint '",
                                          model_.joint(carrier).name, "' in MJCF, which carries its link")
                                 : concat("sensor '", sensor.name, "' of joint '", sensor.parent_joint->name,
                                          "' is at link '", model_.link(facts.link).name, "' in MJCF"));
  }

  static void scan(const Sensor& sensor, SensorFacts& facts) {
    const RayScan one_ray{Number(1), Number(1), Number(0), Number(0)};
    if (!sensor.ray) {
      facts.changed.emplace_back("ray");
      return;
    }
    if (sensor.ray->vertical || (sensor.ray->horizontal && sensor.ray->horizontal != one_ray))
      facts.leave_out("the scan", "ray");
    else if (!sensor.ray->horizontal)
      facts.changed.emplace_back("ray");
  }

  static void view(const CameraSensor& camera, SensorFacts& facts) {
    const auto value = [](const std::optional<Number>& number) {
      return number ? std::optional(number->value()) : std::nullopt;
    };
    facts.hfov = value(camera.hfov);
    facts.width = value(camera.width);
    facts.height = value(camera.height);
    if (camera.width) facts.leave_out("the width of the picture", "camera width");
    if (camera.height) facts.leave_out("the height of the picture", "camera height");
    if (camera.width && camera.height && *camera.width != *camera.height)
      facts.changed.emplace_back("camera hfov");
    if (camera.format) facts.leave_out("the format", "camera format");
    if (camera.near) facts.leave_out("the near distance", "camera near");
    if (camera.far) facts.leave_out("the far distance", "camera far");
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
    const SensorForm* form = find_sensor_form(facts.type);
    if (form == nullptr || !facts.link) {
      document_.lost(facts.range,
                     concat("sensor '", facts.name, "' is left out: ",
                            form == nullptr ? concat("MJCF has no sensors of type '", facts.type, "'")
                                            : std::string("its place is not that of a link")));
      return;
    }
    if (!facts.left_out.empty())
      document_.lost(facts.range, concat("MJCF has no place for ", join_last(facts.left_out, " and "),
                                         " of sensor '", facts.name, "'"));
    if (form->type() == "camera") return camera(facts);
    // A site that has the name of a body would read as a frame with another name.
    const std::string& wanted = facts.name.empty() ? facts.type : facts.name;
    const std::string site =
        document_.names.sites.take(model_.find_link(wanted) ? concat(wanted, "_site") : wanted);
    constexpr double kTouched = 1;  // m: all contacts of the body count
    const TransformExpr origin =
        form->type() == "ray" ? plain_transform(facts.origin.evaluate() * ray_in_sensor()) : facts.origin;
    add_site(facts.link, {site, origin, form->type() == "contact" ? kTouched : 0, std::nullopt});
    document_.context.changes.allow(EntityKind::frame, site);
    declare(facts, add_elements(*form, wanted, site));
  }

  // Adds the elements of the sensor, and returns the name that a reader gives it.
  std::string add_elements(const SensorForm& form, const std::string& wanted, const std::string& site) {
    std::vector<std::string> elements, names;
    for (const Token& element : split_words(form.elements)) elements.emplace_back(element.text);
    for (const std::string& element : elements) {
      names.push_back(
          document_.names.sensors.take(elements.size() == 1 ? wanted : sensor_element_name(wanted, element)));
      document_.sensors.push_back({names.back(), element, site});
    }
    if (elements.size() == 1) return names.front();
    const std::string common = common_sensor_name(elements, names);
    return common.empty() ? site : common;
  }

  // Declares how the sensor differs when it is read back. One in the words of SDF reads back as a typed one,
  // and one on the ground as none.
  void declare(const SensorFacts& facts, const std::string& read) const {
    DeclaredChanges& changes = document_.context.changes;
    if (!facts.typed) return changes.allow(EntityKind::sensor, read);
    if (read != facts.name)
      document_.rewritten(facts.range, concat("sensor '", facts.name, "' is called '", read,
                                              "' in MJCF, where names of sensors are unique"));
    if (read == facts.name && !document_.is_world(facts.link)) {
      for (const std::string_view field : facts.changed) changes.allow(EntityKind::sensor, read, field);
      return;
    }
    changes.allow(EntityKind::sensor, read);
    changes.allow(EntityKind::sensor, facts.name);
  }

  void camera(SensorFacts facts) {
    std::optional<double> vertical;
    if (facts.hfov && *facts.hfov > 0 && *facts.hfov < std::numbers::pi) {
      const double aspect =
          facts.width && facts.height && *facts.width > 0 ? *facts.height / *facts.width : 1;
      vertical = aspect == 1 ? *facts.hfov : 2 * math::atan(math::tan(*facts.hfov / 2) * aspect);
    } else if (facts.typed) {
      document_.rewritten(facts.range,
                          concat("sensor '", facts.name, "' has no field of view: MuJoCo uses its default"));
      facts.changed.emplace_back();
    }
    const std::string name = document_.names.cameras.take(facts.name.empty() ? "camera" : facts.name);
    document_.cameras[static_cast<std::uint32_t>(facts.link.index())].push_back(
        {name, facts.origin.evaluate() * camera_in_sensor(), vertical});
    declare(facts, name);
  }

  void spring(const ForceElement& force) {
    const auto* damper = std::get_if<LinearSpringDamper>(&force.force);
    if (damper == nullptr || !damper->link1.link.id || !damper->link2.link.id) {
      document_.lost(force.range, concat("force element '", force.name, "' cannot be expressed in MJCF"));
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
    const XmlScope written(document.xml, sensor.element);
    document.xml.attribute("name", sensor.name);
    document.xml.attribute("site", sensor.site);
  }
}

}  // namespace romas::mjcf
