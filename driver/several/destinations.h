// The destinations of emitted files: standard output, one file, or a folder; and the dependency file beside
// them.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "driver/stages/result.h"
#include "support/files/output_set.h"

namespace romas::driver {

struct DependencyRequest {
  bool enabled = false;
  std::string path;                   // of the depfile; empty: that of the first output, with ".d"
  std::vector<std::string> targets;   // of the rule; empty: the outputs
  bool phony = false;                 // every file that was read has a rule of its own without prerequisites
  std::vector<std::string> settings;  // settings files, which are read, too
};

class Destinations {
 public:
  // `output` is a file or folder, "-" or empty for standard output. `summary`: texts may follow each other
  // there. Returns false, with the reason in `error`, if the outputs of so many inputs and these targets
  // cannot be told apart.
  static bool make(const std::string& output, std::size_t inputs, const std::vector<std::string>& targets,
                   bool summary, Destinations& destinations, std::string& error);

  // The folder that the outputs will lie in; empty for standard output.
  const std::string& folder() const { return folder_; }
  // The name of the one file that is written; empty if there are several, or for standard output.
  std::string file() const;
  bool standard_output() const { return path_ == "-"; }

  // Files that no output may replace: those with the paths of `inputs`.
  void protect(const std::vector<std::string>& inputs);

  // Moves the texts of all results to `outputs`. Returns false and says why when two outputs have one path,
  // or one has that of a protected file.
  bool place(std::vector<CompileResult>& results, OutputSet& outputs, std::string& error) const;

  // Adds the dependency file, if the request asks for one.
  void place_dependencies(const DependencyRequest& request, const std::vector<CompileResult>& results,
                          OutputSet& outputs) const;

 private:
  std::string path_for(const OutputFile& file) const;
  std::string path_ = "-";
  std::string folder_;
  bool is_folder_ = false;
  std::unordered_set<std::string> protected_;  // canonical paths
};

}  // namespace romas::driver
