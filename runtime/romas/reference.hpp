// Kinematics and dynamics of a robot held as data (reference_model.hpp), by the textbook: R. Featherstone,
// Rigid Body Dynamics Algorithms, 2008. For robots loaded at run time, and as the reference that generated
// code is tested against. Nothing here allocates: Data is the scratch of one thread, with room for the
// largest model of its type.
//
// Shapes, frames and units are those of the generated functions: {W} is the root link's frame, or the world
// with a floating base; q has model.n_q() values, v, a and tau model.n_v(); poses are row-major 3x4 [R | p];
// the Jacobian is 6 x n_v row-major, rows 0-2 linear velocity of the link's origin, 3-5 angular, in {W}.
// Quaternions need not be of length 1. Mimic joints have no variables; their torques add to the torque of the
// joint they follow.
#pragma once

#include <romas/reference_dynamics.hpp>
#include <romas/reference_kinematics.hpp>
