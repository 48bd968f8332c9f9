// What stands in a body: its mass, shapes and sites, and what is kept for MJCF alone.
#include "frontend/mjcf/bodies/mjcf_reader.h"
#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/xml/reader/make_element.h"
#include "support/text/text.h"

namespace romas::mjcf {

void MjcfReader::read_content(const PlacedBody& body) {
  const std::vector<BodyShape> shapes = geoms_.shapes(*body.node);
  if (auto inertial = geoms_.inertial(*body.node, shapes, body.name)) {
    if (!body.X_LB.absent()) inertial->origin = TransformExpr::compose({body.X_LB, inertial->origin});
    model_.link(body.link).inertial = std::move(*inertial);
  }
  geoms_.add_to(model_.link(body.link), body.link.index(), shapes, body.X_LB, model_);
  const std::string frame = keep_body_frame(body);
  keep_elements(*body.node, body.X_LB, body.link);
  keep_attributes(*body.node->part.element, kBody,
                  {EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(body.link.index()), 0},
                  model_);
  parts_.bodies.emplace(body.name,
                        NamedParts::Placed{body.link, body.X_LB, body.node->part.element->range, frame});
  read_sites(body);
}

// Keeps the content of a body, or (without a link) of the ground, that has no place in the Model.
void MjcfReader::keep_elements(const BodyNode& node, const TransformExpr& X_LB, LinkId link) {
  const auto keep = [&](const Part& part) {
    geoms_.use_material(
        ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class)),
        *part.file, part.affix, model_);
    return keep_in_body(part, X_LB, link, schema_, model_);
  };
  for (const Part& geom : node.geoms) {
    if (const XmlAttribute* name = geom.element->attribute("name"))
      parts_.geoms.insert(Affix::apply(geom.affix, name->value.text));
    const XmlElement read =
        ClassTable::effective(*geom.element, geom.file->class_of(*geom.element, *geom.nearest_class));
    const XmlAttribute* type = read.attribute("type");
    const XmlElement* asset = geoms_.own_asset(geom, read);
    if (asset != nullptr) keep_asset(*asset, geom);
    if (asset != nullptr || (type != nullptr && type->value.text == "plane")) keep(geom);
  }
  for (const Part& camera : node.cameras) {
    if (const XmlAttribute* name = camera.element->attribute("name"))
      parts_.cameras.insert(Affix::apply(camera.affix, name->value.text));
    const auto X_LC = keep(camera);
    note_follower(camera, link ? model_.link(link).name : "");
    if (&node != &tree_.world()) read_camera(camera, X_LC, link);
  }
  for (const Part& other : node.others) {
    if (other.element->name != "composite" && other.element->name != "flexcomp") {
      keep(other);
      if (other.element->name == "light") note_follower(other, link ? model_.link(link).name : "");
      continue;
    }
    parts_.are_made = true;
    schema_.report(Rule::feature_dropped, other.element->start_tag,
                   concat("a <", other.element->name, "> is not a rigid body and is kept only for MJCF"));
    keep(other);
  }
}

// The corners or heights of a shape that is kept, once.
void MjcfReader::keep_asset(const XmlElement& asset, const Part& geom) {
  const std::string name =
      Affix::apply_to_asset(geom.affix, schema_.text(asset, "name").value_or(std::string()));
  if (!kept_assets_.emplace(asset.name, name).second) return;
  XmlElement named = copy_element(asset);
  set_attribute(named, "name", name, asset.start_tag);
  keep_in_section("asset", named, *geom.file, nullptr, model_);
}

// A camera of a body may be a sensor; those of the ground show the scene.
void MjcfReader::read_camera(const Part& part, const std::optional<RigidTransform>& X_LC, LinkId link) {
  const XmlElement camera =
      ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
  const XmlAttribute* name = part.element->attribute("name");
  sensors_.add_camera(camera, name == nullptr ? "" : Affix::apply(part.affix, name->value.text),
                      X_LC ? *X_LC : read_pose(camera, part.file->settings(), schema_).evaluate(), link,
                      schema_);
}

