#include "tools/studio/server/shared.h"

#include <utility>

namespace romas::studio {

void Shared::announce() {
  const std::uint64_t revision = api.revision();
  if (std::exchange(announced, revision) == revision) return;
  for (Listener* page : live) page->tell(revision);
}

void Shared::follow_files(const std::function<void()>& then) {
  auto reading = api.follow_files();
  announce();  // what takes no time has happened
  if (!reading) return then();
  later.add(std::move(reading), [this, then](const Response&) {
    announce();
    if (api.is_outdated()) return follow_files(then);
    then();
  });
}

}  // namespace romas::studio
