// Flies the quadrotor of quadrotor.romas to four corners in simulation, by the inputs of its rotors alone.
//
//   romasc quadrotor.romas --emit=cpp -o include
//   g++ -std=c++17 -O2 -I include -I ../../runtime fly_quadrotor.cpp -o fly_quadrotor && ./fly_quadrotor

#include <cmath>
#include <cstdio>
#include <quadrotor.hpp>
#include <romas/plant.hpp>

namespace {

using Robot = quadrotor::Robot;
constexpr int kRotors = quadrotor::n_inputs;
constexpr double kWeight = 9.81;  // m/s^2

// Which inputs give a force along z of the body and a moment about its axes.
class Mixer {
 public:
  Mixer() {
    double q[quadrotor::n_q], v[quadrotor::n_v] = {};
    romas::neutral_position(Robot{}, q);
    for (int i = 0; i < kRotors; ++i) {
      double u[kRotors] = {}, force[quadrotor::n_v];
      u[i] = 1;
      quadrotor::applied_forces(q, v, u, force);
      for (int row = 0; row < 4; ++row) effect_[row][i] = force[2 + row];
    }
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c)
        for (int i = 0; i < kRotors; ++i) square_[r * 4 + c] += effect_[r][i] * effect_[c][i];
    romas::dense::factor<4>(square_);
  }
  // The smallest inputs that do it.
  void inputs(double (&wanted)[4], double* u) const {
    romas::dense::solve<4>(square_, wanted);
    for (int i = 0; i < kRotors; ++i) {
      u[i] = 0;
      for (int row = 0; row < 4; ++row) u[i] += effect_[row][i] * wanted[row];
    }
  }

 private:
  double effect_[4][kRotors], square_[16] = {};
};

// Turns the axis of the rotors towards the acceleration that brings the body to its target.
void command(const double* q, const double* v, const double* target, const Mixer& mixer, double* u) {
  double pose[12], M[quadrotor::n_v * quadrotor::n_v];
  quadrotor::link_pose<quadrotor::Link::body>(q, pose);
  quadrotor::mass_matrix(q, M);
  const auto R = [&](int row, int column) { return pose[row * 4 + column]; };
  double wanted[3], size = 0, along = 0;
  for (int k = 0; k < 3; ++k) {
    const double speed = R(k, 0) * v[0] + R(k, 1) * v[1] + R(k, 2) * v[2];
    wanted[k] = std::fmin(3, std::fmax(-3, 4 * (target[k] - q[k]) - 3.5 * speed)) + (k == 2 ? kWeight : 0);
    size += wanted[k] * wanted[k];
    along += wanted[k] * R(k, 2);
  }
  size = std::sqrt(size);
  // Rotation from z of the body to the wanted direction, along the axes of the body; and of x back to its
  // heading.
  double off[3] = {};
  for (int k = 0; k < 3; ++k) {
    off[0] -= R(k, 1) * wanted[k] / size;
    off[1] += R(k, 0) * wanted[k] / size;
  }
  off[2] = -R(1, 0);
  double forces[4] = {M[0] * along};
  const double stiffness[3] = {120, 120, 20}, damping[3] = {20, 20, 8};
  for (int k = 0; k < 3; ++k)
    forces[1 + k] = M[(3 + k) * quadrotor::n_v + 3 + k] * (stiffness[k] * off[k] - damping[k] * v[3 + k]);
  mixer.inputs(forces, u);
}

}  // namespace

int main() {
  romas::Plant<Robot> plant;
  const Mixer mixer;
  const double corners[4][3] = {{1, 1, 1.5}, {-1, 1, 2}, {-1, -1, 1.5}, {1, -1, 1}};
  const double none[quadrotor::n_v] = {};
  double steepest = 1;
  for (const auto& corner : corners) {
    for (int step = 0; step < 2500; ++step) {
      double u[kRotors], pose[12];
      command(plant.q(), plant.v(), corner, mixer, u);
      plant.set_inputs(u);
      if (!plant.step(none, 2e-3)) return std::puts("the simulation failed"), 1;
      quadrotor::link_pose<quadrotor::Link::body>(plant.q(), pose);
      steepest = std::fmin(steepest, pose[10]);
    }
    double gap = 0;
    for (int k = 0; k < 3; ++k) gap = std::fmax(gap, std::fabs(plant.q()[k] - corner[k]));
    std::printf("corner %4.1f %4.1f %4.1f: %s\n", corner[0], corner[1], corner[2],
                gap < 0.01 ? "reached" : "missed");
  }
  std::printf("it leaned by more than 5 degrees on the way: %s\n",
              steepest < std::cos(5 * 3.14159 / 180) ? "yes" : "no");
}
