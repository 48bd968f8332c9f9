// HTTP and WebSocket on 127.0.0.1, in one thread; files are read in another. Nothing else of the studio knows
// sockets.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "tools/studio/api/api.h"

namespace romas::studio {

struct ServerLimits {
  std::uint32_t header_bytes = 8 * 1024;  // beyond: 431
  std::uint64_t body_bytes = 1u << 20u;   // beyond: 413
  std::size_t connections = 64;           // beyond: 503
  std::chrono::seconds patience{30};      // for a request, and for somebody who takes a response
};

class HttpServer {
 public:
  HttpServer(Api& api, const ServerLimits& limits);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Listens on a port; 0: a free one. Returns false and says why in `error` if that is not possible.
  bool listen(std::uint16_t port, std::string& error);
  std::uint16_t port() const;

  // Answers until the descriptor becomes readable; all connections are closed then. The caller keeps the
  // descriptor.
  void run_until_readable(int descriptor);
  // A file is still being read, on another thread: the process can only be ended.
  bool is_busy() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace romas::studio
