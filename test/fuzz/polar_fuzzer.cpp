// Reads arbitrary bytes as polars of Xfoil. Polars that were read have rising angles and finite coefficients,
// also between their points and between two of them.
#include <algorithm>
#include <cmath>

#include "frontend/airfoil/xfoil_polar.h"
#include "test/fuzz/fuzzing.h"

namespace {

bool is_sound(const romas::AirfoilPolar& polar) {
  const auto& points = polar.points;
  if (points.size() < 2 ||
      !std::ranges::is_sorted(points, std::ranges::less_equal(), &romas::PolarPoint::alpha))
    return false;
  return std::ranges::all_of(points, [&](const romas::PolarPoint& point) {
    const romas::PolarPoint at =
        romas::coefficients_at(polar, point.alpha * 0.9 + points.front().alpha * 0.1);
    return std::isfinite(at.lift) && std::isfinite(at.drag) && std::isfinite(at.moment);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  romas::SourceManager sources;
  const auto read = romas::read_xfoil_polars(sources.add_text("a.polar", bytes), sources);
  if (const auto* problem = std::get_if<romas::PolarProblem>(&read)) {
    sources.text(problem->range);
    return 0;
  }
  const auto& polars = std::get<std::vector<romas::AirfoilPolar>>(read);
  for (const romas::AirfoilPolar& polar : polars)
    romas::fuzzing::require(is_sound(polar), "a broken polar", bytes);
  if (polars.front().reynolds > 0)
    for (const double reynolds : {1.0, 1.5e5, polars.back().reynolds})
      romas::fuzzing::require(is_sound(romas::polar_at(polars, reynolds)), "a broken polar between two",
                              bytes);
  return 0;
}
