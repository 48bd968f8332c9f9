#include "ir/file_search.h"

#include <algorithm>
#include <filesystem>

#include "support/text.h"

namespace romas {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPackage = "package://";
constexpr std::string_view kFile = "file://";

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The last name of a path, also where it ends with a slash.
std::string folder_name(const fs::path& folder) {
  const fs::path normal = (folder / "").lexically_normal().parent_path();
  return normal.filename().string();
}

bool is_package(const fs::path& folder, std::string_view name, const FileSearch& search) {
  if (!is_folder(folder)) return false;
  if (search.package_name)
    if (const auto manifest = search.package_name(folder.string())) return *manifest == name;
  return folder_name(folder) == name;
}

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

FileLookup at(const fs::path& path, std::string package = {}) {
  return {is_file(path) ? FileLookup::Outcome::found : FileLookup::Outcome::missing,
          path.lexically_normal().string(), std::move(package)};
}

}  // namespace

std::optional<std::string> find_package(std::string_view name, const FileSearch& search) {
  if (name.empty() || name == "." || name == "..") return std::nullopt;
  for (const std::string& path : search.package_paths) {
    const fs::path below = fs::path(path) / name;
    if (is_folder(below)) return below.string();
    if (is_package(path, name, search)) return path;
  }
  std::error_code error;
  const fs::path start =
      fs::absolute(search.source_folder.empty() ? "." : search.source_folder, error).lexically_normal();
  if (error) return std::nullopt;
  for (fs::path folder = (start / "").parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (is_package(folder, name, search)) return folder.string();
  return std::nullopt;
}

FileLookup look_up_file(std::string_view written, const FileSearch& search) {
  if (written.starts_with(kPackage)) {
    const std::string_view rest = written.substr(kPackage.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    std::string package(rest.substr(0, slash));
    const auto folder = find_package(package, search);
    if (!folder) return {FileLookup::Outcome::unknown_package, {}, std::move(package)};
    return at(fs::path(*folder) / rest.substr(std::min(slash + 1, rest.size())), std::move(package));
  }
  if (written.starts_with(kFile)) return at(decode_uri(written.substr(kFile.size())));
  if (written.find("://") != std::string_view::npos) return {};
  return at(fs::path(search.source_folder) / written);
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
    std::error_code error;
    for (fs::directory_iterator entry(wanted.has_parent_path() ? wanted.parent_path() : fs::path("."), error),
         end;
         !error && entry != end; entry.increment(error)) {
      std::string name = entry->path().filename().string();
      const auto [known, is_new] = folder.names.try_emplace(to_lower(name), name);
      if (!is_new) known->second = std::min(known->second, name);  // folders are listed in no order
    }
  }
  const auto twin = folder.names.find(to_lower(wanted.filename().string()));
  return twin == folder.names.end() ? std::nullopt : std::optional(twin->second);
}

}  // namespace romas
