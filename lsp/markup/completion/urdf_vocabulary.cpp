// URDF: the rows of its schema, and what Gazebo reads in <gazebo>.
#include <algorithm>

#include "frontend/urdf/urdf_schema.h"
#include "ir/model/control.h"
#include "lsp/markup/completion/row_vocabulary.h"

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
    if (!is_in_gazebo(path)) return RowVocabulary::children(path);
    std::vector<ElementWord> words;
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
    if (!is_in_gazebo(path) || in_gazebo(path).empty()) return RowVocabulary::attributes(path);
    return in_sdf(path, [](const Vocabulary& sdf, Path there) { return sdf.attributes(there); });
  }
  bool holds_text(Path path) const override {
    if (!is_in_gazebo(path) || in_gazebo(path).empty()) return RowVocabulary::holds_text(path);
    if (in_gazebo(path).size() == 1 && find_gazebo_property(path.back()) != nullptr) return true;
    return std::ranges::any_of(
        kHosts, [&](std::string_view host) { return sdf_vocabulary().holds_text(as_sdf(path, host)); });
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
