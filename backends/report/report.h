// --emit=report: what the model says about the robot, as a page to print, as text, and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/analysis/robot_figures.h"
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
  std::string banner;  // what the page was made from; empty: it does not say so
};

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};
struct Picture {
  std::string svg;  // an element that says its title itself
};
using Part = std::variant<std::string, Table, Picture>;  // a paragraph, a table, a picture
struct Section {
  std::string title;
  bool of_limb = false;  // it stands below that of its limb
  std::vector<Part> parts;
};

// What text and page say, in the order in which they say it.
std::vector<Section> sections(const RobotReport& report);
void add_limb_sections(const RobotReport& report, std::size_t limb, std::vector<Section>& to);

// Pictures are left out.
std::string print_text(const RobotReport& report);
// One file without others: style and pictures stand in it, and there is no script.
std::string print_html(const RobotReport& report);
// All lengths in m, angles in rad, to six digits.
std::string print_json(const RobotReport& report);

}  // namespace romas::report
