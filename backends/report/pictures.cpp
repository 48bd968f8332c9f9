#include "backends/report/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backends/report/words.h"
#include "support/math/functions.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

// Coordinates of SVG to a tenth.
std::string at(double value) { return format_double(std::round(value * 10) / 10 + 0.0); }

std::string open_svg(double width, double height, const std::string& title) {
  return concat("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"", at(width), "\" height=\"",
                at(height), "\" viewBox=\"0 0 ", at(width), " ", at(height), "\"><title>",
                escape_xml_text(title), "</title>\n");
}
std::string text_at(double x, double y, std::string_view anchor, const std::string& text) {
  return concat("<text x=\"", at(x), "\" y=\"", at(y), "\" text-anchor=\"", anchor, "\">",
                escape_xml_text(text), "</text>\n");
}
std::string line_between(double x1, double y1, double x2, double y2, std::string_view kind) {
  return concat("<line class=\"", kind, "\" x1=\"", at(x1), "\" y1=\"", at(y1), "\" x2=\"", at(x2),
                "\" y2=\"", at(y2), "\"/>\n");
}
std::string rectangle(double x, double y, double width, double height, std::string_view kind) {
  return concat("<rect class=\"", kind, "\" x=\"", at(x), "\" y=\"", at(y), "\" width=\"", at(width),
                "\" height=\"", at(height), "\"/>\n");
}

// How wide a text is at most, in the fonts and at the size of the page's style; not less for any letter of an
// alphabet.
double width_of(std::string_view text) { return 6.9 * static_cast<double>(count_code_points(text)); }

