// Inverse kinematics in closed form: chains of random geometry with each of the structures, in both
// directions and with joints between that are given. Each solution must have the pose, and the position that
// made it must be among them.
#include "test/passes/kernel/ik_chains.h"

namespace romas {
namespace {

using namespace ik_test;

std::vector<Structure> all_structures() {
  std::vector<Structure> result;
  for (const bool reversed : {false, true}) {
    for (const Reach reach :
         {Reach::parallel_last, Reach::meeting_first, Reach::parallel_first, Reach::meeting_last}) {
      result.push_back({{}, reversed, Family::wrist, reach});
      for (const std::size_t held : {0, 3, 6}) result.push_back({{held}, reversed, Family::wrist, reach});
      result.push_back({{0, 4}, reversed, Family::wrist, reach});
    }
    result.push_back({{}, reversed, Family::parallel, {}});
    for (const std::size_t held : {0, 6}) result.push_back({{held}, reversed, Family::parallel, {}});
  }
  return result;
}

std::string text_of(const Structure& structure, unsigned seed) {
  std::string held;
  for (const std::size_t k : structure.held) held += concat(" ", k);
  return concat("family ", static_cast<int>(structure.family), ", reach ", static_cast<int>(structure.reach),
                structure.reversed ? ", reversed" : "", ", held", held, ", seed ", seed);
}

TEST(ClosedFormIk, ofRandomChainsFindsAllPositions) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const Structure& wanted : all_structures()) {
      RandomGeometry geometry(seed);
      const Chain chain = chain_of(geometry, wanted);
      const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
      const std::string what = text_of(wanted, seed);
      EXPECT_NE(std::find(found.begin(), found.end(), wanted), found.end()) << what;
      for (const Structure& structure : found)
        if (structure.family != Family::swivel)
          try_structure(geometry, chain, structure, concat(what, ": ", structure_text(chain, structure)));
    }
}

// Those of joints that are given, and of axes of the pose, are tried with chains of their own.
bool is_of_all_joints(const Structure& structure) {
  return structure.held.empty() && structure.pose_axes == 0;
}

// Arms of few joints reach a part of all poses, of which all positions are found. For a pose beside that
// part, the point still comes to its place.
TEST(ClosedFormIk, ofArmsOfFewJointsFindsAllPositions) {
  std::vector<std::pair<Structure, std::size_t>> cases;
  for (const Reach reach :
       {Reach::parallel_last, Reach::meeting_first, Reach::parallel_first, Reach::meeting_last})
    cases.emplace_back(Structure{{}, false, Family::point, reach}, 3);
  for (const std::size_t joints : {4, 5}) cases.emplace_back(Structure{{}, false, Family::plane, {}}, joints);
  for (const std::size_t joints : {3, 4}) cases.emplace_back(Structure{{}, false, Family::scara, {}}, joints);
  for (const std::size_t joints : {3, 6})
    cases.emplace_back(Structure{{}, false, Family::gantry, {}}, joints);
  for (unsigned seed = 0; seed < 10; ++seed)
    for (const auto& [wanted, joints] : cases) {
      RandomGeometry geometry(seed);
      const Chain chain = chain_of(geometry, wanted, joints);
      const std::string what = concat(text_of(wanted, seed), ", joints ", joints);
      const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
      EXPECT_NE(std::find(found.begin(), found.end(), wanted), found.end()) << what;
      for (const Structure& structure : found)
        if (is_of_all_joints(structure)) try_reach(geometry, chain, structure, what);
    }
}

// The swivel angle of a position, given back, gives the position back.
TEST(ClosedFormIk, ofSwivelsFindsAllPositions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomGeometry geometry(seed);
    const Structure wanted{{}, false, Family::swivel, {}};
    const Chain chain = chain_of(geometry, wanted);
    const auto ik = lower_inverse_kinematics(chain, wanted, "ik");
    ASSERT_TRUE(ik && ik->swivel) << seed;
    DynamicsModel dynamics;
    dynamics.n_q = 7;
    for (int i = 0; i < 7; ++i) dynamics.joints.push_back({{}, i, 1, i, 1, 0, 0, 0, 0});
    const Kernel swivel_of = lower_swivel(chain, dynamics, "swivel");
    for (int sample = 0; sample < 20; ++sample) {
      std::vector<double> q;
      for (int i = 0; i < 7; ++i) q.push_back(geometry.number(3));
      const std::vector<double> swivel = evaluate_kernel(swivel_of, {q});
      const RigidTransform pose = pose_of(chain, q);
      double nearest = 1e9;
      for (const Solution& solution :
           solutions(*ik, chain, wanted, numbers(pose), {std::atan2(swivel[0], swivel[1])})) {
        if (solution.room < -1e-12) continue;
        const RigidTransform again = pose_of(chain, solution.q);
        EXPECT_LT((again.R - pose.R).norm() + (again.p - pose.p).norm(), 1e-9) << seed;
        nearest = std::min(nearest, distance(solution.q, q));
      }
      EXPECT_LT(nearest, 1e-6) << seed;
    }
  }
}

TEST(ClosedFormIk, ofPosesOutOfReachHasNoRoom) {
  for (const Structure& wanted : all_structures()) {
    RandomGeometry geometry(7);
    const Chain chain = chain_of(geometry, wanted);
    const auto ik = lower_inverse_kinematics(chain, wanted, "ik");
    ASSERT_TRUE(ik.has_value());
    RigidTransform pose = pose_of(chain, std::vector<double>(chain.axes.size(), 0.3));
    const std::vector<double> free(wanted.held.size(), 0.3);
    pose.p += Vector3(40, 30, 50);
    for (const Solution& solution : solutions(*ik, chain, wanted, numbers(pose), free))
      EXPECT_LT(solution.room, -1e-6) << text_of(wanted, 7);
    std::vector<double> nothing = numbers(pose);
    nothing[3] = std::nan("");
    for (const Solution& solution : solutions(*ik, chain, wanted, nothing, free))
      EXPECT_FALSE(solution.room >= -1e-6) << text_of(wanted, 7);
  }
}

// A little off, and the axes neither meet nor are parallel.
TEST(ClosedFormIk, structuresAreExact) {
  for (const Structure& wanted : all_structures()) {
    RandomGeometry geometry(11);
    Chain chain = chain_of(geometry, wanted);
    std::size_t axis = wanted.reversed ? 0 : chain.axes.size() - 1;
    while (std::find(wanted.held.begin(), wanted.held.end(), axis) != wanted.held.end())
      wanted.reversed ? ++axis : --axis;
    chain.axes[axis].o += 1e-6 * chain.axes[axis].h.unitOrthogonal();
    const std::vector<Structure> found = ik::find_structures(chain, ik::kStructureTolerance);
    EXPECT_EQ(std::find(found.begin(), found.end(), wanted), found.end()) << text_of(wanted, 11);
    const std::vector<Structure> roughly = ik::find_structures(chain, 1e-4);
    EXPECT_NE(std::find(roughly.begin(), roughly.end(), wanted), roughly.end()) << text_of(wanted, 11);
  }
}

}  // namespace
}  // namespace romas
