// The robot descriptions in a folder and below it.
#pragma once

#include <string>
#include <vector>

#include "support/files/path_pattern.h"

namespace romas::driver {

struct FolderSearch {
  // Only files of this format, a name of frontends.def; auto: of all; any: the files need not be
  // descriptions.
  std::string format = "auto";
  std::vector<PathPattern> include;  // only files that one of these covers, whatever their extension
  PathPatterns exclude;              // files and folders that are left out; paths begin at the folder
  std::string output;                // a folder that is written to, and left out; empty: none
  std::vector<PathPattern> beside;   // further files, of whatever format
};

struct FoundInputs {
  std::vector<std::string> files;  // in the order of their paths, which begin with the folder as it was named
  std::vector<std::string> beside;      // the same of the further files
  std::vector<std::string> unreadable;  // a sentence about each folder that cannot be read
};

// The files that are descriptions by their extension or, XML files, by their first element. Meshes are none.
// Left out are hidden files and folders, what the .gitignore files of the project leave out, and folders that
// are marked as such: the output of builds (CMakeCache.txt), caches (CACHEDIR.TAG), and what the tools of ROS
// leave out (COLCON_IGNORE, AMENT_IGNORE, CATKIN_IGNORE). Links to folders are not followed.
// xacro files that are parts of others are among them (xacro_roots.h tells them apart).
FoundInputs find_inputs(const std::string& folder, const FolderSearch& search);

// ".urdf .sdf …": the extensions of the files that are found.
std::string description_extensions();

}  // namespace romas::driver
