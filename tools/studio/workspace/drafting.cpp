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

std::optional<Refusal> Workspace::restore_draft() {
  if (!draft_) return Refusal{"no-draft", "there is no unsaved work of an earlier run"};
  const Draft draft = std::move(*draft_);
  draft_.reset();
  auto& known = settings_.request.input.frontend.libraries;
  for (const std::string& library : draft.libraries) {
    const auto resolved = roots_.resolve(SourceManager::file_key(library));
    const auto same = [&](const std::string& path) { return SourceManager::file_key(path) == resolved; };
    if (resolved && std::none_of(known.begin(), known.end(), same)) known.push_back(*resolved);
  }
  const auto path = draft.path.empty() ? std::nullopt : roots_.resolve(draft.path);
  const auto saved = path ? text_on_disk(*path, max_input()) : std::nullopt;
  const AssemblyDocument::State before{saved.value_or(AssemblyDocument::kEmptyText), draft.default_limit, -1};
  assembly_.emplace(saved ? *path : std::string(), before);
  assembly_->change("restore", {draft.text, draft.default_limit, -1});
  has_kept_draft_ = true;
  reload_assembly();
  return std::nullopt;
}

std::optional<Refusal> Workspace::discard_draft() {
  if (!draft_) return Refusal{"no-draft", "there is no unsaved work of an earlier run"};
  draft_.reset();
  if (!settings_.read_only && !has_kept_draft_) remove_draft(draft_place_->file());
  return std::nullopt;
}

}  // namespace romas::studio
