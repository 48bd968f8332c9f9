#include "passes/kernel/ik/lower_ik.h"

#include <algorithm>

#include "passes/kernel/ik/chain.h"
#include "passes/kernel/ik/solve.h"
#include "passes/kernel/ik/structure.h"
#include "support/text/text.h"

namespace romas {

namespace ik {
namespace {

Angle angle_of(KernelBuilder& builder, Value value) {
  return {{builder, builder.sin(value)}, {builder, builder.cos(value)}};
}

// The kernel of one structure. Empty if an equation turns out to say nothing.
class Lowering {
 public:
  Lowering(const Chain& chain, const Structure& structure, std::string name)
      : chain_(with_pose_axes(chain, structure.pose_axes)),
        structure_(structure),
        builder_(std::move(name)) {}

  std::optional<ClosedFormIk> run() {
    const std::uint32_t pose = builder_.add_input("pose", 12);
    const bool swivel = structure_.family == Family::swivel;
    const std::uint32_t free =
        builder_.add_input("free", static_cast<std::uint32_t>(swivel ? 1 : structure_.held.size()));
    // As many as there are; counted when they are used.
    const std::uint32_t sign = builder_.add_input("sign", kMostSigns);
    const bool few = structure_.family == Family::few;
    Formulas formulas(builder_, sign, few ? length_of_few(chain_) : chain_.length);
    for (std::size_t k = 0; k < structure_.held.size(); ++k)
      held_.push_back(position(structure_.held[k], builder_.input(free, static_cast<std::uint32_t>(k))));
    for (const Axis& axis : chain_.axes)
      lines_.push_back({Vec::constant(builder_, axis.h), Vec::constant(builder_, axis.o)});
    target_ = motion(pose);
    tip_ = tip();
    hold(formulas);
    const bool general = structure_.family == Family::general;
    if (!general) solve(formulas, free);
    if (formulas.degenerate()) return {};
    if (general)
      add_problem();
    else
      add_outputs(formulas);
    ClosedFormIk result;
    result.structure = structure_text(chain_, structure_);
    result.chain = chain_.joints;
    result.slides = slides();
    for (const std::size_t held : structure_.held) result.free.push_back(chain_.joints[held]);
    result.swivel = swivel;
    result.whole_pose = chain_.joints.size() >= kSix;
    result.six_revolute = general;
    result.first = structure_.first;
    constexpr std::size_t kSixteen = 4;
    result.signs = general ? kSixteen : formulas.signs();
    result.kernel = builder_.take();
    if (general)
      result.kernel.inputs.pop_back();
    else
      result.kernel.inputs[sign].size = static_cast<std::uint32_t>(result.signs);
    return result;
  }

 private:
  static constexpr std::uint32_t kMostSigns = 8;

  // The position of a held joint.
  struct Position {
    Angle angle;   // 0 of a prismatic joint
    Scalar slide;  // 0 of a revolute joint
  };
  Position position(std::size_t axis, Value value) {
    if (chain_.axes[axis].slides) return {Angle::zero(builder_), {builder_, value}};
    return {angle_of(builder_, value), {builder_, 0.0}};
  }

  // From the zero pose to the pose of the link: pose · tip⁻¹.
  Target motion(std::uint32_t pose) {
    const RigidTransform back = chain_.tip.inverse();
    const auto at = [&](std::uint32_t row, std::uint32_t column) {
      return Scalar(builder_, builder_.input(pose, 4 * row + column));
    };
    Target target;
    const auto row = [&](std::uint32_t r) {
      const Vec of_pose = {at(r, 0), at(r, 1), at(r, 2)};
      const auto column = [&](int c) { return dot(of_pose, Vec::constant(builder_, back.R.col(c))); };
      target.rows[r] = {column(0), column(1), column(2)};
      return dot(of_pose, Vec::constant(builder_, back.p)) + at(r, 3);
    };
    target.p = {row(0), row(1), row(2)};
    return target;
  }

