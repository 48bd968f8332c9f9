#include "driver/host/git_ignore.h"

#include <filesystem>
#include <vector>

#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

bool is_repository(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / ".git", ignored);
}

}  // namespace

GitIgnore GitIgnore::of(const std::string& folder) {
  std::vector<fs::path> folders = {folder};
  while (!is_repository(folders.back()) && folders.back() != folders.back().parent_path())
    folders.push_back(folders.back().parent_path());
  GitIgnore ignore;
  // Outside of a repository, nothing above the folder is meant for it.
  if (!is_repository(folders.back())) folders.resize(1);
  for (auto next = folders.rbegin(); next != folders.rend(); ++next) ignore.enter(next->string());
  return ignore;
}

GitIgnore GitIgnore::below(const std::string& folder) const {
  GitIgnore inner = *this;
  inner.enter(folder);
  return inner;
}

void GitIgnore::enter(const std::string& folder) {
  if (is_repository(folder)) {
    rules_.reset();  // those of another repository
    add(concat(folder, "/.git/info/exclude"), folder);
  }
  add(concat(folder, "/.gitignore"), folder);
}

void GitIgnore::add(const std::string& file, const std::string& folder) {
  constexpr std::uint64_t kMostBytes = 1'000'000;
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId id = sources.read_file(file, error, kMostBytes);
  if (id == 0) return;
  PathPatterns patterns = PathPatterns::read(sources.text(id));
  if (patterns.empty()) return;
  const std::size_t base = folder.ends_with('/') ? folder.size() : folder.size() + 1;
  rules_ = std::make_shared<const Rules>(Rules{std::move(patterns), base, std::move(rules_)});
}

bool GitIgnore::leaves_out(std::string_view path, bool is_folder) const {
  for (const Rules* rules = rules_.get(); rules != nullptr; rules = rules->above.get())
    if (const auto decided = rules->patterns.decide(path.substr(rules->base), is_folder)) return *decided;
  return false;
}

}  // namespace romas::driver
