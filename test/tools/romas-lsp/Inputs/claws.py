"""A robot of the Romas language in two files, with calls, a module in a module, and two instances."""

PARTS_TEXT = """fn reach(n: real) -> length = n * 25 cm;
fn turn(n: real) -> angle = n * 0.5 rad;
fn spin(n: real) = n * 30 rpm;
module finger(n: real) {
  link tip { mass n * n * 2 kg; }
  expose end = tip;
}
"""
ARM_TEXT = """import "parts.romas" as parts;
let long = parts.reach(2);
let name = "tool";
let pull = 3 kg * 2 m / 1 s;
module claw(side: real) {
  link root { mass 1 kg; }
  use parts.finger(side) as finger;
  joint j : revolute root -> finger.tip {
    axis z;
    at xyz(long, 0, side * 10 cm) * rpy(0, 0, parts.turn(side));
    limit -90 deg .. parts.turn(2) effort 1 N*m velocity parts.spin(2);
  }
  expose base = root;
}
robot arm {
  link base { mass 2 kg; }
  use claw(1) as one named "one";
  use claw(-1) as other named "other";
  joint a : fixed base -> one.base { at xyz(parts.reach(1), 0, 0); }
  joint b : fixed base -> other.base { at xyz(0, 1.5 m, 0); }
}
"""
