// Positions of joints and the poses that they are answered with.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using studio::LiveAnswer;
using test::Folder;
using test::json_of;
using test::Studio;
using Kind = studio::LiveAnswer::Kind;

std::string bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

struct Poses {
  std::array<std::uint32_t, 4> head{};  // revision, robot, links, joints
  std::vector<float> poses, loads;
};

Poses read_poses(const std::string& data) {
  Poses read;
  std::memcpy(read.head.data(), data.data(), sizeof read.head);
  std::vector<float> numbers((data.size() - sizeof read.head) / sizeof(float));
  std::memcpy(numbers.data(), data.data() + sizeof read.head, numbers.size() * sizeof(float));
  const auto middle = numbers.begin() + 12 * static_cast<std::ptrdiff_t>(read.head[2]);
  read.poses.assign(numbers.begin(), middle);
  read.loads.assign(middle, numbers.end());
  return read;
}

// Poses as a program would compute them that knows nothing but the scene: 3 × 4 matrices, row by row.
using Pose = std::array<double, 12>;

Pose pose_of(const json& twelve) {
  Pose pose{};
  for (std::size_t i = 0; i < 9; ++i) pose[i / 3 * 4 + i % 3] = twelve[i];
  for (std::size_t i = 0; i < 3; ++i) pose[i * 4 + 3] = twelve[9 + i];
  return pose;
}

Pose product(const Pose& a, const Pose& b) {
  Pose c{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column) {
      c[row * 4 + column] = column == 3 ? a[row * 4 + 3] : 0;
      for (std::size_t k = 0; k < 3; ++k) c[row * 4 + column] += a[row * 4 + k] * b[k * 4 + column];
    }
  return c;
}

// About an axis by quaternions, along it by q.
Pose motion(const json& axis, const std::string& kind, double q) {
  Pose pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const std::array<double, 3> a = {axis[0], axis[1], axis[2]};
  if (kind == "length") {
    for (std::size_t i = 0; i < 3; ++i) pose[i * 4 + 3] = a[i] * q;
    return pose;
  }
  const double w = std::cos(q / 2), x = a[0] * std::sin(q / 2), y = a[1] * std::sin(q / 2),
               z = a[2] * std::sin(q / 2);
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     0,
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     0,
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), 0};
}

class LiveTest : public ::testing::Test {
 protected:
  void open(const std::string& text) {
    settings_.inputs = {folder_.write("robot.urdf", text)};
    studio_.emplace(settings_);
    scene_ = json_of(studio_->get("/api/scene"));
    ASSERT_EQ(scene_["status"], "ok") << scene_["diagnostics"];
  }
  LiveAnswer ask(std::vector<double> q, double robot = 0, double revision = 1) {
    q.insert(q.begin(), {robot, revision});
    return studio_->api().live_messages().answer(bytes_of(q));
  }
  // The pose of a link at q, by the joints of the scene.
  Pose expected(std::size_t link, const std::vector<double>& q) const {
    const int at = scene_["links"][link]["parent_joint"];
    if (at < 0) return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const json& joint = scene_["joints"][static_cast<std::size_t>(at)];
    const std::string parent = scene_["model"]["joints"][static_cast<std::size_t>(at)]["parent"];
    std::size_t parent_link = 0;
    while (scene_["model"]["links"][parent_link]["name"] != parent) ++parent_link;
    Pose pose = product(expected(parent_link, q), pose_of(joint["frame"]));
    if (joint["count"] == 0) return pose;
    double value = q.at(joint["q"].get<std::size_t>());
    if (const json& follows = joint["follows"]; !follows.is_null()) {
      const json& leader = scene_["joints"][follows["joint"].get<std::size_t>()];
      value = follows["multiplier"].get<double>() * q.at(leader["q"].get<std::size_t>()) +
              follows["offset"].get<double>();
    }
    return product(pose, motion(joint["axis"], joint["variables"][0]["kind"], value));
  }

  Folder folder_;
  studio::WorkspaceSettings settings_;
  std::optional<Studio> studio_;
  json scene_;
};

std::string random_arm(std::mt19937& random) {
  const auto number = [&] { return static_cast<double>(random() % 2001) / 1000 - 1; };
  const auto three = [&] { return concat(number(), " ", number(), " ", number()); };
  std::string text = "<robot name='arm'><link name='l0'/>";
  for (int i = 1; i <= 12; ++i) {
    const char* const types[] = {"revolute", "prismatic", "continuous", "fixed"};
    const std::string type = types[random() % 4];
    text +=
        concat("<link name='l", i, "'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' ",
               "iyz='0' izz='1'/></inertial></link><joint name='j", i, "' type='", type, "'><parent link='l",
               random() % static_cast<unsigned>(i), "'/><child link='l", i, "'/><origin xyz='", three(),
               "' rpy='", three(), "'/>");
    if (type != "fixed") text += concat("<axis xyz='", three(), "'/>");
    if (type == "revolute" || type == "prismatic")
      text += "<limit lower='-2' upper='2' effort='1' velocity='1'/>";
    text += "</joint>";
  }
  text +=
      "<link name='m'/><joint name='follower' type='revolute'><parent link='l12'/><child link='m'/>"
      "<axis xyz='0 1 0'/><limit lower='-9' upper='9' effort='1' velocity='1'/>"
      "<mimic joint='second' multiplier='-0.5' offset='0.25'/></joint>"
      "<link name='n'/><joint name='second' type='revolute'><parent link='l0'/><child link='n'/>"
      "<axis xyz='1 0 0'/><limit lower='-9' upper='9' effort='1' velocity='1'/>"
      "<mimic joint='lead' multiplier='2'/></joint>"
      "<link name='o'/><joint name='lead' type='revolute'><parent link='l0'/><child link='o'/>"
      "<axis xyz='1 0 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint>";
  return text + "</robot>";
}

