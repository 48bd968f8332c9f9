#include "driver/host/known_files.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "frontend/xml/words/package_manifest.h"

namespace romas::driver {

KnownFiles::Answer KnownFiles::ask(const FileRecord::Fact& fact) const {
  if (fact.question != FileRecord::Question::package) return FileRecord::answer(fact.question, fact.about);
  if (packages_ == nullptr) return std::nullopt;
  const std::size_t zero = std::min(fact.about.find('\0'), fact.about.size() - 1);
  return packages_->find(fact.about.substr(0, zero), fact.about.substr(zero + 1), read_package_name)
      .value_or(std::string());
}

bool KnownFiles::holds(const FileRecord::Fact& fact) {
  if (fact.about.empty() && fact.question == FileRecord::Question::package) return false;
  std::string key(1, static_cast<char>(fact.question));
  key += fact.about;
  Shard& shard = shards_[std::hash<std::string>()(key) % shards_.size()];
  {
    const std::lock_guard lock(shard.mutex);
    if (const auto known = shard.answers.find(key); known != shard.answers.end())
      return known->second && *known->second == fact.answer;
  }
  Answer answer = ask(fact);
  const bool same = answer && *answer == fact.answer;
  const std::lock_guard lock(shard.mutex);
  if (shard.answers.size() >= kMost) shard.answers.clear();
  shard.answers.emplace(std::move(key), std::move(answer));
  return same;
}

}  // namespace romas::driver
