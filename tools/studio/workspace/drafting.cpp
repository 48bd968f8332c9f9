// Unsaved work across runs of the studio.
#include <algorithm>
#include <utility>

#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

void Workspace::keep_draft() {
  if (settings_.read_only) return;
  if (assembly_ && !assembly_->saved() && !assembly_->state().is_empty()) {
    if (!draft_place_->take()) return;
    const std::string& path = assembly_->path();
    write_draft(draft_place_->file(),
                {path.empty() ? path : SourceManager::file_key(path), assembly_->state().text,
                 assembly_->state().default_limit, libraries()});
    has_kept_draft_ = true;
  } else if (has_kept_draft_) {
    remove_draft(draft_place_->file());
    has_kept_draft_ = false;
  }
}

Undertaking Workspace::restore_draft() {
  if (!draft_) return refused({"no-draft", "there is no unsaved work of an earlier run"});
  driver::CompileRequest request = settings_.request;
  auto& known = request.input.frontend.libraries;
  for (const std::string& library : draft_->libraries) {
    const auto resolved = roots_.resolve(SourceManager::file_key(library));
    const auto same = [&](const std::string& path) { return SourceManager::file_key(path) == resolved; };
    if (resolved && std::none_of(known.begin(), known.end(), same)) known.push_back(*resolved);
  }
  const auto path = draft_->path.empty() ? std::nullopt : roots_.resolve(draft_->path);
  const auto saved = path ? text_on_disk(*path, max_input()) : std::nullopt;
  const std::string file = saved ? *path : std::string();
  const AssemblyDocument::State state{draft_->text, draft_->default_limit, -1};
  auto reading = std::make_shared<Reading>(begin_reading_text(file, state, request));
  auto finish = [this, reading, file, saved, state, began = revision_,
                 libraries = std::move(known)]() mutable -> std::optional<Refusal> {
    if (revision_ != began) return drop(*reading, stale());
    draft_.reset();
    settings_.request.input.frontend.libraries = std::move(libraries);
    const AssemblyDocument::State before{saved.value_or(AssemblyDocument::kEmptyText), state.default_limit,
                                         -1};
    assembly_.emplace(file, before);
    assembly_->change("restore", state);
    has_kept_draft_ = true;
    finish_reading(std::move(*reading));
    return std::nullopt;
  };
  return {reading->work, std::move(finish)};
}

std::optional<Refusal> Workspace::discard_draft() {
  if (!draft_) return Refusal{"no-draft", "there is no unsaved work of an earlier run"};
  draft_.reset();
  if (!settings_.read_only && !has_kept_draft_) remove_draft(draft_place_->file());
  return std::nullopt;
}

}  // namespace romas::studio
