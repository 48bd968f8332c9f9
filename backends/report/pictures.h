// Pictures of a report as elements of SVG. Each has a title, which programs for blind readers say.
#pragma once

#include <string>
#include <vector>

#include "backends/report/report.h"

namespace romas::report {

// Where the limb's link comes to, the darker the more random postures lead there: half a cut along an upright
// first axis, with the distance from it to the right; else the three projections along the axes of the root's
// frame. The line shows the limb in the first of the named postures. Empty where there is no extent.
std::vector<std::string> workspace_pictures(const RobotReport& report, const LimbFigures& limb);

// How often random postures have which manipulability.
std::string manipulability_picture(const RobotReport& report, const LimbFigures& limb);

struct Bar {
  std::string name;
  double share = 0;  // 1: full
};
// A bar each; what is beyond 1.25 is cut there, and the figure beside the bar says how much it is.
std::string bar_picture(const std::string& title, const std::vector<Bar>& bars);

}  // namespace romas::report
