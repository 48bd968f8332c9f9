// The state that all work on one input file shares.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/language/values/evaluator.h"
#include "ir/values/spatial.h"
#include "support/sources/part_names.h"

namespace romas {
struct RobotTest;
}

namespace romas::language {

// A mesh that is read as a solid: its file and scale.
struct MeshKey {
  std::string path;
  std::array<double, 3> scale{};
  friend auto operator<=>(const MeshKey&,
                          const MeshKey&) = default;  // NOLINT(modernize-use-nullptr): of what is generated
};
struct Session {
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  Budget& budget;
  const FrontendOptions& options;
  std::vector<std::string>& files_read;
  std::function<std::optional<Value>(const std::string&, SourceRange)> load = {};  // of Surroundings
  FileId main_file = 0;  // relative paths of the models start in its folder
  LostNames lost = {};
  // Meshes that were read as solids of 1 kg/m³; nullopt for those that are no solids.
  std::map<MeshKey, std::optional<SpatialInertia>> mesh_bodies = {};
  // Names of links, joints and frames that no model keeps: those of patches. With options.record_names.
  PartNames mentions = {};
  std::uint32_t robot = 0;  // the number of the model that is being made, among those of the main file
  std::vector<RobotTest>* tests = nullptr;  // where the results of tests go; null: they are not asked for
  std::size_t errors_of_tests = 0;
  bool malformed = false;  // the text has errors by which the result is not whole
};

// The path that is written in a file, relative to the folder of the main file. URIs and absolute paths are
// kept.
std::string path_from_main(const Session& session, FileId file, std::string_view path);

}  // namespace romas::language
