// --emit=report: what the model says about the robot, as a page to print, as text, and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/report/page.h"
#include "ir/analysis/loads/robot_figures.h"
#include "ir/kernel/code_model.h"

namespace romas {

// Words of --report-format.
std::vector<std::string> report_format_names();

}  // namespace romas

namespace romas::report {

struct RobotReport {
  const Model& model;
  RobotFigures figures;
  Vector3 gravity = Vector3::Zero();   // m/s², in {W}
  const CodeModel* kernels = nullptr;  // of inverse kinematics; null: they cannot be made
  std::string_view why_no_kernels;
  std::string banner;           // what the page was made from; empty: it does not say so
  bool tips_are_named = false;  // by --tip, and not chosen here
};

// The content of text and page, in its order.
std::vector<Section> sections(const RobotReport& report);
void add_limb_sections(const RobotReport& report, std::size_t limb, std::vector<Section>& to);

// Pictures of where the limbs of a robot come to, of its random postures; none where nothing moves, or
// numbers overflow. The model is one that measure_robot() takes.
std::vector<Picture> workspaces_of(const Model& model);

// All lengths in m, angles in rad, to six digits.
std::string print_json(const RobotReport& report);

}  // namespace romas::report
