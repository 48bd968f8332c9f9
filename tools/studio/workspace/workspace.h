// The open document of the studio: a description, compiled as romasc would.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/project/project_roots.h"
#include "driver/several/fixes.h"
#include "driver/stages/compile.h"
#include "ir/assembly/assembly_edit.h"
#include "ir/packages/file_search.h"
#include "tools/studio/scene/mesh_table.h"
#include "tools/studio/workspace/assembly_document.h"
#include "tools/studio/workspace/block_shelf.h"
#include "tools/studio/workspace/controller_project.h"
#include "tools/studio/workspace/draft.h"
#include "tools/studio/workspace/editor.h"
#include "tools/studio/workspace/file_watch.h"
#include "tools/studio/workspace/kept_views.h"
#include "tools/studio/workspace/other_robot.h"
#include "tools/studio/workspace/preferences.h"
#include "tools/studio/workspace/roots.h"

namespace romas::studio {

struct WorkspaceSettings {
  // The inputs of the command line, as driver::label spells them; the first is open from the start.
  std::vector<std::string> inputs;
  driver::ProjectRoots project_roots;  // the files that the project names, with their arguments
  std::vector<std::string> examples;   // files that may be opened wherever they lie
  std::vector<std::string> roots;      // beside the folders of inputs, libraries and packages
  driver::CompileRequest request;      // how everything is compiled
  std::string preferences_file;        // empty: preferences last as long as the program
  bool read_only = false;              // no file is written, and no program is started
  EditorSettings editor;
  std::uint64_t first_revision = 0;  // of a workspace that has nothing open
};

// Why something was not done: a stable word, what people read, and the findings, where there are any.
struct Refusal {
  std::string code;
  std::string message;
  std::optional<driver::CompileResult> result = std::nullopt;
};

// Something that takes long, and what it leads to. `work` may run on any thread while the workspace is used;
// null: there is none. `finish` is called afterwards, on the thread of the workspace. A refusal has changed
// nothing.
struct Undertaking {
  std::function<void()> work;
  std::function<std::optional<Refusal>()> finish;
};

// An undertaking that is refused at once.
Undertaking refused(Refusal refusal);
// The refusal of a request about something that is no longer open.
Refusal stale();

class Workspace {
 public:
  // Returns nothing, and says why in `error`, if the passes of the request are faulty.
  static std::optional<Workspace> make(WorkspaceSettings settings, std::string& error);

  struct Document {
    driver::Input input;
    driver::CompileResult result;  // the newest reading; with errors: its report tells what could be read
    // While the newest reading has errors: the one before them.
    std::optional<driver::CompileResult> last_good;
    MeshTable meshes;   // of the robots that are shown
    FileSearch search;  // the search for their files

    // The result that is drawn.
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
  // The files behind what is open: those that were read, meshes and textures, and those that were looked for.
  const FileWatch& watch() const { return *watch_; }
  FileWatch& watch() { return *watch_; }
  // Opening in three steps, without waiting: `work` may run on any thread while the workspace is used.
  struct Reading {
    driver::Input input;
    std::function<void()> work;
    std::shared_ptr<driver::CompileResult> result;  // of the work
    FileWatch::Clock::time_point start;
    std::uint64_t changes = 0;  // of the workspace, when it began
    bool is_again = false;      // the open file is read anew
    bool had_changes = false;   // files had changed before it began, which nobody else reads
    // Set if the open assembly's text is read, which may differ from its file: the Blocks, which the work
    // reads.
    std::shared_ptr<BlockShelf> shelf = nullptr;
  };
  Reading begin_reading(const std::string& path);
  // Makes the result what is open. False: meanwhile something else was opened or changed, and nothing
  // happens.
  bool finish_reading(Reading&& reading);
  // Begins to read the open file again, if one of the files behind it has changed since it was read. Returns
  // nullopt if there is nothing to read.
  std::optional<Reading> begin_following();
  // Packages are looked for in this folder, too. A reading of the open file, where there is one to read
  // again.
  std::optional<Reading> look_in(const std::string& folder);
  // A file may have changed before it was watched: begin_following() has something to do.
  bool is_outdated() const { return outdated_; }
  // Null before anything was opened.
  const Document* document() const { return document_ ? &*document_ : nullptr; }
  Document* document() { return document_ ? &*document_ : nullptr; }
  // How findings count, as the command line says.
  const SeverityPolicy& severities() const { return settings_.request.severities; }
  // Resolves a name from the page: an input of the command line or an example as it was given, else a file
  // below a root, or a root of the project in such a file. Returns nullopt for other names.
  std::optional<std::string> resolve_input(const std::string& path) const;
  // Returns the input that such a name means. For a file that is several roots, it is the first of them.
  driver::Input input_of(const std::string& name) const;
  // Returns the roots of the project that a file is. Empty if the file stands for itself.
  std::vector<driver::Input> project_roots_of(const std::string& file) const {
    return settings_.project_roots.of(file);
  }
  bool is_input(const std::string& path) const;
  // Reading such a file could take for ever: of pipes and terminals, only those of the command line are read.
  bool may_wait_for(const std::string& path, const std::string& resolved) const;
  // The largest file that is read, bytes.
  std::uint64_t max_input() const { return settings_.request.input.frontend.max_input; }
  // Starts the user's editor with a text that the open robot was read from, by its number, at a line from 1.
  std::optional<Refusal> open_in_editor(std::size_t source, std::size_t line) const;
  // Sets a second robot beside the one that is open. It goes when the open one is read again.
  Undertaking compare_with(const std::string& path);
  void end_comparison() { other_.reset(); }
  const OtherRobot* other() const { return other_.get(); }

