// Changes an XML document of URDF or SDF in one place at a time: every number, text, attribute and element,
// but for changes that mean nothing by the format's own definition.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "ir/format/sdf.h"
#include "support/text/text.h"

namespace romas::test {

struct Mutation {
  std::uint32_t begin, end;  // bytes that `text` replaces
  std::string text;
  std::string what;
  std::vector<SourceRange> enclosing;  // start tags of the elements around it, and of what is deleted
};

// The numbers of a text, with their places in it; nothing if there is anything else in it.
inline std::vector<Token> numbers_in(std::string_view text) {
  std::vector<Token> words = split_words(text);
  for (const Token& word : words) {
    char* end = nullptr;
    const std::string copy(word.text);
    std::strtod(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size()) return {};
  }
  return words;
}

inline bool all_are(std::string_view text, double value) {
  const std::vector<Token> words = numbers_in(text);
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const Token& word) {
    return std::abs(std::strtod(std::string(word.text).c_str(), nullptr) - value) <= 1e-9;
  });
}

// Whether a value means the same as the absence of the attribute, or of the element of SDF, by the
// specifications. The rows are defaults whose numbers are all the same.
inline bool says_the_default(std::string_view element, std::string_view attribute, std::string_view value) {
  static const std::map<std::pair<std::string_view, std::string_view>, double> kDefaults = {
      // URDF, and Drake's elements with a pose
      {{"origin", "xyz"}, 0},
      {{"origin", "rpy"}, 0},
      {{"frame", "xyz"}, 0},
      {{"frame", "rpy"}, 0},
      {{"link1", "xyz"}, 0},
      {{"link1", "rpy"}, 0},
      {{"link2", "xyz"}, 0},
      {{"link2", "rpy"}, 0},
      {{"mesh", "scale"}, 1},
      {{"mimic", "multiplier"}, 1},
      {{"mimic", "offset"}, 0},
      {{"dynamics", "damping"}, 0},
      {{"dynamics", "friction"}, 0},
      // SDF: the text of the element
      {{"pose", ""}, 0},
      {{"scale", ""}, 1},
      {{"ixy", ""}, 0},
      {{"ixz", ""}, 0},
      {{"iyz", ""}, 0},
      {{"ixx", ""}, 1},
      {{"iyy", ""}, 1},
      {{"izz", ""}, 1},
      {{"mass", ""}, 1},
      {{"damping", ""}, 0},
      {{"friction", ""}, 0},
      {{"spring_stiffness", ""}, 0},
      {{"spring_reference", ""}, 0},
      {{"slip1", ""}, 0},
      {{"slip2", ""}, 0}};
  const std::string_view name = local_part(element);
  const std::vector<Token> words = split_words(value);
  if ((name == "axis" && attribute == "xyz") || (name == "xyz" && attribute.empty())) {
    const std::size_t one = name == "axis" ? 0 : 2;  // URDF: along x; SDF: along z
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!all_are(words[i].text, i == one ? 1 : 0)) return false;
    return words.size() == 3;
  }
  // A frame without a name, or one with the orientation of that which is meant without it.
  if (attribute == "frame" || attribute == "expressed_in" || attribute == "relative_to") return true;
  const auto found = kDefaults.find({name, attribute});
  return found != kDefaults.end() && all_are(value, found->second);
}

