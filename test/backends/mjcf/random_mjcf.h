// Random robots in MJCF, in the words that MuJoCo 2.2 reads.
#pragma once

#include <random>
#include <string>

namespace romas::test {

// Up to nine bodies with joints of all types beside their origins, orientations in every form, default
// classes, inertia written or from shapes, actuators and equalities. MuJoCo takes each of them.
std::string random_mjcf(std::mt19937& random);

}  // namespace romas::test
