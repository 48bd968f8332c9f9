// The assembly that is open: each action makes a text of the parts, and the text is compiled as any other.
#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "backends/target.h"
#include "driver/several/compile_inputs.h"
#include "support/text/text.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

namespace {

namespace fs = std::filesystem;

// The name of an assembly until it has a file of its own.
const char* const kNewFile = "new.assembly.xml";

std::string text_of(const Model& bench) {
  if (bench.parts.empty()) return AssemblyDocument::kEmptyText;
  DiagnosticEngine silent;  // nothing of a bench is lost: it has parts and Blocks alone
  const TargetOptions options;
  TargetContext context{silent, options};
  return emit_assembly(bench, context);
}

std::map<Rule, std::size_t> count_errors(const driver::CompileResult& result) {
  std::map<Rule, std::size_t> counts;
  for (const Diagnostic& diagnostic : result.report.diagnostics)
    if (diagnostic.severity == Severity::error) ++counts[diagnostic.rule];
  return counts;
}

// The message of the first error that was not there before; nothing if there is none.
std::optional<std::string> new_error(const driver::CompileResult& before,
                                     const driver::CompileResult& after) {
  if (after.status == driver::CompileStatus::ok) return std::nullopt;
  const auto known = count_errors(before);
  const auto found = count_errors(after);
  for (const Diagnostic& diagnostic : after.report.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    const auto old = known.find(diagnostic.rule);
    if (old == known.end() || found.at(diagnostic.rule) > old->second) return diagnostic.message;
  }
  if (after.status > before.status) return concat("the assembly cannot be read: ", after.shown);
  return std::nullopt;
}

Undertaking no_assembly() { return refused({"no-assembly", "no assembly is open"}); }

// The texts and libraries with which sound Blocks can be had from faulty libraries.
void leave_out_faults(const BlockShelf& shelf, Workspace::Task& task) {
  if (!shelf.has_faults()) return;
  for (const auto& [file, text] : shelf.texts)
    task.texts.emplace(file, text);  // the assembly's own text stays
  task.request.input.frontend.libraries = shelf.libraries;
}

// An assembly without parts is not compiled.
driver::CompileResult nothing_read() {
  driver::CompileResult nothing;
  nothing.format = "assembly";
  return nothing;
}

}  // namespace

const BlockShelf& Workspace::shelf() {
  if (!shelf_)
    keep_shelf(read_shelf_of(settings_.request, assembly_ ? assembly_->path() : std::string(), files_read()));
  return *shelf_;
}

void Workspace::keep_shelf(BlockShelf shelf) {
  shelf_ = std::move(shelf);
  block_files_ = MeshTable::after(block_files_);
  for (const Block& block : shelf_->model.blocks) {
    const FileSearch search = files_of(block);
    if (block.shape) block_files_.add(block.shape->file, search);
    for (const auto* picture : {&block.diffuse, &block.normal})
      if (*picture) block_files_.add(**picture, search);
  }
}

std::vector<std::string> Workspace::files_read() const {
  return document_ ? document_->result.files_read : std::vector<std::string>();
}

FileSearch Workspace::files_of(const Block& block) const {
  return file_search((fs::path(block.folder) / "block").string(), settings_.request.input.frontend);
}

Workspace::Task Workspace::task_of(const std::string& path, const AssemblyDocument::State& state,
                                   driver::CompileRequest request) const {
  Task task{path, std::move(request), {}};
  if (task.input.file.empty()) {
    const auto& folders = roots_.folders();
    task.input.file = folders.empty() ? kNewFile : (fs::path(folders.front()) / kNewFile).string();
  }
  task.request.input.frontend.default_limit = state.default_limit;
  // An assembly that is not finished has no tool yet.
  if (task.request.severities.severity(Rule::tool_missing) == Severity::error)
    task.request.severities.apply(concat("no-error=", rule_info(Rule::tool_missing).slug));
  task.texts.insert_or_assign(SourceManager::file_key(task.input.file), state.text);
  return task;
}

Workspace::Task Workspace::task_of(const AssemblyDocument::State& state) const {
  Task task = task_of(assembly_->path(), state, settings_.request);
  if (shelf_) leave_out_faults(*shelf_, task);
  return task;
}

