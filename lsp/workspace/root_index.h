// An index of the robots of a workspace by the files that they read.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/request/input.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

// Roots are files that make a robot.
struct RootIndex {
  std::map<std::string, std::vector<driver::Input>> roots_of;  // by the key of a further file that they read
  // SRDFs, by the key of a file of the robot that they are about.
  std::map<std::string, std::vector<driver::Input>> semantics_of;
  std::vector<driver::Input> named;     // all robots and SRDFs that are no part of another one
  std::vector<std::string> yaml_files;  // their keys
  std::size_t files = 0;                // descriptions that were looked at
};

// How folders are looked through.
struct IndexWork {
  std::function<const ProjectRequest&(const std::string& path)> request_of;  // how a file is compiled
  // Called between files; false ends the search, with the results so far.
  std::function<bool()> go_on;
  // Called before each file with the number of files that are done, and the number of all. May be empty.
  std::function<void(std::size_t done, std::size_t all)> progress;
  std::string cache;  // a folder for what is known from earlier sessions; empty: none
  // Called with the result before it is written to the cache, which takes longer than the search.
  std::function<void(RootIndex found)> found;
  std::function<bool()> may_keep;  // asked in front of each entry of the cache: false leaves out the rest
};

void index_roots(const std::vector<std::string>& folders, const IndexWork& work);

}  // namespace romas::lsp
