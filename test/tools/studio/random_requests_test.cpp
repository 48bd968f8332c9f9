// Requests put together at random: each has an answer, and nobody without a token learns or changes anything.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "support/text/text.h"
#include "test/tools/studio/assembly_helpers.h"

namespace romas {
namespace {

using test::Folder;
using test::Studio;

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return engine_() % count; }
  std::string one_of(const std::vector<std::string>& words) { return words[below(words.size())]; }
  // A text with some of its bytes replaced, left out or doubled.
  std::string changed(std::string text) {
    for (std::size_t times = below(4); times > 0 && !text.empty(); --times) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0: text[at] = static_cast<char>(below(256)); break;
        case 1: text.erase(at, 1 + below(4)); break;
        default: text.insert(at, text.substr(below(text.size()), 1 + below(8)));
      }
    }
    return text;
  }

 private:
  std::mt19937 engine_;
};

struct Asked {
  std::string method, target, body;
};

// A request that would be answered, with something wrong here and there.
studio::Request random_request(Chance& chance, const std::string& file, std::uint64_t now) {
  const std::string revision = concat("\"revision\":", now, "}");
  const std::vector<Asked> asked = {
      {"GET", "/", ""},
      {"POST", "/api/hello", "{}"},
      {"GET", "/api/scene?robot=0", ""},
      {"GET", "/api/folder?path=%2Fetc", ""},
      {"GET", "/api/mesh/0", ""},
      {"GET", "/api/mesh/0/../%2e%2e/arm.urdf", ""},
      {"GET", "/api/source/0", ""},
      {"GET", "/api/rule/RM1404", ""},
      {"GET", "/api/profiles", ""},
      {"POST", "/api/editor", concat(R"({"source":0,"line":2,)", revision)},
      {"POST", "/api/open", "{\"path\":\"" + file + "\",\"revision\":1}"},
      {"POST", "/api/open", "{\"path\":[{}],\"revision\":-1}"},
      {"POST", "/api/preferences", "{\"language\":\"ko\",\"theme\":\"dark\"}"},
      {"GET", "/api/blocks", ""},
      {"GET", "/api/blocks/0/thumbnail", ""},
      {"POST", "/api/load_blocks", concat("{\"path\":\"/etc\",", revision)},
      {"POST", "/api/joining",
       concat(R"({"part":0,"block":1,"parent_contact":0,"child_contact":0,)", revision)},
      {"POST", "/api/assembly", concat(R"({"action":"new",)", revision)},
      {"POST", "/api/assembly", concat(R"({"action":"append","block":0,)", revision)},
      {"POST", "/api/assembly",
       concat(R"({"action":"append","block":1,"parent":0,"parent_contact":0,"child_contact":0,)",
              R"("parent_matched_axis":"x","child_matched_axis":"-y","joint_type":"revolute","offset":1e2,)",
              revision)},
      {"POST", "/api/assembly", concat(R"({"action":"change","part":1,"turn":1,"offset":null,)", revision)},
      {"POST", "/api/assembly", concat(R"({"action":"remove","part":1,)", revision)},
      {"POST", "/api/assembly",
       concat(R"({"action":"copy","part":1,"parent":1,"parent_contact":1,)", revision)},
      {"POST", "/api/assembly", concat(R"({"action":"undo",)", revision)},
      {"POST", "/api/assembly", concat(R"({"action":"default_limit","lower":0,"upper":1e9,)", revision)},
      {"POST", "/api/save", concat("{\"path\":\"/tmp/a.xml\",", revision)},
      {"POST", "/api/export", concat(R"({"target":"urdf","path":"/tmp/a.urdf",)", revision)},
      {"POST", "/api/worst_pose", concat(R"({"robot":0,"joint":0,)", revision)},
      {"POST", "/api/translate", concat(R"({"target":"sdf",)", revision)},
      {"POST", "/api/compare", concat("{\"path\":\"", file, "\",", revision)},
      {"DELETE", "/api/compare", ""},
      {"POST", "/api/build", concat(R"({"name":"arm","folder":"/tmp/arm","control":"pd",)", revision)},
      {"GET", "/api/build?from=1", ""},
      {"POST", "/api/run", R"({"target":"0,1e9"})"},
      {"DELETE", "/api/run", ""},
      {"GET", "/api/run/log", ""},
  };
  const Asked& one = asked[chance.below(asked.size())];
  const auto rarely = [&] { return chance.below(10) == 0; };
  studio::Request request = Studio::request(one.method, one.target, one.body);
  if (rarely()) request.method = chance.one_of({"GET", "POST", "PUT", "DELETE", "HEAD", ""});
  if (rarely()) request.target = chance.changed(request.target);
  if (rarely()) request.host = chance.changed(request.host);
  if (rarely()) request.origin = chance.one_of({"http://127.0.0.1:8040", "http://evil.example", "null"});
  if (rarely()) request.fetch_site = chance.one_of({"same-origin", "none", "cross-site"});
  if (rarely()) request.content_type = chance.one_of({"application/json", "text/plain", ""});
  if (rarely()) request.token = chance.one_of({"", "0123456789abcdef", chance.changed(request.token)});
  request.body = chance.changed(request.body);
  request.ambiguous = chance.below(20) == 0;
  return request;
}

