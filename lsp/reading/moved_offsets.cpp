#include "lsp/reading/moved_offsets.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace romas::lsp {

namespace {

// Text that was put in or taken out before a tag may count from its own '<' or from that of the tag. Returns
// by how many bytes [begin, end) is moved back so that it begins with a tag; 0 if it cannot be.
std::size_t distance_to_tag(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == end) return 0;
  std::size_t back = 0;
  while (text[begin - back] != '<') {
    if (back == begin || text[begin - back - 1] != text[end - back - 1]) return 0;
    ++back;
  }
  return back;
}

// Lines, and the parts of lines that begin with a tag.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n<", begin + 1), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return parts;
}

}  // namespace

MovedOffsets::MovedOffsets(std::string_view from, std::string_view to)
    : from_size_(from.size()), to_size_(to.size()) {
  const std::size_t most = std::min(from.size(), to.size());
  prefix_ = static_cast<std::size_t>(
      std::mismatch(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(most), to.begin()).first -
      from.begin());
  while (suffix_ < most - prefix_ && from[from.size() - 1 - suffix_] == to[to.size() - 1 - suffix_])
    ++suffix_;
  const std::string_view longer = from.size() > to.size() ? from : to;
  if (prefix_ + suffix_ == most) {
    const std::size_t distance = distance_to_tag(longer, prefix_, longer.size() - suffix_);
    prefix_ -= distance;
    suffix_ += distance;
  }
  begins_with_tag_ = prefix_ + suffix_ == from.size() && from.size() < to.size() && to[prefix_] == '<';
  match_parts(from.substr(prefix_, from.size() - prefix_ - suffix_),
              to.substr(prefix_, to.size() - prefix_ - suffix_));
  match_pairs(from, to);
}

void MovedOffsets::match_parts(std::string_view from, std::string_view to) {
  struct Occurrence {
    std::size_t from = 0, to = 0;              // its begin
    std::size_t count_from = 0, count_to = 0;  // how often it is there
  };
  std::unordered_map<std::string_view, Occurrence> known;
  std::vector<std::string_view> order;
  for (const std::string_view part : parts_of(from)) {
    Occurrence& found = known[part];
    if (++found.count_from == 1) order.push_back(part);
    found.from = static_cast<std::size_t>(part.data() - from.data());
  }
  for (const std::string_view part : parts_of(to)) {
    const auto found = known.find(part);
    if (found == known.end()) continue;
    ++found->second.count_to;
    found->second.to = static_cast<std::size_t>(part.data() - to.data());
  }
  std::size_t behind = 0;  // parts that changed places are not followed
  for (const std::string_view part : order) {
    const Occurrence& found = known.at(part);
    if (found.count_from != 1 || found.count_to != 1 || found.to < behind) continue;
    parts_.push_back({prefix_ + found.from, prefix_ + found.to, part.size()});
    behind = found.to + part.size();
  }
}

// Between the parts that are in both once, as many parts in both are pairs, of which both have the begin and
// end.
void MovedOffsets::match_pairs(std::string_view from, std::string_view to) {
  std::vector<Part> all;
  const auto match = [&](const Difference& gap) {
    const auto was = parts_of(from.substr(gap.from, gap.from_end - gap.from));
    const auto is = parts_of(to.substr(gap.to, gap.to_end - gap.to));
    if (was.size() != is.size()) return;
    for (std::size_t i = 0; i < was.size(); ++i) {
      const std::size_t most = std::min(was[i].size(), is[i].size());
      const auto same = static_cast<std::size_t>(std::ranges::mismatch(was[i], is[i]).in1 - was[i].begin());
      std::size_t behind = 0;
      while (behind < most - same && was[i][was[i].size() - 1 - behind] == is[i][is[i].size() - 1 - behind])
        ++behind;
      const auto begin_from = static_cast<std::size_t>(was[i].data() - from.data());
      const auto begin_to = static_cast<std::size_t>(is[i].data() - to.data());
      all.push_back({begin_from, begin_to, same});
      all.push_back({begin_from + was[i].size() - behind, begin_to + is[i].size() - behind, behind});
    }
  };
  Difference gap{prefix_, 0, prefix_, 0};
  for (const Part& part : parts_) {
    gap.from_end = part.from;
    gap.to_end = part.to;
    match(gap);
    all.push_back(part);
    gap.from = part.from + part.size;
    gap.to = part.to + part.size;
  }
  gap.from_end = from_size_ - suffix_;
  gap.to_end = to_size_ - suffix_;
  match(gap);
  std::erase_if(all, [](const Part& part) { return part.size == 0; });
  parts_ = std::move(all);
}

std::size_t MovedOffsets::operator()(std::size_t offset) const {
  if (offset < prefix_ || (offset == prefix_ && !begins_with_tag_)) return offset;
  if (offset >= from_size_ - suffix_) return offset + to_size_ - from_size_;
  auto part =
      std::upper_bound(parts_.begin(), parts_.end(), offset,
                       [](std::size_t wanted, const Part& candidate) { return wanted < candidate.from; });
  if (part == parts_.begin()) return prefix_;
  --part;
  return part->to + std::min(offset - part->from, part->size);
}

std::vector<MovedOffsets::Difference> MovedOffsets::differences() const {
  std::vector<Difference> found;
  Difference next{prefix_, 0, prefix_, 0};
  const auto end_at = [&](std::size_t from, std::size_t to) {
    next.from_end = from;
    next.to_end = to;
    if (next.from != from || next.to != to) found.push_back(next);
  };
  for (const Part& part : parts_) {
    end_at(part.from, part.to);
    next.from = part.from + part.size;
    next.to = part.to + part.size;
  }
  end_at(from_size_ - suffix_, to_size_ - suffix_);
  return found;
}

}  // namespace romas::lsp