// 1, 2 or 5 times a power of ten, so that at most so many fit.
double tick_step(double extent, int most) {
  const double rough = extent / most;
  const double power = math::pow(10, std::floor(math::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

using Point = std::array<double, 2>;

// Points of a plane as a grid of squares.
class DensityPicture {
 public:
  DensityPicture(std::string title, std::array<std::string, 2> axes)
      : title_(std::move(title)), axes_(std::move(axes)) {}

  std::string draw(const std::vector<Point>& cloud, const std::vector<Point>& limb) {
    for (const auto* points : {&cloud, &limb})
      for (const Point& point : *points)
        for (std::size_t k = 0; k < 2; ++k) {
          lower_[k] = std::min(lower_[k], point[k]);
          upper_[k] = std::max(upper_[k], point[k]);
        }
    const double extent = std::max(upper_[0] - lower_[0], upper_[1] - lower_[1]);
    if (!(extent > 1e-9) || !std::isfinite(extent)) return {};
    constexpr int kCells = 56;
    cell_ = extent / kCells;
    scale_ = kSize / extent;
    for (std::size_t k = 0; k < 2; ++k) make_room(k);
    measure_ticks(extent);
    std::string svg = open_svg(x(upper_[0]) + right_, y(lower_[1]) + kBottom, title_);
    svg += squares(cloud);
    svg += ticks();
    svg += skeleton(limb);
    return svg + "</svg>\n";
  }

 private:
  struct Tick {
    double value;
    std::string label;
  };
  static constexpr double kSize = 280, kTop = 12, kBottom = 38;
  static constexpr double kAxisName = 22, kTickGap = 8;  // left of the labels of ticks, and right of them
  static constexpr std::size_t kLevels = 5;

  // A narrow cloud gets as much room as the name of its axis takes. An axis that is never negative stays so.
  void make_room(std::size_t k) {
    const double missing = width_of(axes_[k]) / scale_ - (upper_[k] - lower_[k]);
    if (missing <= 0) return;
    const double below = lower_[k] >= 0 ? std::min(missing / 2, lower_[k]) : missing / 2;
    lower_[k] -= below;
    upper_[k] += missing - below;
  }

  void measure_ticks(double extent) {
    const double step = tick_step(extent, 6);
    std::array<double, 2> widest{};
    for (std::size_t k = 0; k < 2; ++k)
      for (double value = std::ceil(lower_[k] / step) * step; value <= upper_[k] + step * 1e-6;
           value += step) {
        ticks_[k].push_back({value, figure(value)});
        widest[k] = std::max(widest[k], width_of(ticks_[k].back().label));
      }
    left_ = kAxisName + widest[1] + kTickGap;
    right_ = std::max(16.0, widest[0] / 2);
  }

  double x(double value) const { return left_ + (value - lower_[0]) * scale_; }
  double y(double value) const { return kTop + (upper_[1] - value) * scale_; }

  std::string squares(const std::vector<Point>& cloud) const {
    const auto columns = static_cast<std::size_t>((upper_[0] - lower_[0]) / cell_) + 1;
    const auto rows = static_cast<std::size_t>((upper_[1] - lower_[1]) / cell_) + 1;
    std::vector<std::size_t> counts(columns * rows);
    for (const Point& point : cloud) {
      const auto column = static_cast<std::size_t>((point[0] - lower_[0]) / cell_);
      const auto row = static_cast<std::size_t>((point[1] - lower_[1]) / cell_);
      ++counts[std::min(row, rows - 1) * columns + std::min(column, columns - 1)];
    }
    const double most = static_cast<double>(*std::ranges::max_element(counts));
    const auto level = [&](std::size_t count) {
      return count == 0
                 ? std::size_t{0}
                 : 1 + static_cast<std::size_t>((kLevels - 1) * std::sqrt(static_cast<double>(count) / most));
    };
    // Equal neighbours of a row are one rectangle.
    std::array<std::string, kLevels + 1> paths;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t first = 0, last; first < columns; first = last) {
        const std::size_t now = level(counts[row * columns + first]);
        for (last = first + 1; last < columns && level(counts[row * columns + last]) == now;) ++last;
        if (now == 0) continue;
        const double left = x(lower_[0] + static_cast<double>(first) * cell_);
        const double top = y(lower_[1] + static_cast<double>(row + 1) * cell_);
        paths[now] += concat("M", at(left), " ", at(top), "h",
                             at(static_cast<double>(last - first) * cell_ * scale_), "v", at(cell_ * scale_),
                             "h", at(-static_cast<double>(last - first) * cell_ * scale_), "z");
      }
    std::string svg;
    for (std::size_t k = 1; k <= kLevels; ++k)
      if (!paths[k].empty()) svg += concat("<path class=\"d", k, "\" d=\"", paths[k], "\"/>\n");
    return svg;
  }

  std::string ticks() const {
    const double bottom = y(lower_[1]), left = x(lower_[0]);
    std::string svg = line_between(left, kTop, left, bottom, "axis") +
                      line_between(left, bottom, x(upper_[0]), bottom, "axis");
    for (const auto& [value, label] : ticks_[0])
      svg += line_between(x(value), bottom, x(value), bottom + 4, "axis") +
             text_at(x(value), bottom + 15, "middle", label);
    for (const auto& [value, label] : ticks_[1])
      svg += line_between(left - 4, y(value), left, y(value), "axis") +
             text_at(left - 6, y(value) + 4, "end", label);
    svg += text_at((left + x(upper_[0])) / 2, bottom + 31, "middle", axes_[0]);
    const double middle = (kTop + bottom) / 2;
    return svg + concat("<text transform=\"translate(12 ", at(middle),
                        ") rotate(-90)\" text-anchor=\"middle\">", escape_xml_text(axes_[1]), "</text>\n");
  }

  std::string skeleton(const std::vector<Point>& limb) const {
    std::string points;
    for (const Point& point : limb)
      points += concat(points.empty() ? "" : " ", at(x(point[0])), ",", at(y(point[1])));
    std::string svg = concat("<polyline class=\"limb\" points=\"", points, "\"/>\n");
    for (const Point& point : limb)
      svg += concat("<circle class=\"joint\" cx=\"", at(x(point[0])), "\" cy=\"", at(y(point[1])),
                    "\" r=\"2.5\"/>\n");
    return svg;
  }

  std::string title_;
  std::array<std::string, 2> axes_;
  Point lower_{1e300, 1e300}, upper_{-1e300, -1e300};
  double cell_ = 0, scale_ = 1;  // m; units of the picture a metre
  std::array<std::vector<Tick>, 2> ticks_;
  double left_ = 0, right_ = 0;  // units of the picture beside the axes
};

// Origins of the bodies of the limb and of its link, in the first named posture.
std::vector<Vector3> limb_line(const RobotReport& report, const LimbFigures& limb) {
  Posture posture(report.figures.dynamics);
  posture.move_to(report.figures.postures.front().q);
  std::vector<Vector3> line = {Vector3::Zero()};
  for (const std::size_t body : limb.chain.bodies) line.push_back(posture.body(body).p);
  line.push_back(posture.pose(limb.chain.place).p);
  return line;
}

}  // namespace

std::vector<std::string> workspace_pictures(const RobotReport& report, const LimbFigures& limb) {
  const Reach& reach = *limb.reach;
  const std::string link = one_line(report.model.link(limb.chain.link).name);
  const std::vector<Vector3> line = limb_line(report, limb);
  std::vector<std::string> pictures;
  const auto draw = [&](const std::string& title, const std::array<std::string, 2>& axes,
                        const auto& flatten) {
    std::vector<Point> cloud, bones;
    for (const Vector3& p : reach.cloud) cloud.push_back(flatten(p));
    for (const Vector3& p : line) bones.push_back(flatten(p));
    std::string svg = DensityPicture(title, axes).draw(cloud, bones);
    if (!svg.empty()) pictures.push_back(std::move(svg));
  };
  if (reach.upright) {
    const Vector3 axis = reach.axis;
    draw(concat("Where ", link, " comes to, by distance from the first axis and by height"),
         {"distance from the first axis, m", "height above the root, m"}, [&](const Vector3& p) {
           return Point{axis.cross(p - reach.center).norm(), axis.dot(p)};
         });
    return pictures;
  }
  for (const auto& [a, b] : {std::array{0, 2}, std::array{1, 2}, std::array{0, 1}}) {
    const std::string first(1, static_cast<char>('x' + a)), second(1, static_cast<char>('x' + b));
    draw(concat("Where ", link, " comes to, by ", first, " and ", second), {first + ", m", second + ", m"},
         [x = a, y = b](const Vector3& p) {
           return Point{p[x], p[y]};
         });
  }
  return pictures;
}

std::string manipulability_picture(const RobotReport& report, const LimbFigures& limb) {
  constexpr std::size_t kBins = 24;
  constexpr double kWidth = 300, kHeight = 90, kLeft = 12, kBottom = 36;
  const double largest = limb.best.value;
  const std::string title = concat("How often random postures have which manipulability of ",
                                   one_line(report.model.link(limb.chain.link).name));
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  std::vector<std::size_t> counts(kBins);
  for (const MotionEllipsoid& one : limb.sampled)
    ++counts[std::min(kBins - 1, static_cast<std::size_t>(one.volume / largest * kBins))];
  const auto most = static_cast<double>(*std::ranges::max_element(counts));
  std::string svg = open_svg(kWidth + 2 * kLeft, kHeight + kBottom + 6, title);
  constexpr double kStep = kWidth / kBins;
  for (std::size_t k = 0; k < kBins; ++k) {
    const double height = kHeight * static_cast<double>(counts[k]) / most;
    if (height > 0)
      svg += rectangle(kLeft + static_cast<double>(k) * kStep, 6 + kHeight - height, kStep - 1, height, "d4");
  }
  svg += line_between(kLeft, 6 + kHeight, kLeft + kWidth, 6 + kHeight, "axis");
  svg += text_at(kLeft, 6 + kHeight + 14, "start", "0");
  svg += text_at(kLeft + kWidth, 6 + kHeight + 14, "end", figure(largest));
  svg += text_at(kLeft + kWidth / 2, 6 + kHeight + 30, "middle", "manipulability, and how often");
  return svg + "</svg>\n";
}

std::string bar_picture(const std::string& title, const std::vector<Bar>& bars) {
  constexpr double kRow = 18, kFull = 240, kMost = 1.25, kGap = 6;
  constexpr std::size_t kLongestName = 48;  // bytes
  double names = 0, figures = 0;            // widths of their columns
  for (const Bar& bar : bars) {
    names = std::max(names, width_of(one_line(bar.name, kLongestName)) + kGap);
    figures = std::max(figures, width_of(share_words(bar.share)) + kGap);
  }
  const double height = kRow * static_cast<double>(bars.size()) + 26;
  std::string svg = open_svg(names + kFull * kMost + figures, height, title);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double top = 4 + kRow * static_cast<double>(i);
    svg += text_at(names - kGap, top + 12, "end", one_line(bars[i].name, kLongestName));
    const double share = std::clamp(bars[i].share, 0.0, kMost);
    svg += rectangle(names, top + 2, kFull * share, kRow - 5, bars[i].share > 1 ? "over" : "d4");
    svg += text_at(names + kFull * share + kGap, top + 12, "start", share_words(bars[i].share));
  }
  svg += line_between(names + kFull, 2, names + kFull, height - 18, "limit");
  svg += text_at(names + kFull, height - 5, "middle", "effort limit");
  return svg + "</svg>\n";
}

}  // namespace romas::report