  ControllerProject& project() { return *project_; }
  const ControllerProject& project() const { return *project_; }

  // Grows whenever something else is open than before.
  std::uint64_t revision() const { return revision_; }

  const std::vector<std::string>& inputs() const { return settings_.inputs; }
  const std::vector<std::string>& examples() const { return settings_.examples; }
  const Roots& roots() const { return roots_; }
  bool read_only() const { return settings_.read_only; }

  // --- Assemblies (assembling.cpp). A function that returns a Refusal has changed nothing if there is one.
  // An Undertaking is refused as "stale" if something else was opened or changed before its end. ---

  // The assembly that is open; null if something else is.
  const AssemblyDocument* assembly() const { return assembly_ ? &*assembly_ : nullptr; }
  // The Blocks that can be taken.
  const BlockShelf& shelf();
  // Their meshes and textures, which have other numbers than those of the document.
  const MeshTable& block_files() const { return block_files_; }
  // Returns the places in which the files of a Block of the shelf are looked for.
  FileSearch files_of(const Block& block) const;
  // The paths that they are read from, beside the folder of the assembly.
  const std::vector<std::string>& libraries() const { return settings_.request.input.frontend.libraries; }
  // Returns the Blocks of the shelf, in its order, and the parts of the assembly made of them. Blocks that
  // only the assembly has follow behind those of the shelf. Returns nullopt while the assembly cannot be
  // read.
  std::optional<Model> workbench();
  // --joint-zero=assembled
  bool zero_is_assembled() const { return settings_.request.input.frontend.joint_zero_assembled; }
  // How the open document is compiled: its text may differ from that of its file.
  struct Task {
    driver::Input input;
    driver::CompileRequest request;
    SourceManager::Texts texts;
  };
  Task task() const;
  // Refused as "stale" where another revision is open at its end.
  Undertaking unless_stale(Undertaking undertaking);
  // Compiles what a task says, without opening it. For any thread.
  static driver::CompileResult compile(const Task& task);
  // `finish` gets what a task compiles to.
  Undertaking compile_then(Task task, std::function<std::optional<Refusal>(driver::CompileResult)> finish);

  // Puts an empty assembly in place of what was open.
  void begin_assembly();
  Undertaking edit_assembly(const std::string& label, EditedParts edited);
  Undertaking limit_assembly(std::optional<SlideLimit> default_limit);
  Undertaking undo_assembly();
  Undertaking redo_assembly();
  // Adds a Block file or folder. Refuses a path that cannot be read, or that has no Block.
  Undertaking load_blocks(const std::string& path);

  // --- Files (writing.cpp) ---

  // The work that an earlier run left unsaved, until it is restored or discarded; null: there is none.
  const Draft* draft() const { return draft_ ? &*draft_ : nullptr; }
  Undertaking restore_draft();
  std::optional<Refusal> discard_draft();

  // An empty path: where the assembly was read from, or saved last. The file is written at once, and read
  // later.
  Undertaking save_assembly(const std::string& path, bool replace);
  struct Exported {
    std::string path;
    std::size_t bytes = 0;
    driver::CompileResult result;  // its losses are what the format cannot say
  };
  // Returns the task that compiles the open document once more, for the robot of this number and a target
  // that writes one file. Precondition: there is such a robot.
  Task translation(const std::string& target, std::size_t robot, const std::string& output_folder) const;
  // Compiles the robot of this number for a target. `translated` has the files and losses at the end.
  Undertaking translate(const std::string& target, std::size_t robot,
                        const std::shared_ptr<driver::CompileResult>& translated);
  // Writes a text to a path that the page names. `ending`: of its name.
  std::optional<Refusal> write_export(const std::string& path, std::string_view ending, std::string text,
                                      bool replace, Exported& exported);
  // Writes the robot of this number in the format of a target that writes one file.
  Undertaking export_robot(const std::string& target, std::size_t robot, const std::string& path,
                           bool replace, const std::shared_ptr<Exported>& exported);

  // --- Fixes of findings (writing.cpp), in three steps as opening is. ---

