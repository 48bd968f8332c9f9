#include "lsp/workspace/root_index.h"

#include <set>
#include <utility>

#include "driver/inputs/find_inputs.h"
#include "driver/project/project_file.h"
#include "driver/project/xacro_roots.h"
#include "frontend/frontend.h"
#include "lsp/workspace/index_cache.h"

namespace romas::lsp {

namespace {

const FrontendInfo* format_of(const std::string& path) {
  // A name that says xacro is trusted, whatever the text is.
  const FrontendInfo* by_name = detect_frontend(path, "");
  if (by_name != nullptr && by_name->name == "xacro") return by_name;
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error);
  return file == 0 ? nullptr : detect_frontend(path, sources.text(file));
}

// The descriptions, and the YAML files beside them.
driver::FoundInputs files_in(const std::string& folder) {
  driver::FolderSearch search;
  for (const char* pattern : {"*.yaml", "*.yml"}) search.beside.push_back(*PathPattern::parse(pattern));
  return driver::find_inputs(folder, search);
}

// One search through folders.
class Search {
 public:
  explicit Search(const IndexWork& work) : work_(work), cache_(work.cache) {}

  void look_through(const std::string& folder) {
    std::vector<driver::Input> inputs;
    const driver::FoundInputs found = files_in(folder);
    all_ += found.files.size();
    for (const std::string& file : found.files) {
      if (!work_.go_on()) return;
      if (projects_.insert(project_files_.of(file)).second)
        for (const driver::Input& root : work_.request_of(file).roots) {
          root_files_.insert(SourceManager::file_key(root.file));
          read(root);
        }
      if (root_files_.contains(SourceManager::file_key(file)))
        begin_file();  // its project says which robots it makes
      else
        sort(file, inputs);
    }
    for (const std::string& file : found.beside) index_.yaml_files.push_back(SourceManager::file_key(file));
    if (!inputs.empty()) read_roots(inputs);
  }
  RootIndex take() { return std::move(index_); }
  void keep() { cache_.write(work_.may_keep); }

 private:
  void sort(const std::string& file, std::vector<driver::Input>& inputs) {
    ++index_.files;
    const FrontendInfo* format = format_of(file);
    if (format == nullptr) return begin_file();
    driver::Input input(file);
    input.found = true;
    if (format->name != "urdf") return inputs.push_back(std::move(input));
    begin_file();  // it reads no further files
    index_.named.push_back(std::move(input));
  }

  void read_roots(const std::vector<driver::Input>& inputs) {
    const ProjectRequest& project = work_.request_of(inputs.front().file);
    const driver::XacroRoots roots = driver::find_xacro_roots(inputs, project.request, 1, cache_.of(project),
                                                              false, [this] { begin_file(); });
    for (std::size_t i = 0; i < roots.inputs.size(); ++i) {
      const driver::Input& root = roots.inputs[i];
      // A robot that the search has read is not read again.
      if (roots.reads[i].empty())
        read(root);
      else
        add(root, {{roots.reads[i].begin(), roots.reads[i].end()}, false});
    }
  }

  void read(const driver::Input& input) {
    if (work_.go_on() && !seen_.contains(driver::label(input)))
      add(input, cache_.files_read(input, work_.request_of(input.file)));
  }

  void add(const driver::Input& input, const FilesRead& read) {
    if (!seen_.insert(driver::label(input)).second) return;
    index_.named.push_back(input);
    const std::string own_key = SourceManager::file_key(input.file);
    for (const std::string& key : read.keys) {
      if (read.has_semantics) index_.semantics_of[key].push_back(input);
      if (key != own_key && !read.has_semantics) index_.roots_of[key].push_back(input);
    }
  }

  void begin_file() {
    if (work_.progress) work_.progress(done_++, all_);
  }

  const IndexWork& work_;
  IndexCache cache_;
  RootIndex index_;
  driver::ProjectFiles project_files_;
  std::set<std::string> seen_, projects_;  // labels; project files
  std::set<std::string> root_files_;       // keys
  std::size_t done_ = 0, all_ = 0;         // files
};

}  // namespace

void index_roots(const std::vector<std::string>& folders, const IndexWork& work) {
  Search search(work);
  for (const std::string& folder : folders)
    if (work.go_on()) search.look_through(folder);
  work.found(search.take());
  search.keep();
}

}  // namespace romas::lsp
