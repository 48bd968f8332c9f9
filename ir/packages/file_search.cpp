#include "ir/packages/file_search.h"

#include <algorithm>
#include <filesystem>

#include "ir/packages/model_search.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPackage = "package://";
constexpr std::string_view kModel = "model://";
constexpr std::string_view kFile = "file://";

// Decodes percent-encoding ("%20").
std::string decode_uri(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? digit(text[i + 1]) : -1;
    const int low = high >= 0 ? digit(text[i + 2]) : -1;
    if (low < 0) {
      out.push_back(text[i]);
    } else {
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    }
  }
  return out;
}

// Whether a folder counts as found.
enum class Wanted : std::uint8_t { file, any };

FileLookup at(const fs::path& path, Wanted wanted, std::string package = {}) {
  const PathKind kind = path_kind(path.string());
  const bool found = kind == PathKind::file || (wanted == Wanted::any && kind == PathKind::folder);
  FileLookup lookup;
  lookup.outcome = found ? FileLookup::Outcome::found : FileLookup::Outcome::missing;
  lookup.path = path.lexically_normal().string();
  lookup.package = std::move(package);
  return lookup;
}

FileLookup look_up(std::string_view written, const FileSearch& search, Wanted wanted) {
  // NAME/REST: the folder that stands for NAME, and what is in it.
  const auto in_folder = [&](std::string_view scheme) {
    const std::string_view rest = written.substr(scheme.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    return std::pair(rest.substr(0, slash), rest.substr(std::min(slash + 1, rest.size())));
  };
  if (written.starts_with(kPackage)) {
    const auto [name, rest] = in_folder(kPackage);
    if (name.empty()) return at(fs::path(search.source_folder) / rest, wanted);
    PackageLookup package = look_up_package(name, search);
    if (package.folder) return at(fs::path(*package.folder) / rest, wanted, std::string(name));
    return {FileLookup::Outcome::unknown_package, {}, std::string(name), std::move(package.looked_in)};
  }
  if (written.starts_with(kModel)) {
    const auto [name, rest] = in_folder(kModel);
    PackageLookup model = look_up_model(name, search);
    if (model.folder) return at(fs::path(*model.folder) / rest, wanted);
    return {FileLookup::Outcome::unknown_model, {}, {}, std::move(model.looked_in)};
  }
  if (const auto address = parse_fuel_address(written)) {
    PackageLookup model = look_up_fuel_model(*address, search.places);
    if (model.folder) return at(fs::path(*model.folder) / address->rest, wanted);
    return {FileLookup::Outcome::not_fetched, {}, {}, std::move(model.looked_in)};
  }
  if (written.starts_with(kFile)) return at(decode_uri(written.substr(kFile.size())), wanted);
  if (written.find("://") != std::string_view::npos) return {};
  return at(fs::path(search.source_folder) / written, wanted);
}

}  // namespace

FileLookup look_up_file(std::string_view written, const FileSearch& search) {
  return look_up(written, search, Wanted::file);
}

FileLookup look_up_path(std::string_view written, const FileSearch& search) {
  return look_up(written, search, Wanted::any);
}

std::optional<std::string> resolve_mesh_path(std::string_view written, const FileSearch& search) {
  FileLookup lookup = look_up_file(written, search);
  return lookup.outcome == FileLookup::Outcome::found ? std::optional(std::move(lookup.path)) : std::nullopt;
}

Folders::Folder& Folders::look_at(const std::string& folder) {
  const auto [entry, is_new] = folders_.try_emplace(folder);
  if (is_new) entry->second.exists = is_folder(folder.empty() ? "." : folder);
  return entry->second;
}

bool Folders::exists(const std::string& folder) { return look_at(folder).exists; }

std::optional<std::string> Folders::case_twin(const std::string& path) {
  const fs::path wanted(path);
  Folder& folder = look_at(wanted.parent_path().string());
  if (folder.exists && !folder.listed) {
    folder.listed = true;
    for (FolderListing::Entry& entry : list_folder(wanted.parent_path().string()).entries)
      folder.names.try_emplace(to_lower(entry.name), std::move(entry.name));
  }
  const auto twin = folder.names.find(to_lower(wanted.filename().string()));
  return twin == folder.names.end() ? std::nullopt : std::optional(twin->second);
}

}  // namespace romas
