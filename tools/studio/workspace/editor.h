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

// Reads the settings from the environment.
EditorSettings read_editor_settings();

// Returns the words of a program that shows a line (from 1) of a file, for start_child. An editor that needs
// a terminal gets one of its own if there is a display. Returns nullopt, and why in `problem`, if the file
// cannot be shown.
std::optional<std::vector<std::string>> editor_words(const EditorSettings& settings, const std::string& file,
                                                     std::size_t line, std::string& problem);

}  // namespace romas::studio
