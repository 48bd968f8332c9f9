#include "test/backends/mjcf/random_mjcf.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/text/text.h"

namespace romas::test {

namespace {

class Maker {
 public:
  explicit Maker(std::mt19937& random) : random_(random), degrees_(chance(0.6)) {}

  std::string make() {
    out_ = "<mujoco model=\"random\">\n";
    compiler();
    if (chance(0.5)) out_ += concat("  <option timestep=\"0.003\" gravity=\"", vector(10), "\"/>\n");
    defaults();
    out_ += "  <worldbody>\n";
    if (chance(0.5)) out_ += "    <geom type=\"plane\" size=\"1 1 1\"/>\n    <light pos=\"0 0 3\"/>\n";
    const int trees = chance(0.3) ? 2 : 1;
    for (int i = 0; i < trees; ++i) body(1, 2);
    out_ += "  </worldbody>\n";
    sections();
    return out_ + "</mujoco>\n";
  }

 private:
  bool chance(double probability) { return std::bernoulli_distribution(probability)(random_); }
  double number(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  int whole(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  // Three decimals, as people write.
  static std::string text(double value) { return concat(std::round(value * 1000) / 1000 + 0.0); }
  std::string angle(double least, double most) {  // rad
    const double value = number(least, most);
    return text(degrees_ ? value * 180 / std::numbers::pi : value);
  }
  std::string vector(double most) {
    return concat(text(number(-most, most)), " ", text(number(-most, most)), " ", text(number(-most, most)));
  }
  // Long enough to be a direction.
  std::string direction() {
    return concat(text(number(0.2, 1)), " ", text(number(-1, 1)), " ", text(number(-1, 1)));
  }

  void compiler() {
    out_ += concat("  <compiler autolimits=\"true\" angle=\"", degrees_ ? "degree" : "radian", "\"");
    static constexpr std::array<std::string_view, 5> kSequences = {"xyz", "zyx", "XYZ", "ZXY", "yXz"};
    if (chance(0.5)) out_ += concat(" eulerseq=\"", kSequences[static_cast<std::size_t>(whole(0, 4))], "\"");
    if (chance(0.2)) out_ += " balanceinertia=\"true\"";
    if (chance(0.2)) out_ += " boundmass=\"0.05\" boundinertia=\"0.002\"";
    if (chance(0.2)) out_ += " settotalmass=\"7\"";
    if (chance(0.2)) out_ += " inertiafromgeom=\"true\"";
    if (chance(0.2)) out_ += " inertiagrouprange=\"0 1\"";
    out_ += "/>\n";
  }

  void defaults() {
    out_ +=
        "  <default>\n    <joint damping=\"0.3\"/>\n    <geom density=\"700\" friction=\"0.6 0.02 "
        "0.001\"/>\n";
    out_ += "    <motor ctrlrange=\"-4 5\"/>\n";
    out_ += concat(
        "    <default class=\"outer\">\n      <joint armature=\"0.01\" frictionloss=\"0.05\" range=\"",
        angle(-1, -0.5), " ", angle(0.5, 1), "\"/>\n      <geom type=\"box\" size=\"0.1 0.05 0.08\"/>\n",
        "      <default class=\"inner\">\n        <geom density=\"1500\" group=\"2\"/>\n",
        "        <joint damping=\"0.7\" limited=\"false\"/>\n        <position kp=\"30\"/>\n",
        "      </default>\n    </default>\n  </default>\n");
  }

  std::string orientation() {
    switch (whole(0, 6)) {
      case 0: return concat(" quat=\"", text(number(0.3, 1)), " ", vector(1), "\"");
      case 1: return concat(" axisangle=\"", direction(), " ", angle(-3, 3), "\"");
      case 2: return concat(" euler=\"", angle(-3, 3), " ", angle(-1.4, 1.4), " ", angle(-3, 3), "\"");
      case 3: return concat(" xyaxes=\"", direction(), " ", text(number(-0.2, 0.2)), " 1 0\"");
      case 4: return concat(" zaxis=\"", direction(), "\"");
      default: return {};
    }
  }
  std::string place() {
    return concat(chance(0.8) ? concat(" pos=\"", vector(0.5), "\"") : std::string(), orientation());
  }
  std::string class_word() {
    return chance(0.3) ? chance(0.5) ? " class=\"outer\"" : " class=\"inner\"" : "";
  }

  void indent(int depth) { out_ += std::string(static_cast<std::size_t>(2 * depth), ' '); }

  void body(int level, int depth) {
    indent(depth);
    const std::string name = concat("body", ++bodies_);
    out_ += concat("<body name=\"", name, "\"", place(), chance(0.3) ? " childclass=\"outer\"" : "", ">\n");
    if (chance(0.4)) inertial(depth + 1);
    joints(level, depth + 1);
    const int shapes = whole(1, 3);
    for (int i = 0; i < shapes; ++i) geom(depth + 1, i == 0);
    if (chance(0.4)) {
      indent(depth + 1);
      out_ += concat("<site name=\"site", bodies_, "\"", place(), "/>\n");
      sites_.push_back(concat("site", bodies_));
    }
    while (chance(0.2)) camera(depth + 1);
    const int inner = level < 4 ? whole(0, 2) : 0;
    for (int i = 0; i < inner && bodies_ < 9; ++i) body(level + 1, depth + 1);
    indent(depth);
    out_ += "</body>\n";
  }

  // Some are sensors of the Model, and some are kept beside them.
  void camera(int depth) {
    indent(depth);
    out_ += concat("<camera name=\"camera", ++cameras_, "\"", place());
    if (chance(0.7)) out_ += concat(" fovy=\"", text(number(20, 120)), "\"");
    out_ += "/>\n";
  }

  void inertial(int depth) {
    indent(depth);
    out_ += concat("<inertial pos=\"", vector(0.1), "\" mass=\"", text(number(0.5, 3)), "\"");
    if (chance(0.5))
      out_ += concat(" fullinertia=\"", text(number(0.04, 0.05)), " ", text(number(0.04, 0.05)), " ",
                     text(number(0.04, 0.05)), " ", vector(0.004), "\"/>\n");
    else
      out_ += concat(orientation(), " diaginertia=\"", text(number(0.04, 0.05)), " ",
                     text(number(0.04, 0.05)), " ", text(number(0.04, 0.05)), "\"/>\n");
  }

  // No joint, a free one below the world, a ball, or up to three slides and hinges.
  void joints(int level, int depth) {
    const double kind = number(0, 1);
    if (kind < 0.15) return;
    if (level == 1 && kind < 0.3) {
      indent(depth);
      positions_ += 7;
      velocities_ += 6;
      out_ += chance(0.5) ? concat("<freejoint name=\"joint", ++joints_, "\"/>\n")
                          : concat("<joint name=\"joint", ++joints_, "\" type=\"free\" damping=\"0.1\"/>\n");
      return;
    }
    if (kind < 0.4) {
      indent(depth);
      positions_ += 4;
      velocities_ += 3;
      out_ += concat("<joint name=\"joint", ++joints_, "\" type=\"ball\" limited=\"false\"",
                     chance(0.5) ? concat(" pos=\"", vector(0.2), "\"") : std::string(), "/>\n");
      return;
    }
    const int count = chance(0.3) ? whole(2, 3) : 1;
    for (int i = 0; i < count; ++i) joint(depth);
  }

  void joint(int depth) {
    const bool slide = chance(0.3);
    const std::string name = concat("joint", ++joints_);
    const auto amount = [&](double least, double most) {
      return slide ? text(number(least, most)) : angle(least, most);
    };
    indent(depth);
    out_ += concat("<joint name=\"", name, "\"", class_word());
    if (slide) out_ += " type=\"slide\"";
    if (chance(0.8)) out_ += concat(" axis=\"", direction(), "\"");
    if (chance(0.5)) out_ += concat(" pos=\"", vector(0.2), "\"");
    if (chance(0.5)) out_ += concat(" range=\"", amount(-2, -0.1), " ", amount(0.1, 2), "\"");
    if (chance(0.2)) out_ += concat(" ref=\"", amount(-0.5, 0.5), "\"");
    if (chance(0.3))
      out_ += concat(" stiffness=\"", text(number(1, 9)), "\" springref=\"", amount(-0.5, 0.5), "\"");
    if (chance(0.3)) out_ += concat(" armature=\"", text(number(0.01, 0.1)), "\"");
    if (chance(0.3)) out_ += concat(" damping=\"", text(number(0, 2)), "\"");
    out_ += "/>\n";
    simple_.push_back(name);
    ++positions_;
    ++velocities_;
  }

  // `weighs`: it counts for the mass, whatever the settings are.
  void geom(int depth, bool weighs) {
    const auto size = [&] { return text(number(0.02, 0.15)); };
    indent(depth);
    out_ += concat("<geom", weighs ? std::string() : std::string(class_word()));
    const bool ends = chance(0.3);
    switch (whole(0, 4)) {
      case 0: out_ += concat(" type=\"sphere\" size=\"", size(), "\"", place()); break;
      case 1:
        out_ += concat(" type=\"ellipsoid\" size=\"", size(), " ", size(), " ", size(), "\"", place());
        break;
      case 2: out_ += concat(" type=\"box\" size=\"", size(), " ", size(), " ", size(), "\"", place()); break;
      case 3: line("capsule", ends, size(), size()); break;
      default: line("cylinder", ends, size(), size()); break;
    }
    if (chance(0.3)) out_ += concat(" mass=\"", text(number(0.1, 2)), "\"");
    if (chance(0.3)) out_ += concat(" density=\"", text(number(200, 2000)), "\"");
    if (chance(0.4)) out_ += chance(0.7) ? " contype=\"0\" conaffinity=\"0\"" : " contype=\"2\"";
    if (!weighs && chance(0.3)) out_ += concat(" group=\"", whole(0, 4), "\"");
    if (chance(0.2)) out_ += concat(" friction=\"", text(number(0.1, 1)), "\"");
    out_ += "/>\n";
  }

  void line(std::string_view type, bool ends, const std::string& radius, const std::string& half) {
    out_ += concat(" type=\"", type, "\" size=\"", radius, " ", half, "\"");
    out_ += ends ? concat(" fromto=\"", direction(), " ", vector(0.1), "\"") : place();
  }

  void sections() {
    if (simple_.size() >= 2 && chance(0.5))
      out_ += concat("  <equality>\n    <joint joint1=\"", simple_[0], "\" joint2=\"", simple_[1],
                     "\" polycoef=\"", text(number(-0.2, 0.2)), " ", text(number(-2, 2)), " ",
                     chance(0.3) ? "0.5" : "0", " 0 0\"/>\n  </equality>\n");
    if (!simple_.empty() && chance(0.4))
      out_ += concat("  <tendon>\n    <fixed name=\"cord\" range=\"-1 1\"><joint joint=\"", simple_.front(),
                     "\" coef=\"0.7\"/></fixed>\n  </tendon>\n");
    out_ += "  <actuator>\n";
    for (const std::string& joint : simple_) {
      if (chance(0.4)) continue;
      static constexpr std::array<std::string_view, 4> kKinds = {
          "motor", "position", "velocity", "general gainprm=\"3\" biastype=\"affine\" biasprm=\"0 -3 -1\""};
      const int kind = whole(0, 3);
      // Only a position gets a class: for other kinds the meaning of a class of positions differs between
      // versions of MuJoCo.
      out_ += concat("    <", kKinds[static_cast<std::size_t>(kind)], " name=\"drive_", joint, "\"",
                     kind == 1 ? std::string(class_word()) : std::string(), " joint=\"", joint, "\"");
      if (chance(0.4)) out_ += concat(" gear=\"", text(number(-9, 9)), "\"");
      if (chance(0.3)) out_ += concat(" forcerange=\"", text(number(-9, -1)), " ", text(number(1, 9)), "\"");
      if (chance(0.3)) out_ += concat(" ctrlrange=\"", text(number(-9, -1)), " ", text(number(1, 9)), "\"");
      out_ += "/>\n";
      ++drives_;
    }
    out_ += "  </actuator>\n";
    for (int i = chance(0.5) ? whole(0, 4) : 0; i > 0 && bodies_ > 1; --i) {
      const int first = whole(2, bodies_);
      out_ += concat("  <contact><exclude body1=\"body", first, "\" body2=\"body", whole(1, first - 1),
                     "\"/></contact>\n");
    }
    sensors();
    keyframes();
  }

  // With and without names and positions.
  void keyframes() {
    if (!chance(0.5)) return;
    out_ += "  <keyframe>\n";
    for (int i = whole(1, 3); i > 0; --i) {
      out_ += concat("    <key", chance(0.7) ? concat(" name=\"key", i, "\"") : std::string());
      if (chance(0.5)) out_ += concat(" time=\"", text(number(0, 9)), "\"");
      const auto numbers = [&](std::string_view name, int count) {
        out_ += concat(" ", name, "=\"");
        for (int k = 0; k < count; ++k) out_ += concat(k == 0 ? "" : " ", text(number(0.1, 1)));
        out_ += "\"";
      };
      if (chance(0.8) && positions_ > 0) numbers("qpos", positions_);
      if (chance(0.3) && velocities_ > 0) numbers("qvel", velocities_);
      if (chance(0.3) && drives_ > 0) numbers("ctrl", drives_);
      out_ += "/>\n";
    }
    out_ += "  </keyframe>\n";
  }

  // In any order, with and without names: sets that are one sensor of the Model, and rests of sets.
  void sensors() {
    static constexpr std::array<std::string_view, 7> kKinds = {
        "gyro", "accelerometer", "force", "torque", "touch", "rangefinder", "magnetometer"};
    if (sites_.empty()) return;
    out_ += "  <sensor>\n";
    for (int i = whole(0, 12); i > 0; --i) {
      const auto& site = sites_[static_cast<std::size_t>(whole(0, static_cast<int>(sites_.size()) - 1))];
      const bool turns = chance(0.2);  // of a quaternion nothing is cut off
      if (turns)
        out_ += concat("    <framequat objtype=\"site\" objname=\"", site, "\"");
      else
        out_ += concat("    <", kKinds[static_cast<std::size_t>(whole(0, 6))], " site=\"", site, "\"");
      if (chance(0.6)) out_ += concat(" name=\"sensor", i, "\"");
      if (chance(0.3)) out_ += concat(" noise=\"", text(number(0, 0.1)), "\"");
      if (!turns && chance(0.3)) out_ += concat(" cutoff=\"", text(number(1, 9)), "\"");
      out_ += "/>\n";
    }
    out_ += "  </sensor>\n";
  }

  std::mt19937& random_;
  bool degrees_;
  std::string out_;
  int bodies_ = 0, joints_ = 0, cameras_ = 0;
  int positions_ = 0, velocities_ = 0, drives_ = 0;  // numbers of a keyframe
  std::vector<std::string> simple_, sites_;          // names: hinges and slides; sites
};

}  // namespace

std::string random_mjcf(std::mt19937& random) { return Maker(random).make(); }

}  // namespace romas::test
