#include "support/sources/expansions.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace romas {

SourceStep& Expansions::add_step(SourceStep step) {
  used_ = used_ || step.kind != SourceStep::Kind::class_use;
  return steps_.emplace_back(std::move(step));
}

FileId Expansions::instance(FileId file, const SourceStep& step) {
  const FileId plain = written(file);
  std::vector<FileId>& known = by_step_[&step];  // a step leads to very few files
  for (const FileId id : known)
    if (of(id).file == plain) return id;
  instances_.push_back({plain, &step});
  return known.emplace_back(kInstance | static_cast<FileId>(instances_.size() - 1));
}

std::string_view Expansions::keep(std::string_view text) {
  if (text.empty()) return {};
  const bool is_long = text.size() > kChunk / 8;
  if (is_long || text.size() > room_) {
    texts_.push_back(std::make_unique<char[]>(is_long ? text.size() : kChunk));  // NOLINT(*-avoid-c-arrays)
    room_ = is_long ? 0 : kChunk;
  }
  char* const to = is_long ? texts_.back().get() : texts_.back().get() + (kChunk - room_);
  std::memcpy(to, text.data(), text.size());
  if (!is_long) room_ -= text.size();
  return {to, text.size()};
}

void Expansions::add_origin(const ValueOrigin& origin) { origins_.push_back(origin); }

std::vector<const ValueOrigin*> Expansions::origins(SourceRange range) const {
  using Key = std::pair<FileId, std::uint32_t>;
  const auto key = [&](std::uint32_t index) {
    return Key(origins_[index].at.file, origins_[index].at.begin);
  };
  const auto known = static_cast<std::ptrdiff_t>(origins_by_place_.size());
  for (std::size_t i = origins_by_place_.size(); i < origins_.size(); ++i)
    origins_by_place_.push_back(static_cast<std::uint32_t>(i));
  const auto middle = origins_by_place_.begin() + known;
  std::ranges::stable_sort(middle, origins_by_place_.end(), {}, key);
  std::ranges::inplace_merge(origins_by_place_.begin(), middle, origins_by_place_.end(), {}, key);
  std::vector<const ValueOrigin*> found;
  for (auto next = std::ranges::lower_bound(origins_by_place_, Key(range.file, range.begin), {}, key);
       next != origins_by_place_.end() && key(*next) < Key(range.file, std::max(range.end, range.begin + 1));
       ++next)
    if (origins_[*next].at.end <= range.end) found.push_back(&origins_[*next]);
  return found;
}

bool Expansions::WrittenOrder::operator()(const SourceRange& a, const SourceRange& b) const {
  return std::tie(a.file, a.begin, b.end) <
         std::tie(b.file, b.begin, a.end);  // of two at a place, the outer first
}

std::size_t Expansions::occurrences(SourceRange range) const {
  for (const SourceRange& element : elements_) ++element_counts_[written(element)];
  elements_.clear();
  // Elements nest, so that of those which begin at or before the range the first around it is the innermost.
  auto at = element_counts_.upper_bound({range.file, range.begin, 0});
  while (at != element_counts_.begin()) {
    --at;
    if (at->first.file != range.file) return 0;
    if (at->first.end >= range.end) return at->second;
  }
  return 0;
}

}  // namespace romas
