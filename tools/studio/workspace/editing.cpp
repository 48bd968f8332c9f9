// The open file in the user's editor.
#include <algorithm>
#include <filesystem>

#include "support/process/child_process.h"
#include "support/text/text.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

std::optional<Refusal> Workspace::open_in_editor(std::size_t source, std::size_t line) const {
  if (settings_.read_only)
    return Refusal{"read-only", "romas-studio was started with --read-only: it starts no editor"};
  if (!document_ || source >= document_->result.sources->file_count())
    return Refusal{"no-source", "no text of this number was read"};
  const std::string name(document_->result.sources->name(static_cast<FileId>(source) + 1));
  const std::string path = SourceManager::file_key(name);
  if (assembly_ && !assembly_->saved() && path == SourceManager::file_key(task().input.file))
    return Refusal{"not-saved", "the assembly is not saved; its file has another text, or there is none"};
  const auto& read = document_->result.files_read;
  const bool is_read = std::any_of(read.begin(), read.end(), [&](const std::string& file) {
    return SourceManager::file_key(file) == path;
  });
  std::error_code ignored;
  if (!is_read || !std::filesystem::is_regular_file(path, ignored))
    return Refusal{"no-file", concat("'", name, "' is not a file that the open robot was read from")};
  std::string problem;
  auto words = editor_words(settings_.editor, path, line, problem);
  if (!words) return Refusal{"no-editor", problem};
  const std::string program = words->front();
  if (start_unattended(std::move(*words))) return std::nullopt;
  return Refusal{"no-editor", concat("'", program, "' cannot be started")};
}

}  // namespace romas::studio
