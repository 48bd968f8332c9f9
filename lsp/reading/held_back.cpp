#include "lsp/reading/held_back.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xml/mistakes/broken_parts.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// Rules about how the parts of a robot fit together.
bool is_about_structure(Rule rule) {
  switch (rule) {
    case Rule::root_count:
    case Rule::kinematic_cycle:
    case Rule::no_robot:
    case Rule::inertials_absent:
    case Rule::part_order:
    case Rule::base_count:
    case Rule::tool_missing:
    case Rule::empty_assembly: return true;
    default: return false;
  }
}

// Rules that follow from all of a text: what nothing uses, and what all of a kind have.
bool is_about_all(Rule rule) {
  switch (rule) {
    case Rule::unused_suppression:
    case Rule::unused_name:
    case Rule::xacro_shadowed:
    case Rule::xacro_unused_argument:
    case Rule::limit_placeholder: return true;
    default: return false;
  }
}

// Rules about what moves a link or another joint.
bool is_about_motion(Rule rule) {
  switch (rule) {
    case Rule::inertial_missing:
    case Rule::frame_inertial:
    case Rule::point_mass:
    case Rule::root_inertia:
    case Rule::mimic_fixed:
    case Rule::mimic_range:
    case Rule::srdf_chain: return true;
    default: return false;
  }
}

// Rules about what the parts of an SRDF's group are.
bool is_about_group(Rule rule) {
  switch (rule) {
    case Rule::srdf_state_joint:
    case Rule::srdf_state_incomplete:
    case Rule::srdf_group_empty:
    case Rule::srdf_end_effector: return true;
    default: return false;
  }
}

// Rules that say what an element lacks.
bool is_about_content(Rule rule) {
  switch (rule) {
    case Rule::missing_element:
    case Rule::missing_attribute:
    case Rule::wrong_count:
    case Rule::limit_missing:
    case Rule::axis_missing:
    case Rule::dynamics_empty:
    case Rule::inertial_missing:
    case Rule::inertia_default:
    case Rule::point_mass:
    case Rule::frame_inertial:
    case Rule::visual_without_collision:
    case Rule::sensor_type:
    case Rule::texture_empty:
    case Rule::ros2control_hardware:
    case Rule::ros2control_refused:
    case Rule::block_com_missing:
    case Rule::srdf_group_empty:
    case Rule::srdf_state_incomplete:
    case Rule::xacro_parameter: return true;
    default: return false;
  }
}

// Errors of the expansion of xacro.
bool is_about_expansion(Rule rule) {
  switch (rule) {
    case Rule::unknown_name:
    case Rule::xacro_macro:
    case Rule::xacro_parameter:
    case Rule::xacro_expression:
    case Rule::xacro_argument:
    case Rule::xacro_condition:
    case Rule::xacro_cycle:
    case Rule::import_missing:
    case Rule::import_cycle:
    case Rule::package_missing: return true;
    default: return false;
  }
}

// Rules that say that nothing has a name.
bool is_about_names(Rule rule) {
  switch (rule) {
    case Rule::unresolved_link:
    case Rule::unknown_name:
    case Rule::xacro_macro:
    case Rule::xacro_parameter:
    case Rule::xacro_expression:
    case Rule::xacro_argument:
    case Rule::mimic_unresolved:
    case Rule::material_undefined:
    case Rule::transmission_joint:
    case Rule::gazebo_reference:
    case Rule::ros2control_joint:
    case Rule::ros2control_frame:
    case Rule::contact_collision:
    case Rule::plugin_reference:
    case Rule::block_unknown:
    case Rule::part_parent:
    case Rule::contact_index:
    case Rule::srdf_unknown_name:
    case Rule::servo_map: return true;
    default: return false;
  }
}

// Rules of which the findings may follow from values that xacro could not compute.
bool may_follow_from_values(Rule rule) {
  if (is_about_expansion(rule)) return false;
  return is_about_structure(rule) || is_about_content(rule) || is_about_names(rule) ||
         rule == Rule::robot_name || rule == Rule::duplicate_name || rule == Rule::bad_number ||
         rule == Rule::bad_value || rule == Rule::name_whitespace;
}

using Words = std::span<const std::string_view>;

// Whether the tag of a part has one of these names, or may go on to have one.
bool may_be(const BrokenPart& part, Words names) {
  if (part.element.empty()) return true;
  if (part.element.starts_with("xacro:"))
    return part.element != "xacro:arg" && part.element != "xacro:property" && part.element != "xacro:macro";
  return std::ranges::any_of(names,
                             [&](std::string_view name) {
                               return part.is_half_element ? name.starts_with(part.element)
                                                           : name == part.element;
                             }) ||
         (part.is_half_element && std::string_view("xacro:").starts_with(part.element));
}

