#include "driver/request/revisions.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "driver/host/run_program.h"
#include "ir/packages/file_names.h"
#include "support/process/child_process.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path full = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : full.string();
}

// The folder with .git above a file; empty if there is none.
std::string repository_of(const std::string& file) {
  std::error_code ignored;
  for (fs::path folder = fs::path(absolute(file)).parent_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", ignored)) return folder.string();
    if (folder == folder.parent_path()) return {};
  }
}

// No revision begins with '-', which git takes for an option.
bool is_revision(const std::string& repository, const std::string& word) {
  return !repository.empty() && !word.empty() && word.front() != '-' &&
         run_program({"git", "-C", repository, "rev-parse", "--verify", "--quiet", concat(word, "^{commit}")},
                     kNowhere) == 0;
}

// `path` below `to` in place of `from`; as it is if it does not lie below `from`.
std::string moved(const std::string& path, const std::string& from, const std::string& to) {
  if (path != from && !path.starts_with(concat(from, "/"))) return path;
  return to + path.substr(from.size());
}

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

bool is_revision_here(const std::string& word) {
  std::error_code ignored;
  return !fs::exists(word, ignored) && is_revision(repository_of("./x"), word);
}

std::string take_revisions(std::vector<Input>& inputs) {
  std::error_code ignored;
  for (Input& input : inputs) {
    const std::size_t colon = input.file.find(':');
    if (colon == std::string::npos || fs::exists(input.file, ignored)) continue;
    const std::string revision = input.file.substr(0, colon);
    const std::string file = input.file.substr(colon + 1);
    const std::string repository = repository_of(file);
    if (!is_revision(repository, revision)) {
      if (!fs::exists(file, ignored)) continue;
      return repository.empty()
                 ? concat("'", file, "' is not in a git repository, so it has no revision '", revision, "'")
                 : concat("'", revision, "' is not a revision of the repository '", repository, "'");
    }
    input.file = file;
    input.revision = revision;
  }
  if (inputs.size() == 1 && !inputs.front().revision.empty()) {
    Input now = inputs.front();
    now.revision.clear();
    if (!fs::exists(now.file, ignored)) now.file = concat(repository_of(now.file), "/", now.file);
    inputs.push_back(std::move(now));
  }
  if (inputs.size() != 2) return {};
  Input& first = inputs.front();
  if (!first.revision.empty() || !first.arguments.empty() || fs::exists(first.file, ignored)) return {};
  const std::string word = first.file;
  if (!is_revision(repository_of(inputs.back().file), word)) return {};
  first = inputs.back();
  first.revision = word;
  return {};
}

RevisionTree::RevisionTree(std::string repository, std::string folder, std::string revision)
    : repository_(std::move(repository)),
      folder_(std::move(folder)),
      tree_(concat(folder_, "/tree")),
      revision_(std::move(revision)) {}

RevisionTree::~RevisionTree() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::shared_ptr<const RevisionTree> RevisionTree::check_out(const std::string& file,
                                                            const std::string& revision, std::string& error) {
  std::error_code failed;
  const std::string repository = repository_of(file);
  std::string folder = (fs::temp_directory_path(failed) / "romasc-XXXXXX").string();
  if (failed || ::mkdtemp(folder.data()) == nullptr) {
    error = "no temporary folder can be made for the files of a revision";
    return nullptr;
  }
  std::shared_ptr<const RevisionTree> tree(new RevisionTree(repository, absolute(folder), revision));
  // Packages are found in the workspace around a robot, which .git marks.
  fs::create_directories(concat(tree->tree_, "/.git"), failed);
  const std::string log = concat(folder, "/log");
  const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"env", concat("GIT_INDEX_FILE=", folder, "/index"), "git", "-C", repository});
    return run_program(words, output) == 0;
  };
  const bool done = git({"read-tree", revision}) &&
                    git({"checkout-index", "--all", "--quiet", concat("--prefix=", tree->tree_, "/")});
  if (output >= 0) ::close(output);
  if (done) return tree;
  error = concat("git cannot give the files of '", revision, "': ", first_line(log));
  return nullptr;
}

std::string RevisionTree::file(const std::string& name) const {
  const std::string from_root = concat(tree_, "/", name);
  std::error_code ignored;
  return !fs::exists(in_tree(name), ignored) && fs::exists(from_root, ignored) ? from_root : in_tree(name);
}

std::string RevisionTree::in_tree(const std::string& path) const {
  const std::string full = absolute(path);
  const std::string found = moved(full, repository_, tree_);
  return found == full ? path : found;
}

std::string RevisionTree::in_repository(const std::string& path) const {
  return moved(path, tree_, repository_);
}

void RevisionTree::name_files_in_repository(Model& model) const {
  for_each_file_name(model, [&](std::string& name) {
    constexpr std::string_view kScheme = "file://";
    const bool is_uri = name.starts_with(kScheme);
    name = concat(is_uri ? kScheme : "", in_repository(is_uri ? name.substr(kScheme.size()) : name));
  });
}

std::string RevisionTree::named(std::string text) const {
  const std::string below = concat(tree_, "/");
  const std::string name = concat(revision_, ":");
  for (std::size_t at = text.find(below); at != std::string::npos; at = text.find(below, at + name.size()))
    text.replace(at, below.size(), name);
  return text;
}

}  // namespace romas::driver
