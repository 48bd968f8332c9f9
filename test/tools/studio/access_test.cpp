// The requests that the studio admits: every check of the gate and of the tokens, without a socket.
#include <gmock/gmock.h>

#include "test/tools/studio/studio_helpers.h"
#include "tools/studio/api/gate.h"

namespace romas {
namespace {

using std::chrono::seconds;
using studio::Request;
using studio::Response;
using test::code_of;
using test::json_of;
using test::Studio;
using ::testing::HasSubstr;

TEST(StudioAccess, knowsTheNamesOfThisMachine) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:8040", "localhost:1", "LocalHost", "[::1]", "[::1]:65535"})
    EXPECT_TRUE(studio::names_this_machine(host)) << host;
  for (const char* host :
       {"", "evil.example", "evil.example:8040", "127.0.0.1.evil.example", "localhost.evil.example",
        "127.0.0.2", "0.0.0.0", "::1", "[::2]", "127.0.0.1:", "127.0.0.1:80a", "127.0.0.1:123456",
        "evil.example:127.0.0.1", "user@127.0.0.1", " 127.0.0.1"})
    EXPECT_FALSE(studio::names_this_machine(host)) << host;
}

TEST(StudioAccess, refusesOtherHosts) {
  Studio studio({});
  Request request = Studio::request("GET", "/");
  EXPECT_EQ(studio.answer(request).status, 200);
  request.host = "rebound.example:8040";
  EXPECT_EQ(studio.answer(request).status, 421);
  request.host.clear();
  EXPECT_EQ(studio.answer(request).status, 421);
}

TEST(StudioAccess, refusesOtherOriginsAndSites) {
  Studio studio({});
  Request request = Studio::request("GET", "/api/folder");
  request.origin = "http://127.0.0.1:8040";
  EXPECT_EQ(studio.answer(request).status, 200);
  for (const char* origin : {"http://127.0.0.1:8041", "http://localhost:8040", "https://127.0.0.1:8040",
                             "http://evil.example", "null"}) {
    request.origin = origin;
    EXPECT_EQ(code_of(studio.answer(request)), "foreign-origin") << origin;
  }
  request.origin.clear();
  for (const char* site : {"cross-site", "same-site", "Same-Origin"}) {
    request.fetch_site = site;
    EXPECT_EQ(code_of(studio.answer(request)), "foreign-site") << site;
  }
  for (const char* site : {"same-origin", "none"}) {
    request.fetch_site = site;
    EXPECT_EQ(studio.answer(request).status, 200) << site;
  }
}

TEST(StudioAccess, refusesHeadersThatAreSentTwice) {
  Studio studio({});
  Request request = Studio::request("GET", "/");
  request.ambiguous = true;
  EXPECT_EQ(studio.answer(request).status, 400);
}

TEST(StudioAccess, showsThePageToEverybodyAndNothingElse) {
  Studio studio({});
  Request request = Studio::request("GET", "/");
  request.token.clear();
  EXPECT_EQ(studio.answer(request).body, "<p>");
  for (const char* target : {"/api/scene", "/api/folder"}) {
    request.target = target;
    EXPECT_EQ(code_of(studio.answer(request)), "no-token") << target;
  }
  for (const char* target : {"/api/open", "/api/hello", "/api/preferences"}) {
    Request post = Studio::request("POST", target, "{}");
    for (const char* token :
         {"", "0123456789abcdef", "0123456789abcdef0123456789abcdeF", "0123456789abcdef0123456789abcdef0"}) {
      post.token = token;
      const Response response = studio.answer(post);
      EXPECT_EQ(response.status, 403) << target << " " << token;
      EXPECT_THAT(response.body, ::testing::Not(HasSubstr(Studio::kToken)));
    }
  }
}

TEST(StudioAccess, takesTheOneTimeTokenOnceAndInTime) {
  Studio in_time({});
  Request hello = Studio::request("POST", "/api/hello", "{}");
  hello.token = Studio::kOnce;
  EXPECT_EQ(json_of(in_time.answer(hello, seconds(30)))["token"], Studio::kToken);
  EXPECT_EQ(in_time.answer(hello, seconds(30)).status, 403);

  Studio late({});
  EXPECT_EQ(late.answer(hello, seconds(31)).status, 403);

  Studio elsewhere({});
  Request folder = Studio::request("GET", "/api/folder");
  folder.token = Studio::kOnce;
  EXPECT_EQ(elsewhere.answer(folder).status, 403);
}

TEST(StudioAccess, comparesTokensByAllTheirBytes) {
  EXPECT_TRUE(studio::equal_in_constant_time("abc", "abc"));
  for (const char* other : {"", "ab", "abcd", "xbc", "abx"})
    EXPECT_FALSE(studio::equal_in_constant_time("abc", other)) << other;
  EXPECT_FALSE(studio::equal_in_constant_time("", ""));
}

TEST(StudioAccess, drawsTokensOf128Bits) {
  const auto one = studio::random_token();
  const auto other = studio::random_token();
  ASSERT_TRUE(one && other);
  EXPECT_NE(*one, *other);
  EXPECT_THAT(*one, ::testing::MatchesRegex("[0-9a-f]{32}"));
}

TEST(StudioAccess, changesOnlyByJson) {
  Studio studio({});
  Request request = Studio::request("POST", "/api/preferences", R"({"language":"ko","theme":""})");
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                           "application/jsonp", "text/plain; application/json"}) {
    request.content_type = type;
    EXPECT_EQ(studio.answer(request).status, 415) << type;
  }
  EXPECT_EQ(studio.workspace().preferences().language, "");
  request.content_type = "Application/JSON; charset=utf-8";
  EXPECT_EQ(studio.answer(request).status, 200);
  EXPECT_EQ(studio.workspace().preferences().language, "ko");
}