Workspace::Reading Workspace::begin_reading_text(const std::string& path,
                                                 const AssemblyDocument::State& state,
                                                 const driver::CompileRequest& request) {
  const Task task = task_of(path, state, request);
  Reading reading = begin_task(task);
  reading.shelf = std::make_shared<BlockShelf>();
  reading.work = [task, path, request, is_empty = state.is_empty(), known = files_read(),
                  pipelines = pipelines_, result = reading.result, shelf = reading.shelf] {
    *shelf = read_shelf_of(request, path, known);
    Task whole = task;
    leave_out_faults(*shelf, whole);
    *result = is_empty ? nothing_read() : compile(whole, pipelines);
  };
  return reading;
}

Workspace::Reading Workspace::begin_reading_text() {
  return begin_reading_text(assembly_->path(), assembly_->state(), settings_.request);
}

Workspace::Task Workspace::task() const {
  if (assembly_) return task_of(assembly_->state());
  return {document_ ? document_->input : driver::Input(), settings_.request, {}};
}

driver::CompileResult Workspace::compile(const Task& task, const driver::Pipelines& pipelines) {
  driver::CompileResult compiled;
  driver::compile_inputs({task.input}, task.request, pipelines, &task.texts, 1,
                         [&](std::size_t, driver::CompileResult result) { compiled = std::move(result); });
  return compiled;
}

driver::CompileResult Workspace::compile_state(const AssemblyDocument::State& state) {
  return state.is_empty() ? nothing_read() : compile(task_of(state), pipelines_);
}

void Workspace::take_assembly() {
  shelf_.reset();
  assembly_.reset();
  keep_draft();
  const driver::CompileResult& result = document_->result;
  if (result.format != "assembly" || result.sources->file_count() == 0) return;
  assembly_.emplace(document_->input.file,
                    AssemblyDocument::State{std::string(result.sources->original_text(1)),
                                            settings_.request.input.frontend.default_limit, -1});
  // With faulty Blocks left out, the rest may be sound.
  if (result.status == driver::CompileStatus::ok || !shelf().has_faults()) return;
  const auto start = FileWatch::Clock::now();
  driver::CompileResult without_them = compile_state(assembly_->state());
  if (without_them.status == driver::CompileStatus::ok) show_assembly(std::move(without_them), start);
}

void Workspace::show_assembly(driver::CompileResult result, FileWatch::Clock::time_point start) {
  take(task_of(assembly_->state()).input, std::move(result), start);
  document_->input.file = assembly_->path();
  keep_draft();
}

std::optional<Model> Workspace::workbench() {
  if (!assembly_) return std::nullopt;
  Model bench = shelf().model;
  if (assembly_->state().is_empty()) return bench;
  const auto& models = document_->result.models;
  if (models.empty() || models.front().parts.empty()) return std::nullopt;
  const Model& model = models.front();
  bench.adopt_spellings(model);
  using Identity = std::tuple<std::string_view, std::string_view, std::string_view>;
  const auto identity = [](const Block& block) { return Identity(block.id, block.name, block.tag); };
  std::map<Identity, std::size_t> known;
  for (std::size_t i = 0; i < shelf_->model.blocks.size(); ++i)
    if (shelf_->faults[i] == BlockShelf::Fault::none) known.emplace(identity(shelf_->model.blocks[i]), i);
  std::vector<BlockId> place;
  for (const Block& block : model.blocks) {
    const auto found = known.find(identity(block));
    place.emplace_back(found == known.end() ? bench.blocks.size() : found->second);
    if (found == known.end()) bench.blocks.push_back(block);
  }
  for (Part part : model.parts) {
    if (!part.block) return std::nullopt;
    part.block = place[part.block.index()];
    part.link = {};  // those of the model are not on the bench
    part.joint = {};
    bench.parts.push_back(part);
  }
  return bench;
}

void Workspace::begin_assembly() {
  shelf_.reset();
  assembly_.emplace(std::string(),
                    AssemblyDocument::State{AssemblyDocument::kEmptyText,
                                            settings_.request.input.frontend.default_limit, -1});
  const auto start = FileWatch::Clock::now();
  show_assembly(compile_state(assembly_->state()), start);
  ++revision_;
}

