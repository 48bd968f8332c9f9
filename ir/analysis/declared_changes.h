// Differences between an output and the model that it was made from. A target declares each one where it
// reports it (RM1901, RM1902). When the output is read back and compared with the model, only these
// differences may be found.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "ir/analysis/compare.h"
#include "ir/model.h"

namespace romas {

class DeclaredChanges {
 public:
  using Kind = ModelDifference::Kind;

  // A link, joint, frame or the robot itself (index 0) has another name in the output.
  void rename(EntityKind kind, std::size_t index, std::string name);
  // The output has no element for a floating joint: its child stands free, and a reader invents a name for
  // the joint.
  void leave_unnamed(JointId floating) { unnamed_.push_back(floating); }
  // A difference of this kind may be found at an entity, which goes by its name in the output. `field`
  // narrows it down to one of several numbers (ModelDifference::field).
  void allow(EntityKind entity, std::string_view name, Kind kind, std::string_view field = {});

  // What a comparison finds that was not declared.
  std::vector<ModelDifference> undeclared_differences(const Model& model, const Model& output,
                                                      const CompareTolerances& tolerances = {}) const;

 private:
  struct Renaming {
    EntityKind kind;
    std::size_t index;
    std::string name;
  };
  using Allowance = std::tuple<EntityKind, std::string, Kind, std::string>;

  Model renamed(const Model& model) const;
  // The output, in which the floating joints that a reader named have the model's names again.
  Model with_names_of(const Model& model, const Model& output) const;
  bool allows(const ModelDifference& difference) const;

  std::vector<Renaming> renamings_;
  std::vector<JointId> unnamed_;
  std::set<Allowance> allowed_;
};

}  // namespace romas
