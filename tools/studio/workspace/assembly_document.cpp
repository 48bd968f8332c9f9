#include "tools/studio/workspace/assembly_document.h"

#include "support/sources/source_manager.h"

namespace romas::studio {

std::optional<std::string> text_on_disk(const std::string& path, std::uint64_t max_bytes) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error, max_bytes);
  if (file == 0) return std::nullopt;
  return std::string(sources.original_text(file));
}

AssemblyDocument::AssemblyDocument(std::string path, State state)
    : path_(std::move(path)), state_(std::move(state)) {
  if (!path_.empty()) saved_text_ = state_.text;
}

void AssemblyDocument::change(std::string label, State next) {
  bytes_ += state_.text.size();
  done_.push_back({std::move(label), std::move(state_)});
  state_ = std::move(next);
  undone_.clear();
  while (bytes_ > kMostBytes && done_.size() > 1) {
    bytes_ -= done_.front().state.text.size();
    done_.pop_front();
  }
}

void AssemblyDocument::undo() {
  Step step = std::move(done_.back());
  done_.pop_back();
  bytes_ -= step.state.text.size();
  std::swap(step.state, state_);
  undone_.push_back(std::move(step));
}

void AssemblyDocument::redo() {
  Step step = std::move(undone_.back());
  undone_.pop_back();
  std::swap(step.state, state_);
  bytes_ += step.state.text.size();
  done_.push_back(std::move(step));
}

void AssemblyDocument::set_saved(std::string path) {
  path_ = std::move(path);
  saved_text_ = state_.text;
}

}  // namespace romas::studio
