// Requests to romas-studio, and messages of its WebSocket. The first byte chooses: 'M' begins a message; else
// the lines of a request are method and target, what differs from a request of the studio's own page, and the
// body. Nobody without the token learns or changes anything, and no refusal changes anything.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "support/text/text.h"
#include "test/fuzz/fuzzing.h"
#include "tools/studio/api/api.h"

namespace {

using namespace romas;
using fuzzing::require;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
constexpr std::string_view kSecret = "what-nobody-is-told";
constexpr const char* kRobot = R"(<robot name="arm"><link name="base"/><link name="tip"><visual><geometry>
  <mesh filename="tip.stl"/></geometry></visual></link><joint name="j" type="continuous"><parent link="base"/>
  <child link="tip"/><axis xyz="0 0 1"/></joint></robot>)";

// Byte by byte: libFuzzer learns the words that are compared as a whole, and would put it into requests.
bool has_secret(std::string_view text) {
  return std::search(text.begin(), text.end(), kSecret.begin(), kSecret.end(),
                     [](char a, char b) { return a == b; }) != text.end();
}

// A studio with a robot and a file that it must not read, in folders of this run.
struct Studio {
  Studio() {
    std::string name = (std::filesystem::temp_directory_path() / "romas-fuzz-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, "no folder", name);
    folder = std::filesystem::canonical(name).string();
    std::filesystem::create_directories(folder + "/robots");
    std::ofstream(folder + "/robots/arm.urdf") << kRobot;
    std::ofstream(folder + "/robots/tip.stl") << "solid t\nendsolid t\n";
    std::ofstream(folder + "/secret.urdf") << kSecret;
    studio::WorkspaceSettings settings;
    settings.inputs = {folder + "/robots/arm.urdf"};
    settings.read_only = true;
    std::string error;
    auto made = studio::Workspace::make(settings, error);
    require(made.has_value(), "no workspace", error);
    workspace = std::make_unique<studio::Workspace>(std::move(*made));
    tokens = std::make_unique<studio::Tokens>(kToken, std::string(), studio::Tokens::Clock::now());
    api = std::make_unique<studio::Api>(*workspace, *tokens, std::span<const EmbeddedFile>());
  }
  ~Studio() { std::filesystem::remove_all(folder); }
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  std::string folder;
  std::unique_ptr<studio::Workspace> workspace;
  std::unique_ptr<studio::Tokens> tokens;
  std::unique_ptr<studio::Api> api;
};

Studio& the_studio() {
  static Studio studio;
  return studio;
}

std::string with_every(std::string text, std::string_view word, std::string_view instead) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + instead.size()))
    text.replace(at, word.size(), instead);
  return text;
}

// A message in which a text stands for the present revision: "M", then numbers as Float64.
void send_message(Studio& studio, const std::string& text) {
  std::string message = text.substr(1);
  if (message.size() >= 16) {
    // Most messages are for the robot that is open.
    double revision = 0;
    std::memcpy(&revision, message.data() + 8, sizeof revision);
    if (revision == 1) {
      revision = static_cast<double>(studio.workspace->revision());
      std::memcpy(message.data() + 8, &revision, sizeof revision);
    }
  }
  const studio::LiveAnswer answer = studio.api->live_messages().answer(message);
  require(!answer.data.empty(), "a message without an answer", text);
}

studio::Request request_of(Studio& studio, const std::string& text) {
  studio::Request request;
  std::size_t at = 0;
  const auto line = [&] {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string read = text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    return read;
  };
  const auto fill = [&](std::string read) {
    return with_every(with_every(std::move(read), "@F", studio.folder), "@R",
                      std::to_string(studio.workspace->revision()));
  };
  const std::string first = line();
  const std::size_t space = std::min(first.find(' '), first.size());
  request.method = first.substr(0, space);
  request.target = fill(first.substr(std::min(space + 1, first.size())));
  request.host = "127.0.0.1:8040";
  request.content_type = "application/json";
  request.token = kToken;
  for (std::string other = line(); !other.empty(); other = line()) {
    const std::string value = other.substr(1);
    switch (other[0]) {
      case 'h': request.host = value; break;
      case 'o': request.origin = value; break;
      case 's': request.fetch_site = value; break;
      case 'c': request.content_type = value; break;
      case 't': request.token = value; break;
      case 'n': request.if_none_match = value; break;
      default: request.ambiguous = true;
    }
  }
  request.body = fill(text.substr(at));
  return request;
}

void send_request(Studio& studio, const std::string& text) {
  const studio::Request request = request_of(studio, text);
  const std::uint64_t revision = studio.workspace->revision();
  const studio::Preferences preferences = studio.workspace->preferences();
  const studio::Response response = studio.api->answer(request, studio::Tokens::Clock::now());
  require(
      response.status == 200 || response.status == 304 || (response.status >= 400 && response.status < 500),
      "an unknown status", text);
  require(!has_secret(response.body), "a secret is told", text);
  if (response.status == 200) {
    require(request.token == kToken && !request.ambiguous, "somebody without the token is answered", text);
  } else {
    require(studio.workspace->revision() == revision, "a refusal has opened something", text);
    require(studio.workspace->preferences() == preferences, "a refusal has set something", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with('M'))
    send_message(the_studio(), text);
  else
    send_request(the_studio(), text);
  return 0;
}
