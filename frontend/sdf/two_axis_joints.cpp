#include "frontend/sdf/two_axis_joints.h"

#include <array>
#include <set>
#include <string>

#include "frontend/sdf/infinite.h"
#include "frontend/xml/reader/make_element.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

std::string_view attribute_text(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = element.attribute(name);
  return found == nullptr ? std::string_view() : trim(found->value.text);
}

bool is_type(const XmlElement& element, std::string_view type) {
  return element.name == "joint" && attribute_text(element, "type") == type;
}

// A bound that limits nothing, as "inf" and 1e16 do.
bool is_no_bound(const XmlElement& bound) {
  const auto value = parse_double(trim(bound.text.text));
  return is_infinite(bound.text.text) || (value && means_no_limit(Number(*value)));
}

// Effort and velocity count as well.
bool limits_something(const XmlElement& axis) {
  const XmlElement* limit = axis.child("limit");
  if (limit == nullptr) return false;
  for (const std::string_view name : {"lower", "upper"})
    if (const XmlElement* bound = limit->child(name); bound != nullptr && !is_no_bound(*bound)) return true;
  for (const std::string_view name : {"effort", "velocity"})
    if (const XmlElement* most = limit->child(name); most != nullptr && !is_no_bound(*most)) {
      const auto value = parse_double(trim(most->text.text));
      if (!value || *value >= 0) return true;
    }
  return false;
}

