// romas-studio as WebAssembly: JavaScript brings requests and takes responses, on the one thread that there
// is.
#include <emscripten.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "frontend/frontend.h"
#include "support/files/files.h"
#include "support/text/text.h"
#include "tools/studio/api/api.h"
#include "tools/studio/page.h"
#include "tools/studio/serving.h"

namespace romas {

// The page brings its own files.
std::span<const EmbeddedFile> embedded_studio_page() { return {}; }

namespace studio {
namespace {

// Nobody but the page that holds the program can ask it.
constexpr std::string_view kToken = "page";

struct Hosted {
  explicit Hosted(Workspace made)
      : workspace(std::move(made)),
        tokens(std::string(kToken), std::string(), Tokens::Clock::now()),
        api(workspace, tokens, embedded_studio_page()) {}

  Workspace workspace;
  Tokens tokens;
  Api api;
  Response response;  // to the last request
  LiveAnswer answer;  // to the last question about poses
};
std::unique_ptr<Hosted> hosted;

}  // namespace

int serve(Options options) {
  std::string error;
  // A program that takes the place of another one goes on with its revisions.
  const auto first = parse_integer(environment_variable("ROMAS_FIRST_REVISION").value_or("0"));
  options.workspace.first_revision = static_cast<std::uint64_t>(first.value_or(0));
  auto workspace = Workspace::make(std::move(options.workspace), error);
  if (!workspace) return fail(error, kInternal);
  hosted = std::make_unique<Hosted>(std::move(*workspace));
  return kEnded;
}

}  // namespace studio
}  // namespace romas

using romas::studio::hosted;

// Answers a request and returns the status of the response. The functions below give the rest of it.
extern "C" EMSCRIPTEN_KEEPALIVE int romas_ask(const char* method, const char* target, const char* etag,
                                              const char* body) {
  romas::studio::Request request;
  request.method = method;
  request.target = target;
  request.host = "localhost";
  request.content_type = "application/json";
  request.if_none_match = etag;
  request.token = romas::studio::kToken;
  request.body = body;
  hosted->response = {};  // two large ones may not fit into memory
  hosted->response = hosted->api.answer(request, romas::studio::Tokens::Clock::now());
  return hosted->response.status;
}

extern "C" EMSCRIPTEN_KEEPALIVE const char* romas_body() { return hosted->response.body.data(); }
extern "C" EMSCRIPTEN_KEEPALIVE double romas_body_size() {
  return static_cast<double>(hosted->response.body.size());
}
extern "C" EMSCRIPTEN_KEEPALIVE const char* romas_type() { return hosted->response.content_type.c_str(); }
extern "C" EMSCRIPTEN_KEEPALIVE const char* romas_etag() { return hosted->response.etag.c_str(); }

// The number of what is open.
extern "C" EMSCRIPTEN_KEEPALIVE double romas_revision() {
  return static_cast<double>(hosted->api.revision());
}

// Reads what is open again, after JavaScript has changed files behind it.
extern "C" EMSCRIPTEN_KEEPALIVE void romas_follow() {
  hosted->api.tell_of_changes();
  if (auto later = hosted->api.follow_files()) {
    later->work();
    later->finish();
  }
}

// Whether a file of this name and beginning may describe a robot.
extern "C" EMSCRIPTEN_KEEPALIVE int romas_describes(const char* name, const char* text) {
  const romas::FrontendInfo* found = romas::detect_frontend(name, text);
  if (found == nullptr) return 0;
  constexpr std::array<romas::FrontendFunction, 3> kOfParts = {romas::parse_mesh, romas::parse_kernel,
                                                               romas::parse_block};
  return std::find(kOfParts.begin(), kOfParts.end(), found->parse) == kOfParts.end() ? 1 : 0;
}

// Answers a question about poses (LiveMessages::answer) and returns the kind of the answer; romas_answer has
// its bytes.
extern "C" EMSCRIPTEN_KEEPALIVE int romas_pose(const char* message, int size) {
  hosted->answer =
      hosted->api.live_messages().answer(std::string_view(message, static_cast<std::size_t>(size)));
  return static_cast<int>(hosted->answer.kind);
}
extern "C" EMSCRIPTEN_KEEPALIVE const char* romas_answer() { return hosted->answer.data.data(); }
extern "C" EMSCRIPTEN_KEEPALIVE int romas_answer_size() {
  return static_cast<int>(hosted->answer.data.size());
}
