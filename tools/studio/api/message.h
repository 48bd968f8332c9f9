// Requests to the studio and their responses, whatever carries both.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace romas::studio {

struct Request {
  std::string method = "GET";
  std::string target;  // "/api/folder?path=%2Fhome"
  std::string host;    // of the headers; empty: not sent
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string content_type;
  std::string if_none_match;
  std::string token;  // Romas-Token; of a WebSocket: the subprotocol that is offered beside ours
  std::string body;
  bool ambiguous = false;  // one of these headers was sent twice
};

struct Later;

struct Response {
  int status = 200;
  std::string body;
  std::string content_type = "application/json";
  std::string allow;  // of 405: the methods that the target has
  std::string etag;   // with quotes; empty: none
  // Something takes long, and the response follows from it; the rest of this one is empty then.
  std::shared_ptr<Later> later;
};

// Work that may be done on any thread, and then the response, which is made on the thread that asked.
struct Later {
  std::function<void()> work;
  std::function<Response()> finish;
};

// {"error": {"code", "message", "diagnostics": []}}
Response error_response(int status, std::string_view code, std::string_view message);

}  // namespace romas::studio
