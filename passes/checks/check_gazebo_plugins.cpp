// The part of check-gazebo about plugins: parameters of those of Gazebo and ROS that name joints and links
// which the robot does not have (RM1721). Sources: the manuals of gz-sim's systems and of gazebo_ros_pkgs.
#include <algorithm>
#include <array>

#include "ir/model/child_place.h"
#include "passes/checks/gazebo_checks.h"
#include "support/text/text.h"

namespace romas {

namespace {

// `plugin`: what its file or name has, in lower case and without signs. The words are names of parameters.
struct PluginNames {
  std::string_view plugin, joints, links;
};
constexpr std::array kPluginNames = {
    PluginNames{"diffdrive", "left_joint right_joint leftJoint rightJoint", ""},
    PluginNames{"skidsteerdrive",
                "leftFrontJoint rightFrontJoint leftRearJoint rightRearJoint left_joint right_joint", ""},
    PluginNames{"ackermann",
                "left_joint right_joint left_steering_joint right_steering_joint front_left_joint "
                "front_right_joint rear_left_joint rear_right_joint steering_wheel_joint",
                ""},
    PluginNames{"mecanumdrive", "front_left_joint front_right_joint back_left_joint back_right_joint", ""},
    PluginNames{"trackedvehicle", "", "left_track right_track"},
    PluginNames{"jointstatepublisher", "joint_name", ""},
    PluginNames{"jointpositioncontroller", "joint_name", ""},
    PluginNames{"jointcontroller", "joint_name", ""},
    PluginNames{"jointtrajectorycontroller", "joint_name", ""},
    PluginNames{"multicoptermotormodel", "jointName", "linkName"},
    PluginNames{"gazebomotormodel", "jointName", "linkName"},
    PluginNames{"liftdrag", "control_joint_name", "link_name"},
    PluginNames{"thruster", "joint_name", ""},
    PluginNames{"hydrodynamics", "", "link_name"},
    PluginNames{"buoyancyengine", "", "link_name"},
    PluginNames{"mimicjoint", "joint mimicJoint", ""},
    PluginNames{"ftsensor", "jointName joint_name", ""},
    PluginNames{"gazeborosp3d", "", "bodyName body_name"},
    PluginNames{"gazeborosforce", "", "bodyName link_name"},
    PluginNames{"detachablejoint", "", "parent_link"},
};

std::string without_signs(std::string_view text) {
  std::string letters = to_lower(text);
  std::erase_if(letters, [](char c) { return c == '_' || c == '-' || c == ':' || c == '.' || c == '/'; });
  return letters;
}

class PluginChecker {
 public:
  explicit PluginChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void check(std::size_t gazebo) {
    for (const Extension* extension : model_.extensions_at(entity_place(EntityKind::gazebo, gazebo)))
      if (extension->kind == Extension::Kind::element && extension->name == "plugin" && extension->tree)
        check_plugin(*extension->tree, extension->range);
  }

 private:
  void check_plugin(const ForeignElement& plugin, SourceRange place) {
    std::string names;
    for (const auto& [name, value] : plugin.attributes)
      if (name == "filename" || name == "name") names += concat(without_signs(value), " ");
    const auto known = std::find_if(kPluginNames.begin(), kPluginNames.end(), [&](const PluginNames& each) {
      return names.find(each.plugin) != std::string::npos;
    });
    if (known == kPluginNames.end()) return;
    for (const ForeignElement& parameter : plugin.children) {
      const SourceRange at = parameter.range.valid() ? SourceRange(parameter.range) : place;
      check_names(parameter, known->joints, model_.joints, "joint", at);
      check_names(parameter, known->links, model_.links, "link", at);
    }
  }

  // `store`: of the entities that the parameters `words` name. A text may list several.
  template <class Store>
  void check_names(const ForeignElement& parameter, std::string_view words, const Store& store,
                   std::string_view kind, SourceRange place) {
    const auto parameters = split_words(words);
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&](const Token& word) { return word.text == parameter.name; }))
      return;
    std::string text = parameter.text;
    std::replace(text.begin(), text.end(), ',', ' ');
    for (const Token& word : split_words(text)) {
      if (word.text.find('$') != std::string_view::npos || has(store, word.text)) continue;
      diagnostics_.report(
          Rule::plugin_reference, place,
          concat("<", parameter.name, "> of a plugin names the ", kind, " '", word.text,
                 "', which does not exist", did_you_mean(word.text, store, &Store::value_type::name)));
    }
  }

  // Names may be those inside of a nested model, or have the model's own name in front.
  template <class Store>
  static bool has(const Store& store, std::string_view name) {
    const auto last = [](std::string_view scoped) {
      const std::size_t colons = scoped.rfind("::");
      return colons == std::string_view::npos ? scoped : scoped.substr(colons + 2);
    };
    return std::any_of(store.begin(), store.end(),
                       [&](const auto& entity) { return last(entity.name) == last(name); });
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
};

}  // namespace

void check_gazebo_plugins(const Model& model, const CheckContext& context) {
  PluginChecker checker(model, context.diagnostics);
  for (std::size_t i = 0; i < model.gazebos.size(); ++i) checker.check(i);
}

}  // namespace romas
