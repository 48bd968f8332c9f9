// Meshes in formats that MuJoCo does not read, written as files that it reads.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/target.h"
#include "driver/meshes/gather_files.h"
#include "driver/meshes/judge_meshes.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"

namespace romas::driver {

struct ImportedMeshes {
  // The model with other meshes: a visual without a material of its own is one for each material of its mesh,
  // in that one's colour. The first stands in its place and the others at the end, so that entities keep
  // their numbers.
  Model model;
  std::vector<OutputFile> files;  // what it names
  MeshesByName meshes;            // the same, read
  std::set<std::string> sources;  // the meshes that were imported, by their paths in the robot
};

// Imports the gathered COLLADA and glTF files of a robot as OBJ, or as STL if `as_stl`, which is reported
// (RM1902), and pictures that are lost (RM1901). Their names are added to `gathered`. A file that cannot be
// read is reported (RM1521) and left. Nothing where no mesh was imported. romas-mesh-reader reads them;
// romasc is built without it where Assimp is not installed.
std::optional<ImportedMeshes> import_meshes(const Model& model, GatheredFiles& gathered,
                                            const FileSearch& search, std::uint64_t max_bytes, bool as_stl,
                                            Stage& stage);

// The path of romas-mesh-reader: in a build beside romasc, installed in a folder of its own. Empty without
// it.
std::string mesh_reader();
// Says that it is not there, and who has it.
std::string without_mesh_reader();

// Reads the triangles of COLLADA and glTF for solids (FrontendOptions::read_scene): up to so many bytes of
// text.
SceneReader scene_reader(std::uint64_t max_bytes);

}  // namespace romas::driver
