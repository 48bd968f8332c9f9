#include "tools/studio/workspace/editor.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::studio {

namespace {

// The ways to name a line to an editor.
enum class LineWord : unsigned char { none, plus, go_to };

struct EditorRow {
  std::string_view name;  // of its program, without what stands behind a dot
  LineWord line;
  bool in_terminal;
};
// Any other editor gets the file alone and is taken for one that has a window.
constexpr std::array<EditorRow, 29> kEditors = {{
    {"vi", LineWord::plus, true},
    {"vim", LineWord::plus, true},
    {"nvim", LineWord::plus, true},
    {"view", LineWord::plus, true},
    {"vimx", LineWord::plus, true},
    {"elvis", LineWord::plus, true},
    {"nvi", LineWord::plus, true},
    {"gvim", LineWord::plus, false},
    {"mvim", LineWord::plus, false},
    {"emacs", LineWord::plus, false},
    {"emacsclient", LineWord::plus, false},
    {"code", LineWord::go_to, false},
    {"code-insiders", LineWord::go_to, false},
    {"codium", LineWord::go_to, false},
    {"nano", LineWord::plus, true},
    {"rnano", LineWord::plus, true},
    {"pico", LineWord::none, true},
    {"micro", LineWord::none, true},
    {"joe", LineWord::none, true},
    {"jed", LineWord::none, true},
    {"ne", LineWord::none, true},
    {"mg", LineWord::none, true},
    {"zile", LineWord::none, true},
    {"mcedit", LineWord::none, true},
    {"kak", LineWord::none, true},
    {"hx", LineWord::none, true},
    {"helix", LineWord::none, true},
    {"ed", LineWord::none, true},
    {"ex", LineWord::none, true},
}};

// Options with which an editor that has windows stays in the terminal.
constexpr std::array<std::string_view, 4> kTerminalOptions = {"-nw", "--no-window-system", "-t", "--tty"};

EditorRow row_of(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
  for (const EditorRow& row : kEditors)
    if (row.name == stem) return row;
  return {{}, LineWord::none, false};
}

bool needs_terminal(const EditorRow& row, const std::vector<std::string>& words, bool has_display) {
  if (row.in_terminal) return true;
  if (!row.name.starts_with("emacs")) return false;
  return !has_display || std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return std::find(kTerminalOptions.begin(), kTerminalOptions.end(), word) != kTerminalOptions.end();
  });
}

}  // namespace

EditorSettings read_editor_settings() {
  std::string command = environment_variable("VISUAL").value_or("");
  if (trim(command).empty()) command = environment_variable("EDITOR").value_or("");
  return {std::string(trim(command)), !environment_variable("DISPLAY").value_or("").empty() ||
                                          !environment_variable("WAYLAND_DISPLAY").value_or("").empty()};
}

std::optional<std::vector<std::string>> editor_words(const EditorSettings& settings, const std::string& file,
                                                     std::size_t line, std::string& problem) {
  if (settings.command.empty()) {
    problem = "no editor is set; start romas-studio with one, as in VISUAL=code romas-studio FILE";
    return std::nullopt;
  }
  if (settings.command.find_first_of("'\"`$;|&<>\\\n") != std::string::npos) {
    problem = concat("no shell can read '", settings.command,
                     "'; VISUAL must be a program and its options, with blanks between");
    return std::nullopt;
  }
  std::vector<std::string> words;
  for (const std::string_view word : split(settings.command, ' '))
    if (!word.empty()) words.emplace_back(word);
  const EditorRow row = row_of(words.front());
  if (needs_terminal(row, words, settings.has_display)) {
    if (!settings.has_display) {
      problem = concat("'", words.front(),
                       "' runs in a terminal, but there is none for it; set VISUAL to an editor with a "
                       "window, as in VISUAL=code");
      return std::nullopt;
    }
    words.insert(words.begin(), "-e");
    words.insert(words.begin(), "x-terminal-emulator");
  }
  if (row.line == LineWord::plus) words.push_back(concat("+", line));
  if (row.line == LineWord::go_to) words.emplace_back("--goto");
  words.push_back(row.line == LineWord::go_to ? concat(file, ":", line) : file);
  return words;
}

}  // namespace romas::studio
