// Meshes that MuJoCo refuses, before anything is written: without a surface, flat, or too large.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "backends/target_options.h"
#include "frontend/mesh/mesh_reader.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"
#include "support/findings/diagnostic.h"

namespace romas::driver {

// Meshes by their paths in a model.
using MeshesByName = std::map<std::string, MeshFile, std::less<>>;

// Reports meshes that MuJoCo refuses (RM1909), and malformed ones. Returns those that it takes only as
// surfaces. Files that are not there or that are larger than `max_bytes` are not judged. `made` are not files
// yet.
std::set<MeshUse> judge_meshes(const Model& model, const FileSearch& search, std::uint64_t max_bytes,
                               const MeshesByName& made, DiagnosticEngine& diagnostics);

}  // namespace romas::driver
