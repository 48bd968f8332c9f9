// A second robot beside the one that is open: what differs, and where its links are in the same pose.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/several/compare.h"
#include "ir/packages/file_search.h"
#include "tools/studio/scene/poses.h"

namespace romas::studio {

class OtherRobot {
 public:
  // `comparison` is of the open file and of `path`, and both have one robot without errors.
  OtherRobot(std::string path, driver::Comparison comparison, FileSearch search);
  OtherRobot(const OtherRobot&) = delete;
  OtherRobot& operator=(const OtherRobot&) = delete;

  const std::string& path() const { return path_; }
  const driver::Comparison& comparison() const { return comparison_; }
  const Model& model() const { return comparison_.results[1].models[0]; }
  const FileSearch& search() const { return search_; }

  // Twelve numbers for each of its links (PoseAnswer), where joints of the open robot's names have its
  // positions and all others are neutral. `q` is laid out as the open robot's.
  std::vector<float> poses_like(const std::vector<double>& q) const;

 private:
  std::string path_;
  driver::Comparison comparison_;
  FileSearch search_;
  PoseCalculator calculator_;
  std::vector<double> neutral_;
  std::vector<std::pair<std::size_t, std::size_t>> same_;  // variables: of the open robot, and its own
};

}  // namespace romas::studio
