// Pairs of links whose shapes do not collide, in elements of formats that a Model keeps: <exclude> of MJCF
// and <drake:collision_filter_group> of Drake's dialect of URDF.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/model/model.h"

namespace romas {

inline constexpr std::string_view kDrakeFilterGroup = "drake:collision_filter_group";
// Short files can ask for very many: beyond these, and as many steps to find them, none are taken.
inline constexpr std::size_t kMostExcludedPairs = 1'000'000;

struct ExcludedPair {
  LinkId a, b;
  std::uint32_t extension = 0;  // that says so; the first of several
};
struct ExcludedPairs {
  std::vector<ExcludedPair> pairs;     // each once, in the order of the extensions
  std::vector<std::uint32_t> in_part;  // extensions that name links or groups which are not there
  bool too_many = false;               // not all are there
};
ExcludedPairs excluded_pairs(const Model& model);

// Which two links are meant, in either order.
std::uint64_t key_of_pair(LinkId a, LinkId b);

}  // namespace romas