Undertaking Workspace::change_assembly(const AssemblyDocument::State& next, bool may_refuse,
                                       std::function<void()> take) {
  const auto start = FileWatch::Clock::now();
  auto finish = [this, may_refuse, start,
                 take = std::move(take)](driver::CompileResult result) -> std::optional<Refusal> {
    const auto error = may_refuse ? new_error(document_->result, result) : std::nullopt;
    if (error) return Refusal{"refused", *error, std::move(result)};
    take();
    show_assembly(std::move(result), start);
    ++revision_;
    return std::nullopt;
  };
  if (next.is_empty()) return {nullptr, [finish] { return finish(nothing_read()); }};
  return compile_then(task_of(next), std::move(finish));
}

Undertaking Workspace::edit_assembly(const std::string& label, EditedParts edited) {
  auto bench = workbench();
  if (!bench) return no_assembly();
  bench->parts = std::move(edited.parts);
  AssemblyDocument::State next{text_of(*bench), assembly_->state().default_limit, edited.selected};
  return change_assembly(next, true, [this, label, next] { assembly_->change(label, next); });
}

Undertaking Workspace::limit_assembly(std::optional<SlideLimit> default_limit) {
  if (!assembly_) return no_assembly();
  AssemblyDocument::State next = assembly_->state();
  next.default_limit = default_limit;
  return change_assembly(next, true, [this, next] { assembly_->change("limit", next); });
}

Undertaking Workspace::undo_assembly() {
  if (!assembly_) return no_assembly();
  const AssemblyDocument::State* before = assembly_->undo_state();
  if (before == nullptr) return refused({"nothing-to-undo", "there is nothing to undo"});
  return change_assembly(*before, false, [this] { assembly_->undo(); });
}

Undertaking Workspace::redo_assembly() {
  if (!assembly_) return no_assembly();
  const AssemblyDocument::State* after = assembly_->redo_state();
  if (after == nullptr) return refused({"nothing-to-redo", "there is nothing to redo"});
  return change_assembly(*after, false, [this] { assembly_->redo(); });
}

bool Workspace::is_changed_elsewhere() const {
  if (!assembly_->saved() || assembly_->path().empty()) return false;
  return text_on_disk(assembly_->path(), max_input()) != assembly_->saved_text();
}

Undertaking Workspace::load_blocks(const std::string& path) {
  const auto resolved = roots_.resolve(path);
  if (!resolved) return refused({"outside", "the path is outside the folders that the studio may see"});
  driver::CompileRequest request = settings_.request;
  auto& libraries = request.input.frontend.libraries;
  const auto same = [&](const std::string& library) { return SourceManager::file_key(library) == *resolved; };
  const bool is_known = std::any_of(libraries.begin(), libraries.end(), same);
  if (!is_known) libraries.push_back(*resolved);
  const std::string of = assembly_ ? assembly_->path() : std::string();
  const AssemblyDocument::State state =
      assembly_ ? assembly_->state() : AssemblyDocument::State{AssemblyDocument::kEmptyText, {}, -1};
  auto reading = std::make_shared<Reading>(begin_reading_text(of, state, request));
  auto found = std::make_shared<BlockShelf>();
  auto work = [is_known, found, reading_work = reading->work, alone = std::move(request),
               resolved]() mutable {
    alone.input.frontend.libraries = {*resolved};
    if (!is_known) *found = read_shelf(alone, {});
    if (is_known || !found->model.blocks.empty()) reading_work();
  };
  auto finish = [this, is_known, found, reading, resolved, began = revision_]() -> std::optional<Refusal> {
    if (revision_ != began) return drop(*reading, stale());
    if (!is_known && found->model.blocks.empty()) {
      driver::CompileResult result;
      result.sources = std::move(found->sources);
      result.report = std::move(found->report);
      return drop(*reading, {"refused", "no Block was found there", std::move(result)});
    }
    if (!is_known) settings_.request.input.frontend.libraries.push_back(*resolved);
    take_blocks(std::move(*reading));
    return std::nullopt;
  };
  return {std::move(work), std::move(finish)};
}

void Workspace::take_blocks(Reading reading) {
  if (assembly_) {
    finish_reading(std::move(reading));
    return;
  }
  if (document_)
    ++revision_;
  else
    begin_assembly();
  keep_shelf(std::move(*reading.shelf));
}

}  // namespace romas::studio
