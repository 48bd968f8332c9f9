#include "ir/packages/model_search.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

// The folder of this name in another one, in upper or lower case.
std::optional<fs::path> in_any_case(const fs::path& folder, std::string_view name) {
  if (is_folder(folder / name)) return folder / name;
  for (const FolderListing::Entry& entry : list_folder(folder).entries)
    if (to_lower(entry.name) == to_lower(name) && entry.kind == PathKind::folder) return folder / entry.name;
  return std::nullopt;
}

// The folder of a version; of the newest where none is wanted.
std::optional<fs::path> find_version(const fs::path& model, const std::string& wanted) {
  if (!wanted.empty()) return is_folder(model / wanted) ? std::optional(model / wanted) : std::nullopt;
  std::optional<fs::path> newest;
  long long number = -1;
  for (const FolderListing::Entry& entry : list_folder(model).entries) {
    const auto version = parse_integer(entry.name);
    if (!version || *version <= number || entry.kind != PathKind::folder) continue;
    number = *version;
    newest = model / entry.name;
  }
  return newest;
}

bool is_model_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

}  // namespace

PackageLookup look_up_model(std::string_view name, const FileSearch& search) {
  PackageLookup result;
  if (!is_model_name(name)) return result;
  const auto take = [&](const fs::path& folder) {
    result = {folder.string(), {}};
    return result;
  };
  for (const SearchPlace& place : search.places.models) {
    const fs::path folder = fs::path(place.path) / name;
    if (is_folder(folder)) return take(folder);
    result.looked_in.push_back(concat(in_quotes(place.path), " (", place.origin, ")"));
  }
  PackageLookup package = look_up_package(name, search);
  if (package.folder) return package;
  constexpr int kLevels = 4;
  std::error_code error;
  const fs::path start =
      fs::absolute(search.source_folder.empty() ? "." : search.source_folder, error).lexically_normal();
  fs::path folder = (start / "").parent_path();
  for (int level = 0; !error && level < kLevels && folder.has_relative_path(); ++level) {
    if (is_folder(folder / name)) return take(folder / name);
    if (is_folder(folder / "models" / name)) return take(folder / "models" / name);
    folder = folder.parent_path();
  }
  result.looked_in.push_back(concat("the folders above ", in_quotes(start.string()), " and beside them"));
  return result;
}

std::optional<FuelAddress> parse_fuel_address(std::string_view written) {
  std::string_view rest = written;
  if (rest.starts_with("https://"))
    rest.remove_prefix(8);
  else if (rest.starts_with("http://"))
    rest.remove_prefix(7);
  else
    return std::nullopt;
  std::vector<std::string_view> parts = split(rest, '/');
  if (parts.size() >= 2 && parts[1].find_first_not_of("0123456789.") == std::string_view::npos)
    parts.erase(parts.begin() + 1);  // the version of the interface
  if (parts.size() < 4 || parts[2] != "models" || !is_model_name(parts[0]) || !is_model_name(parts[1]) ||
      !is_model_name(parts[3]))
    return std::nullopt;
  FuelAddress address{std::string(parts[0]), std::string(parts[1]), std::string(parts[3]), {}, {}};
  std::size_t next = 4;
  if (next < parts.size() && parse_integer(parts[next])) address.version = parts[next++];
  if (next < parts.size() && parts[next] == "tip") ++next;
  if (next < parts.size() && parts[next] == "files") ++next;
  for (; next < parts.size(); ++next) {
    if (parts[next] == "..") return std::nullopt;
    if (!parts[next].empty()) address.rest += concat(address.rest.empty() ? "" : "/", parts[next]);
  }
  return address;
}

PackageLookup look_up_fuel_model(const FuelAddress& address, const SearchPlaces& places) {
  // One server has two names.
  constexpr std::array<std::string_view, 2> kNames = {"fuel.gazebosim.org", "fuel.ignitionrobotics.org"};
  std::vector<std::string_view> hosts = {address.host};
  if (std::find(kNames.begin(), kNames.end(), address.host) != kNames.end())
    hosts.push_back(address.host == kNames[0] ? kNames[1] : kNames[0]);
  PackageLookup result;
  for (const SearchPlace& cache : places.fuel) {
    for (const std::string_view host : hosts) {
      std::optional<fs::path> folder = cache.path;
      for (const std::string_view name : {host, std::string_view(address.owner), std::string_view("models"),
                                          std::string_view(address.name)})
        if (folder) folder = in_any_case(*folder, name);
      if (folder) folder = find_version(*folder, address.version);
      if (folder) return {folder->string(), {}};
    }
    result.looked_in.push_back(concat(in_quotes(cache.path), " (", cache.origin, ")"));
  }
  return result;
}

}  // namespace romas
