// Where emitted texts go: standard output, one file, or a folder; and the dependency file beside them.
#pragma once

#include <string>
#include <vector>

#include "support/output_set.h"
#include "tools/romasc/compile.h"

namespace romas::tool {

class Destinations {
 public:
  // Returns false and says why when the outputs of this command line cannot be told apart.
  static bool make(const Invocation& invocation, Destinations& destinations, std::string& error);

  // The folder that the outputs will lie in; empty for standard output.
  const std::string& folder() const { return folder_; }
  bool standard_output() const { return path_ == "-"; }

  // Moves the texts of all results to `outputs`. Returns false and says why when two outputs have one path.
  bool place(std::vector<CompileResult>& results, OutputSet& outputs, std::string& error) const;

  // The text of the dependency file and where it goes. Only with -MD.
  void place_dependencies(const Invocation& invocation, const std::vector<CompileResult>& results,
                          OutputSet& outputs) const;

 private:
  std::string path_for(const Emitted& emitted) const;
  std::string path_ = "-";
  std::string folder_;
  bool is_folder_ = false;
};

}  // namespace romas::tool
