// Shapes of MJCF bodies, and the masses that follow from them.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_solids.h"
#include "frontend/mjcf/bodies/fitted_shape.h"
#include "frontend/mjcf/file/asset_table.h"
#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "ir/model/model.h"

namespace romas::mjcf {

// Assets that a shape is made of: elements of <asset>, and the attributes that name them.
inline constexpr std::array<std::string_view, 2> kShapeAssets = {"mesh", "hfield"};

// A shape in its body.
struct BodyShape {
  XmlElement element;  // with what its class says
  const Part* part = nullptr;
  std::optional<Shape> shape;  // nothing: the Model has no such shape, which is reported
  TransformExpr X_BG;          // of the shape in the body
  const MeshAsset* mesh = nullptr;
  TransformExpr X_BM;  // of the frame of `mesh` in the body
};

class GeomReader {
 public:
  using AssetsOf = std::function<const AssetTable&(MjcfFile&)>;
  using GeomNames = std::set<std::string, std::less<>>;
  // `left_out`: names of shapes that no model has, as note_left_out finds them before any shape is read.
  // `main_path`: the file that paths of meshes are relative to.
  GeomReader(FrontendContext& context, SchemaReader& schema, AssetsOf assets, const std::string& main_path,
             const GeomNames& left_out)
      : schema_(schema),
        assets_(std::move(assets)),
        main_path_(main_path),
        left_out_(left_out),
        mesh_solids_(context, "body", Rule::mesh_missing, false) {}  // MuJoCo reads no scenes

  // Adds the name of a shape to `names` if shapes() will leave it out.
  void note_left_out(const Part& geom, GeomNames& names);

  // The element in <asset> that has the corners or heights of a shape, which is kept for MJCF alone. Null for
  // shapes of the Model, and for those that are left out. `element`: with what its class says.
  const XmlElement* own_asset(const Part& geom, const XmlElement& element);

  // The shapes of a body.
  std::vector<BodyShape> shapes(const BodyNode& node);
  // Adds shapes to a link, in whose frame the body stands at X_LB.
  void add_to(Link& link, std::size_t index, const std::vector<BodyShape>& shapes, const TransformExpr& X_LB,
              Model& model);
  // The material that a kept element names becomes one of the Model.
  void use_material(const XmlElement& element, MjcfFile& file, const Affix* affix, Model& model);
  // After all bodies: what <asset> has and no shape refers to. Materials become materials of the Model all
  // the same; meshes, height fields and textures are reported as left out.
  void take_rest(MjcfFile& file, Model& model);
  // The mass properties of a body in its frame: from its <inertial>, else from its shapes. Nothing where
  // neither says any.
  std::optional<Inertial> inertial(const BodyNode& node, const std::vector<BodyShape>& shapes,
                                   const std::string& body);

 private:
  // A shape that is fitted to a mesh, and where it stands in the frame that its element says.
  struct Fit {
    Shape shape;
    RigidTransform X_GP;
  };

  std::optional<Shape> read_shape(const BodyShape& read, std::string_view type,
                                  const std::optional<FromTo>& between);
  std::optional<std::vector<Number>> sizes(const BodyShape& read, std::string_view type, std::size_t count);

  // geom_meshes.cpp
  // Nothing, and reported, where <asset> has none of this name.
  const MeshAsset* find_mesh(const XmlAttribute& name, MjcfFile& file);
  std::optional<Shape> read_mesh(BodyShape& read);
  void fit_to_mesh(BodyShape& read, const std::string& type);
  const Fit* fit_of(const Part& part, const XmlElement& element, const std::string& type);
  std::optional<Fit> new_fit(const Part& part, const XmlElement& element, const std::string& type);
  std::optional<FitBox> box_of(const MeshAsset& mesh, const std::string& type, bool around);
  // Returns the inertia of a mesh in a file, at density 1 and in the frame of the mesh.
  std::optional<SpatialInertia> body_of_file(const MeshAsset& mesh, std::string_view fitted = {});

  void add_visual(Link& link, const BodyShape& read, const TransformExpr& X_LG, Model& model);
  const MaterialAsset* find_material(const XmlAttribute& name, MjcfFile& file);
  // The name of the material in the Model, which has it from now on.
  std::string add_material(const MaterialAsset& asset, const Affix* affix, Model& model);
  std::optional<MaterialUse> material(const BodyShape& read, Model& model);
  std::optional<double> read_friction(const std::string& link, const std::vector<BodyShape>& shapes,
                                      Model& model);
  void keep_friction(const BodyShape& read, double of_link, const Place& place, Model& model);
  void keep_looks(const BodyShape& read, const Place& place, Model& model);
  bool touches(const BodyShape& read);
  bool is_paired(const BodyShape& read);
  void keep(const BodyShape& read, const Place& place, int group, Model& model);

  // body_mass.cpp
  std::optional<Inertial> written(const Part& part, const std::string& body);
  void read_tensor(const XmlElement& element, Inertial& inertial, const std::string& body);
  std::optional<Inertial> from_shapes(const BodyNode& node, const std::vector<BodyShape>& shapes,
                                      const std::string& body);
  bool is_weighed(const BodyShape& read, const CompilerSettings& settings);
  // The inertia at density 1; a shell has kilograms a square metre.
  std::optional<SpatialInertia> unit_of(const BodyShape& read);
  std::optional<SpatialInertia> solid_of(const BodyShape& read);
  void apply_bounds(const CompilerSettings& settings, Inertial& inertial, const std::string& body);

  SchemaReader& schema_;
  AssetsOf assets_;
  const std::string& main_path_;
  const GeomNames& left_out_;
  // That the Model has. A model that is attached twice has each of its own twice, under two names.
  std::set<std::pair<const MaterialAsset*, std::string>> materials_;
  std::map<const MjcfFile*, std::multimap<std::string_view, std::string_view>> paired_;  // by <pair>, by file
  // What shapes refer to: the file, "mesh" or "hfield", the name.
  std::set<std::tuple<const MjcfFile*, std::string_view, std::string>> referred_;
  std::map<const Part*, std::optional<Fit>> fits_;  // nothing: it was tried and reported
  std::set<const MeshAsset*> told_;                 // whose shape is only near to it
  MeshSolids mesh_solids_;
};

}  // namespace romas::mjcf
