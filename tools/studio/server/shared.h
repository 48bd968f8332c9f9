// The state that all connections of a server share, without sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_set>

#include "tools/studio/api/api.h"
#include "tools/studio/api/later_queue.h"
#include "tools/studio/server/http_server.h"

namespace romas::studio {

// A connection that wants to know when something else is open, or a program has gone on.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  virtual void tell(std::uint64_t revision) = 0;
  // A build or a program has gone on.
  virtual void tell_progress() = 0;
};

struct Shared {
  Api& api;
  ServerLimits limits;
  LaterQueue later;
  std::size_t connections = 0;
  std::uint64_t announced = 0;  // the revision that listeners know
  std::uint64_t progress = 0;   // of programs, as they know it
  std::unordered_set<Listener*> live;

  // Tells listeners if something else is open than they know, or a program has gone on.
  void announce();
  // Lets programs beside the studio go on, and tells listeners of it.
  void let_programs_go_on();
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
