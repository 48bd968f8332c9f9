// The user's own editor, and what starts it at a line of a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace romas::studio {

struct EditorSettings {
  std::string command;       // $VISUAL, else $EDITOR: a program and perhaps options; empty: none
  bool has_display = false;  // windows can be opened
};

// What the environment says.
EditorSettings read_editor_settings();

// The words of a program that shows a line (from 1) of a file, for start_child. An editor that needs a
// terminal gets one of its own where there is a display. Nothing, and why in `problem`, where the file cannot
// be shown.
std::optional<std::vector<std::string>> editor_words(const EditorSettings& settings, const std::string& file,
                                                     std::size_t line, std::string& problem);

}  // namespace romas::studio