  struct Fixing {
    std::function<void()> work;
    std::shared_ptr<driver::FixOutcome> outcome;  // of the work; the changed texts are not written yet
    std::string path;                             // of the file that they belong to, resolved
    std::uint64_t revision = 0;
  };
  // Fixes of the open file as `romasc --fix` applies them: all of them, with those that guess or without, or
  // those of one finding by its index. Only the open file is changed, and no assembly that is not saved.
  std::optional<Refusal> begin_fixing(std::optional<std::size_t> finding, bool guesses, Fixing& fixing);
  // Writes what was fixed. The watch tells of the changed file, and it is read again.
  std::optional<Refusal> write_fixes(const Fixing& fixing);

  const Preferences& preferences() const { return preferences_; }
  // Returns false, with the reason in `error`, if they cannot be kept for the next start. They are in effect
  // all the same.
  bool set_preferences(const Preferences& preferences, std::string& error);
  // Returns the text that the page keeps for a robot; empty: there is none. Keeping an empty text forgets it.
  std::string view_of(const std::string& robot) const;
  std::optional<Refusal> keep_view(const std::string& robot, const std::string& text);

 private:
  Workspace(WorkspaceSettings settings, driver::Pipelines pipelines);
  // Makes a reading that began at `start` the present one.
  void take(const driver::Input& input, driver::CompileResult result, FileWatch::Clock::time_point start);

  // Numbers of files of the shelf; a document has fewer files.
  static constexpr std::size_t kFirstBlockFile = 1'000'000'000;

  // Makes the opened file the open assembly, if it is one.
  void take_assembly();
  Task task_of(const AssemblyDocument::State& state) const;
  // Returns the task of an assembly with this file (empty: it has none yet), before Blocks with faults are
  // left out.
  Task task_of(const std::string& path, const AssemblyDocument::State& state,
               driver::CompileRequest request) const;
  static driver::CompileResult compile(const Task& task, const driver::Pipelines& pipelines);
  Reading begin_task(Task task);
  // Reads the open assembly's text, and the Blocks anew.
  Reading begin_reading_text();
  // The same for a text that may become the open one, with the libraries of a request.
  Reading begin_reading_text(const std::string& path, const AssemblyDocument::State& state,
                             const driver::CompileRequest& request);
  void keep_shelf(BlockShelf shelf);
  // A refusal in place of what a reading gave: the changes that it was to take up are read another time.
  Refusal drop(const Reading& reading, Refusal refusal);
  // Shows the Blocks that were read, and the assembly with them; without a document, an empty one.
  void take_blocks(Reading reading);
  // The open robot, and behind it other roots of its file: a fix must be right for each.
  std::vector<driver::Input> robots_of_open_file() const;
  // Files that the open document was read from.
  std::vector<std::string> files_read() const;
  driver::CompileResult compile_state(const AssemblyDocument::State& state);
  // Compiles a state of the assembly; with new errors it is refused, if `may_refuse`. `take` makes it the
  // present one.
  Undertaking change_assembly(const AssemblyDocument::State& next, bool may_refuse,
                              std::function<void()> take);
  void show_assembly(driver::CompileResult result, FileWatch::Clock::time_point start);
  std::optional<Refusal> refuse_writing(const std::string& path, std::string_view ending,
                                        std::string& resolved);
  // Does the part of saving that needs no compilation.
  std::optional<Refusal> write_assembly(const std::string& path, bool replace);
  // `own`: the file that the text belongs to, which it may replace.
  std::optional<Refusal> write(std::vector<OutputFile> files, bool replace, const std::string& own);
  // Writes unsaved work beside the settings, and removes it from there when nothing is unsaved any more.
  void keep_draft();
  // Another program has written the file of the assembly, of which the studio has nothing newer.
  bool is_changed_elsewhere() const;

  WorkspaceSettings settings_;
  driver::Pipelines pipelines_;
  Roots roots_;
  Preferences preferences_;
  KeptViews views_;
  std::optional<Document> document_;
  std::optional<AssemblyDocument> assembly_;  // while an assembly is open
  std::optional<BlockShelf> shelf_;           // read when somebody asks
  MeshTable block_files_{kFirstBlockFile};
  std::unique_ptr<DraftPlace> draft_place_;
  std::optional<Draft> draft_;
  bool has_kept_draft_ = false;  // the file of the draft is this run's
  std::unique_ptr<FileWatch> watch_ = std::make_unique<FileWatch>();
  bool outdated_ = false;  // a file changed while it was read for the first time
  std::unique_ptr<ControllerProject> project_ = std::make_unique<ControllerProject>();
  std::unique_ptr<OtherRobot> other_;
  std::uint64_t revision_ = 0;
  std::uint64_t times_followed_ = 0;  // revisions that are the open file, read anew
};

}  // namespace romas::studio
