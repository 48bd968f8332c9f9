// Differences between an output and the model that it was made from. A target declares each one where it
// reports it (RM1901, RM1902). When the output is read back and compared with the model, only these
// differences may be found.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ir/compare/compare.h"
#include "ir/model/model.h"

namespace romas {

class DeclaredChanges {
 public:
  // A link, joint, frame or the robot itself (index 0) has another name in the output.
  void rename(EntityKind kind, std::size_t index, std::string name);
  // A shape of a link has another name in the output. The place of a shape: the slot `visual` or `collision`
  // of the link.
  void rename_shape(const Place& shape, std::string name) {
    shape_names_.emplace_back(shape, std::move(name));
  }
  // A mesh or texture is another file in the output: its path as seen from the output's folder. The last path
  // of a file counts.
  void move_file(std::string written, std::string path) {
    files_.insert_or_assign(std::move(written), std::move(path));
  }
  // The output has no element for a floating joint: its child stands free, and a reader invents a name for
  // the joint.
  void leave_unnamed(JointId floating) { unnamed_.push_back(floating); }
  // A difference in this field, or in a part of it, may be found at an entity, which goes by its name in the
  // output. An empty field allows any difference of the entity, and that it is there in one of the two alone.
  void allow(EntityKind entity, std::string_view name, std::string_view field = {});
  // The part of the source at exactly this range may be missing or different, and an entity within it may be
  // missing.
  void allow_at(SourceRange range) { allowed_ranges_.push_back(range); }

  // The model and the output with names that are the same wherever the target declared another one.
  std::pair<Model, Model> with_common_names(const Model& model, const Model& output,
                                            const std::string& output_folder) const;
  // Returns all that a comparison finds, declared or not. Files that moved are no difference.
  std::vector<ModelDifference> all_differences(const Model& model, const Model& output,
                                               const CompareOptions& options = {}) const;
  // Returns the differences that were not declared.
  std::vector<ModelDifference> undeclared_differences(const Model& model, const Model& output,
                                                      const CompareOptions& options = {}) const;

 private:
  struct Renaming {
    EntityKind kind;
    std::size_t index;
    std::string name;
  };
  using Allowance = std::tuple<EntityKind, std::string, std::string>;

  // The model as the output is to say it. Files that moved lie below the output's folder.
  Model renamed(const Model& model, const std::string& output_folder) const;
  void move_files(Model& model, const std::string& output_folder) const;
  // The output, in which the floating joints that a reader named have the model's names again.
  Model with_names_of(const Model& model, const Model& output) const;
  bool allows(const ModelDifference& difference) const;

  std::vector<Renaming> renamings_;
  std::vector<std::pair<Place, std::string>> shape_names_;
  std::map<std::string, std::string, std::less<>> files_;  // the path in the output by that of the model
  std::vector<JointId> unnamed_;
  std::set<Allowance> allowed_;
  std::vector<SourceRange> allowed_ranges_;
};

}  // namespace romas
