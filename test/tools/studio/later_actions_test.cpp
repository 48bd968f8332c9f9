// Long actions are done beside the thread that answers: poses come meanwhile, and order and revisions hold.
#include <gmock/gmock.h>

#include <cstring>

#include "support/text/text.h"
#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using nlohmann::json;
using studio::Api;
using studio::Response;
using test::code_of;
using test::json_of;
using test::Studio;
using test::Workshop;
using ::testing::SizeIs;

const char* const kMoreBlocks = R"(<Blocks><Block id="w" name="Wheel" tag="t"><contactPoints>
  <contact pose="0;0;0" type="assembly" rotAxis="-z" zeroAxis="x"/></contactPoints></Block></Blocks>
)";

class LaterActions : public testing::Test {
 protected:
  LaterActions() { shop_.build(); }

  // The request as the server begins it.
  Response begin(const std::string& target, json body) {
    body["revision"] = shop_.studio.workspace().revision();
    return shop_.studio.api().begin(Studio::request("POST", target, body.dump()),
                                    studio::Tokens::Clock::now());
  }
  // A page gets poses at the revision that it knows.
  bool has_poses() {
    const auto revision = static_cast<double>(shop_.studio.workspace().revision());
    const std::vector<double> numbers = {0, revision, 0, 0, 0};
    const std::string message(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return shop_.studio.api().live_messages().answer(message).kind == studio::LiveAnswer::Kind::poses;
  }
  // Poses come before and after the work of a request.
  Response expect_poses_meanwhile(const std::string& target, const json& body) {
    Response response = begin(target, body);
    EXPECT_TRUE(response.later) << target << body << response.body;
    EXPECT_TRUE(has_poses()) << target << body;
    if (response.later) response.later->work();
    EXPECT_TRUE(has_poses()) << target << body;
    return response.later ? Api::complete(response.later->finish()) : response;
  }
  std::size_t parts() { return shop_.scene()["assembly"]["parts"].size(); }

  Workshop shop_;
};

TEST_F(LaterActions, PosesComeWhileSomethingElseIsDone) {
  const std::string file = shop_.folder.path("arm.assembly.xml");
  json wish = {{"name", "arm"}, {"folder", shop_.folder.path("project")}, {"control", "pd"}};
  const std::vector<std::pair<std::string, json>> requests = {
      {"/api/assembly", {{"action", "change"}, {"part", 1}, {"turn", 1}}},
      {"/api/assembly", {{"action", "undo"}}},
      {"/api/assembly", {{"action", "redo"}}},
      {"/api/assembly", {{"action", "default_limit"}, {"lower", 0}, {"upper", 1}}},
      {"/api/save", {{"path", file}}},
      {"/api/compare", {{"path", file}}},
      {"/api/worst_pose", {{"robot", 0}, {"joint", 1}}},
      {"/api/export", {{"target", "urdf"}, {"path", shop_.folder.path("arm.urdf")}}},
      {"/api/export", {{"target", "html"}, {"path", shop_.folder.path("arm.html")}}},
      {"/api/load_blocks", {{"path", shop_.folder.write("more/more.block.xml", kMoreBlocks)}}},
      {"/api/open", {{"path", file}}},
  };
  for (const auto& [target, body] : requests) {
    const Response response = expect_poses_meanwhile(target, body);
    EXPECT_EQ(response.status, 200) << target << body << response.body;
  }
  EXPECT_EQ(code_of(expect_poses_meanwhile("/api/build", wish)), "refused");  // some Blocks have no mass
}

TEST_F(LaterActions, OfTwoThatMeanTheSameRevisionTheSecondChangesNothing) {
  Response first = begin("/api/assembly", {{"action", "change"}, {"part", 1}, {"turn", 1}});
  Response second = begin("/api/assembly", {{"action", "remove"}, {"part", 1}});
  second.later->work();  // whichever is done first
  EXPECT_EQ(Api::complete(std::move(first)).status, 200);
  const std::string text = shop_.text();
  EXPECT_EQ(code_of(second.later->finish()), "stale");
  EXPECT_EQ(shop_.text(), text);
  EXPECT_EQ(parts(), 4U);
}

TEST_F(LaterActions, NothingIsWrittenOrComparedForWhatIsGone) {
  const std::string file = shop_.folder.path("arm.assembly.xml");
  ASSERT_EQ(shop_.post("/api/save", {{"path", file}}).status, 200);
  Response exported = begin("/api/export", {{"target", "urdf"}, {"path", shop_.folder.path("arm.urdf")}});
  Response compared = begin("/api/compare", {{"path", file}});
  Response page = begin("/api/export", {{"target", "html"}, {"path", shop_.folder.path("arm.html")}});
  Response loaded =
      begin("/api/load_blocks", {{"path", shop_.folder.write("more/more.block.xml", kMoreBlocks)}});
  Response searched = begin("/api/worst_pose", {{"robot", 0}, {"joint", 1}});
  Response built =
      begin("/api/build", {{"name", "arm"}, {"folder", shop_.folder.path("project")}, {"control", "pd"}});
  shop_.act({{"action", "new"}});
  for (Response* response : {&exported, &compared, &searched, &built, &page, &loaded})
    EXPECT_EQ(code_of(Api::complete(std::move(*response))), "stale");
  EXPECT_FALSE(std::filesystem::exists(shop_.folder.path("arm.urdf")));
  EXPECT_FALSE(std::filesystem::exists(shop_.folder.path("arm.html")));
  EXPECT_EQ(shop_.studio.workspace().libraries().size(), 1U);
  EXPECT_FALSE(std::filesystem::exists(shop_.folder.path("project")));
  EXPECT_EQ(shop_.studio.workspace().other(), nullptr);
}

// The file is there when the answer comes, whatever was opened meanwhile.
TEST_F(LaterActions, ASavedFileStaysSaved) {
  const std::string file = shop_.folder.path("arm.assembly.xml");
  Response saved = begin("/api/save", {{"path", file}});
  const std::string text = shop_.text();
  EXPECT_EQ(shop_.folder.read("arm.assembly.xml"), text);
  Response changed = begin("/api/assembly", {{"action", "remove"}, {"part", 3}});
  EXPECT_EQ(Api::complete(std::move(changed)).status, 200);
  const Response response = Api::complete(std::move(saved));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(json_of(response)["assembly"]["saved"], false);
  EXPECT_THAT(json_of(response)["assembly"]["parts"], SizeIs(3));
  shop_.act({{"action", "undo"}});
  EXPECT_EQ(shop_.scene()["assembly"]["saved"], true);
  EXPECT_EQ(shop_.folder.read("arm.assembly.xml"), text);
}

}  // namespace
}  // namespace romas
