// URDF: the rows of its schema, and what Gazebo reads in <gazebo>.
#include <algorithm>

#include "frontend/urdf/urdf_schema.h"
#include "ir/model/control.h"
#include "lsp/markup/completion/row_vocabulary.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

constexpr GazeboPropertyInfo kGazeboProperties[] = {
#define GAZEBO_PROPERTY(property, name, scope, type) \
  {GazeboProperty::property, name, GazeboScope::scope, GazeboType::type},
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
};

std::string_view meaning_of(const GazeboPropertyInfo& info) {
  switch (info.scope) {
    case GazeboScope::robot: return "a property of the robot for Gazebo";
    case GazeboScope::link: return "a property of the link for Gazebo";
    default: return "a property of the joint for Gazebo";
  }
}

// The part of a path behind <gazebo>.
Path in_gazebo(Path path) { return path.subspan(2); }

// Returns a path in <gazebo> as a path in `parent`, which is a model, link or joint of SDF.
std::vector<std::string_view> as_sdf(Path path, std::string_view parent) {
  std::vector<std::string_view> names = {parent};
  names.insert(names.end(), in_gazebo(path).begin(), in_gazebo(path).end());
  return names;
}

constexpr std::string_view kHosts[] = {"link", "joint", "model"};

// The answer of the first element of SDF that has one.
template <class Ask>
auto in_sdf(Path path, const Ask& ask) {
  auto words = ask(sdf_vocabulary(), as_sdf(path, kHosts[0]));
  for (std::size_t i = 1; i < std::size(kHosts) && words.empty(); ++i)
    words = ask(sdf_vocabulary(), as_sdf(path, kHosts[i]));
  return words;
}

class UrdfVocabulary : public RowVocabulary {
 public:
  std::vector<ElementWord> children(Path path) const override {
    std::vector<ElementWord> words;
    if (!is_in_gazebo(path)) {
      words = RowVocabulary::children(path);
      // Links and joints are most of a robot.
      if (path.size() == 1)
        std::stable_partition(words.begin(), words.end(), [](const ElementWord& word) {
          return word.name == "link" || word.name == "joint";
        });
      // A prefix makes it one of a dialect, but most joints have none.
      for (ElementWord& word : words)
        if (word.name == "joint") word.dialect = false;
      return words;
    }
    if (in_gazebo(path).empty()) {
      for (const GazeboPropertyInfo& info : kGazeboProperties)
        words.push_back({info.name, meaning_of(info), Occurs::optional});
      for (const std::string_view name : {"plugin", "sensor"})
        words.push_back({name, name == "plugin" ? "a plugin of Gazebo" : "a sensor, as SDF describes it"});
      return words;
    }
    return in_sdf(path, [](const Vocabulary& sdf, Path there) { return sdf.children(there); });
  }
  std::vector<AttributeWord> attributes(Path path) const override {
    if (is_in_gazebo(path) && !in_gazebo(path).empty())
      return in_sdf(path, [](const Vocabulary& sdf, Path there) { return sdf.attributes(there); });
    auto words = RowVocabulary::attributes(path);
    // The specification gives these numbers of a joint a default of zero.
    constexpr std::string_view kZeros[] = {"limit lower",
                                           "limit upper",
                                           "dynamics damping",
                                           "dynamics friction",
                                           "safety_controller soft_lower_limit",
                                           "safety_controller soft_upper_limit",
                                           "safety_controller k_position"};
    for (AttributeWord& word : words)
      if (std::ranges::find(kZeros, concat(path.back(), " ", word.name)) != std::end(kZeros))
        word.preset = "0";
    return words;
  }
  bool holds_text(Path path) const override {
    if (!is_in_gazebo(path) || in_gazebo(path).empty()) return RowVocabulary::holds_text(path);
    if (in_gazebo(path).size() == 1 && find_gazebo_property(path.back()) != nullptr) return true;
    return std::ranges::any_of(
        kHosts, [&](std::string_view host) { return sdf_vocabulary().holds_text(as_sdf(path, host)); });
  }
  // The wiki of ROS has a page for each of these, with their content.
  std::string page(Path path) const override {
    constexpr std::string_view kPages[] = {"link", "joint", "transmission", "gazebo", "sensor"};
    constexpr std::string_view kOfDrake[] = {"frame", "loop_joint", "force_element"};
    const std::string_view name = path.size() > 1 ? path[1] : "robot";
    if (name == "ros2_control")
      return "https://control.ros.org/rolling/doc/getting_started/getting_started.html";
    if (std::ranges::find(kOfDrake, name) != std::end(kOfDrake) || name.find(':') != std::string_view::npos)
      return "https://drake.mit.edu/doxygen_cxx/group__multibody__parsing.html";
    const bool has_page = std::ranges::find(kPages, name) != std::end(kPages);
    return concat("http://wiki.ros.org/urdf/XML/", has_page ? name : name == "material" ? "link" : "robot");
  }
  std::optional<std::string_view> usual(std::string_view element, std::string_view part) const override {
    struct Usual {
      std::string_view element, part, value;
    };
    constexpr Usual kUsual[] = {
        {"robot", "name", ""},       {"joint", "origin", ""},    {"joint", "axis", ""},
        {"joint", "limit", ""},      {"limit", "lower", ""},     {"limit", "upper", ""},
        {"limit", "effort", ""},     {"limit", "velocity", ""},  {"origin", "xyz", "0 0 0"},
        {"origin", "rpy", "0 0 0"},  {"axis", "xyz", "0 0 1"},   {"visual", "origin", ""},
        {"collision", "origin", ""}, {"inertial", "origin", ""},
    };
    for (const Usual& row : kUsual)
      if (row.element == element && row.part == part) return row.value;
    return std::nullopt;
  }
  std::string_view text_words(Path path) const override {
    if (!is_in_gazebo(path) || in_gazebo(path).size() != 1) return {};
    const GazeboPropertyInfo* info = find_gazebo_property(path.back());
    return info != nullptr && info->type == GazeboType::boolean ? "true false" : std::string_view();
  }

 private:
  std::vector<Root> roots() const override { return {{"robot", urdf::kRobot.summary}}; }
  Rows root_rows(std::string_view name) const override {
    return name == "robot" ? Rows{&urdf::kRobot} : Rows();
  }
  // A force element has the rows of all its types.
  Rows child_rows(const ElementRow& row, const ChildRow& child) const override {
    if (child.row != &urdf::kForceElement) return RowVocabulary::child_rows(row, child);
    return {&urdf::kForceElement, &urdf::kSpring, &urdf::kWing, &urdf::kThrust, &urdf::kNestedSpringElement};
  }
};

}  // namespace

bool is_in_gazebo(Path path) { return path.size() >= 2 && path[1] == "gazebo"; }

const Vocabulary& urdf_vocabulary() {
  static const UrdfVocabulary vocabulary;
  return vocabulary;
}

}  // namespace romas::markup