bool is_along(const XmlElement& axis, const std::array<double, 3>& wanted, int version) {
  const XmlElement* xyz = axis.child("xyz");
  if (xyz == nullptr || !attribute_text(*xyz, "expressed_in").empty()) return false;
  const XmlElement* of_model = axis.child("use_parent_model_frame");
  const std::string_view flag = of_model == nullptr ? std::string_view() : trim(of_model->text.text);
  if (of_model != nullptr ? flag == "true" || flag == "1" : version < kSinceJointFrame) return false;
  const auto words = split_words(xyz->text.text);
  if (words.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (parse_double(words[i].text) != wanted[i]) return false;
  return true;
}

class TwoAxisJoints {
 public:
  TwoAxisJoints(const Versions& versions, SourceManager& sources, DiagnosticEngine& diagnostics)
      : versions_(versions), sources_(sources), diagnostics_(diagnostics) {}

  void run(XmlElement& model) {
    find_leaders(model, {}, 0);
    split(model, {}, 0);
    if (!split_.empty()) turn_followers(model, {}, 0);
  }

 private:
  static constexpr int kDeepest = 64;  // models in each other; deeper ones are refused elsewhere

  // visit(element, prefix) for the joints of a model, and of the models in it.
  template <class Visit>
  void for_each_joint(XmlElement& model, const std::string& prefix, int depth,  // NOLINT(misc-no-recursion)
                      const Visit& visit) {
    for (XmlElement& part : model.children) {
      if (part.name == "joint") visit(part, prefix);
      if (part.name == "model" && depth < kDeepest)
        for_each_joint(part, concat(prefix, attribute_text(part, "name"), "::"), depth + 1, visit);
    }
  }

  template <class Visit>
  static void for_each_mimic(XmlElement& joint, const Visit& visit) {
    for (XmlElement& axis : joint.children)
      if (axis.name == "axis" || axis.name == "axis2")
        for (XmlElement& mimic : axis.children)
          if (mimic.name == "mimic") visit(mimic);
  }

  void find_leaders(XmlElement& model, const std::string& prefix, int depth) {
    for_each_joint(model, prefix, depth, [&](XmlElement& joint, const std::string& scope) {
      for_each_mimic(joint, [&](const XmlElement& mimic) {
        leaders_.insert(concat(scope, attribute_text(mimic, "joint")));
      });
    });
  }

  void turn_followers(XmlElement& model, const std::string& prefix, int depth) {
    for_each_joint(model, prefix, depth, [&](XmlElement& joint, const std::string& scope) {
      for_each_mimic(joint, [&](XmlElement& mimic) {
        const std::string leader(attribute_text(mimic, "joint"));
        const auto found = split_.find(concat(scope, leader));
        if (found == split_.end()) return;
        const bool second = attribute_text(mimic, "axis") == "axis2";
        std::erase_if(mimic.attributes, [](const XmlAttribute& each) { return each.name == "axis"; });
        if (second) return;
        const std::size_t colons = leader.rfind("::");
        const std::string path = colons == std::string::npos ? std::string() : leader.substr(0, colons + 2);
        set_attribute(mimic, "joint", sources_.expansions().keep(concat(path, found->second)),
                      mimic.start_tag);
      });
    });
  }

  bool must_split(const XmlElement& joint, const std::string& scope) const {
    const XmlElement* first = joint.child("axis");
    const XmlElement* second = joint.child("axis2");
    if (is_type(joint, "revolute2")) return true;
    if (!is_type(joint, "universal") || first == nullptr || second == nullptr) return false;
    const int version = versions_.of(joint.range);
    return !is_along(*first, {1, 0, 0}, version) || !is_along(*second, {0, 1, 0}, version) ||
           limits_something(*first) || limits_something(*second) || first->child("mimic") != nullptr ||
           second->child("mimic") != nullptr ||
           leaders_.contains(concat(scope, attribute_text(joint, "name")));
  }

  void split(XmlElement& model, const std::string& prefix, int depth) {  // NOLINT(misc-no-recursion)
    std::set<std::string, std::less<>> names;
    std::vector<XmlElement> parts;
    for (const XmlElement& part : model.children) names.emplace(attribute_text(part, "name"));
    for (XmlElement& part : model.children) {
      if (part.name == "model" && depth < kDeepest)
        split(part, concat(prefix, attribute_text(part, "name"), "::"), depth + 1);
      if (part.name == "joint" && must_split(part, prefix)) split_joint(part, prefix, names, parts);
      parts.push_back(std::move(part));
    }
    model.children = std::move(parts);
  }

  std::string_view free_name(const std::string& wanted, std::set<std::string, std::less<>>& names) {
    std::string name = wanted;
    for (int i = 1; !names.insert(name).second; ++i) name = concat(wanted, "_", i);
    return sources_.expansions().keep(name);
  }

  // Puts the first joint and the link between in front of the joint, which becomes the second one.
  void split_joint(XmlElement& joint, const std::string& prefix, std::set<std::string, std::less<>>& names,
                   std::vector<XmlElement>& parts) {
    const std::string name(attribute_text(joint, "name"));
    const std::string type(attribute_text(joint, "type"));
    XmlElement* parent = find_child_element(joint, "parent");
    const XmlElement* child = joint.child("child");
    XmlElement* axis = find_child_element(joint, "axis");
    XmlElement* axis2 = find_child_element(joint, "axis2");
    if (axis == nullptr || axis2 == nullptr) {
      diagnostics_.report(
          Rule::missing_element, joint.start_tag,
          concat("the ", type, " joint '", name, "' has no <", axis == nullptr ? "axis" : "axis2", ">"));
      return;
    }
    if (name.empty() || parent == nullptr || child == nullptr) return;  // reported where joints are read
    const std::string_view first_name = free_name(concat(name, "_axis1"), names);
    const std::string_view link_name = free_name(concat(first_name, "_link"), names);
    const SourceRange place = joint.start_tag;
    XmlElement first = make_element("joint", joint.start_tag);
    set_attribute(first, "name", first_name, joint.attribute("name")->value.range);
    set_attribute(first, "type", "revolute", joint.attribute("type")->value.range);
    first.children.push_back(copy_leaf(*parent));
    XmlElement inner_child = copy_leaf(*child);
    inner_child.text.text = link_name;
    first.children.push_back(std::move(inner_child));
    first.children.push_back(pose_of(joint, *child));
    first.children.push_back(std::move(*axis));
    parts.push_back(std::move(first));
    parts.push_back(link_between(link_name, name, place, versions_.of(joint.range)));
    parent->text = {link_name, parent->text.range, false};
    axis2->name = "axis";
    joint.children.erase(joint.children.begin() + (axis - joint.children.data()));
    set_attribute(joint, "type", "revolute", place);
    split_.emplace(concat(prefix, name), std::string(first_name));
    diagnostics_.report(
        Rule::value_approximated, joint.attribute("type")->value.range,
        concat("the ", type, " joint '", name, "' is read as two revolute joints, '", first_name, "' and '",
               name, "', with the massless link '", link_name, "' between them"));
  }

  // The joint's pose, said against the child even where that is the default.
  XmlElement pose_of(const XmlElement& joint, const XmlElement& child) const {
    const XmlElement* written = joint.child("pose");
    XmlElement pose = written == nullptr ? make_element("pose", joint.start_tag) : copy_leaf(*written);
    const std::string_view frame = frame_attribute(versions_.of(joint.range));
    if (attribute_text(pose, frame).empty())
      set_attribute(pose, frame, trim(child.text.text), child.text.range);
    return pose;
  }

  XmlElement link_between(std::string_view name, const std::string& joint, SourceRange place,
                          int version) const {
    XmlElement link = make_element("link", place);
    set_attribute(link, "name", name, place);
    XmlElement pose = make_element("pose", place);
    set_attribute(pose, frame_attribute(version), sources_.expansions().keep(joint), place);
    link.children.push_back(std::move(pose));
    XmlElement inertial = make_element("inertial", place);
    XmlElement mass = make_element("mass", place);
    mass.text = {"0", place, false};
    inertial.children.push_back(std::move(mass));
    XmlElement inertia = make_element("inertia", place);
    for (const std::string_view moment : {"ixx", "iyy", "izz"}) {
      XmlElement zero = make_element(moment, place);
      zero.text = {"0", place, false};
      inertia.children.push_back(std::move(zero));
    }
    inertial.children.push_back(std::move(inertia));
    link.children.push_back(std::move(inertial));
    return link;
  }

  const Versions& versions_;
  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::set<std::string, std::less<>> leaders_;             // joints that others follow, by whole names
  std::map<std::string, std::string, std::less<>> split_;  // by whole name: the name of the first joint
};

}  // namespace

void split_two_axis_joints(XmlElement& model, const Versions& versions, SourceManager& sources,
                           DiagnosticEngine& diagnostics) {
  TwoAxisJoints(versions, sources, diagnostics).run(model);
}

}  // namespace romas::sdf