// `body`: in which it stands. Those that follow a centre of mass do not care where frames are.
void MjcfReader::note_follower(const Part& part, std::string_view body) {
  const XmlElement read =
      ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
  const XmlAttribute* mode = read.attribute("mode");
  if (mode == nullptr) return;
  const XmlAttribute* target = read.attribute("target");
  if (mode->value.text == "track")
    followers_.push_back({mode->range, std::string(read.name), std::string(body)});
  else if (mode->value.text == "targetbody" && target != nullptr)
    followers_.push_back({mode->range, std::string(read.name), Affix::apply(part.affix, target->value.text)});
}

// Once all bodies are there, of which each may be followed.
void MjcfReader::report_followers() {
  for (const Follower& follower : followers_) {
    const NamedParts::Placed* body = NamedParts::find(parts_.bodies, follower.body);
    if (body == nullptr || body->frame.empty()) continue;
    schema_.report(
        Rule::value_approximated, follower.mode,
        concat("this ", follower.element, " follows the origin of body '", follower.body,
               "', which moves to its joint when MJCF is written; '", body->frame, "' marks the old place"));
  }
}

// What MuJoCo calls the pose of the body is that of a frame where the link's frame is the joint's. Its name;
// empty: there is none.
std::string MjcfReader::keep_body_frame(const PlacedBody& body) {
  if (body.X_LB.absent()) return {};
  Frame frame;
  frame.name = link_names_.take(concat(body.name, "_body"));
  frame.link.name = body.name;
  frame.origin = body.X_LB;
  frame.range = body.node->part.element->range;
  frame.name_range = model_.link(body.link).name_range;
  schema_.report(Rule::value_approximated, frame.name_range,
                 concat("a joint of body '", body.name, "' is not at the body's origin; link '", body.name,
                        "' takes the frame of the joint, and '", frame.name, "' marks the body's origin"));
  std::string name = frame.name;
  model_.frames.push_back(std::move(frame));
  return name;
}

// A site with a name is a frame of the Model.
void MjcfReader::read_sites(const PlacedBody& body) {
  for (const Part& part : body.node->sites) {
    schema_.check_attributes(*part.element, kSite.row, {});
    XmlElement site =
        ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
    geoms_.use_material(site, *part.file, part.affix, model_);
    AssetNames assets;
    assets.apply(site, part.affix);
    TransformExpr X_BS = composed(part.X_BF, read_pose(site, part.file->settings(), schema_));
    if (const auto between = read_from_to(site, schema_))
      X_BS = composed(part.X_BF, plain_transform(between->X));
    const XmlAttribute* name = part.element->attribute("name");
    if (name == nullptr || name->value.text.empty()) {
      keep_in_body(part, body.X_LB, body.link, schema_, model_);
      continue;
    }
    const std::string wanted = Affix::apply(part.affix, name->value.text);
    Frame frame;
    frame.name = link_names_.take(wanted);
    frame.link.name = model_.link(body.link).name;
    frame.origin = composed(body.X_LB, X_BS);
    frame.range = part.element->range;
    frame.name_range = name->value.range;
    const auto [known, is_new] =
        parts_.sites.emplace(wanted, NamedParts::Placed{body.link, frame.origin, part.element->range});
    if (!is_new)
      report_repeated(part, "site", wanted, name->value.range, known->second.range);
    else if (frame.name != wanted)
      schema_.report(Rule::value_approximated, name->value.range,
                     concat("site '", wanted, "' becomes the frame '", frame.name,
                            "', because a body or frame has its name"));
    const Place place{EntityKind::frame, Slot::self, 0, static_cast<std::uint32_t>(model_.frames.size()), 0};
    if (frame.name != wanted) keep_attribute("name", wanted, name->value.range, place, model_);
    keep_attributes(site, kSite, place, model_);
    model_.frames.push_back(std::move(frame));
  }
}

}  // namespace romas::mjcf
