// Answers requests, with all checks of who asks. Pure but for the workspace: no socket, no clock of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "support/bytes/embedded.h"
#include "tools/studio/api/live.h"
#include "tools/studio/api/message.h"
#include "tools/studio/api/tokens.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

// The headers of every response: they keep the page from loading or running anything that the studio did not
// serve, and others from showing or reading it.
struct Header {
  std::string_view name;
  std::string_view value;
};
std::span<const Header> security_headers();

class Api {
 public:
  // `page`: what is served without a token, "index.html" as "/".
  Api(Workspace& workspace, Tokens& tokens, std::span<const EmbeddedFile> page)
      : workspace_(workspace), tokens_(tokens), page_(page), live_(workspace) {}

  // The response, or what it follows from (Response::later).
  Response begin(const Request& request, Tokens::Clock::time_point now);
  // The same, with all the work done on this thread.
  Response answer(const Request& request, Tokens::Clock::time_point now) {
    return complete(begin(request, now));
  }
  static Response complete(Response response);

  // The target that becomes a WebSocket. refuse_live() returns nullopt if a request for one is welcome.
  static constexpr std::string_view kLiveTarget = "/api/live";
  std::optional<Response> refuse_live(const Request& request) const;
  // The number that live connections are told when something else is open.
  std::uint64_t revision() const { return workspace_.revision(); }
  // Readable when a file behind what is open may have changed; -1: the system cannot watch files.
  int watch_descriptor() const { return workspace_.watch().descriptor(); }
  // To be called then, and after each response while is_outdated(). Returns nullptr if there is nothing to
  // do. Otherwise the response is empty, and revision() tells what happened.
  std::shared_ptr<Later> follow_files();
  bool is_outdated() const { return workspace_.is_outdated(); }
  // Files may have changed, and the host says so in place of the system: follow_files() has something to do.
  void tell_of_changes() { workspace_.watch().tell_change(); }
  LiveMessages& live_messages() { return live_; }
  // Programs that run beside the studio: a descriptor that is readable when they can go on, letting them, and
  // a number that has grown when one has.
  int programs_descriptor() const { return workspace_.project().descriptor(); }
  void let_programs_go_on() { workspace_.project().proceed(); }
  std::uint64_t progress() const { return workspace_.project().progress(); }

 private:
  Response answer_page(const Request& request, std::string_view path) const;

  Workspace& workspace_;
  Tokens& tokens_;
  std::span<const EmbeddedFile> page_;
  LiveMessages live_;
};

}  // namespace romas::studio