  // Takes the held joints out of the chain: axes on one side of them are moved as they are, and the target is
  // what the others must do.
  void hold(Formulas& f) {
    for (std::size_t k = 0; k < structure_.held.size(); ++k) {
      const std::size_t held = structure_.held[k];
      const Line about = lines_[held];
      const Position& by = held_[k];
      const bool before = moves_axes_before(chain_, held);
      for (std::size_t i = before ? 0 : held + 1; i < (before ? held : lines_.size()); ++i) {
        lines_[i].o = before ? moved_back(f, about, by, lines_[i].o) : moved(f, about, by, lines_[i].o);
        lines_[i].h =
            before ? f.turned_back(about.h, by.angle, lines_[i].h) : f.turned(about.h, by.angle, lines_[i].h);
      }
      // If the axes before it are moved, the held motion stands in front of all others. Else it stands behind
      // all others, and moves the link.
      if (!before) tip_ = {moved(f, about, by, tip_.origin), f.turned(about.h, by.angle, tip_.pointer)};
      target_ = before ? without_first(f, about, by) : without_last(f, about, by);
    }
    for (std::size_t k = structure_.held.size(); k-- > 0;)
      lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(structure_.held[k]));
  }
  Vec moved(const Formulas& f, const Line& about, const Position& by, const Vec& x) const {
    return f.turned(about.h, by.angle, x - about.o) + about.o + by.slide * about.h;
  }
  Vec moved_back(const Formulas& f, const Line& about, const Position& by, const Vec& x) const {
    return f.turned_back(about.h, by.angle, x - about.o) + about.o - by.slide * about.h;
  }
  Target without_first(const Formulas& f, const Line& about, const Position& by) const {
    Target columns = target_.inverse();
    for (Vec& column : columns.rows) column = f.turned_back(about.h, by.angle, column);
    Target result = columns.inverse();
    result.p = moved_back(f, about, by, target_.p);
    return result;
  }
  Target without_last(const Formulas& f, const Line& about, const Position& by) const {
    Target result;
    // Rows of R turned back: r · (turn⁻¹ v) = (turn r) · v.
    for (std::size_t k = 0; k < 3; ++k) result.rows[k] = f.turned(about.h, by.angle, target_.rows[k]);
    result.p = target_.moved(about.o) - result.rotated(about.o + by.slide * about.h);
    return result;
  }

  void solve(Formulas& f, std::uint32_t free) {
    std::vector<Line> lines = lines_;
    std::vector<bool> sliding = slides_of_lines();
    Target target = target_;
    if (structure_.reversed) {
      std::reverse(lines.begin(), lines.end());
      std::reverse(sliding.begin(), sliding.end());
      const Vec zero = Vec::zero(builder_);
      for (Line& line : lines) line.h = zero - line.h;
      target = target.inverse();
    }
    switch (structure_.family) {
      case Family::wrist: angles_ = solve_wrist(f, lines, sliding, structure_.reach, target); break;
      case Family::parallel: angles_ = solve_parallel(f, lines, target); break;
      case Family::swivel:
        angles_ = solve_swivel(f, lines, angle_of(builder_, builder_.input(free, 0)), target);
        break;
      case Family::point: angles_ = solve_point(f, lines, sliding, structure_.reach, target, tip_); break;
      case Family::plane: angles_ = solve_plane(f, lines, target, tip_); break;
      case Family::scara: angles_ = solve_scara(f, lines, slide(), target, tip_); break;
      case Family::gantry: angles_ = solve_gantry(f, lines, target, tip_); break;
      case Family::few: angles_ = solve_few(f, lines, sliding, moving(), target, tip_); break;
      case Family::general: break;
    }
    if (structure_.reversed) std::reverse(angles_.begin(), angles_.end());
    for (std::size_t k = 0; k < structure_.held.size(); ++k)
      angles_.insert(angles_.begin() + static_cast<std::ptrdiff_t>(structure_.held[k]), held_[k].angle);
    angles_.resize(chain_.joints.size(), Angle::zero(builder_));
  }

