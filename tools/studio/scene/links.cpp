// Links of a scene: where they hang, what space they take, how their mass is spread.
#include "frontend/mesh/mesh_bounds.h"
#include "ir/analysis/mass/equal_moments.h"
#include "tools/studio/scene/robot_scene.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

// The box around the visuals of a link, or around its collisions where it has no visual; in the link's frame.
BoundingBox link_bounds(const Link& link, MeshSizes& sizes) {
  BoundingBox all;
  const auto add = [&](const auto& shapes) {
    for (const auto& shape : shapes)
      if (const auto box = bounding_box(shape.geometry.shape, &sizes))
        all.extend(expressed_in(*box, shape.origin.evaluate()));
  };
  add(link.visuals);
  if (link.visuals.empty()) add(link.collisions);
  return all;
}

void write_bounds(JsonWriter& json, const BoundingBox& box) {
  if (box.isEmpty() || !box.min().allFinite() || !box.max().allFinite()) {
    json.key("bounds");
    return json.null();
  }
  json.key("bounds");
  json.begin_object();
  write_vector(json, "min", box.min());
  write_vector(json, "max", box.max());
  json.end_object();
}

void write_solid(JsonWriter& json, std::string_view key, std::string_view size_key, const Vector3& size,
                 const Matrix3& R) {
  json.key(key);
  json.begin_object();
  write_vector(json, size_key, size);
  json.key("R");
  json.begin_array();
  write_rotation(json, R);
  json.end_array();
  json.end_object();
}

void write_inertia(JsonWriter& json, const Link& link) {
  const SpatialInertia inertia = link.inertial ? link.inertial->spatial() : SpatialInertia{};
  const bool known =
      link.inertial && std::isfinite(inertia.mass) && inertia.com.allFinite() && inertia.tensor.allFinite();
  bool possible = true;
  if (known) {
    const EqualMoments equal = equal_moments(inertia);
    possible = equal.possible;
    json.field("mass", inertia.mass);
    write_vector(json, "com", inertia.com);
    if (inertia.mass > 0) {
      write_solid(json, "box", "size", equal.box_size, equal.R_LP);
      write_solid(json, "ellipsoid", "radii", equal.ellipsoid_radii, equal.R_LP);
      return json.field("possible", possible);
    }
  } else {
    for (const char* key : {"mass", "com"}) json.key(key), json.null();
  }
  for (const char* key : {"box", "ellipsoid"}) json.key(key), json.null();
  json.field("possible", possible);
}

}  // namespace

void write_links(JsonWriter& json, const Model& model, const KinematicTree& tree, const SceneFiles& files) {
  MeshSizes sizes(files.search,
                  [&](const std::string& path) { return files.meshes.measure(path, files.max_bytes); });
  json.key("links");
  json.begin_array();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const JointId joint = tree.parent_joint(LinkId(i));
    json.begin_object(JsonWriter::Style::inline_);
    json.field("parent_joint", joint ? static_cast<long long>(joint.index()) : -1);
    write_bounds(json, link_bounds(model.links[i], sizes));
    write_inertia(json, model.links[i]);
    json.end_object();
  }
  json.end_array();
}

}  // namespace romas::studio