TEST(StudioRandomRequests, haveAnswersAndNeedTheToken) {
  const Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {folder.write("arm.urdf", test::kArm)};
  settings.request.input.frontend.libraries = {folder.write("parts.block.xml", test::kBlocks)};
  settings.read_only = true;
  Studio studio(settings);
  Chance chance(20);
  std::size_t served = 0;
  std::size_t assembled = 0;
  for (int i = 0; i < 20'000; ++i) {
    const studio::Request request = random_request(chance, settings.inputs[0], studio.workspace().revision());
    const auto revision = studio.workspace().revision();
    const auto preferences = studio.workspace().preferences();
    const studio::Response response = studio.answer(request);
    const std::string what = request.method + " " + request.target + "\n" + request.body;
    ASSERT_THAT(response.status, ::testing::AnyOf(200, 400, 403, 404, 405, 409, 415, 421)) << what;
    if (response.content_type == "application/json") {
      ASSERT_TRUE(nlohmann::json::accept(response.body)) << what << "\n" << response.body;
    }
    if (response.status == 200 && response.content_type == "application/json") {
      ++served;
      ASSERT_EQ(request.token, Studio::kToken) << what;
    } else {
      ASSERT_EQ(studio.workspace().revision(), revision) << what;
      ASSERT_EQ(studio.workspace().preferences(), preferences) << what;
    }
    // Whatever was asked, what is open has no error but those of its file.
    if (studio.workspace().assembly() != nullptr) {
      ASSERT_EQ(studio.workspace().document()->result.status, driver::CompileStatus::ok) << what;
      if (!studio.workspace().assembly()->undo_label().empty()) ++assembled;
    }
  }
  EXPECT_GT(served, 500U);
  EXPECT_GT(assembled, 500U);
}

// Numbers that a page may send: sound ones, with something wrong here and there.
std::string random_message(Chance& chance, std::uint64_t revision) {
  std::vector<double> numbers = {0, static_cast<double>(revision)};
  for (std::size_t count = chance.below(4); count > 0; --count)
    numbers.push_back(static_cast<double>(chance.below(1000)) / 100);
  if (chance.below(4) == 0)
    numbers[chance.below(numbers.size())] =
        std::vector<double>{-1, 0.5, 1, 1e300, std::nan(""), HUGE_VAL}[chance.below(6)];
  const std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  return chance.below(4) == 0 ? chance.changed(bytes) : bytes;
}

TEST(StudioRandomRequests, messagesHaveAnswersOfTheRightSize) {
  const Folder folder;
  studio::WorkspaceSettings settings;
  settings.inputs = {
      folder.write("arm.urdf",
                   "<robot name='a'><link name='x'/><link name='y'/><joint name='j' type='planar'>"
                   "<parent link='x'/><child link='y'/><axis xyz='0 0 1'/></joint></robot>")};
  Studio studio(settings);
  Chance chance(21);
  std::map<studio::LiveAnswer::Kind, std::size_t> answers;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t revision = studio.workspace().revision();
    const studio::LiveAnswer answer = studio.api().live_messages().answer(random_message(chance, revision));
    ++answers[answer.kind];
    if (answer.kind == studio::LiveAnswer::Kind::poses) {
      ASSERT_EQ(answer.data.size(), 16 + 4 * (2 * 12 + 1));
    } else {
      ASSERT_FALSE(answer.data.empty());
    }
    if (chance.below(500) == 0) studio.workspace().open(settings.inputs[0]);
  }
  for (const auto& [kind, count] : answers) EXPECT_GT(count, 1000U);
  EXPECT_EQ(answers.size(), 3U);
}

}  // namespace
}  // namespace romas
