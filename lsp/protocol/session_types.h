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
  Json capabilities;
  std::optional<std::string> rootUri;
  std::optional<std::string> rootPath;
  std::optional<std::vector<WorkspaceFolder>> workspaceFolders;
  Json initializationOptions;
  std::optional<std::string> trace;
};
ROMAS_LSP_MEMBERS(InitializeParams, member("capabilities", &T::capabilities), member("rootUri", &T::rootUri),
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

}  // namespace romas::lsp
