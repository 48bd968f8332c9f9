// Positions of the robot that is shown, and those of the generated program: its log (--log), and its target.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas::studio {

struct MotionLog {
  std::vector<double> time;                 // s
  std::vector<std::vector<double>> q;       // by row: the positions, laid out by KinematicTree::q_index()
  std::vector<std::vector<double>> target;  // their wanted positions
};

// Reads the CSV text of a log. If it has more rows than `most_rows`, some at even distances are kept, the
// last one always. Columns belong to joints by name, as the program writes it; joints that it does not log
// stay at the neutral position. Returns nullopt, and why in `problem`, if the text is no such log.
std::optional<MotionLog> read_motion_log(const std::string& text, const Model& model,
                                         const KinematicTree& tree, std::size_t most_rows,
                                         std::string& problem);

// Returns the target of the program for these positions of the robot (laid out by KinematicTree::q_index()):
// the program has no variables for joints that follow others. Returns nullopt if the robot has another number
// of positions, or is none that a program can move.
std::optional<std::vector<double>> program_target(const Model& model, const std::vector<double>& q);

}  // namespace romas::studio
