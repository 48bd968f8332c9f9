#include "ir/servo/integer_map.h"

#include <algorithm>
#include <cmath>

namespace romas {

namespace {

constexpr double kOne = 65536;                              // Q16.16
constexpr std::int64_t kMostTried = std::int64_t{1} << 24;  // looks at places

// a b / c to the nearest whole number, halves away from zero.
std::int64_t ratio(std::int64_t a, std::int64_t b, std::int64_t c) {
  const std::int64_t product = a * b;
  const std::int64_t size = (std::abs(product) + std::abs(c) / 2) / std::abs(c);
  return (product < 0) != (c < 0) ? -size : size;
}

using Member = std::int32_t IntegerPlace::*;

std::int32_t interpolate(const std::vector<IntegerPlace>& places, std::int32_t x, Member from, Member to) {
  const bool falls = places.back().*from < places.front().*from;
  const auto reaches = [&](const IntegerPlace& place) { return falls ? x >= place.*from : x <= place.*from; };
  const auto b = std::ranges::find_if(places, reaches);
  if (b == places.begin()) return places.front().*to;
  if (b == places.end()) return places.back().*to;
  const auto a = b - 1;
  return static_cast<std::int32_t>((*a).*to + ratio(std::int64_t{x} - (*a).*from,
                                                    std::int64_t{(*b).*to} - (*a).*to,
                                                    std::int64_t{(*b).*from} - (*a).*from));
}

// Each place is off by half a unit of joint and count at most, and the line between them is rounded once.
double bound_of(const ServoConversion& conversion) {
  const double unit = 1 / kOne;
  return 1.5 * conversion.joint_per_count() + 1.5 * unit;
}

}  // namespace

std::vector<IntegerPlace> integer_places(const ServoConversion& conversion) {
  std::vector<IntegerPlace> places;
  for (const ServoConversion::Place& at : conversion.places)
    places.push_back({static_cast<std::int32_t>(std::llround(at.joint * kOne)),
                      static_cast<std::int32_t>(std::llround(at.count))});
  return places;
}

std::int32_t count_by_map(const std::vector<IntegerPlace>& places, std::int32_t joint) {
  return interpolate(places, joint, &IntegerPlace::joint, &IntegerPlace::count);
}

std::int32_t joint_by_map(const std::vector<IntegerPlace>& places, std::int32_t count) {
  return interpolate(places, count, &IntegerPlace::count, &IntegerPlace::joint);
}

double map_rounding_error(const ServoConversion& conversion) {
  const std::vector<IntegerPlace> places = integer_places(conversion);
  const auto [low, high] = std::minmax(places.front().count, places.back().count);
  const std::int64_t tried =
      std::int64_t{places.back().joint} - places.front().joint + std::int64_t{high} - low;
  if (tried > kMostTried / static_cast<std::int64_t>(places.size())) return bound_of(conversion);
  double most = 0;
  for (std::int32_t joint = places.front().joint; joint <= places.back().joint; ++joint)
    most = std::max(most, std::abs(conversion.joint_at(count_by_map(places, joint)) - joint / kOne));
  for (std::int32_t count = low; count <= high; ++count)
    most = std::max(most, std::abs(joint_by_map(places, count) / kOne - conversion.joint_at(count)));
  return most;
}

}  // namespace romas
