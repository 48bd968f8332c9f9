// Folders in which packages and models are looked for, beside those around a description. They come from the
// command line, the project and the environment; nothing here reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace romas {

class PackageIndex;

struct SearchPlace {
  enum class Kind : std::uint8_t {
    folder,        // it holds packages or models, or is a package itself
    installation,  // packages lie below share/, or below NAME/share/
    tree,          // packages are looked for in all of it
  };
  Kind kind = Kind::folder;
  std::string path;
  std::string origin;  // what names it, for messages: "AMENT_PREFIX_PATH"
};

// Each list is in the order of the search.
struct SearchPlaces {
  std::vector<SearchPlace> packages;
  std::vector<SearchPlace> models;  // where model:// leads
  std::vector<SearchPlace> fuel;    // caches of what Gazebo has fetched
  std::vector<std::string>
      unset;  // environment variables that would name places of packages, and are not set
  // The packages found in trees. One index may serve many descriptions.
  std::shared_ptr<PackageIndex> index;
};

}  // namespace romas
