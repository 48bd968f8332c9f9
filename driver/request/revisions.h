// Files of a revision of git, for --compare.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/request/input.h"
#include "ir/model/model.h"

namespace romas::driver {

// Takes REV:FILE for the file of a revision, and REV in front of a file for that file in the revision. A
// single REV:FILE is compared with the file that is there now. Words that name a file stay as they are.
// Returns why a revision is none; empty if all is well.
std::string take_revisions(std::vector<Input>& inputs);

// Whether a word is a revision of the repository around the working folder, and names no file.
bool is_revision_here(const std::string& word);

// All files of a revision, in a folder of their own while this lives. The repository and its index stay as
// they are. Submodules are empty.
class RevisionTree {
 public:
  // The tree of `revision` in the repository around a file. Null, and why in `error`, if git cannot give it.
  static std::shared_ptr<const RevisionTree> check_out(const std::string& file, const std::string& revision,
                                                       std::string& error);
  ~RevisionTree();
  RevisionTree(const RevisionTree&) = delete;
  RevisionTree& operator=(const RevisionTree&) = delete;

  // Returns the place of a file of the revision. Its name begins at the working folder or, as git has it, at
  // the root of the repository.
  std::string file(const std::string& name) const;
  // Returns the place of a file or folder of the repository in the tree. A path outside of the repository
  // stays.
  std::string in_tree(const std::string& path) const;
  // Returns the place of a path of the tree in the repository. A path outside of the tree stays.
  std::string in_repository(const std::string& path) const;
  // The same for all files that a model names.
  void name_files_in_repository(Model& model) const;
  // Paths of the tree in a text become REV:PATH.
  std::string named(std::string text) const;

 private:
  RevisionTree(std::string repository, std::string folder, std::string revision);

  std::string repository_, folder_, tree_, revision_;  // tree_ lies in folder_
};

}  // namespace romas::driver
