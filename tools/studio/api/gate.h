// Refuses requests before their token is looked at: those that a page of another origin could make, and those
// under names that a foreign DNS server could lead to this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/studio/api/message.h"

namespace romas::studio {

// True for 127.0.0.1, localhost and [::1], with or without a port: the names under which only this machine,
// or a tunnel that its user made, can be meant.
bool names_this_machine(std::string_view host);

constexpr std::string_view kLiveProtocol = "romas-live-1";
// The token that a WebSocket offers beside this protocol, because browsers let a page set no header of it:
// "romas-live-1, TOKEN". Empty: none.
std::string offered_token(std::string_view protocols);

enum class Channel : unsigned char { http, live };

// The refusal of a request that is not from the studio's own page or a local program; nothing for others.
// Browsers always say the origin of a WebSocket, so one without is refused there.
std::optional<Response> refuse_stranger(const Request& request, Channel channel);

}  // namespace romas::studio