TEST(StudioAccess, hasOneMethodForEachTarget) {
  Studio studio({});
  const auto allowed = [&](const char* method, const char* target) {
    const Response response = studio.answer(Studio::request(method, target, "{}"));
    EXPECT_EQ(response.status, 405) << method << " " << target;
    return response.allow;
  };
  for (const char* method : {"GET", "PUT", "DELETE", "OPTIONS", "HEAD"})
    EXPECT_EQ(allowed(method, "/api/open"), "POST");
  EXPECT_EQ(allowed("POST", "/api/scene"), "GET");
  EXPECT_EQ(allowed("POST", "/"), "GET");
  for (const char* target : {"/api", "/api/", "/api/nothing", "/studio.js/", "/../studio.js", "/etc/passwd",
                             "/%2e%2e/etc/passwd", "//studio.js", "/api/open/"})
    EXPECT_EQ(studio.answer(Studio::request("GET", target)).status, 404) << target;
  for (const char* target : {"", "*", "http://127.0.0.1:8040/", "studio.js"})
    EXPECT_EQ(studio.answer(Studio::request("GET", target)).status, 400) << target;
}

TEST(StudioAccess, opensWebSocketsForItsOwnPageAlone) {
  Studio studio({});
  Request request = Studio::request("GET", "/api/live");
  EXPECT_EQ(code_of(*studio.api().refuse_live(request)), "no-origin");
  request.origin = "http://evil.example";
  EXPECT_EQ(code_of(*studio.api().refuse_live(request)), "foreign-origin");
  request.origin = "http://127.0.0.1:8040";
  EXPECT_FALSE(studio.api().refuse_live(request));
  request.token = Studio::kOnce;
  EXPECT_EQ(code_of(*studio.api().refuse_live(request)), "no-token");
}

TEST(StudioAccess, sendsItsHeadersWithoutExceptions) {
  std::string policy;
  for (const studio::Header& header : studio::security_headers()) {
    EXPECT_THAT(std::string(header.name), ::testing::Not(HasSubstr("Access-Control")));
    if (header.name == "Content-Security-Policy") policy = header.value;
  }
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, ::testing::Not(HasSubstr("unsafe")));
}

TEST(StudioLiveToken, standsBesideTheProtocol) {
  EXPECT_EQ(studio::offered_token("romas-live-1, abc"), "abc");
  EXPECT_EQ(studio::offered_token("abc,romas-live-1"), "abc");
  for (const char* none : {"", "abc", "romas-live-1", "romas-live-2, abc", ","})
    EXPECT_EQ(studio::offered_token(none), "") << none;
}

}  // namespace
}  // namespace romas
