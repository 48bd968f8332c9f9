// The search for packages, for models and in Gazebo's cache, and its messages if nothing is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/xml/words/package_manifest.h"
#include "ir/packages/file_search.h"
#include "ir/packages/model_search.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using Kind = SearchPlace::Kind;

class PackageSearchTest : public testing::Test {
 protected:
  PackageSearchTest() : root_(fs::path(testing::TempDir()) / concat("romas-packages-", ::getpid())) {
    fs::remove_all(root_);
    fs::create_directories(root_);
    root_ = fs::canonical(root_);
  }
  ~PackageSearchTest() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text = "x") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  void package(const std::string& folder, const std::string& name) const {
    write(folder + "/package.xml", "<package><name>" + name + "</name></package>");
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }

  FileSearch search(const std::string& folder, std::vector<SearchPlace> places = {}) const {
    FileSearch result{path(folder), {}, read_package_name, {}};
    for (SearchPlace& place : places) place.path = path(place.path);
    result.places.packages = std::move(places);
    result.places.index = std::make_shared<PackageIndex>();
    return result;
  }
  std::string found(const std::string& name, const FileSearch& search) const {
    const auto folder = find_package(name, search);
    return folder ? fs::path(*folder).lexically_relative(root_).string() : "nowhere";
  }

  fs::path root_;
};

TEST_F(PackageSearchTest, installations) {
  package("opt/share/arm", "arm");
  fs::create_directories(path("opt/share/indexed"));
  write("opt/share/ament_index/resource_index/packages/indexed", "");
  fs::create_directories(path("opt/share/no_package"));
  package("isolated/hand/share/hand", "hand");
  const FileSearch files = search("", {{Kind::installation, "opt", "AMENT_PREFIX_PATH"},
                                       {Kind::installation, "isolated", "COLCON_PREFIX_PATH"}});
  EXPECT_EQ(found("arm", files), "opt/share/arm");
  EXPECT_EQ(found("indexed", files), "opt/share/indexed");
  EXPECT_EQ(found("no_package", files), "nowhere");
  EXPECT_EQ(found("hand", files), "isolated/hand/share/hand");
}

TEST_F(PackageSearchTest, theFirstPlaceCounts) {
  package("a/share/arm", "arm");
  package("b/arm", "arm");
  package("given/arm", "arm");
  FileSearch files =
      search("", {{Kind::installation, "a", "AMENT_PREFIX_PATH"}, {Kind::tree, "b", "ROS_PACKAGE_PATH"}});
  EXPECT_EQ(found("arm", files), "a/share/arm");
  std::swap(files.places.packages[0], files.places.packages[1]);
  EXPECT_EQ(found("arm", files), "b/arm");
  files.package_paths = {path("given")};
  EXPECT_EQ(found("arm", files), "given/arm");
}

TEST_F(PackageSearchTest, treesAreCrawledButNotIntoPackages) {
  package("tree/x/y/deep", "deep");
  package("tree/outer", "outer");
  package("tree/outer/inner", "inner");
  package("tree/skipped/lost", "lost");
  write("tree/skipped/COLCON_IGNORE", "");
  package("tree/.hidden/secret", "secret");
  package("tree/build/copies/copy", "copy");
  write("tree/build/CMakeCache.txt", "");
  const FileSearch files = search("", {{Kind::tree, "tree", "ROS_PACKAGE_PATH"}});
  EXPECT_EQ(found("deep", files), "tree/x/y/deep");
  EXPECT_EQ(found("outer", files), "tree/outer");
  EXPECT_EQ(found("inner", files), "nowhere");
  EXPECT_EQ(found("lost", files), "nowhere");
  EXPECT_EQ(found("secret", files), "nowhere");
  EXPECT_EQ(found("copy", files), "nowhere");
}

TEST_F(PackageSearchTest, linksInCirclesEnd) {
  package("tree/a/arm", "arm");
  fs::create_directory_symlink(path("tree"), path("tree/a/back"));
  EXPECT_EQ(found("none", search("", {{Kind::tree, "tree", "ROS_PACKAGE_PATH"}})), "nowhere");
}

// Each tree is read once, however many descriptions share the index.
TEST_F(PackageSearchTest, treesAreReadOnce) {
  package("tree/arm", "arm");
  const FileSearch files = search("", {{Kind::tree, "tree", "ROS_PACKAGE_PATH"}});
  EXPECT_EQ(found("later_pkg", files), "nowhere");
  package("tree/later", "later_pkg");
  EXPECT_EQ(found("later_pkg", files), "nowhere");
  FileSearch fresh = files;
  fresh.places.index = std::make_shared<PackageIndex>();
  EXPECT_EQ(found("later_pkg", fresh), "tree/later");
}

TEST_F(PackageSearchTest, aWorkspaceNeedsNoEnvironment) {
  package("ws/src/vendor/arm_description", "arm_description");
  package("ws/src/cell", "cell");
  package("ws/install/hand/share/hand", "hand");
  fs::create_directories(path("ws/src/cell/urdf"));
  const FileSearch files = search("ws/src/cell/urdf");
  EXPECT_EQ(find_workspace(path("ws/src/cell/urdf"), read_package_name), path("ws"));
  EXPECT_EQ(found("cell", files), "ws/src/cell");
  EXPECT_EQ(found("arm_description", files), "ws/src/vendor/arm_description");
  EXPECT_EQ(found("hand", files), "ws/install/hand/share/hand");
}

