// What is refused before anybody looks at a token: requests that a page of another origin could make, and
// names that a foreign DNS server could lead to this machine.
#pragma once

#include <optional>
#include <string_view>

#include "tools/studio/api/message.h"

namespace romas::studio {

// True for 127.0.0.1, localhost and [::1], with or without a port: the names under which only this machine,
// or a tunnel that its user made, can be meant.
bool names_this_machine(std::string_view host);

enum class Channel : unsigned char { http, live };

// The refusal of a request that is not from the studio's own page or a local program; nothing for others.
// Browsers always say the origin of a WebSocket, so one without is refused there.
std::optional<Response> refuse_stranger(const Request& request, Channel channel);

}  // namespace romas::studio
