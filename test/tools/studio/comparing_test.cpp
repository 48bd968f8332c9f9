// Two robots beside each other: what differs, and the poses of both.
#include <sys/stat.h>

#include <cstring>

#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"
#include "tools/studio/api/live.h"

namespace romas::test {
namespace {

using nlohmann::json;

// An arm of two joints; the elbow is so far from the shoulder.
std::string arm(double length, const std::string& more = {}) {
  return concat(
      R"(<robot name="arm"><link name="base"/><link name="upper"/><link name="lower"><visual><geometry>
    <sphere radius="0.1"/></geometry></visual></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><axis xyz="0 0 1"/>
    <origin xyz=")",
      length, " 0 0\"/></joint>", more, "</robot>");
}

class Comparing : public testing::Test {
 protected:
  Comparing() {
    folder_.write("a.urdf", arm(1));
    // Another order of joints, so that their variables lie elsewhere; and one joint more.
    folder_.write("b.urdf",
                  arm(2, R"(<link name="tail"/><joint name="tail" type="continuous"><parent link="base"/>
      <child link="tail"/><axis xyz="0 1 0"/></joint>)"));
    folder_.write("broken.urdf", kBroken);
    studio::WorkspaceSettings settings;
    settings.inputs = {folder_.path("a.urdf")};
    studio_.emplace(std::move(settings));
  }
  studio::Response compare(const std::string& name, int revision = 1) {
    return studio_->post("/api/compare", {{"revision", revision}, {"path", folder_.path(name)}});
  }
  // The floats behind the head of a live answer.
  std::vector<float> ask(const std::vector<double>& q) {
    std::vector<double> numbers = {0, static_cast<double>(studio_->workspace().revision())};
    numbers.insert(numbers.end(), q.begin(), q.end());
    std::string message(numbers.size() * sizeof(double), '\0');
    std::memcpy(message.data(), numbers.data(), message.size());
    studio::LiveMessages live(studio_->workspace());
    const auto answer = live.answer(message);
    EXPECT_EQ(answer.kind, studio::LiveAnswer::Kind::poses) << answer.data;
    std::vector<float> floats((answer.data.size() - 16) / sizeof(float));
    std::memcpy(floats.data(), answer.data.data() + 16, floats.size() * sizeof(float));
    return floats;
  }

  Folder folder_;
  std::optional<Studio> studio_;
};

TEST_F(Comparing, DifferencesAreThoseOfRomasc) {
  const json same = json_of(compare("a.urdf"));
  EXPECT_TRUE(same["comparison"]["same"]);
  EXPECT_TRUE(same["comparison"]["differences"].empty());
  const json answer = json_of(compare("b.urdf"));
  EXPECT_FALSE(answer["comparison"]["same"]);
  std::vector<std::string> names;
  for (const json& difference : answer["comparison"]["differences"]) names.push_back(difference["name"]);
  EXPECT_NE(std::find(names.begin(), names.end(), "elbow"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "tail"), names.end());
  EXPECT_EQ(answer["other"]["links"].size(), 4);
  EXPECT_EQ(answer["other"]["shapes"].size(), 1);
}

TEST_F(Comparing, BothStandInTheSamePose) {
  EXPECT_EQ(ask({0, 0}).size(), 3 * 12 + 2);
  ASSERT_EQ(compare("b.urdf").status, 200);
  const double turn = 1.5707963267948966;
  const auto floats = ask({turn, 0});
  ASSERT_EQ(floats.size(), 3 * 12 + 2 + 4 * 12);
  const auto lower = [&](std::size_t first) {
    return std::vector<float>(&floats[first + 33], &floats[first + 36]);
  };
  const std::size_t other = 3 * 12 + 2;
  EXPECT_NEAR(lower(0)[1], 1, 1e-6);      // along y, as the shoulder has turned
  EXPECT_NEAR(lower(other)[1], 2, 1e-6);  // twice as far
  EXPECT_NEAR(lower(other)[0], 0, 1e-6);
}

TEST_F(Comparing, EndsWhenSomethingElseIsRead) {
  ASSERT_EQ(compare("b.urdf").status, 200);
  ASSERT_EQ(studio_->answer(Studio::request("DELETE", "/api/compare")).status, 200);
  EXPECT_EQ(ask({0, 0}).size(), 3 * 12 + 2);
  ASSERT_EQ(compare("b.urdf").status, 200);
  studio_->workspace().open(folder_.path("a.urdf"));
  EXPECT_EQ(ask({0, 0}).size(), 3 * 12 + 2);
}

TEST_F(Comparing, WhatCannotBeComparedIsRefused) {
  EXPECT_EQ(code_of(compare("broken.urdf")), "not-comparable");
  EXPECT_EQ(code_of(compare("none.urdf")), "not-comparable");
  EXPECT_EQ(code_of(compare("b.urdf", 7)), "stale");
  EXPECT_EQ(code_of(studio_->post("/api/compare", {{"revision", 1}, {"path", "/etc/passwd"}})), "outside");
  EXPECT_EQ(studio_->post("/api/compare", {{"revision", 1}}).status, 400);
  folder_.write("two.romas", "robot first { link a; }\nrobot second { link b; }\n");
  const auto two = compare("two.romas");
  EXPECT_EQ(code_of(two), "not-comparable");
  EXPECT_NE(two.body.find("has 2 robots"), std::string::npos);
}

TEST_F(Comparing, WaitsForNoPipe) {
  ASSERT_EQ(::mkfifo(folder_.path("pipe.urdf").c_str(), 0600), 0);
  const auto answer = compare("pipe.urdf");
  EXPECT_EQ(code_of(answer), "no-file");
  EXPECT_EQ(answer.status, 403);
}

}  // namespace
}  // namespace romas::test
