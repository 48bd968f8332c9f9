#include "ir/format/sdf.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::sdf {

const SensorPart* find_sensor_part(std::string_view path) {
  const auto find = [](std::string_view wanted) {
    const auto* found = std::find_if(std::begin(kSensorParts), std::end(kSensorParts),
                                     [&](const SensorPart& part) { return part.path == wanted; });
    return found == std::end(kSensorParts) ? nullptr : found;
  };
  if (const SensorPart* found = find(path)) return found;
  constexpr std::string_view kNoise = "/noise";
  const std::size_t noise = path.find(kNoise);
  if (noise == std::string_view::npos) return nullptr;
  // The whole of a sensor has noise only where a row says so; <imu> had it in SDF 1.4 alone.
  const std::string_view group = path.substr(0, noise);
  const bool is_inner = group.find('/') != std::string_view::npos && find(group) != nullptr;
  if (!is_inner && find(path.substr(0, noise + kNoise.size())) == nullptr) return nullptr;
  return find(concat("*", path.substr(noise)));
}

std::string_view place_below(std::string_view place, std::string_view name) {
  const auto has_children = [](std::string_view wanted) {
    return std::find_if(std::begin(kChildren), std::end(kChildren),
                        [&](const Child& child) { return child.parent == wanted; });
  };
  const auto* by_way = has_children(concat(place, "/", name));
  const auto* found = by_way != std::end(kChildren) ? by_way : has_children(name);
  return found == std::end(kChildren) ? std::string_view() : found->parent;
}

namespace {

constexpr std::size_t kMostPlaces = 3;
constexpr std::size_t kFarthest = 4;

std::string in_brackets(std::string_view path) {
  std::string text;
  for (const std::string_view name : split(path, '/')) text += concat("<", name, ">");
  return text;
}

// Whether a part belongs into another one. Noise of any kind belongs into groups without rows of their own.
bool has_part(const SensorPart& group, std::string_view name) {
  const auto begins = [](std::string_view start) {
    return std::any_of(std::begin(kSensorParts), std::end(kSensorParts),
                       [&](const SensorPart& part) { return part.path.starts_with(start); });
  };
  const std::string way = concat(group.path, "/", name);
  const SensorPart* part = find_sensor_part(way);
  const bool is_plain = group.content == SensorContent::group && !begins(concat(group.path, "/"));
  return part != nullptr && (part->path == way || is_plain);
}

// Paths below a place at whose ends an element may stand: the shortest ones.
std::vector<std::string> places_below(std::string_view place, std::string_view name) {
  std::vector<std::pair<std::string_view, std::string>> level = {{place, {}}};
  std::vector<std::string> found;
  for (std::size_t depth = 0; depth < kFarthest && found.empty(); ++depth) {
    std::vector<std::pair<std::string_view, std::string>> next;
    for (const auto& [at, path] : level) {
      for (const Child& child : kChildren) {
        const std::string_view below = child.parent == at ? place_below(at, child.name) : std::string_view();
        if (below.empty() || below == at) continue;
        const std::string way = concat(path, path.empty() ? "" : "/", child.name);
        if (find_child(below, name) != nullptr) found.push_back(way);
        next.emplace_back(below, way);
      }
    }
    level = std::move(next);
  }
  return found;
}

// The nearest elements around a place that may hold an element.
std::vector<std::string> places_around(std::string_view place, std::string_view name) {
  std::vector<std::string_view> level = {place};
  std::vector<std::string> found;
  for (std::size_t depth = 0; depth < kFarthest && found.empty(); ++depth) {
    std::vector<std::string_view> next;
    for (const std::string_view at : level) {
      for (const Child& child : kChildren) {
        if (place_below(child.parent, child.name) != at || child.parent == at) continue;
        const std::string element(child.parent.substr(child.parent.rfind('/') + 1));
        if (std::find(next.begin(), next.end(), child.parent) != next.end()) continue;
        next.push_back(child.parent);
        if (find_child(child.parent, name) != nullptr) found.push_back(element);
      }
    }
    level = std::move(next);
  }
  return found;
}

}  // namespace

std::string belongs_into(std::string_view place, std::string_view name) {
  std::vector<std::string> found = places_below(place, name);
  if (found.empty()) found = places_around(place, name);
  if (found.size() > 1) std::erase(found, "world");
  return found.size() > kMostPlaces ? std::string() : join(found, " or ", in_brackets);
}

std::string sensor_part_belongs_into(std::string_view path, std::string_view name,
                                     const std::function<bool(std::string_view)>& is_there) {
  std::vector<std::string_view> there, below, around;
  for (const SensorPart& part : kSensorParts) {
    if (part.content == SensorContent::text || part.content == SensorContent::any) continue;
    if (part.path.starts_with('*') || !has_part(part, name)) continue;
    if (path.starts_with(concat(part.path, "/"))) around.push_back(part.path);
    if (!path.empty() && !part.path.starts_with(concat(path, "/"))) continue;
    const std::string_view inside = part.path.substr(path.empty() ? 0 : path.size() + 1);
    below.push_back(inside);
    if (is_there(inside.substr(0, inside.find('/')))) there.push_back(inside);
  }
  std::vector<std::string_view>& found = there.empty() ? below : there;
  const auto depth = [](std::string_view way) { return std::count(way.begin(), way.end(), '/'); };
  std::stable_sort(found.begin(), found.end(),
                   [&](std::string_view a, std::string_view b) { return depth(a) < depth(b); });
  if (!found.empty()) {
    std::erase_if(found,
                  [&, least = depth(found.front())](std::string_view way) { return depth(way) != least; });
    if (found.size() <= kMostPlaces) return join(found, " or ", in_brackets);
    return path.empty() && there.empty() ? std::string()
                                         : concat(in_brackets(found.front()), " and the like");
  }
  if (!around.empty()) return in_brackets(around.back());
  return !path.empty() && find_sensor_part(name) != nullptr ? "<sensor>" : std::string();
}

}  // namespace romas::sdf
