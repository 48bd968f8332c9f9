// Reads what a client can do and wants from its first message. The functions throw InvalidParams where an
// option has another type.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/features/edits/formatting.h"
#include "lsp/features/shown/inlay_hints.h"
#include "lsp/protocol/session_types.h"

namespace romas::lsp {

// Whether a place of a message is true.
bool flag(const Json& json, const std::string& pointer);
// Whether a list of a message has a word.
bool holds(const Json& json, const char* pointer, std::string_view word);
// Which hints are shown: {"hints": {"values": false}}. All, where nothing is said.
HintKinds wanted_hints(const Json& options);
// How XML is formatted: {"format": {"columns": 100, "attributes": "each"}}.
FormatSettings wanted_format(const Json& options);
// The paths of the folders that are open in the client.
std::vector<std::string> workspace_folders(const InitializeParams& parameters);
// Returns the folder that keeps the index: {"cache": false} or {"cache": "folder"}.
std::string wanted_cache(const Json& options, std::string otherwise);
// From how many milliseconds on work is shown: {"progressAfter": 1000}.
std::chrono::milliseconds wanted_patience(const Json& options, std::chrono::milliseconds otherwise);
// Further arguments of the command line: {"arguments": ["--profile=moveit"]}.
std::vector<std::string> given_arguments(const Json& options);

}  // namespace romas::lsp
