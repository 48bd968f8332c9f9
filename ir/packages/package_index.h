// The packages in trees of folders, by the names in their manifests (package.xml).
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace romas {

// The name that the manifest of a folder gives; nothing where there is none.
using PackageNameOf = std::function<std::optional<std::string>(const std::string& folder)>;

// Each tree is read once, breadth first, in the order of names; of two packages of one name the first counts.
// Folders in packages, hidden ones, those with CATKIN_IGNORE, COLCON_IGNORE or AMENT_IGNORE, and the output
// of builds (CMakeCache.txt, CACHEDIR.TAG) are left out. May be used from several threads.
class PackageIndex {
 public:
  // Upper bounds of the folders that are looked at in a tree, and of their depth.
  static constexpr std::size_t kMostFolders = 20'000;
  static constexpr std::size_t kMostDepth = 12;

  // The folder of a package below `tree`, which may be one itself; nothing if it is not there.
  std::optional<std::string> find(const std::string& tree, std::string_view name,
                                  const PackageNameOf& name_of);

 private:
  using Packages = std::map<std::string, std::string, std::less<>>;  // folders by name
  static Packages read_tree(const std::string& tree, const PackageNameOf& name_of);

  std::mutex mutex_;
  std::map<std::string, Packages> trees_;
};

}  // namespace romas
