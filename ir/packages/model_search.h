// Models of Gazebo: those that model:// names, and those that it has fetched from Fuel. The network is never
// asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/packages/file_search.h"

namespace romas {

// The folder of model://NAME. The first of these that has it counts: the places of models, a package of the
// name, a folder NAME or models/NAME beside the description or one of the three folders above it.
PackageLookup look_up_model(std::string_view name, const FileSearch& search);

// https://HOST/1.0/OWNER/models/NAME[/VERSION][/files][/REST]
struct FuelAddress {
  std::string host, owner, name;
  std::string version;  // empty or "tip": the newest
  std::string rest;     // in the model; empty: the model itself
};
// Nothing for what is no address of a model on Fuel.
std::optional<FuelAddress> parse_fuel_address(std::string_view written);

// The folder of a version in one of the caches: HOST/OWNER/models/NAME/VERSION, in any case.
PackageLookup look_up_fuel_model(const FuelAddress& address, const SearchPlaces& places);

}  // namespace romas