TEST_F(LiveTest, posesFollowFromTheScene) {
  std::mt19937 random(3);
  for (int robot = 0; robot < 12; ++robot) {
    ASSERT_NO_FATAL_FAILURE(open(random_arm(random)));
    std::vector<double> q(scene_["n_q"].get<std::size_t>());
    for (double& value : q) value = static_cast<double>(random() % 4001) / 1000 - 2;
    const LiveAnswer answer = ask(q);
    ASSERT_EQ(answer.kind, Kind::poses);
    const Poses read = read_poses(answer.data);
    const std::size_t links = scene_["links"].size();
    EXPECT_THAT(read.head, ::testing::ElementsAre(1, 0, links, scene_["joints"].size()));
    ASSERT_EQ(read.poses.size(), 12 * links);
    ASSERT_EQ(read.loads.size(), scene_["joints"].size());
    for (std::size_t link = 0; link < links; ++link) {
      const Pose wanted = expected(link, q);
      for (std::size_t i = 0; i < 9; ++i)
        ASSERT_NEAR(read.poses[12 * link + i], wanted[i / 3 * 4 + i % 3], 2e-6) << link;
      for (std::size_t i = 0; i < 3; ++i)
        ASSERT_NEAR(read.poses[12 * link + 9 + i], wanted[i * 4 + 3], 2e-5) << link;
    }
  }
}

const char* const kPendulum = R"(<robot name="p"><link name="base"/><link name="arm"><inertial>
  <origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link><link name="tip"/><joint name="j" type="continuous"><parent link="base"/><child link="arm"/>
  <axis xyz="0 1 0"/></joint><joint name="k" type="fixed"><parent link="arm"/><child link="tip"/></joint></robot>)";

TEST_F(LiveTest, loadsAreThoseOfGravityInThePose) {
  open(kPendulum);
  const Poses level = read_poses(ask({0}).data);
  EXPECT_FLOAT_EQ(level.loads.at(0), 9.81F);  // gravity turns the arm downwards, which is about +y
  EXPECT_TRUE(std::isnan(level.loads.at(1)));
  EXPECT_NEAR(read_poses(ask({1.0}).data).loads.at(0), 9.81 * std::cos(1.0), 1e-5);
}

TEST_F(LiveTest, otherRobotsAndRevisionsAreStale) {
  open(kPendulum);
  for (const LiveAnswer& answer :
       {ask({0, 0}), ask({}), ask({0}, 1), ask({0}, 0, 2), ask({0}, 0, 0), ask({0}, 1e15)}) {
    EXPECT_EQ(answer.kind, Kind::event);
    EXPECT_EQ(answer.data, "{\"event\": \"stale\"}");
  }
  studio_->post("/api/open", {{"path", settings_.inputs[0]}, {"revision", 1}});
  EXPECT_EQ(ask({0}).kind, Kind::event);
  EXPECT_EQ(ask({0}, 0, 2).kind, Kind::poses);
  Studio nothing({});
  EXPECT_EQ(nothing.api().live_messages().answer(bytes_of({0, 0})).kind, Kind::event);
}

TEST_F(LiveTest, messagesThatAreNoneEndTheConnection) {
  open(kPendulum);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& numbers : {std::vector<double>{},
                                             {0},
                                             {-1, 1, 0},
                                             {0.5, 1, 0},
                                             {0, kNan, 0},
                                             {0, 1, kNan},
                                             {0, 1, -kInf},
                                             {kInf, 1, 0}})
    EXPECT_EQ(studio_->api().live_messages().answer(bytes_of(numbers)).kind, Kind::malformed);
  EXPECT_EQ(studio_->api().live_messages().answer("abc").kind, Kind::malformed);
  EXPECT_EQ(studio_->api().live_messages().answer(std::string(studio::LiveMessages::kLargest + 8, '\0')).kind,
            Kind::malformed);
}

TEST_F(LiveTest, theNewestCountsAndEventsComeFirst) {
  open(kPendulum);
  studio::LiveMessages& messages = studio_->api().live_messages();
  studio::LiveOutbox outbox;
  EXPECT_FALSE(outbox.next(messages));
  outbox.ask(bytes_of({0, 1, 0.25}));
  outbox.tell(1);
  outbox.ask(bytes_of({0, 1, 0.5}));
  outbox.tell(2);
  EXPECT_EQ(outbox.next(messages)->data, "{\"event\": \"changed\", \"revision\": 2}");
  EXPECT_EQ(outbox.next(messages)->data, ask({0.5}).data);
  EXPECT_FALSE(outbox.next(messages));
}

TEST_F(LiveTest, hugePositionsHaveAnAnswer) {
  open(R"(<robot name="p"><link name="a"/><link name="b"/><joint name="j" type="prismatic"><parent link="a"/>
    <child link="b"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>)");
  const LiveAnswer answer = ask({1e300});
  ASSERT_EQ(answer.kind, Kind::poses);
  EXPECT_EQ(read_poses(answer.data).poses.at(21), std::numeric_limits<float>::max());
}

}  // namespace
}  // namespace romas