// Elements that give a name to something.
constexpr std::string_view kNaming[] = {
    "link",   "joint",  "frame",   "model",  "body",    "site",  "geom",        "mesh", "freejoint",
    "robot",  "camera", "include", "fixed",  "spatial", "group", "Block",       "Part", "world",
    "gazebo", "light",  "hfield",  "sensor", "texture", "skin",  "end_effector"};
constexpr std::string_view kJointed[] = {"link", "joint", "frame"};
constexpr std::string_view kMaterial[] = {"material"};
constexpr std::string_view kCollision[] = {"collision"};
constexpr std::string_view kDefault[] = {"default"};
constexpr std::string_view kNamingInSrdf[] = {"group", "virtual_joint", "end_effector", "group_state"};
// Elements that say what a joint connects and how.
constexpr std::string_view kMoving[] = {"joint", "freejoint", "body",  "parent",
                                        "child", "Part",      "group", "chain"};
// Elements that say where something is.
constexpr std::string_view kPlacing[] = {"origin", "pose", "link", "joint", "body", "site", "frame", "axis"};
// Elements of which a keyframe has numbers.
constexpr std::string_view kDriven[] = {"joint",   "freejoint", "body",     "motor",   "position",
                                        "general", "velocity",  "cylinder", "damper",  "intvelocity",
                                        "muscle",  "adhesion",  "plugin",   "default", "include"};
constexpr std::string_view kGrouping[] = {"group", "joint", "link", "chain", "end_effector"};

Words naming_of(Rule rule) {
  switch (rule) {
    case Rule::material_undefined: return kMaterial;
    case Rule::contact_collision: return kCollision;
    case Rule::unknown_name: return kDefault;
    case Rule::gazebo_reference:
    case Rule::plugin_reference:
    case Rule::transmission_joint:
    case Rule::ros2control_joint:
    case Rule::ros2control_frame:
    case Rule::mimic_unresolved: return kJointed;
    default: return kNaming;
  }
}

class Holder {
 public:
  explicit Holder(driver::CompileResult& result) : result_(result) {}

  void run() {
    auto& findings = result_.report.diagnostics;
    for (const romas::Diagnostic& finding : findings)
      if (is_mistake(finding) && finding.range.valid()) take_text(written(finding).file, finding.rule);
    if (parts_.empty()) return;
    const bool lacks_values = std::ranges::any_of(findings, [&](const romas::Diagnostic& finding) {
      return is_xacro_ && is_about_expansion(finding.rule) && is_held(finding);
    });
    hold_back_if([&](const romas::Diagnostic& finding) {
      return is_held(finding) || (lacks_values && may_follow_from_values(finding.rule));
    });
    // A text of xacro that cannot be expanded makes no robot.
    const auto is_of_expansion = [](const romas::Diagnostic& finding) {
      return is_about_expansion(finding.rule);
    };
    if (is_xacro_ && std::ranges::any_of(findings, is_of_expansion))
      hold_back_if([&](const romas::Diagnostic& finding) {
        return !is_mistake(finding) && !is_of_expansion(finding);
      });
  }

  std::vector<romas::Diagnostic> take_held_back() { return std::move(held_back_); }

 private:
  template <class Condition>
  void hold_back_if(const Condition& is_held_back) {
    auto& findings = result_.report.diagnostics;
    const auto held = std::stable_partition(findings.begin(), findings.end(), std::not_fn(is_held_back));
    std::move(held, findings.end(), std::back_inserter(held_back_));
    findings.erase(held, findings.end());
  }

  SourceRange written(const romas::Diagnostic& finding) const {
    return result_.sources->written(finding.range);
  }

  // The reader of the language knows by itself what its broken parts may define.
  void take_text(FileId file, Rule rule) {
    if (parts_.contains(file)) return;
    std::vector<BrokenPart>& parts = parts_[file];
    if (rule == Rule::xml_malformed) parts = find_broken_parts(read_tags(result_.sources->text(file)));
  }

  bool is_held(const romas::Diagnostic& finding) const {
    if (is_mistake(finding)) return false;
    const Rule rule = finding.rule;
    const auto may_say = [&](const BrokenPart& part) {
      if (part.is_end_tag) return false;
      if (is_about_all(rule)) return true;
      if (is_about_structure(rule)) return may_be(part, kMoving) || may_be(part, kNaming);
      if (is_about_group(rule) && may_be(part, kGrouping)) return true;
      if (rule == Rule::srdf_virtual_joint && may_be(part, kNamingInSrdf)) return true;
      if (rule == Rule::wrong_count && may_be(part, kDriven)) return true;
      if (rule == Rule::loop_unclosed) return may_be(part, kPlacing) || may_be(part, kMoving);
      if (is_about_expansion(rule) && is_xacro_) return may_define(part, finding.message);
      if (is_about_names(rule) && may_name(part, rule, finding.message)) return true;
      return is_about_motion(rule) &&
             (may_be(part, kMoving) || (!part.around.empty() && part.around.back().name == "joint"));
    };
    for (const auto& [file, parts] : parts_)
      if (std::ranges::any_of(parts, may_say)) return true;
    return finding.range.valid() && is_around(rule, finding.message, written(finding));
  }

