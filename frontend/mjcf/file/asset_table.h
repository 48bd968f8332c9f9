// What <asset> names: meshes, textures, materials, and models that are attached.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mesh/mesh_mass.h"
#include "frontend/mjcf/file/mjcf_file.h"
#include "ir/model/links.h"
#include "ir/model/model.h"
#include "ir/values/spatial.h"

namespace romas::mjcf {

struct MeshAsset {
  SourceRange range;
  const XmlElement* element = nullptr;
  std::string file;  // as seen from the main file; empty: the corners stand in the MJCF
  SourceRange file_range;
  std::optional<Number3> scale;  // of the shape, along the axes of its file
  MeshMass weighs = MeshMass::legacy;
  // MuJoCo moves the corners of the file by -refpos, turns them by the inverse of refquat and then scales
  // them: a corner p_F of the file stands at stretch p_F + X_MF.p in the frame M of the mesh.
  Matrix3 stretch = Matrix3::Identity();
  RigidTransform X_MF;  // of the shape, which is the scaled file
  // The refquat of a mesh that is no scaled and turned file: its shape is only near to it.
  SourceRange sheared;
  // For a mesh with its corners in the MJCF: its mass properties at density 1, in the frame of the mesh.
  std::optional<SpatialInertia> mass;
  std::vector<Vector3> corners;  // those that stand in the MJCF, after `stretch`
};

struct TextureAsset {
  SourceRange range;
  std::string file;       // as seen from the main file; empty: there is not one file
  bool is_drawn = false;  // by MuJoCo itself
};

struct MaterialAsset {
  SourceRange range;
  std::string name;  // in the Model
  std::optional<Color> color;
  std::optional<Texture> texture;
  XmlElement element;                   // with what its class says
  std::optional<std::string> drawn_by;  // the name of a texture that MuJoCo draws itself
};

class AssetTable {
 public:
  // Reads the assets of a file. Paths become those seen from `main_path`.
  AssetTable(MjcfFile& file, const std::string& main_path, SchemaReader& schema);

  const MeshAsset* mesh(std::string_view name) const { return find(meshes_, name); }
  const MaterialAsset* material(std::string_view name) const { return find(materials_, name); }
  // The element of a model that can be attached; null if there is none.
  const XmlElement* model(std::string_view name) const;
  std::vector<std::string> mesh_names() const { return names(meshes_); }
  std::vector<std::string> material_names() const { return names(materials_); }
  std::vector<std::string> model_names() const { return names(models_); }
  // Reports the textures that no Model has: those of several files, and those of one file that no material
  // has, such as a sky.
  void report_textures_left_out() const;

 private:
  template <class Asset>
  using Named = std::map<std::string, Asset, std::less<>>;
  template <class Asset>
  static const Asset* find(const Named<Asset>& assets, std::string_view name) {
    const auto found = assets.find(name);
    return found == assets.end() ? nullptr : &found->second;
  }
  template <class Asset>
  static std::vector<std::string> names(const Named<Asset>& assets) {
    std::vector<std::string> result;
    for (const auto& [name, asset] : assets) result.push_back(name);
    return result;
  }
  void read_mesh(const XmlElement& element);
  // How the mesh weighs: as it says, else as the settings of the file say.
  MeshMass mass_of(const XmlElement& mesh);
  void place_shape(const XmlElement& mesh, const Matrix3& R_FM, const Vector3& scale, MeshAsset& asset);
  void read_corners(const XmlElement& mesh, MeshAsset& asset);
  std::optional<std::vector<TriangleMesh::Triangle>> read_faces(const XmlElement& mesh, std::size_t corners);
  void read_texture(const XmlElement& element);
  void read_material(const XmlElement& element);
  // The name of an asset: as given, else that of its file without the ending. Empty, and reported, without
  // both.
  std::string name_of(const XmlElement& element);
  template <class Asset>
  void add(Named<Asset>& to, const XmlElement& element, std::string name, Asset asset);
  std::string seen_from_main(const std::string& path) const;

  MjcfFile& file_;
  const std::string& main_path_;
  SchemaReader& schema_;
  Named<MeshAsset> meshes_;
  Named<TextureAsset> textures_;
  std::set<std::string, std::less<>> used_textures_;  // names of those that a material has
  std::vector<SourceRange> nameless_textures_;        // of several files
  Named<MaterialAsset> materials_;
  Named<const XmlElement*> models_;
};

}  // namespace romas::mjcf
