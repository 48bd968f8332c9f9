// The base of all checks of what MuJoCo refuses: they report once a place, and look at attributes as MuJoCo
// does, with the defaults of classes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/mjcf/grammar/attribute_values.h"
#include "frontend/mjcf/refusals/refusals.h"
#include "support/text/text.h"

namespace romas::mjcf {

constexpr double kLeast = 1e-14;  // mjEPS

using Numbers = std::vector<double>;

bool is_one_of(std::string_view word, std::string_view words);

// The types of the joints, by name, and whether they have limits.
class JointTypes {
 public:
  explicit JointTypes(const BodyTree& tree) : tree_(tree) {}
  // Empty if there is no joint of that name.
  std::string_view type(std::string_view name);
  // Precondition: the joint has a type.
  bool is_limited(std::string_view name) const { return joints_.at(std::string(name)).second; }

 private:
  const BodyTree& tree_;
  std::map<std::string, std::pair<std::string, bool>> joints_;
  bool are_known_ = false;
};

// The state that the checks of one file share.
struct RefusalState {
  const RefusalInputs& in;
  SchemaReader& schema;
  JointTypes joints{in.tree};
  std::set<std::pair<FileId, std::uint32_t>> seen;  // where something was reported
};

class RefusalPart {
 public:
  explicit RefusalPart(RefusalState& state) : in_(state.in), schema_(state.schema), state_(state) {}

 protected:
  bool is_fresh(SourceRange range);
  void refuse(SourceRange range, std::string message, Rule rule = Rule::bad_value);
  // At an attribute if the element has it.
  void refuse(const XmlElement& element, std::string_view name, std::string message,
              Rule rule = Rule::bad_value);
  template <class Known>
  void missing(const XmlElement& element, std::string_view name, std::string_view kind, const Known& known,
               Rule rule = Rule::unresolved_link) {
    const XmlAttribute* said = element.attribute(name);
    if (said == nullptr || !is_fresh(said->value.range)) return;
    schema_.refuse(rule, said->value.range, concat("there is no ", kind, " ", quote(said->value.text)))
        .nearest(said->value.text, known);
  }
  void positive(const XmlElement& element, std::string_view name, std::string message);
  void not_negative(const XmlElement& element, std::string_view name);
  // A name stands once among those of its kind.
  void named(const XmlElement& element, std::map<std::string_view, SourceRange>& names,
             std::string_view section);

  // Returns what an element of the main file names. Replicas and attached models have other names.
  template <class Known>
  void named_there(const XmlElement& element, std::string_view name, std::string_view kind,
                   const Known& known, const std::vector<std::string>& names) {
    if (!is_said(element, name) || in_.parts.are_made || !in_.tree.replicas().empty()) return;
    if (!known.contains(text_of(element, name))) missing(element, name, kind, names);
  }
  void site_there(const XmlElement& element, std::string_view name);
  void tendon_there(const XmlElement& element, std::string_view name);
  void joint_there(const XmlElement& element, std::string_view name);
  void body_there(const XmlElement& element, std::string_view name);
  void material_there(const XmlElement& element, MjcfFile& file);

  XmlElement effective(const XmlElement& element, std::string_view kind);
  static XmlElement effective(const Part& part);

  // A range rises where its element is said to be limited; else one that does not rise is none. `from_zero`:
  // only its second number counts.
  void range(const XmlElement& element, std::string_view name, std::string_view limited,
             const CompilerSettings& settings, bool from_zero);
  void condim(const XmlElement& element);

  // Returns the type of the joint of that name; empty if there is none.
  std::string_view joint_type(std::string_view name) { return state_.joints.type(name); }
  bool is_limited(std::string_view joint) const { return state_.joints.is_limited(joint); }

  const RefusalInputs& in_;
  SchemaReader& schema_;

 private:
  RefusalState& state_;
};

// The checks, by what they look at.
void check_body_refusals(RefusalState& state);
void check_asset_refusals(RefusalState& state);       // <asset>, <visual>, <size>, <statistic>
void check_constraint_refusals(RefusalState& state);  // <contact>, <equality>, <tendon>
void check_actuator_refusals(RefusalState& state);
void check_sensor_refusals(RefusalState& state);  // <sensor>, <custom>, <keyframe>

}  // namespace romas::mjcf
