// Requests to the studio without a socket.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/studio/api/api.h"

namespace romas::test {

// A folder of this test alone, removed at its end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "romas-studio-XXXXXX").string();
    path_ = std::filesystem::canonical(::mkdtemp(name.data())).string();
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name = {}) const { return name.empty() ? path_ : path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::string path_;
};

inline const char* const kArm = R"(<robot name="arm"><link name="base"/><link name="tip"/>
  <joint name="fix" type="fixed"><parent link="base"/><child link="tip"/></joint></robot>
)";
inline const char* const kBroken = R"(<robot name="broken"><link name="a"/><link name="a"/></robot>)";

// A studio with its tokens and a small page.
class Studio {
 public:
  static constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
  static constexpr const char* kOnce = "fedcba9876543210fedcba9876543210";

  explicit Studio(studio::WorkspaceSettings settings)
      : workspace_(make(std::move(settings))),
        tokens_(kToken, kOnce, start_),
        api_(workspace_, tokens_, kPage) {}

  // A request of the studio's own page.
  static studio::Request request(const std::string& method, const std::string& target,
                                 const std::string& body = {}) {
    studio::Request request;
    request.method = method;
    request.target = target;
    request.host = "127.0.0.1:8040";
    request.token = kToken;
    if (method == "POST") request.content_type = "application/json";
    request.body = body;
    return request;
  }
  studio::Response answer(const studio::Request& request, std::chrono::seconds after = {}) {
    return api_.answer(request, start_ + after);
  }
  studio::Response get(const std::string& target) { return answer(request("GET", target)); }
  studio::Response post(const std::string& target, const nlohmann::json& body) {
    return answer(request("POST", target, body.dump()));
  }
  // Does the server's work when a file may have changed. Returns true if something else is open then.
  bool follow_files() {
    const std::uint64_t revision = workspace_.revision();
    studio::Response response;
    response.later = api_.follow_files();
    studio::Api::complete(std::move(response));
    return workspace_.revision() != revision;
  }
  studio::Workspace& workspace() { return workspace_; }
  studio::Api& api() { return api_; }

 private:
  static constexpr std::array<EmbeddedFile, 4> kPage = {
      {{"index.html", "<p>"}, {"studio.js", "1"}, {"studio.css", "p {}"}, {"licences.txt", "free"}}};

  static studio::Workspace make(studio::WorkspaceSettings settings) {
    std::string error;
    auto workspace = studio::Workspace::make(std::move(settings), error);
    EXPECT_TRUE(workspace) << error;
    return std::move(*workspace);
  }

  studio::Tokens::Clock::time_point start_ = studio::Tokens::Clock::now();
  studio::Workspace workspace_;
  studio::Tokens tokens_;
  studio::Api api_;
};

inline nlohmann::json json_of(const studio::Response& response) {
  return nlohmann::json::parse(response.body);
}
// The code of a refusal.
inline std::string code_of(const studio::Response& response) { return json_of(response)["error"]["code"]; }

}  // namespace romas::test
