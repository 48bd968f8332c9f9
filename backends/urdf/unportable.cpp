// What other formats can say and most readers of URDF skip or misread. It is written, and reported.
#include <algorithm>
#include <variant>

#include "backends/urdf/legalize.h"
#include "ir/entity.h"
#include "ir/joint_fields.h"
#include "support/text.h"

namespace romas::urdf {

namespace {

constexpr int kCapsules = 11;  // the version of URDF that brought them, times ten

class Unportable {
 public:
  Unportable(const Model& model, TargetContext& context) : model_(model), context_(context) {
    if (model.version == "1.1") version_ = 11;
    if (model.version == "1.2") version_ = 12;
  }

  void run() {
    for (const Link& link : model_.links) {
      report_capsules(link.visuals, concat("a visual of link '", link.name, "'"));
      report_capsules(link.collisions, concat("a collision of link '", link.name, "'"));
    }
    for (const Joint& joint : model_.joints) report_limits(joint);
    for (const LoopJoint& loop : model_.loop_joints)
      report(Rule::joint_type_unsupported, name_place(loop),
             concat("URDF has no loop joints; '", loop.name,
                    "' is written in Drake's dialect, which other readers do not know"));
    for (const ForceElement& force : model_.force_elements)
      report(Rule::unportable_feature, name_place(force),
             concat("force element '", force.name,
                    "' is written in Drake's dialect, which other readers of URDF skip"));
  }

 private:
  void report(Rule rule, SourceRange range, std::string message) {
    context_.diagnostics.report(rule, range, std::move(message));
  }

  template <class Shapes>
  void report_capsules(const Shapes& shapes, const std::string& what) {
    if (version_ >= kCapsules) return;
    for (const auto& shape : shapes)
      if (std::holds_alternative<Capsule>(shape.geometry.shape))
        report(Rule::unportable_feature,
               shape.geometry.range.valid() ? SourceRange(shape.geometry.range) : SourceRange(shape.range),
               concat(what,
                      " is a capsule, which URDF has since version 1.1; readers of 1.0 skip it, and some the "
                      "shapes behind it"));
  }

  void report_limits(const Joint& joint) {
    if (!joint.limit) return;
    std::vector<std::string> names;
    int since = 0;
    for_each_field<JointLimit>([&](const auto& field) {
      if (field.since <= version_ || !field.of(*joint.limit)) return;
      names.emplace_back(field.name);
      since = std::max(since, field.since);
    });
    if (names.empty()) return;
    report(Rule::unportable_feature, place_or_name(joint.limit->range, joint),
           concat("joint '", joint.name, "' has a limit of ", join_last(names, " and "),
                  ", which URDF has since version ", since / 10, ".", since % 10,
                  "; readers of earlier versions skip it"));
  }

  const Model& model_;
  TargetContext& context_;
  int version_ = 10;  // that the model names
};

}  // namespace

void report_unportable(const Model& model, TargetContext& context) { Unportable(model, context).run(); }

}  // namespace romas::urdf
