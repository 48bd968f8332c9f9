// What the connections of a server have in common, without sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_set>

#include "tools/studio/api/api.h"
#include "tools/studio/api/later_queue.h"
#include "tools/studio/server/http_server.h"

namespace romas::studio {

// A connection that wants to know when something else is open.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  virtual void tell(std::uint64_t revision) = 0;
};

struct Shared {
  Api& api;
  ServerLimits limits;
  LaterQueue later;
  std::size_t connections = 0;
  std::uint64_t announced = 0;  // the revision that listeners know
  std::unordered_set<Listener*> live;

  // Tells listeners if something else is open than they know.
  void announce();
  // Reads anew what has changed on the disk; `then` is called in any case.
  void follow_files(const std::function<void()>& then);
};

// Counts a connection as long as it lives, whichever protocol it speaks.
class Place {
 public:
  explicit Place(Shared& shared) : shared_(shared) { ++shared_.connections; }
  ~Place() { --shared_.connections; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  Shared& shared_;
};

}  // namespace romas::studio
