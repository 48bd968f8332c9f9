// The files that mesh paths lead to: relative, absolute, file:// and package://.
#include "ir/packages/file_search.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/xml/words/package_manifest.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

class FileSearchTest : public testing::Test {
 protected:
  FileSearchTest() : root_(fs::path(testing::TempDir()) / concat("romas-files-", ::getpid())) {
    write("ws/arm_description/meshes/base link.stl");
    write("ws/arm_description/urdf/arm.urdf");
    write(
        "ws/renamed/package.xml",
        "<?xml version='1.0'?><package format='3'><!-- <name>other</name> --><name> hand </name></package>");
    write("ws/renamed/finger.obj");
    write("alone/package.xml", "<package><name>alone_pkg</name></package>");
    write("alone/a.stl");
  }
  ~FileSearchTest() override { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text = "x") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }
  FileSearch search(const std::string& folder, std::vector<std::string> packages) const {
    for (std::string& package : packages) package = path(package);
    return {path(folder), std::move(packages), read_package_name};
  }

  fs::path root_;
};

TEST_F(FileSearchTest, plainPaths) {
  const FileSearch files = search("ws/arm_description/urdf", {});
  EXPECT_EQ(resolve_mesh_path("../meshes/base link.stl", files),
            path("ws/arm_description/meshes/base link.stl"));
  EXPECT_EQ(resolve_mesh_path(path("alone/a.stl"), files), path("alone/a.stl"));
  EXPECT_EQ(resolve_mesh_path("file://" + path("ws/arm_description/meshes/base%20link.stl"), files),
            path("ws/arm_description/meshes/base link.stl"));
  EXPECT_EQ(resolve_mesh_path("../meshes/none.stl", files), std::nullopt);
  EXPECT_EQ(resolve_mesh_path("../meshes", files), std::nullopt) << "a folder";
  EXPECT_EQ(look_up_file("http://a/b.stl", files).outcome, FileLookup::Outcome::elsewhere);
}

TEST_F(FileSearchTest, aPackageWithoutANameIsTheFolderOfTheDescription) {
  EXPECT_EQ(resolve_mesh_path("package:///a.stl", search("alone", {})), path("alone/a.stl"));
  EXPECT_EQ(look_up_file("package:///b.stl", search("alone", {})).outcome, FileLookup::Outcome::missing);
}

TEST_F(FileSearchTest, packagesBelowAPath) {
  const FileSearch files = search("", {"alone", "ws"});
  EXPECT_EQ(resolve_mesh_path("package://arm_description/meshes/base link.stl", files),
            path("ws/arm_description/meshes/base link.stl"));
  EXPECT_EQ(look_up_file("package://arm_description/none.stl", files).outcome, FileLookup::Outcome::missing);
  EXPECT_EQ(look_up_file("package://nobody/a.stl", files).outcome, FileLookup::Outcome::unknown_package);
  EXPECT_EQ(look_up_file("package://nobody/a.stl", files).package, "nobody");
  EXPECT_EQ(look_up_file("package://../ws/a.stl", files).outcome, FileLookup::Outcome::unknown_package);
}

TEST_F(FileSearchTest, thePathIsThePackage) {
  EXPECT_EQ(resolve_mesh_path("package://arm_description/urdf/arm.urdf", search("", {"ws/arm_description/"})),
            path("ws/arm_description/urdf/arm.urdf"));
  EXPECT_EQ(resolve_mesh_path("package://hand/finger.obj", search("", {"ws/renamed"})),
            path("ws/renamed/finger.obj"));
  // The name in the manifest wins over the folder's name.
  EXPECT_EQ(resolve_mesh_path("package://alone/a.stl", search("", {"alone"})), std::nullopt);
  EXPECT_EQ(resolve_mesh_path("package://alone_pkg/a.stl", search("", {"alone"})), path("alone/a.stl"));
}

TEST_F(FileSearchTest, aFolderAboveTheDescriptionIsThePackage) {
  EXPECT_EQ(resolve_mesh_path("package://arm_description/meshes/base link.stl",
                              search("ws/arm_description/urdf", {})),
            path("ws/arm_description/meshes/base link.stl"));
  EXPECT_EQ(resolve_mesh_path("package://hand/finger.obj", search("ws/renamed", {})),
            path("ws/renamed/finger.obj"));
}

TEST_F(FileSearchTest, capitals) {
  EXPECT_EQ(Folders().case_twin(path("alone/A.STL")), "a.stl");
  EXPECT_EQ(Folders().case_twin(path("alone/b.stl")), std::nullopt);
  EXPECT_EQ(Folders().case_twin(path("none/b.stl")), std::nullopt);
  EXPECT_TRUE(Folders().exists(path("alone")));
  EXPECT_FALSE(Folders().exists(path("none")));
}

// The content of a folder is asked for once, however many files are looked for in it.
TEST_F(FileSearchTest, foldersAreLookedAtOnce) {
  Folders folders;
  EXPECT_FALSE(folders.exists(path("later")));
  EXPECT_EQ(folders.case_twin(path("alone/later.STL")), std::nullopt);
  std::filesystem::create_directory(path("later"));
  std::ofstream(path("alone/later.stl")) << "\n";
  EXPECT_FALSE(folders.exists(path("later")));
  EXPECT_EQ(folders.case_twin(path("alone/later.STL")), std::nullopt);
  EXPECT_EQ(Folders().case_twin(path("alone/later.STL")), "later.stl");
}

}  // namespace
}  // namespace romas
