// An assembly that is being put together: its text, what can be undone, and what of it is saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "ir/assembly/assembly.h"

namespace romas::studio {

// The text that a file has now; nothing if there is none that can be read.
std::optional<std::string> text_on_disk(const std::string& path, std::uint64_t max_bytes);

class AssemblyDocument {
 public:
  // An assembly without parts breaks RM1823, and is where everybody begins: it is not compiled.
  static constexpr const char* kEmptyText = "<?xml version=\"1.0\"?>\n<Assembly>\n</Assembly>\n";

  // All that an action changes.
  struct State {
    std::string text;  // Assembly XML
    // Limits (m) of prismatic joints, which Assembly XML cannot say.
    std::optional<SlideLimit> default_limit;
    int selected = -1;  // the part that was worked on last; -1: none
    bool is_empty() const { return text == kEmptyText; }
  };

  // `path`: the file that has this text now; empty: none does.
  AssemblyDocument(std::string path, State state);

  const std::string& path() const { return path_; }  // empty: it was never saved
  const State& state() const { return state_; }
  // The file has this text, as far as the studio knows.
  bool saved() const { return saved_text_ == state_.text; }
  // The text that the file had when it was read or written last; nothing before.
  const std::optional<std::string>& saved_text() const { return saved_text_; }

  // The labels of the actions that undo takes back and redo does again, such as "join Wrist_4"; empty: there
  // is none.
  std::string undo_label() const { return done_.empty() ? std::string() : done_.back().label; }
  std::string redo_label() const { return undone_.empty() ? std::string() : undone_.back().label; }

  // The states that undo and redo lead to; null: there is nothing to undo or to do again.
  const State* undo_state() const { return done_.empty() ? nullptr : &done_.back().state; }
  const State* redo_state() const { return undone_.empty() ? nullptr : &undone_.back().state; }

  // Records an action, which can be undone. Actions that were undone before are forgotten.
  void change(std::string label, State next);
  // One step; the label must not be empty.
  void undo();
  void redo();
  // The text was written to a file.
  void set_saved(std::string path);

 private:
  struct Step {
    std::string label;
    State state;  // before the action, or after it where it was undone
  };
  // The oldest steps beyond this bound are forgotten, so that memory is bounded.
  static constexpr std::size_t kMostBytes = 256'000'000;

  std::string path_;
  State state_;
  std::optional<std::string> saved_text_;
  std::deque<Step> done_, undone_;
  std::size_t bytes_ = 0;  // of the texts in `done_`
};

}  // namespace romas::studio
