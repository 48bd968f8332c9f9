// The folders and documents of an editor, and the robots that they make.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/reading/closed_symbols.h"
#include "lsp/reading/documents.h"
#include "lsp/reading/emitted_texts.h"
#include "lsp/reading/file_stamp.h"
#include "lsp/reading/library_files.h"
#include "lsp/reading/mesh_files.h"
#include "lsp/reading/reading.h"
#include "lsp/workspace/root_index.h"
#include "lsp/yaml/yaml_names.h"

namespace romas::lsp {

// How the files of a project (by its .romas.yaml; empty: none) are compiled. It may be called from two
// threads.
using RequestOfProject = std::function<ProjectRequest(const std::string& project_file)>;

// A file as a feature sees it: its current text, and readings of the robots to which it belongs.
struct View {
  const Document* document = nullptr;
  std::string key;
  // Readings of the robots, the active robot first. If the current text of a robot has no meaning, its last
  // reading that had one stands for it.
  std::vector<std::shared_ptr<const Reading>> readings;
  // Some reading is older than the text.
  bool is_stale = false;
  // For a YAML file that names parts of robots: the names, and the robots that the file belongs to.
  std::shared_ptr<const YamlNames> yaml;
  std::vector<std::shared_ptr<const Reading>> named_robots;
};

// Not for use from two threads at once.
class Workspace {
 public:
  // At most so many robots are looked at for one file.
  static constexpr std::size_t kMostRoots = 8;

  explicit Workspace(RequestOfProject request_of);

  Documents& documents() { return documents_; }
  const Documents& documents() const { return documents_; }

  PositionEncoding encoding() const { return encoding_; }
  void set_encoding(PositionEncoding encoding) { encoding_ = encoding; }
  void set_folders(std::vector<std::string> folders) { folders_ = std::move(folders); }
  const std::vector<std::string>& folders() const { return folders_; }
  void set_roots(RootIndex roots) {
    roots_ = std::move(roots);
    paired_.clear();
  }

  // The folder with a page for each rule, SLUG.md; empty: it is not installed.
  const std::string& rule_pages() const { return rule_pages_; }
  void set_rule_pages(std::string folder) { rule_pages_ = std::move(folder); }

  // The folder in which files of the language's standard library are shown (lsp/reading/library_files.h).
  void set_library_folder(std::string folder) { library_files_.set_folder(std::move(folder)); }

  MeshFiles& mesh_files() { return mesh_files_; }
  EmittedTexts& emitted_texts() { return emitted_texts_; }
  ClosedSymbols& closed_symbols() { return closed_symbols_; }

  // Project files and baselines are read again, and the robots that they are about.
  void forget_projects();
  // The projects that were used so far, by project file.
  const std::map<std::string, ProjectRequest>& projects() const { return projects_; }
  // Returns the project of a file. A baseline that changed on the disk is read again.
  const ProjectRequest& project_of(const std::string& path);

  // Whether the compiler reads a file of this name and text.
  static bool is_description(const std::string& path, std::string_view text);

  // Returns the robots that read a file, from the newest texts, with errors or not. Empty for a file that is
  // no description.
  std::vector<std::shared_ptr<const Reading>> readings_of(const std::string& key);
  // All robots that read a file, however many these are: what changes it needs them all.
  std::vector<std::shared_ptr<const Reading>> every_reading_of(const std::string& key);
  // Whether a robot of the folders reads a file beside its own: an include, or data.
  bool is_read_by_robots(const std::string& key) const { return roots_.roots_of.contains(key); }
  // Returns the readings whose findings are shown for a file. For a servo map, these are its robots with the
  // map, or if there are none, the map alone; for other YAML files, the robots that read them.
  std::vector<std::shared_ptr<const Reading>> checked_readings(const std::string& key);
  // The SRDFs about robots that read a file.
  std::vector<std::shared_ptr<const Reading>> semantics_about(const std::string& key);
  // The YAML files of the folders and those that are open.
  std::vector<std::shared_ptr<const YamlNames>> yaml_files();
  // The robots with the largest share of the names of a YAML file, if that is most of them: of those that are
  // read already, else of the folders.
  std::vector<std::shared_ptr<const Reading>> robots_of(const YamlNames& yaml);
  // The robots, and those of SRDFs, in the package around a file, or in its folder if there is no package:
  // for a YAML file that says no name of a robot yet.
  std::vector<std::shared_ptr<const Reading>> robots_of_package(const std::string& key);
  // Returns the view that a feature works on. Precondition: the document is open.
  View view(const Document& document);

  // The robots of all open documents, each once, by label.
  std::vector<std::shared_ptr<const Reading>> open_readings();

  // The robots and SRDFs of the folders, as found by a search in the background.
  const std::vector<driver::Input>& robots_of_folders() const { return roots_.named; }
  // A robot as it is now, which is not kept.
  std::shared_ptr<const Reading> read_once(const driver::Input& input);

  // The robot, by its label, that comes first for a file.
  void select_root(const std::string& key, std::string label) { active_roots_[key] = std::move(label); }

  // Maps a current position to an offset in a text of a reading, and back.
  std::size_t offset_in(const Reading& reading, const Document& document, Position position) const;
  // The place of a range; the text of a document that changed since the reading is followed. Without a URI
  // where it is in the standard library and that cannot be shown.
  Location location(const Reading& reading, SourceRange range) const;

 private:
  bool has_other_baseline(const std::string& file, const ProjectRequest& project) const;
  std::vector<driver::Input> open_readers(const std::string& key);
  std::vector<driver::Input> inputs_of(const std::string& key);
  std::vector<std::shared_ptr<const Reading>> readers_of(const std::string& key, std::size_t most);
  std::shared_ptr<const Reading> read(const driver::Input& input, const std::string& servo_map = {});
  std::vector<std::shared_ptr<const Reading>> checked_readings_of_yaml(const std::string& key,
                                                                       const Document* document);
  driver::Input paired(const driver::Input& input, const ProjectRequest& project);
  std::shared_ptr<const YamlNames> yaml_of(const std::string& key);
  std::vector<driver::Input> robots_near(const std::string& key) const;

  RequestOfProject request_of_;
  Documents documents_;
  PositionEncoding encoding_ = PositionEncoding::utf16;
  std::vector<std::string> folders_;
  std::string rule_pages_;
  RootIndex roots_;
  std::map<std::string, std::string> active_roots_;            // labels by the key of a file
  std::map<std::string, ProjectRequest> projects_;             // by project file
  std::map<std::string, std::optional<FileStamp>> baselines_;  // of these, when they were read
  struct Kept {
    std::shared_ptr<const Reading> newest, sound, meaningful;  // the last of each
  };
  std::map<std::string, Kept> readings_;  // by label
  std::map<std::string, std::vector<driver::Input>>
      servo_robots_;                             // of servo maps, by key, when they were known
  std::map<std::string, driver::Input> paired_;  // by file
  YamlFiles yaml_files_;
  MeshFiles mesh_files_;
  EmittedTexts emitted_texts_;
  mutable LibraryFiles library_files_;
  ClosedSymbols closed_symbols_;
  // Cached for the text that location() was asked about last: most questions are about one text.
  struct Places {
    std::uint64_t reading;  // its number
    FileId file;
    std::shared_ptr<const SourceManager::Texts> texts;  // of the moment
    MovedOffsets moved;
    TextPositions positions;
  };
  mutable std::optional<Places> places_;
};

}  // namespace romas::lsp