  Tip tip() {
    const Vector3 h = structure_.family == Family::few     ? chain_.axes.back().h
                      : structure_.family == Family::plane ? chain_.axes[1].h
                                                           : chain_.axes[0].h;
    const Vector3 pointer = chain_.tip.R.col(points_along_x(chain_.tip, h) ? 0 : 2);
    return {Vec::constant(builder_, chain_.tip.p), Vec::constant(builder_, pointer)};
  }
  // Returns how many of few joints bring the link's origin to its place.
  std::size_t moving() const {
    const std::size_t n = chain_.joints.size();
    return n <= 2 ? n : n - axes_through_link(chain_);
  }
  std::vector<bool> slides() const {
    std::vector<bool> result;
    for (std::size_t i = 0; i < chain_.joints.size(); ++i) result.push_back(chain_.axes[i].slides);
    return result;
  }
  std::vector<bool> slides_of_lines() const {
    std::vector<bool> result;
    for (std::size_t i = 0; i < chain_.axes.size(); ++i)
      if (!are_held({i}, structure_)) result.push_back(chain_.axes[i].slides);
    return result;
  }
  std::size_t slide() const {
    const auto found =
        std::find_if(chain_.axes.begin(), chain_.axes.end(), [](const Axis& a) { return a.slides; });
    return static_cast<std::size_t>(found - chain_.axes.begin());
  }

  // The six axes and their motion, for the runtime.
  void add_problem() {
    std::vector<Value> axes, motion;
    const auto add = [](std::vector<Value>& to, const Vec& v) {
      for (const Scalar& part : {v.x, v.y, v.z}) to.push_back(part.value());
    };
    for (const Line& line : lines_) {
      add(axes, line.h);
      add(axes, line.o);
    }
    const std::array<Scalar, 3> p = {target_.p.x, target_.p.y, target_.p.z};
    for (std::size_t r = 0; r < 3; ++r) {
      add(motion, target_.rows[r]);
      motion.push_back(p[r].value());
    }
    builder_.add_output("axes", std::move(axes));
    builder_.add_output("motion", std::move(motion));
  }

  void add_outputs(const Formulas& f) {
    std::vector<Value> s, c;
    for (const Angle& angle : angles_) {
      s.push_back(angle.s.value());
      c.push_back(angle.c.value());
    }
    builder_.add_output("sine", std::move(s));
    builder_.add_output("cosine", std::move(c));
    std::vector<Value> rooms = f.rooms();
    // Without an equation nothing can be out of reach.
    if (rooms.empty()) rooms.push_back(builder_.constant(1));
    builder_.add_output("room", std::move(rooms));
  }

  const Chain chain_;  // with the axes about which the pose may be turned
  const Structure& structure_;
  KernelBuilder builder_;
  std::vector<Line> lines_;
  Target target_;
  Tip tip_;
  std::vector<Position> held_;
  std::vector<Angle> angles_;
};

}  // namespace
}  // namespace ik

std::optional<ClosedFormIk> lower_inverse_kinematics(const ik::Chain& chain, const ik::Structure& structure,
                                                     std::string name) {
  return ik::Lowering(chain, structure, std::move(name)).run();
}

Kernel lower_swivel(const ik::Chain& chain, const DynamicsModel& dynamics, std::string name) {
  KernelBuilder builder(std::move(name));
  const std::uint32_t q = builder.add_input("q", static_cast<std::uint32_t>(dynamics.n_q));
  ik::Formulas formulas(builder, 0, chain.length);
  std::vector<ik::Line> lines;
  std::vector<ik::Angle> angles;
  for (std::size_t i = 0; i < chain.axes.size(); ++i) {
    lines.push_back(
        {ik::Vec::constant(builder, chain.axes[i].h), ik::Vec::constant(builder, chain.axes[i].o)});
    const auto variable = static_cast<std::uint32_t>(dynamics.joints[chain.joints[i]].q);
    angles.push_back(ik::angle_of(builder, builder.input(q, variable)));
  }
  const ik::Angle swivel = ik::swivel_of(formulas, lines, angles);
  builder.add_output("sine", {swivel.s.value()});
  builder.add_output("cosine", {swivel.c.value()});
  return builder.take();
}

}  // namespace romas
