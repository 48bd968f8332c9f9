// Types of the protocol for the beginning of a session, and for files that change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lsp/protocol/types.h"

namespace romas::lsp {

struct WorkspaceFolder {
  std::string uri;
};
ROMAS_LSP_MEMBERS(WorkspaceFolder, member("uri", &T::uri));

struct ClientInfo {
  std::string name;
};
ROMAS_LSP_MEMBERS(ClientInfo, member("name", &T::name));

struct InitializeParams {
  std::optional<std::int32_t> processId;  // of the client; null: nobody started the server
  Json capabilities;
  std::optional<std::string> rootUri;
  std::optional<std::string> rootPath;
  std::optional<std::vector<WorkspaceFolder>> workspaceFolders;
  Json initializationOptions;
  std::optional<std::string> trace;
};
ROMAS_LSP_MEMBERS(InitializeParams, member("processId", &T::processId),
                  member("capabilities", &T::capabilities), member("rootUri", &T::rootUri),
                  member("rootPath", &T::rootPath), member("workspaceFolders", &T::workspaceFolders),
                  member("initializationOptions", &T::initializationOptions), member("trace", &T::trace));

struct FileEvent {
  std::string uri;
  std::uint32_t type = 0;  // 1: created, 2: changed, 3: deleted
};
ROMAS_LSP_MEMBERS(FileEvent, member("uri", &T::uri), member("type", &T::type));

struct DidChangeWatchedFilesParams {
  std::vector<FileEvent> changes;
};
ROMAS_LSP_MEMBERS(DidChangeWatchedFilesParams, member("changes", &T::changes));

struct WorkspaceFoldersChangeEvent {
  std::vector<WorkspaceFolder> added, removed;
};
ROMAS_LSP_MEMBERS(WorkspaceFoldersChangeEvent, member("added", &T::added), member("removed", &T::removed));

struct DidChangeWorkspaceFoldersParams {
  WorkspaceFoldersChangeEvent event;
};
ROMAS_LSP_MEMBERS(DidChangeWorkspaceFoldersParams, member("event", &T::event));

struct ExecuteCommandParams {
  std::string command;
  std::optional<std::vector<Json>> arguments;
};
ROMAS_LSP_MEMBERS(ExecuteCommandParams, member("command", &T::command), member("arguments", &T::arguments));

// The argument of a command of romas-lsp: an object.
struct CommandArgument {
  std::string uri;
  std::optional<std::string> target;  // of romas.emit
  std::optional<std::string> root;  // of romas.selectRoot and romas.expanded: the label of one of romas.roots
  std::optional<std::string> with;  // of romas.compare: a URI, or a text of the document
  std::optional<Position> position;  // of romas.expanded: what is looked for in the expanded text
};
ROMAS_LSP_MEMBERS(CommandArgument, member("uri", &T::uri), member("target", &T::target),
                  member("root", &T::root), member("with", &T::with), member("position", &T::position));

}  // namespace romas::lsp
