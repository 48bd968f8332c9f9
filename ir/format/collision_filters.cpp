#include "ir/format/collision_filters.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace romas {

namespace {

std::string_view attribute_of(const ForeignElement& element, std::string_view name) {
  for (const auto& [key, value] : element.attributes)
    if (key == name) return value;
  return {};
}

class Collector {
 public:
  explicit Collector(const Model& model) : model_(model) {}

  ExcludedPairs run() {
    for (std::uint32_t i = 0; i < model_.extensions.size(); ++i)
      if (const ForeignElement* element = of_robot(i);
          element != nullptr && element->name == kDrakeFilterGroup)
        groups_.emplace(attribute_of(*element, "name"), i);
    for (std::uint32_t i = 0; i < model_.extensions.size(); ++i) {
      const ForeignElement* element = of_robot(i);
      if (element == nullptr) continue;
      if (element->name == "exclude")
        add(link(attribute_of(*element, "body1"), i), link(attribute_of(*element, "body2"), i), i);
      else if (element->name == kDrakeFilterGroup && attribute_of(*element, "ignore") != "true")
        group(*element, i);
    }
    return std::move(result_);
  }

 private:
  const ForeignElement* of_robot(std::uint32_t i) const {
    const Extension& extension = model_.extensions[i];
    return extension.owner.kind == EntityKind::robot ? extension.tree.get() : nullptr;
  }

  LinkId link(std::string_view name, std::uint32_t by) {
    const LinkId found = model_.find_link(name);
    if (!found) in_part(by);
    return found;
  }
  void in_part(std::uint32_t extension) {
    if (result_.in_part.empty() || result_.in_part.back() != extension) result_.in_part.push_back(extension);
  }

  // Counts a step, and returns false beyond the limit. The number of pairs can grow with the square of a
  // file's length, or faster.
  bool within_limit() {
    if (++steps_ > kMostExcludedPairs) result_.too_many = true;
    return !result_.too_many;
  }

  // Members of a group do not collide with those of the groups that it ignores, of which it may be one.
  void group(const ForeignElement& element, std::uint32_t by) {
    const std::vector<LinkId> own = members(by, by);
    for (const ForeignElement& child : element.children) {
      if (child.name != "drake:ignored_collision_filter_group") continue;
      const auto other = groups_.find(attribute_of(child, "name"));
      if (other == groups_.end()) {
        in_part(by);
        continue;
      }
      if (own.empty()) continue;
      const std::vector<LinkId> ignored = members(other->second, by);
      for (const LinkId a : own)
        for (const LinkId b : ignored)
          if (within_limit()) add(a, b, by);
    }
  }

  // The links of a group and of the groups in it.
  std::vector<LinkId> members(std::uint32_t extension, std::uint32_t by) {
    std::vector<std::uint32_t> open = {extension};
    std::set<std::uint32_t> seen = {extension};
    std::vector<LinkId> result;
    while (!open.empty() && within_limit()) {
      const ForeignElement& element = *model_.extensions[open.back()].tree;
      open.pop_back();
      for (const ForeignElement& child : element.children) {
        if (!within_limit()) break;
        if (child.name == "drake:member") {
          if (const LinkId found = link(attribute_of(child, "link"), by)) result.push_back(found);
        } else if (child.name == "drake:member_group") {
          const auto group = groups_.find(attribute_of(child, "name"));
          if (group == groups_.end()) in_part(by);
          if (group != groups_.end() && seen.insert(group->second).second) open.push_back(group->second);
        }
      }
    }
    return result;
  }

  void add(LinkId a, LinkId b, std::uint32_t by) {
    if (a && b && a != b && known_.insert(key_of_pair(a, b)).second) result_.pairs.push_back({a, b, by});
  }

  const Model& model_;
  std::map<std::string_view, std::uint32_t> groups_;  // by name; the first counts
  std::unordered_set<std::uint64_t> known_;
  std::size_t steps_ = 0;
  ExcludedPairs result_;
};

}  // namespace

std::uint64_t key_of_pair(LinkId a, LinkId b) {
  const auto [low, high] = std::minmax({a.index(), b.index()});
  return static_cast<std::uint64_t>(low) << 32U | static_cast<std::uint64_t>(high);
}

ExcludedPairs excluded_pairs(const Model& model) { return Collector(model).run(); }

}  // namespace romas
