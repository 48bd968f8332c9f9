// Messages of the WebSocket: a page sends positions of joints and gets poses of links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/studio/scene/poses.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

struct LiveAnswer {
  enum class Kind : std::uint8_t {
    poses,      // binary
    event,      // text: {"event": "changed", "revision": N}, {"event": "progress"}, {"event": "stale"}
    malformed,  // the connection is closed; `data` says why
  } kind = Kind::malformed;
  std::string data;
};

class LiveMessages {
 public:
  // Longer messages are not read: positions of a million variables.
  static constexpr std::size_t kLargest = 8'000'016;

  explicit LiveMessages(const Workspace& workspace) : workspace_(workspace) {}

  // Answers [robot, revision, q…] as Float64, little endian: revision, robot, numbers of links and joints as
  // Uint32, then poses and loads as Float32 (PoseAnswer), then the poses of the robot that it is compared
  // with, if there is one. A robot or revision that is not open, or another number of variables, is answered
  // by the event "stale".
  LiveAnswer answer(std::string_view message);

 private:
  const Model* robot_of(std::uint64_t revision, std::size_t robot) const;

  const Workspace& workspace_;
  // Kept for the robot that was asked for last.
  std::unique_ptr<PoseCalculator> calculator_;
  const Model* model_ = nullptr;
  std::uint64_t revision_ = 0;
};

// The messages that wait for one connection. A newer message takes the place of one of the same kind.
class LiveOutbox {
 public:
  void tell(std::uint64_t revision) { revision_ = revision; }
  // A build or a program has gone on.
  void tell_progress() { progress_ = true; }
  void ask(std::string message) { asked_ = std::move(message); }
  // The next message; nothing: there is none. Events come first, since poses refer to what they tell.
  std::optional<LiveAnswer> next(LiveMessages& messages);

 private:
  std::optional<std::uint64_t> revision_;
  bool progress_ = false;
  std::optional<std::string> asked_;
};

}  // namespace romas::studio
