// Numbers of a report as people read them: few digits, degrees and millimetres.
#pragma once

#include <string>
#include <vector>

#include "backends/report/report.h"

namespace romas::report {

// To three digits; magnitudes below 1e-6 are those of rounding errors, and 0.
std::string figure(double value);
std::string metres(double value);                       // "0.851 m"
std::string vector_words(const Vector3& v);             // "(0.1, 0, -0.25)"
std::string position_words(double value, bool slides);  // "-12.5°", "40 mm"
std::string effort_words(double value, bool slides);    // "12.5 N m", "80 N"
std::string share_words(double share);                  // "62 %"
std::string mass_words(double mass);                    // "2.31 kg", "unlimited"
std::string plural(std::size_t count, std::string_view noun);

// The row of DynamicsModel::joints that a position variable belongs to.
const JointVariables& row_of(const RobotFigures& figures, std::size_t variable);
bool slides(const Model& model, const JointVariables& row);
// Of a position variable: its joint's name, with the number of the variable where the joint has several.
std::string variable_name(const RobotReport& report, std::size_t variable);
// "shoulder -90°, lift 40 mm": the variables, those at 0 too.
std::string posture_words(const RobotReport& report, const std::vector<double>& q,
                          const std::vector<std::size_t>& variables);
// "zero", "middle of the limits", "keyframe 'home'", "state 'folded'".
std::string posture_name(const RobotReport& report, const NamedPosture& posture);
// What limits the payload: "elbow", "elbow, which does not hold the robot itself".
std::string limited_by(const RobotReport& report, const Payload& payload);

// Of a limb: all that is known of its inverse kinematics, a sentence.
std::string ik_words(const RobotReport& report, const LimbFigures& limb);
// Its closed form, if there is one.
const ClosedFormIk* closed_form(const RobotReport& report, const LimbFigures& limb);
// The direction that a limb loses: "it cannot move along (0, 0, 1)".
std::string lost_words(const LimbFigures& limb, const SingularPostures& group);

}  // namespace romas::report
