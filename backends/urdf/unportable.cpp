// Content that other formats can express and most readers of URDF skip or misread. It is written, and
// reported.
#include <algorithm>
#include <variant>

#include "backends/urdf/legalize.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas::urdf {

namespace {

constexpr int kCapsules = 11;  // the version of URDF that brought them, times ten

// "${x}" or "$(x)" in a text; empty where there is none.
std::string_view xacro_in(std::string_view text) {
  for (std::size_t at = text.find('$'); at != text.npos && at + 1 < text.size(); at = text.find('$', at + 1))
    if (text[at + 1] == '{' || text[at + 1] == '(')
      return text.substr(at, text.find(text[at + 1] == '{' ? '}' : ')', at) + 1 - at);
  return {};
}

class Unportable {
 public:
  Unportable(const Model& model, TargetContext& context) : model_(model), context_(context) {
    if (model.version == "1.1") version_ = 11;
    if (model.version == "1.2") version_ = 12;
  }

  void run() {
    report_xacro(model_.name, model_.name_range, [] { return std::string("the robot"); });
    for_each_store(model_, [this](EntityKind kind, const auto& store) {
      if constexpr (requires { store.front().name_range; })
        for (std::size_t i = 0; i < store.size(); ++i)
          report_xacro(entity_name(model_, kind, i), name_place(store[i]),
                       [&] { return concat("the ", to_string(kind)); });
    });
    for (const Link& link : model_.links) {
      report_files(link.visuals);
      report_files(link.collisions);
      report_capsules(link.visuals, concat("a visual of link '", link.name, "'"));
      report_capsules(link.collisions, concat("a collision of link '", link.name, "'"));
    }
    for (const Joint& joint : model_.joints) report_limits(joint);
    for (const LoopJoint& loop : model_.loop_joints)
      report(Rule::joint_type_unsupported, name_place(loop),
             concat("URDF has no loop joints; '", loop.name,
                    "' is written in Drake's dialect, which other readers do not know"));
    for (const ForceElement& force : model_.force_elements)
      if (!lacks_numbers(force))
        report(Rule::unportable_feature, name_place(force),
               concat("force element '", force.name,
                      "' is written in Drake's dialect, which other readers of URDF skip"));
  }

 private:
  void report(Rule rule, SourceRange range, std::string message) {
    context_.diagnostics.report(rule, range, std::move(message));
  }

  // Reports the numbers of a wing or thrust that the dialect requires and that are absent. Returns false if
  // there are none.
  bool lacks_numbers(const ForceElement& element) {
    std::vector<std::string> absent;
    std::visit(
        [&]<class Force>(const Force& force) {
          for_each_field<Force>([&](const auto& field) {
            if constexpr (requires { field.of(force).has_value(); })
              if (field.required && !field.of(force)) absent.push_back(in_quotes(field.word));
          });
        },
        element.force);
    if (absent.empty()) return false;
    report(Rule::missing_element, name_place(element),
           concat("in a URDF, force element '", element.name, "' needs ", join_last(absent, " and ")));
    return true;
  }

  // Readers of URDF refuse what is left of xacro, and tools of xacro expand it.
  void report_xacro(std::string_view text, SourceRange range, const auto& what) {
    const std::string_view xacro = xacro_in(text);
    if (xacro.empty()) return;
    report(Rule::unexpanded_xacro, range,
           concat("'", xacro, "' in the name of ", what(),
                  " would be left for xacro to expand in a URDF; use a name without '", xacro.substr(0, 2),
                  "'"));
  }

  template <class Shapes>
  void report_files(const Shapes& shapes) {
    for (const auto& shape : shapes)
      if (const auto* mesh = std::get_if<Mesh>(&shape.geometry.shape))
        report_xacro(mesh->filename, mesh->filename_range.valid() ? mesh->filename_range : shape.range,
                     [] { return std::string("a mesh"); });
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
