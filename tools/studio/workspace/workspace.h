// What is open: a description, compiled as romasc would.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "ir/file_search.h"
#include "tools/studio/scene/mesh_table.h"
#include "tools/studio/workspace/preferences.h"
#include "tools/studio/workspace/roots.h"

namespace romas::studio {

struct WorkspaceSettings {
  std::vector<std::string> inputs;  // of the command line; the first is open from the start
  std::vector<std::string> roots;   // beside the folders of inputs, libraries and packages
  driver::CompileRequest request;   // how everything is compiled
  std::string preferences_file;     // empty: preferences last as long as the program
  bool read_only = false;           // no file is written
};

class Workspace {
 public:
  // Returns nothing, and says why in `error`, if the passes of the request are faulty.
  static std::optional<Workspace> make(WorkspaceSettings settings, std::string& error);

  struct Document {
    std::string path;
    driver::CompileResult result;  // the newest reading; with errors: its report tells what could be read
    // While the newest reading has errors: the one before them.
    std::optional<driver::CompileResult> last_good;
    MeshTable meshes;   // of the robots that are shown
    FileSearch search;  // where their files are looked for

    // What is drawn.
    const driver::CompileResult& shown() const { return last_good ? *last_good : result; }
    bool stale() const { return last_good.has_value(); }
    // The robot of this number that is drawn; null with errors.
    const Model* drawn_robot(std::size_t robot) const {
      return robot < shown().files.size() && robot < shown().models.size() ? &shown().models[robot] : nullptr;
    }
  };

  // Reads a file in place of what was open, or again. Problems are findings of the new document; a file that
  // is read again and has errors now is shown as it was before.
  void open(const std::string& path);
  // Null before anything was opened.
  const Document* document() const { return document_ ? &*document_ : nullptr; }
  Document* document() { return document_ ? &*document_ : nullptr; }
  // The largest file that is read, bytes.
  std::uint64_t max_input() const { return settings_.request.input.frontend.max_input; }
  // Grows whenever something else is open than before.
  std::uint64_t revision() const { return revision_; }

  const std::vector<std::string>& inputs() const { return settings_.inputs; }
  const Roots& roots() const { return roots_; }
  bool read_only() const { return settings_.read_only; }

  const Preferences& preferences() const { return preferences_; }
  // Returns false, with the reason in `error`, if they cannot be kept for the next start. They are in effect
  // all the same.
  bool set_preferences(const Preferences& preferences, std::string& error);

 private:
  Workspace(WorkspaceSettings settings, driver::Pipelines pipelines);
  // Makes a reading the present one.
  void take(const std::string& path, driver::CompileResult result);

  WorkspaceSettings settings_;
  driver::Pipelines pipelines_;
  Roots roots_;
  Preferences preferences_;
  std::optional<Document> document_;
  std::uint64_t revision_ = 0;
};

}  // namespace romas::studio
