// The Blocks that an assembly can be made of: files and folders of -L, then the assembly's own folder.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace romas {

class BlockLibrary {
 public:
  explicit BlockLibrary(FrontendContext& context) : context_(context) {}

  // Reads a file, or every file of a folder. Problems are reported.
  void load(const std::string& path);
  // Reads every file and folder of -L.
  void load_given();
  // Reads the Block files of a folder that no option names (the assembly's own). Other files there are
  // ignored.
  void load_neighbours(const std::string& folder, const std::string& except);

  // Blocks with this id, and this name and tag where they are given.
  std::vector<std::size_t> find(std::string_view id, const std::string* name, const std::string* tag) const;
  const Model& model() const { return model_; }

 private:
  void load_file(const std::string& path, bool asked_for);
  void load_folder(const std::string& path, const std::string& except, bool asked_for);

  FrontendContext& context_;
  Model model_;  // only its blocks are used; Block::folder is the folder of the file, as a path that works
                 // from here
};

}  // namespace romas
