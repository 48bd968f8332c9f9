#include "tools/studio/workspace/motion_log.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas::studio {
namespace {

// Three joints in a row: one that turns, one whose name has a comma, a ball.
Model make_model() {
  Model model;
  const auto add_joint = [&](const std::string& name, JointType type, LinkId parent, LinkId child) {
    Joint joint;
    joint.name = name;
    joint.type = type;
    joint.parent.id = parent;
    joint.child.id = child;
    model.joints.push_back(joint);
  };
  for (const char* name : {"a", "b", "c", "d"}) {
    Link link;
    link.name = name;
    model.links.push_back(link);
  }
  add_joint("turn", JointType::revolute, LinkId(0), LinkId(1));
  add_joint("a,b", JointType::prismatic, LinkId(1), LinkId(2));
  add_joint("ball", JointType::ball, LinkId(2), LinkId(3));
  return model;
}

class MotionLogs : public testing::Test {
 protected:
  std::optional<MotionLog> read(const std::string& text, std::size_t most = 100) {
    return read_motion_log(text, model_, tree_, most, problem_);
  }
  Model model_ = make_model();
  KinematicTree tree_{model_};
  std::string problem_;
};

TEST_F(MotionLogs, ColumnsGoToTheirJoints) {
  const auto log = read(
      "time,q.a_b,q.turn,v.turn,target.turn,target.a_b,torque.turn\n0,1,2,3,4,5,6\n0.5,-1,-2,-3,-4,-5,-6\n");
  ASSERT_TRUE(log) << problem_;
  EXPECT_EQ(log->time, (std::vector{0.0, 0.5}));
  EXPECT_EQ(log->q[0], (std::vector<double>{2, 1, 0, 0, 0, 1}));  // the ball stays at the identity
  EXPECT_EQ(log->target[1], (std::vector<double>{-4, -5, 0, 0, 0, 1}));
}

TEST_F(MotionLogs, JointsWithSeveralVariables) {
  const auto log = read("time,q.ball.0,q.ball.1,q.ball.2,q.ball.3\n0,1,0,0,0\n");
  ASSERT_TRUE(log) << problem_;
  EXPECT_EQ(log->q[0], (std::vector<double>{0, 0, 1, 0, 0, 0}));
}

TEST_F(MotionLogs, OfManyRowsSomeAreKeptWithTheFirstAndTheLast) {
  std::string text = "time,q.turn\n";
  for (int i = 0; i <= 1000; ++i) text += concat(i, ",", i, "\n");
  const auto log = read(text, 11);
  ASSERT_TRUE(log) << problem_;
  ASSERT_EQ(log->time.size(), 11U);
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(log->time[i], 100.0 * static_cast<double>(i));
  EXPECT_EQ(read(text, 1)->time, std::vector{1000.0});
}

TEST_F(MotionLogs, WhatIsNoLogIsRefusedWithAReason) {
  for (const auto& [text, reason] :
       std::vector<std::pair<std::string, std::string>>{{"", "no column of time"},
                                                        {"time,q.turn\n", "no rows"},
                                                        {"q.turn,time\n1,2\n", "no column of time"},
                                                        {"time,q.turn\n1,2\n3\n", "line 3"},
                                                        {"time,q.turn\n1,2,3\n", "line 2"},
                                                        {"time,q.turn\n1,nan\n", "line 2"},
                                                        {"time,q.turn\n1,\n", "line 2"}}) {
    EXPECT_FALSE(read(text)) << text;
    EXPECT_NE(problem_.find(reason), std::string::npos) << text << ": " << problem_;
  }
}

// Followers have positions in the scene, and no variables of the program.
TEST_F(MotionLogs, TargetsHaveTheLeadersAlone) {
  Model model = make_model();
  model.joints[0].mimic.emplace();  // 'turn' follows 'a,b', which comes after it
  model.joints[0].mimic->joint.id = JointId(1);
  EXPECT_EQ(program_target(model, {1, 2, 0.5, 0.5, 0.5, -0.5}),
            (std::vector<double>{2, 0.5, 0.5, 0.5, -0.5}));
  EXPECT_EQ(program_target(make_model(), {1, 2, 0, 0, 0, 1}), (std::vector<double>{1, 2, 0, 0, 0, 1}));
  for (const std::size_t count : {0U, 1U, 5U, 7U})
    EXPECT_FALSE(program_target(model, std::vector<double>(count, 0.0))) << count;
  model.joints[2].type = JointType::foreign;
  EXPECT_FALSE(program_target(model, {1, 2}));
}

}  // namespace
}  // namespace romas::studio
