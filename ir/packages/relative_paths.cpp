#include "ir/packages/relative_paths.h"

#include <filesystem>

namespace romas {

namespace fs = std::filesystem;

std::string working_folder_of(std::string_view file) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const bool is_relative = !error && here.has_relative_path() && fs::path(file).is_relative();
  return is_relative ? here.string() + '/' : std::string();
}

std::string folder_of(std::string_view file) {
  return file == "<stdin>" ? std::string() : fs::path(file).parent_path().string();
}

std::string relative_folder(const std::string& of, const std::string& from) {
  std::error_code error;
  const auto absolute = [&](const std::string& path) {
    return fs::absolute(path.empty() ? "." : path, error).lexically_normal();
  };
  // "a/." and "a/" are one folder
  const auto plain = [](const fs::path& path) { return path.has_filename() ? path : path.parent_path(); };
  const fs::path result = plain(absolute(of)).lexically_relative(plain(absolute(from)));
  return error || result == "." || result == "./" ? std::string() : result.generic_string();
}

std::string path_from(std::string_view main_file, std::string_view file, std::string_view path) {
  const bool absolute = path.empty() || path.find("://") != std::string_view::npos || path.front() == '/';
  if (absolute || file == main_file) return std::string(path);
  const std::string folder = relative_folder(folder_of(file), folder_of(main_file));
  return folder.empty() ? std::string(path) : (fs::path(folder) / path).lexically_normal().generic_string();
}

}  // namespace romas
