// Meshes that are STL files as text, which not every reader of an output takes: which they are, and binary
// copies.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backends/target.h"
#include "driver/meshes/gather_files.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"

namespace romas::driver {

// By the path as the robot has it: the first place that names it.
using TextMeshes = std::map<std::string, SourceRange, std::less<>>;

// Files that are not there, or larger than `max_bytes`, are none.
TextMeshes text_meshes(const Model& model, const FileSearch& search, std::uint64_t max_bytes);

// The gathered files among these are written as binary STL, which is reported (RM1902), and no longer copied
// nor in `meshes`; but for those that cannot be read.
std::vector<OutputFile> convert_meshes(TextMeshes& meshes, GatheredFiles& gathered, const FileSearch& search,
                                       const std::string& output_folder, std::uint64_t max_bytes,
                                       DiagnosticEngine& diagnostics);

}  // namespace romas::driver
