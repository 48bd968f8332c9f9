#include "driver/inputs/find_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "driver/host/git_ignore.h"
#include "frontend/frontend.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// Files that mark the folder that they lie in.
constexpr std::array<std::string_view, 5> kMarks = {"AMENT_IGNORE", "CACHEDIR.TAG", "CATKIN_IGNORE",
                                                    "CMakeCache.txt", "COLCON_IGNORE"};

bool is_mark(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return std::find(kMarks.begin(), kMarks.end(), name) != kMarks.end();
}

// Meshes and kernels describe no robot: they are inputs where they are named.
bool describes_robots(const FrontendInfo& frontend) {
  return frontend.name != "mesh" && frontend.name != "kernel";
}

// Returns the beginning of a file, which has its first element.
std::string first_bytes(const std::string& path) {
  std::string text(std::size_t{1} << 16U, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// A piece of SDF from which another program makes a file. A model without <sdf> around it is a mistake and
// none.
bool is_piece_of_sdf(std::string_view text) {
  return detect_frontend("", text) == nullptr && text.find("<model") == std::string_view::npos &&
         text.find("<world") == std::string_view::npos && text.find('<') != std::string_view::npos;
}

class Finder {
 public:
  Finder(const std::string& folder, const FolderSearch& search)
      : search_(search), shown_(folder == "." ? "" : folder) {
    if (!shown_.empty() && !shown_.ends_with('/')) shown_ += '/';
    std::error_code error;
    real_ = fs::canonical(folder, error).string();
    if (!real_.ends_with('/')) real_ += '/';
    if (!search.output.empty()) output_ = fs::weakly_canonical(search.output, error);
  }

  FoundInputs run() {
    // A folder waits here until it is its turn, so that no depth of folders takes stack.
    std::vector<Folder> waiting = {{"", GitIgnore::of(without_slash(real_))}};
    while (!waiting.empty()) {
      const Folder folder = std::move(waiting.back());
      waiting.pop_back();
      read(folder, waiting);
    }
    sort(found_.files);
    sort(found_.beside);
    return std::move(found_);
  }

 private:
  // A folder's entries in the order of their names, files and folders together: '/' comes first.
  static void sort(std::vector<std::string>& files) {
    std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::pair(x != '/', static_cast<unsigned char>(x)) <
               std::pair(y != '/', static_cast<unsigned char>(y));
      });
    });
  }

  struct Folder {
    std::string path;  // from the folder that is searched, with '/' at its end; empty: that folder
    GitIgnore ignore;
  };

  static std::string without_slash(std::string path) {
    if (path.size() > 1) path.pop_back();
    return path;
  }

  void read(const Folder& folder, std::vector<Folder>& waiting) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator entry(real_ + folder.path, error), end; !error && entry != end;
         entry.increment(error))
      entries.push_back(*entry);
    if (error)
      found_.unreadable.push_back(concat(
          "cannot read the folder '", shown_, folder.path,
          "': ", error == std::errc::permission_denied ? "no permission to read it" : error.message()));
    if (!folder.path.empty() && std::any_of(entries.begin(), entries.end(), is_mark)) return;
    for (const fs::directory_entry& entry : entries) {
      const std::string path = folder.path + entry.path().filename().string();
      const bool is_folder = entry.is_directory(error) && !entry.is_symlink(error);
      if (entry.path().filename().string().starts_with('.') ||
          folder.ignore.leaves_out(real_ + path, is_folder) ||
          search_.exclude.decide(path, is_folder).value_or(false))
        continue;
      if (is_folder && entry.path() != output_)
        waiting.push_back({path + '/', folder.ignore.below(real_ + path)});
      else if (entry.is_regular_file(error))
        add(path);
    }
  }

  void add(const std::string& path) {
    if (is_wanted(path)) found_.files.push_back(shown_ + path);
    if (is_covered(path, search_.beside)) found_.beside.push_back(shown_ + path);
  }

  static bool is_covered(const std::string& path, const std::vector<PathPattern>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const PathPattern& pattern) { return pattern.covers(path); });
  }

  bool is_wanted(const std::string& path) const {
    const bool included = is_covered(path, search_.include);
    if (!search_.include.empty() && !included) return false;
    if (search_.format == "any") return true;
    const FrontendInfo* frontend = detect_frontend(path, "");
    if (frontend == nullptr && (included || to_lower(path).ends_with(".xml")))
      frontend = detect_frontend(path, first_bytes(real_ + path));
    if (frontend != nullptr && frontend->name == "sdf" && !included &&
        is_piece_of_sdf(first_bytes(real_ + path)))
      return false;
    if (search_.format != "auto")  // of an included file nobody else knows the format
      return frontend == nullptr ? included : frontend->name == search_.format;
    return frontend != nullptr && (included || describes_robots(*frontend));
  }

  const FolderSearch& search_;
  std::string shown_;  // the folder as it was named, with '/' at its end
  std::string real_;   // without links
  fs::path output_;
  FoundInputs found_;
};

}  // namespace

FoundInputs find_inputs(const std::string& folder, const FolderSearch& search) {
  return Finder(folder, search).run();
}

std::string description_extensions() {
  std::string all;
  for (const FrontendInfo& frontend : all_frontends())
    if (describes_robots(frontend)) all += concat(all.empty() ? "" : " ", frontend.extensions);
  return all;
}

}  // namespace romas::driver
