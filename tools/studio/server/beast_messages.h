// Converts requests and headers from and to Boost.Beast. For http_server.cpp alone.
#pragma once

#include <utility>  // before asio 1.74, which needs it and does not say so

#include <boost/beast.hpp>
#include <string>
#include <string_view>

#include "tools/studio/api/api.h"
#include "tools/studio/api/gate.h"

namespace romas::studio {

using Message = boost::beast::http::request<boost::beast::http::string_body>;

inline std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }
inline boost::beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

inline Request request_of(const Message& message, bool live) {
  namespace http = boost::beast::http;
  Request request;
  request.method = view(message.method_string());
  request.target = view(message.target());
  request.host = view(message[http::field::host]);
  request.origin = view(message[http::field::origin]);
  request.fetch_site = view(message["Sec-Fetch-Site"]);
  request.content_type = view(message[http::field::content_type]);
  request.if_none_match = view(message[http::field::if_none_match]);
  request.token = live ? offered_token(view(message[http::field::sec_websocket_protocol]))
                       : std::string(view(message["Romas-Token"]));
  for (const char* name : {"Host", "Origin", "Sec-Fetch-Site", "Content-Type", "Romas-Token"})
    request.ambiguous = request.ambiguous || message.count(name) > 1;
  return request;
}

inline void set_headers(boost::beast::http::fields& fields) {
  for (const Header& header : security_headers()) fields.set(view(header.name), view(header.value));
}

}  // namespace romas::studio
