// The files that a robot is drawn with, by number: meshes and textures, found or not. The page names a file
// by its number alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/analysis/tree/bounds.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"

namespace romas::studio {

// One file of a robot.
struct MeshRow {
  std::size_t id = 0;
  std::string name;         // as written
  std::string_view format;  // "stl", "obj", "dae", "gltf", "glb", "ply", "image", "other"
  bool found = false;
  std::string path;                // of the file
  std::vector<std::string> tried;  // expected paths; empty: such a name is not looked for
  std::uint64_t bytes = 0;
  std::string stamp;    // changes with the file: its size, time and place on the disk
  std::string package;  // folder of the package that its URI names; empty: none
};

// "stl", "image", …; "other" for endings that nothing draws.
std::string_view mesh_format(std::string_view path);

// Size and time of a file as one word; empty if there is no regular file.
std::string file_stamp(const std::string& path, std::uint64_t& bytes);

class MeshTable {
 public:
  MeshTable() = default;
  // Its numbers begin here: so that two tables share none.
  explicit MeshTable(std::size_t first_id) : next_id_(first_id) {}
  // Returns an empty table in which files get the numbers that they had in a former one, and need not be
  // measured again. A number never stands for two files.
  static MeshTable after(const MeshTable& former);

  // Looks for a file as a description in `search` writes its name; the same name in the same folder has one
  // row.
  std::size_t add(const std::string& written, const FileSearch& search);
  // Every mesh and texture of a robot.
  void add_all(const Model& model, const FileSearch& search);

  const std::vector<MeshRow>& rows() const { return rows_; }
  const MeshRow* find(std::size_t id) const;
  const MeshRow* find(const std::string& written, const FileSearch& search) const;
  // Returns a file that the file of a row refers to: below the folder of that file, or its package. Returns
  // nullopt for any other path.
  std::optional<std::string> beside(const MeshRow& row, const std::string& relative) const;

  // The box around a mesh in its own frame, without scale; nothing where it cannot be measured.
  std::optional<BoundingBox> measure(const std::string& path, std::uint64_t max_bytes);

 private:
  using Key = std::pair<std::string, std::string>;  // folder of the description, name as written
  std::vector<MeshRow> rows_;                       // by ascending id
  std::map<Key, std::size_t> by_name_;              // index in rows_
  std::map<Key, std::size_t> former_ids_;
  std::map<std::string, std::pair<std::string, std::optional<BoundingBox>>> measured_;  // by path: stamp, box
  std::size_t next_id_ = 0;
};

}  // namespace romas::studio
