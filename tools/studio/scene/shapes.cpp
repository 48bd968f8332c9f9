// Shapes of a scene, each with its pose and colour.
#include "ir/assembly/assembly.h"
#include "ir/model/fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/seen_materials.h"
#include "ir/values/vector_of.h"
#include "tools/studio/scene/robot_scene.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

// The look of a visual: its own colour and picture, or those of the robot's material of that name.
struct Look {
  const Color* color = nullptr;
  const Texture* texture = nullptr;
  std::string normal;  // the path of a normal texture; empty: none
};

Look look_of(const Visual& visual, const SeenMaterials& materials) {
  Look look;
  if (!visual.material) return look;
  const SeenMaterials::Look seen = materials.look(*visual.material);
  look.color = seen.color;
  look.texture = seen.texture;
  return look;
}

class ShapeWriter {
 public:
  ShapeWriter(JsonWriter& json, const SceneFiles& files) : json_(json), files_(files) {}

  void operator()(const Box& box) const { write_vector(json_, "size", vector_of(box.size)); }
  void operator()(const Ellipsoid& ellipsoid) const {
    write_vector(json_, "radii", vector_of(ellipsoid.radii));
  }
  void operator()(const Sphere& sphere) const { json_.field("radius", sphere.radius.value()); }
  void operator()(const Cylinder& cylinder) const { write_round(cylinder); }
  void operator()(const Capsule& capsule) const { write_round(capsule); }
  void operator()(const Mesh& mesh) const {
    write_file("mesh", mesh.filename);
    write_vector(json_, "scale", mesh.scale ? vector_of(*mesh.scale) : Vector3(1, 1, 1));
  }

  // An empty name: there is no file.
  void write_file(std::string_view key, const std::string& name) const {
    const MeshRow* row = name.empty() ? nullptr : files_.meshes.find(name, files_.search);
    json_.key(key);
    if (row == nullptr) return json_.null();
    json_.integer(static_cast<long long>(row->id));
  }

 private:
  template <class Round>
  void write_round(const Round& shape) const {
    json_.field("radius", shape.radius.value());
    json_.field("length", shape.length.value());
  }

  JsonWriter& json_;
  const SceneFiles& files_;
};

struct ShapePlace {
  std::size_t link;
  std::string_view kind;
  std::size_t index;  // among the visuals or collisions of the link
};

void write_shape(JsonWriter& json, const ShapePlace& place, const TransformExpr& origin,
                 const Geometry& geometry, const Look& look, const ShapeWriter& writer) {
  json.begin_object(JsonWriter::Style::inline_);
  json.field("link", place.link);
  json.field("kind", place.kind);
  json.field("index", place.index);
  write_pose(json, "pose", origin.evaluate());
  json.key("shape");
  json.begin_object();
  std::visit(
      [&]<class Kind>(const Kind& shape) {
        json.field("type", FieldsOf<Kind>::kWord);
        writer(shape);
      },
      geometry.shape);
  json.end_object();
  json.key("color");
  if (look.color == nullptr) {
    json.null();
  } else {
    json.begin_array();
    for (const Number& part : look.color->rgba) json.number(part.value());
    json.end_array();
  }
  writer.write_file("texture", look.texture == nullptr ? std::string() : look.texture->filename);
  writer.write_file("normal", look.normal);
  json.end_object();
}

// Returns, for each link, the normal texture of its first visual, which is the shape of a Block; empty: none.
std::vector<std::string> normal_textures(const Model& model) {
  std::vector<std::string> textures(model.links.size());
  for (const auto& [link, id] : links_of_blocks(model)) {
    const Block& block = model.blocks[id.index()];
    if (block.normal) textures[link.index()] = block_file(block, *block.normal);
  }
  return textures;
}

}  // namespace

void write_shapes(JsonWriter& json, const Model& model, const SceneFiles& files) {
  const ShapeWriter writer(json, files);
  const std::vector<std::string> normals = normal_textures(model);
  const SeenMaterials materials(model);
  json.key("shapes");
  json.begin_array();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    for (std::size_t k = 0; k < link.visuals.size(); ++k) {
      Look look = look_of(link.visuals[k], materials);
      if (k == 0) look.normal = normals[i];
      write_shape(json, {i, "visual", k}, link.visuals[k].origin, link.visuals[k].geometry, look, writer);
    }
    for (std::size_t k = 0; k < link.collisions.size(); ++k)
      write_shape(json, {i, "collision", k}, link.collisions[k].origin, link.collisions[k].geometry, {},
                  writer);
  }
  json.end_array();
}

}  // namespace romas::studio
