// Reads the table of a robot's links that bench/generated_code.py writes.
#pragma once

#include <istream>

#include "contestant.h"

namespace bench {

// The next link. The stream fails where there is none.
inline LinkRow read_row(std::istream& in) {
  LinkRow row;
  in >> row.name >> row.parent >> row.joint >> row.type;
  for (double& x : row.R) in >> x;
  for (double& x : row.p) in >> x;
  for (double& x : row.axis) in >> x;
  in >> row.mass;
  for (double& x : row.com) in >> x;
  for (double& x : row.inertia) in >> x;
  return row;
}

}  // namespace bench