  // Whether a finding stands in a broken part, or says what an element around one lacks.
  bool is_around(Rule rule, std::string_view message, SourceRange place) const {
    const auto found = parts_.find(place.file);
    return found != parts_.end() && std::ranges::any_of(found->second, [&](const BrokenPart& part) {
             if (part.begin <= place.begin && place.begin < part.end) return true;
             // The mass of a body of MJCF is that of its shapes.
             const bool may_lack =
                 message.find(part.element) != std::string_view::npos || part.element.starts_with("xacro:") ||
                 (rule == Rule::inertial_missing && std::string_view("geom").starts_with(part.element));
             if (part.is_end_tag || !is_about_content(rule) || !may_lack) return false;
             if (std::ranges::find(part.around, "default", &BrokenPart::Element::name) != part.around.end())
               return true;
             if (!part.around.empty() && part.around.back().begin <= place.begin &&
                 place.begin < part.around.back().end)
               return true;
             return std::ranges::any_of(part.around, [&](const BrokenPart::Element& element) {
               return element.begin <= place.begin && place.begin < element.start_end;
             });
           });
  }

  // Whether a message says that there is none of a kind, and the part is one of another kind.
  static bool is_of_another_kind(const BrokenPart& part, std::string_view message) {
    static constexpr std::string_view kKinds[] = {"joint",    "body",    "site",   "geom", "mesh",
                                                  "material", "texture", "camera", "light"};
    constexpr std::string_view kNone = "there is no ";
    if (!message.starts_with(kNone) || part.is_half_element) return false;
    const std::string_view kind =
        message.substr(kNone.size(), message.find(' ', kNone.size()) - kNone.size());
    const auto is_kind = [](std::string_view word) {
      return std::ranges::find(kKinds, word) != std::end(kKinds);
    };
    return kind != part.element && is_kind(kind) && is_kind(part.element);
  }

  // Whether a part may give one of the names in a message to something.
  bool may_name(const BrokenPart& part, Rule rule, std::string_view message) const {
    const bool is_xacro = part.element.starts_with("xacro:");
    const Words naming = result_.semantics ? Words(kNamingInSrdf) : naming_of(rule);
    if (!is_xacro && (part.has_name || !may_be(part, naming))) return false;
    if (is_of_another_kind(part, message)) return false;
    const bool is_computed = part.name.find('$') != std::string_view::npos;
    return part.name.empty() || is_xacro || is_computed ||
           message.find(concat("'", part.name)) != std::string_view::npos;
  }

  // Whether a broken word of xacro may define a name in a message for its expressions.
  static bool may_define(const BrokenPart& part, std::string_view message) {
    static constexpr std::string_view kWords[] = {"include",  "if",    "unless",      "arg",
                                                  "property", "macro", "insert_block"};
    constexpr std::string_view kPrefix = "xacro:";
    if (part.has_name && !part.element.starts_with(kPrefix)) return false;
    if (!part.element.starts_with(kPrefix))
      return part.element.empty() || (part.is_half_element && kPrefix.starts_with(part.element));
    const std::string_view word = part.element.substr(kPrefix.size());
    const bool is_word = std::ranges::any_of(kWords, [&](std::string_view known) {
      return part.is_half_element ? known.starts_with(word) : known == word;
    });
    const bool names = word == "arg" || word == "property" || word == "macro";
    return is_word &&
           (!names || part.name.empty() || message.find(concat("'", part.name)) != std::string_view::npos);
  }

  driver::CompileResult& result_;
  std::vector<romas::Diagnostic> held_back_;
  bool is_xacro_ = result_.sources->expansions().used();
  std::map<FileId, std::vector<BrokenPart>> parts_;
};

}  // namespace

bool is_mistake(const romas::Diagnostic& finding) {
  return finding.rule == Rule::xml_malformed || finding.rule == Rule::syntax;
}

std::vector<romas::Diagnostic> hold_back_consequences(driver::CompileResult& result) {
  if (result.sources == nullptr) return {};
  Holder holder(result);
  holder.run();
  return holder.take_held_back();
}

}  // namespace romas::lsp
