// The properties that .editorconfig files give to a file (https://spec.editorconfig.org).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace romas::lsp {

// Keys and values, in lower case.
using EditorConfig = std::map<std::string, std::string, std::less<>>;

// Adds the properties that a text of .editorconfig gives to a file, by its path from the folder of that text.
// Returns whether the text is the root: those of outer folders do not count.
bool add_editor_config(std::string_view text, std::string_view path, EditorConfig& config);

// Returns the properties of a file. Those in the nearest folder, and in the last section of a text, count.
EditorConfig editor_config_of(const std::string& path);

}  // namespace romas::lsp