TEST_F(PackageSearchTest, aCheckoutWithoutWorkspace) {
  package("repo/arm_description", "arm_description");
  package("repo/groups/hand_description", "hand_description");
  fs::create_directories(path("repo/arm_description/urdf"));
  fs::create_directories(path("repo/.git"));
  const FileSearch files = search("repo/arm_description/urdf");
  EXPECT_EQ(find_workspace(path("repo/arm_description/urdf"), read_package_name), path("repo"));
  EXPECT_EQ(found("hand_description", files), "repo/groups/hand_description");
}

// The sources of a package are no workspace.
TEST_F(PackageSearchTest, srcOfAPackageIsNoWorkspace) {
  package("top/src/driver", "driver");
  fs::create_directories(path("top/src/driver/src"));
  EXPECT_EQ(find_workspace(path("top/src/driver/src"), read_package_name), path("top"));
}

TEST_F(PackageSearchTest, saysWhereItLooked) {
  FileSearch files = search("ws/src/cell", {{Kind::installation, "opt", "AMENT_PREFIX_PATH"}});
  fs::create_directories(path("ws/src/cell"));
  files.package_paths = {path("given")};
  files.places.unset = {"ROS_PACKAGE_PATH"};
  const PackageLookup lookup = look_up_package("nobody", files);
  EXPECT_EQ(lookup.folder, std::nullopt);
  EXPECT_THAT(
      lookup.looked_in,
      ElementsAre("'" + path("given") + "' (--package-path)", "'" + path("opt") + "' (AMENT_PREFIX_PATH)",
                  "the workspace '" + path("ws") + "'", "ROS_PACKAGE_PATH, which is not set"));
  EXPECT_EQ(look_up_file("package://nobody/a.stl", files).looked_in, lookup.looked_in);
}

TEST_F(PackageSearchTest, models) {
  write("given/wheel/model.sdf");
  write("world/models/cone/model.sdf");
  write("world/worlds/field.sdf");
  package("pkgs/tree", "tree");
  FileSearch files = search("world/worlds", {{Kind::tree, "pkgs", "ROS_PACKAGE_PATH"}});
  files.places.models = {{Kind::folder, path("given"), "--model-path"}};
  EXPECT_EQ(look_up_path("model://wheel", files).path, path("given/wheel/"));
  EXPECT_EQ(look_up_file("model://wheel/model.sdf", files).path, path("given/wheel/model.sdf"));
  EXPECT_EQ(look_up_file("model://wheel", files).outcome, FileLookup::Outcome::missing) << "a folder";
  EXPECT_EQ(look_up_file("model://cone/model.sdf", files).path, path("world/models/cone/model.sdf"));
  EXPECT_EQ(look_up_file("model://tree/package.xml", files).path, path("pkgs/tree/package.xml"));
  const FileLookup none = look_up_file("model://none/a.dae", files);
  EXPECT_EQ(none.outcome, FileLookup::Outcome::unknown_model);
  EXPECT_THAT(none.looked_in, ::testing::Contains("'" + path("given") + "' (--model-path)"));
  EXPECT_EQ(look_up_file("model://../given/wheel/model.sdf", files).outcome,
            FileLookup::Outcome::unknown_model);
}

TEST_F(PackageSearchTest, fuelAddresses) {
  const auto address =
      parse_fuel_address("https://fuel.gazebosim.org/1.0/OpenRobotics/models/Sun Lamp/3/files/a/b.dae");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->host, "fuel.gazebosim.org");
  EXPECT_EQ(address->owner, "OpenRobotics");
  EXPECT_EQ(address->name, "Sun Lamp");
  EXPECT_EQ(address->version, "3");
  EXPECT_EQ(address->rest, "a/b.dae");
  EXPECT_EQ(parse_fuel_address("https://fuel.gazebosim.org/1.0/o/models/m/tip/files/a.dae")->version, "");
  EXPECT_EQ(parse_fuel_address("http://h/o/models/m")->name, "m");
  for (const char* other : {"https://h/o/worlds/m", "https://h/models/m", "ftp://h/o/models/m", "model://m",
                            "", "https://h/1.0/o/models/..", "https://h/1.0/o/models/m/files/../../x"})
    EXPECT_FALSE(parse_fuel_address(other)) << other;
}

TEST_F(PackageSearchTest, fuelCaches) {
  write("cache/fuel.gazebosim.org/openrobotics/models/sun/2/model.sdf");
  write("cache/fuel.gazebosim.org/openrobotics/models/sun/10/model.sdf");
  FileSearch files = search("");
  files.places.fuel = {{Kind::folder, path("cache"), "GZ_FUEL_CACHE_PATH"}};
  const std::string sun = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Sun";
  const std::string folder = path("cache/fuel.gazebosim.org/openrobotics/models/sun/");
  EXPECT_EQ(look_up_path(sun, files).path, folder + "10/") << "the newest by number";
  EXPECT_EQ(look_up_file(sun + "/2/files/model.sdf", files).path, folder + "2/model.sdf");
  EXPECT_EQ(
      look_up_file("https://fuel.ignitionrobotics.org/1.0/openrobotics/models/sun/tip/files/model.sdf", files)
          .path,
      folder + "10/model.sdf");
  const FileLookup none = look_up_path("https://fuel.gazebosim.org/1.0/o/models/none", files);
  EXPECT_EQ(none.outcome, FileLookup::Outcome::not_fetched);
  EXPECT_THAT(none.looked_in, ElementsAre("'" + path("cache") + "' (GZ_FUEL_CACHE_PATH)"));
  EXPECT_EQ(look_up_file(sun + "/7/files/model.sdf", files).outcome, FileLookup::Outcome::not_fetched);
}

}  // namespace
}  // namespace romas
