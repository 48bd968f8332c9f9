// Scenes and poses of real robots, as a page gets them.
#include <gmock/gmock.h>

#include <cstring>

#include "test/corpus.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using test::json_of;
using test::Studio;

studio::WorkspaceSettings opening(const std::filesystem::path& file) {
  studio::WorkspaceSettings settings;
  settings.inputs = {file.string()};
  return settings;
}

// The floats of an answer to positions; nothing if it is none.
std::vector<float> ask(Studio& studio, const std::vector<double>& q) {
  std::vector<double> numbers = {0, 1};
  numbers.insert(numbers.end(), q.begin(), q.end());
  const std::string message(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  const studio::LiveAnswer answer = studio.api().live_messages().answer(message);
  if (answer.kind != studio::LiveAnswer::Kind::poses) return {};
  constexpr std::size_t kHead = 16;
  std::vector<float> floats((answer.data.size() - kHead) / sizeof(float));
  std::memcpy(floats.data(), answer.data.data() + kHead, floats.size() * sizeof(float));
  return floats;
}

std::vector<double> neutral_position(const json& scene) {
  std::vector<double> q(scene["n_q"].get<std::size_t>());
  for (const json& joint : scene["joints"])
    for (std::size_t i = 0; i < joint["variables"].size(); ++i)
      q.at(joint["q"].get<std::size_t>() + i) = joint["variables"][i]["neutral"];
  return q;
}

void expect_whole(const json& scene) {
  const json& model = scene["model"];
  for (const char* list : {"links", "joints"}) {
    EXPECT_EQ(scene[list].size(), model[list].size()) << list;
    EXPECT_EQ(scene["places"][list].size(), model[list].size()) << list;
  }
  std::size_t shapes = 0;
  for (const json& link : model["links"]) shapes += link["visuals"].size() + link["collisions"].size();
  EXPECT_EQ(scene["shapes"].size(), shapes);
  for (const json& shape : scene["shapes"])
    for (const json& number : shape["pose"]) EXPECT_TRUE(number.is_number()) << shape;
  for (const json& joint : scene["joints"]) {
    EXPECT_EQ(joint["count"], joint["variables"].size());
    for (const json& number : joint["frame"]) EXPECT_TRUE(number.is_number()) << joint;
  }
  for (const json& mesh : scene["meshes"]) EXPECT_NE(mesh["format"], "other") << mesh;
}

TEST(StudioCorpus, everyRobotHasASceneAndPoses) {
  ROMAS_NEEDS_CORPUS();
  std::size_t robots = 0;
  for (const auto& [folder, ending] :
       {std::pair("urdf", ".urdf"), std::pair("sdf", ".sdf"), std::pair("bench", ".urdf")})
    for (const auto& path : test::corpus_files(folder, ending)) {
      SCOPED_TRACE(path);
      Studio studio(opening(path));
      const json scene = json_of(studio.get("/api/scene"));
      if (scene["model"].is_null()) continue;
      ++robots;
      expect_whole(scene);
      const std::vector<float> answer = ask(studio, neutral_position(scene));
      ASSERT_EQ(answer.size(), 12 * scene["links"].size() + scene["joints"].size());
      for (std::size_t i = 0; i < 12 * scene["links"].size(); ++i) ASSERT_TRUE(std::isfinite(answer[i])) << i;
    }
  EXPECT_GT(robots, 50U);
}

// The reference knows links and joints by name; its poses are 3 × 4 matrices row by row.
void expect_poses(Studio& studio, const json& scene, const json& golden, const json& sample) {
  std::map<std::string, std::size_t> links, joints;
  const auto number = [](const json& list, std::map<std::string, std::size_t>& by_name) {
    for (std::size_t i = 0; i < list.size(); ++i) by_name[list[i]["name"]] = i;
  };
  number(scene["model"]["links"], links);
  number(scene["model"]["joints"], joints);
  std::vector<double> q = neutral_position(scene);
  for (std::size_t i = 0; i < golden["joints"].size(); ++i) {
    const json& joint = scene["joints"][joints.at(golden["joints"][i]["name"])];
    if (joint["q"] >= 0) q.at(joint["q"].get<std::size_t>()) = sample["q"][i];
  }
  const std::vector<float> answer = ask(studio, q);
  ASSERT_EQ(answer.size(), 12 * links.size() + joints.size());
  for (const auto& [name, wanted] : sample["pose"].items()) {
    const float* pose = &answer[12 * links.at(name)];
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column) {
        const double exact = wanted[4 * row + column];
        const double found = column < 3 ? pose[3 * row + column] : pose[9 + row];
        ASSERT_NEAR(found, exact, 1e-6 * (1 + std::abs(exact))) << name;
      }
  }
}

TEST(StudioCorpus, posesAreThoseOfAReference) {
  ROMAS_NEEDS_CORPUS();
  std::size_t samples = 0;
  for (const auto& path : test::corpus_files("golden", ".json")) {
    SCOPED_TRACE(path.filename());
    const json golden = json::parse(std::ifstream(path));
    const std::string file = golden["file"];
    Studio studio(
        opening(test::corpus_folder() / (file.find('/') == std::string::npos ? "bench/" + file : file)));
    const json scene = json_of(studio.get("/api/scene"));
    if (scene["model"].is_null()) continue;  // it has errors
    const bool follows = std::any_of(scene["joints"].begin(), scene["joints"].end(),
                                     [](const json& joint) { return !joint["follows"].is_null(); });
    if (follows) continue;  // the reference moves followers by themselves
    for (const json& sample : golden["samples"]) {
      ASSERT_NO_FATAL_FAILURE(expect_poses(studio, scene, golden, sample));
      ++samples;
    }
  }
  EXPECT_GT(samples, 90U);
}

}  // namespace
}  // namespace romas
