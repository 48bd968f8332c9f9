#include "tools/studio/api/gate.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::studio {

bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) {
    const std::string_view port = host.substr(colon + 1);
    const bool digits = std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (port.empty() || port.size() > 5 || !digits) return false;
    host = host.substr(0, colon);
  }
  const std::string name = to_lower(host);
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

std::string offered_token(std::string_view protocols) {
  bool ours = false;
  std::string token;
  for (const std::string_view word : split(protocols, ',')) {
    if (trim(word) == kLiveProtocol)
      ours = true;
    else
      token = trim(word);
  }
  return ours ? token : std::string();
}

std::optional<Response> refuse_stranger(const Request& request, Channel channel) {
  if (request.ambiguous)
    return error_response(400, "ambiguous", "a header that must be unique was sent twice");
  if (!names_this_machine(request.host))
    return error_response(421, "wrong-host", "this server answers only to 127.0.0.1, localhost and [::1]");
  if (request.origin.empty() && channel == Channel::live)
    return error_response(403, "no-origin", "a WebSocket needs the origin of its page");
  if (!request.origin.empty() && to_lower(request.origin) != concat("http://", to_lower(request.host)))
    return error_response(403, "foreign-origin", "only the page of this server may ask");
  const std::string& site = request.fetch_site;
  if (!site.empty() && site != "same-origin" && site != "none")
    return error_response(403, "foreign-site", "only the page of this server may ask");
  return std::nullopt;
}

}  // namespace romas::studio
