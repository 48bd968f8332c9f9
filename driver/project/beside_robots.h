// The robots that files beside them are about: YAML of controllers and planners, and SRDFs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "driver/project/launch_roots.h"
#include "driver/request/input.h"

namespace romas::driver {

class BesideRobots {
 public:
  // `roots` stand for the files that they have: with their arguments the files are read.
  BesideRobots(const FrontendOptions& options, const std::vector<Input>& roots)
      : options_(options), roots_(roots) {}

  // Fills Input::robots, and for YAML Input::semantics. Launch files tie a file to the robot that they start
  // with it. Otherwise YAML belongs to the robots of the SRDFs in its package, or to those that the package
  // describes; an SRDF finds its robot when it is compiled. Inputs that have robots stay as they are.
  void pair(Input& input);

 private:
  // Facts about a package, for all of its files.
  struct Package {
    std::vector<XacroCall> calls;
    std::vector<std::string> srdfs;
    std::map<std::string, std::string> launch_texts;
  };
  const Package& package_around(const std::string& file);
  void add_started(Input& input, const Package& package, std::string_view robot) const;
  void add_near(Input& input, const Package& package) const;
  void replace_with_roots(std::vector<Input>& robots) const;

  const FrontendOptions& options_;
  const std::vector<Input>& roots_;
  std::map<std::string, Package> packages_;
};

}  // namespace romas::driver
