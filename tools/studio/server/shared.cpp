#include "tools/studio/server/shared.h"

#include <utility>

namespace romas::studio {

void Shared::announce() {
  const std::uint64_t revision = api.revision();
  if (std::exchange(announced, revision) != revision)
    for (Listener* page : live) page->tell(revision);
  const std::uint64_t now = api.progress();
  if (std::exchange(progress, now) != now)
    for (Listener* page : live) page->tell_progress();
}

void Shared::let_programs_go_on() {
  api.let_programs_go_on();
  announce();
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