inline double number_of(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

using Tensor = std::array<std::array<double, 3>, 3>;

inline Tensor product(const Tensor& a, const Tensor& b) {
  Tensor c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

// Rz(yaw) Ry(pitch) Rx(roll)
inline Tensor rotation(const std::vector<double>& rpy) {
  const auto [cr, sr, cp, sp, cy, sy] = std::array{std::cos(rpy[0]), std::sin(rpy[0]), std::cos(rpy[1]),
                                                   std::sin(rpy[1]), std::cos(rpy[2]), std::sin(rpy[2])};
  const Tensor x = {{{1, 0, 0}, {0, cr, -sr}, {0, sr, cr}}};
  const Tensor y = {{{cp, 0, sp}, {0, 1, 0}, {-sp, 0, cp}}};
  const Tensor z = {{{cy, -sy, 0}, {sy, cy, 0}, {0, 0, 1}}};
  return product(product(z, y), x);
}

// The tensor of a body in the frame of its link: R I R^T.
inline Tensor turned(const Tensor& tensor, const std::vector<double>& rpy) {
  const Tensor R = rotation(rpy);
  Tensor transposed{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) transposed[i][j] = R[j][i];
  return product(product(R, tensor), transposed);
}

inline bool same(const Tensor& a, const Tensor& b) {
  double scale = 0;
  double apart = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      scale = std::max(scale, std::abs(a[i][j]));
      apart = std::max(apart, std::abs(a[i][j] - b[i][j]));
    }
  return apart <= 1e-9 * scale;
}

// The moments of inertia of an <inertial> of URDF or SDF about its own axes.
inline Tensor tensor_of(const XmlElement& inertial) {
  const XmlElement* inertia = inertial.child("inertia");
  const auto moment = [&](const char* name, double absent) {
    if (inertia == nullptr) return absent;
    if (const XmlAttribute* attribute = inertia->attribute(name)) return number_of(attribute->value.text);
    const XmlElement* child = inertia->child(name);
    return child != nullptr ? number_of(child->text.text) : absent;
  };
  const double xy = moment("ixy", 0);
  const double xz = moment("ixz", 0);
  const double yz = moment("iyz", 0);
  return {{{moment("ixx", 1), xy, xz}, {xy, moment("iyy", 1), yz}, {xz, yz, moment("izz", 1)}}};
}
// True if mass and moments are all zero: as if there were no inertial.
inline bool is_nothing(const XmlElement& inertial) {
  const XmlElement* mass = inertial.child("mass");
  const XmlElement* inertia = inertial.child("inertia");
  const XmlAttribute* value = mass != nullptr ? mass->attribute("value") : nullptr;
  return value != nullptr && number_of(value->value.text) == 0 && inertia != nullptr &&
         !inertia->attributes.empty() &&
         std::all_of(inertia->attributes.begin(), inertia->attributes.end(),
                     [](const XmlAttribute& a) { return number_of(a.value.text) == 0; });
}

class Mutator {
 public:
  std::vector<Mutation> of(const XmlElement& root) {
    sdf_ = root.name == "sdf";
    count_children(root);
    for (const XmlAttribute& attribute : root.attributes) this->attribute(root, attribute);
    enclosing_.push_back(root.start_tag);
    for (const XmlElement& child : root.children) element(root, child);
    return std::move(mutations_);
  }

 private:
  void element(const XmlElement& parent, const XmlElement& element) {  // NOLINT(misc-no-recursion)
    // Elements that a simulator shows, saves or logs are no part of a robot (docs/comparing.md).
    const sdf::Child* known = sdf_ ? sdf::find_child(parent.name, element.name) : nullptr;
    if (known != nullptr && known->reading == sdf::Reading::quiet) return;
    // The model has one colour, which is written as both.
    const XmlElement* diffuse = parent.child("diffuse");
    if (element.name == "ambient" && diffuse != nullptr && diffuse->text.text == element.text.text) return;
    const std::optional<Tensor> outside = tensor_;
    if (element.local_name() == "inertial") tensor_ = tensor_of(element);
    enclosing_.push_back(element.start_tag);
    if (!says_nothing(element) && !is_defined_again(parent, element))
      add(element.range, "", concat("<", element.name, "> of <", parent.name, "> deleted"));
    for (const XmlAttribute& attribute : element.attributes) this->attribute(element, attribute);
    if (element.children.empty() && !trim(element.text.text).empty() && element.text.literal)
      value(element.text, concat("text of <", element.name, ">"),
            element.local_name() == "pose" ? 3 : kNoAngles, closes_a_loop_by_a_ball(parent));
    for (const XmlElement& child : element.children) this->element(element, child);
    enclosing_.pop_back();
    tensor_ = outside;
  }
  void attribute(const XmlElement& element, const XmlAttribute& attribute) {
    const std::string what = concat("attribute ", attribute.name, " of <", element.name, ">");
    // A declared prefix means nothing by itself, nor does the name of the world around a robot.
    if (attribute.name.starts_with("xmlns") || element.name == "world") return;
    const bool angles = attribute.name == "rpy";
    if (!says_the_default(element.name, attribute.name, attribute.value.text) &&
        !(angles && turns_nothing(attribute.value.text, "0 0 0")))
      add(attribute.range, "", concat(what, " deleted"));
    if (attribute.value.literal) value(attribute.value, what, angles ? 0 : kNoAngles);
  }
  // Counts the joints of SDF that each link is the child of.
  void count_children(const XmlElement& element) {  // NOLINT(misc-no-recursion)
    const XmlElement* child = element.name == "joint" ? element.child("child") : nullptr;
    if (child != nullptr) ++joints_to_[std::string(trim(child->text.text))];
    if (const XmlElement* color = element.child("color"); color != nullptr && element.name == "material")
      ++colours_[look(element, *color)];
    for (const XmlElement& inner : element.children) count_children(inner);
  }
  // A visual's material has its name for all others, which may define it again.
  static std::string look(const XmlElement& material, const XmlElement& color) {
    const XmlAttribute *name = material.attribute("name"), *rgba = color.attribute("rgba");
    return name == nullptr || rgba == nullptr ? std::string()
                                              : concat(name->value.text, " ", rgba->value.text);
  }
  bool is_defined_again(const XmlElement& material, const XmlElement& color) const {
    const auto found = colours_.find(look(material, color));
    return material.name == "material" && color.name == "color" && found != colours_.end() &&
           found->second > 1;
  }
  // The sides of a ball that closes a loop may turn to each other in every way: only its point counts.
  bool closes_a_loop_by_a_ball(const XmlElement& joint) const {
    const XmlAttribute* type = joint.attribute("type");
    const XmlElement* child = joint.child("child");
    if (joint.name != "joint" || type == nullptr || type->value.text != "ball" || child == nullptr)
      return false;
    const auto found = joints_to_.find(std::string(trim(child->text.text)));
    return found != joints_to_.end() && found->second > 1;
  }
  // The rotation is the same with these other angles or, in an <inertial>, the body is.
  bool turns_nothing(std::string_view rpy, std::string_view other) const {
    const auto angles = [](std::string_view text) {
      std::vector<double> numbers;
      for (const Token& word : numbers_in(text)) numbers.push_back(number_of(word.text));
      return numbers;
    };
    const std::vector<double> x = angles(rpy);
    const std::vector<double> y = angles(other);
    if (x.size() != 3 || y.size() != 3) return false;
    return same(rotation(x), rotation(y)) || (tensor_ && same(turned(*tensor_, x), turned(*tensor_, y)));
  }
  // An element that is all defaults.
  bool says_nothing(const XmlElement& element) const {  // NOLINT(misc-no-recursion)
    if (element.local_name() == "inertial" && is_nothing(element)) return true;
    const std::string_view text = trim(element.text.text);
    if (!text.empty() && !says_the_default(element.name, "", text)) return false;
    if (text.empty() && element.children.empty() && element.attributes.empty()) return true;
    return std::all_of(element.children.begin(), element.children.end(),
                       [this](const XmlElement& child) { return says_nothing(child); }) &&
           std::all_of(element.attributes.begin(), element.attributes.end(), [&](const XmlAttribute& a) {
             return says_the_default(element.name, a.name, a.value.text) ||
                    (a.name == "rpy" && turns_nothing(a.value.text, "0 0 0"));
           });
  }
  static constexpr std::size_t kNoAngles = 1000;
  // Changes each number; of a text without numbers the end. The numbers from the `angles`-th on are roll,
  // pitch and yaw. They stay as they are if no rotation counts.
  void value(const XmlText& value, const std::string& what, std::size_t angles, bool turns_freely = false) {
    const std::vector<Token> numbers = numbers_in(value.text);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (turns_freely && i >= angles) continue;
      const double x = number_of(numbers[i].text);
      std::ostringstream changed;
      changed.precision(17);
      changed << (std::abs(x) < 1e-6 ? 0.37 : -1.3 * x);
      std::string text(value.text);
      text.replace(numbers[i].offset, numbers[i].text.size(), changed.str());
      if (i >= angles && turns_nothing(std::string_view(value.text).substr(numbers[angles].offset),
                                       std::string_view(text).substr(numbers[angles].offset)))
        continue;
      add(value.part(numbers[i].offset, numbers[i].text.size()), changed.str(),
          concat(what, ": ", numbers[i].text, " -> ", changed.str()));
    }
    if (numbers.empty())
      add({value.range.file, value.range.end, value.range.end}, "x", concat(what, ": x behind it"));
  }
  void add(SourceRange range, std::string text, std::string what) {
    mutations_.push_back({range.begin, range.end, std::move(text), std::move(what), enclosing_});
  }

  bool sdf_ = false;
  std::map<std::string, int> joints_to_;
  std::map<std::string, int> colours_;  // by the name and colour of materials
  std::optional<Tensor> tensor_;        // inside of an <inertial>
  std::vector<SourceRange> enclosing_;  // start tags of the elements that are open
  std::vector<Mutation> mutations_;
};

}  // namespace romas::test
