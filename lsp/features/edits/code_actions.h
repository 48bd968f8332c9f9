// Fixes of findings as edits, comments that silence them, and rewritings (offers.h).
#pragma once

#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// The kind of "all safe fixes in this file".
inline constexpr std::string_view kFixAll = "source.fixAll.romasc";

// A request for the findings in a part of a document. `only`: the kinds that are wanted; empty: all.
struct CodeActionRequest {
  Range range;
  std::vector<std::string> only;
  bool document_changes = false;  // the client reads versioned edits
  bool creates_files = false;     // and makes files
  bool annotates = false;         // and shows what each edit does before it is made
};
std::vector<CodeAction> code_actions(Workspace& workspace, const View& view,
                                     const CodeActionRequest& request);

// Edits by the key of their file, as the client reads them. Files that are open name their version.
struct FileEdit {
  std::string key;
  TextEdit edit;
};
// `created`: the path of a file that the client makes first; empty: none.
WorkspaceEdit workspace_edit(const Workspace& workspace, const std::vector<FileEdit>& edits,
                             bool document_changes, const std::string& created = {});

}  // namespace romas::lsp
