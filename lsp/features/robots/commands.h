// Commands that an editor can call on a document: its text in other formats, and the robots that read it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct TextFile {
  std::string name, text;
};
ROMAS_LSP_MEMBERS(TextFile, member("name", &T::name), member("text", &T::text));

// Why a command gives nothing; a sentence.
struct CommandFailed {
  std::string reason;
};

// Compiles an input with these texts and returns the files of one target.
std::variant<std::vector<TextFile>, CommandFailed> emit_input(Workspace& workspace,
                                                              const driver::Input& input,
                                                              const SourceManager::Texts& texts,
                                                              const std::string& target);

// Compiles the document's active robot from the current texts and returns the files of a target ("sdf",
// "expanded", "tree"). Fails if the robot has errors.
std::variant<std::vector<TextFile>, CommandFailed> emit_target(Workspace& workspace, const View& view,
                                                               const std::string& target);

// The robots that read a document, the active one first.
struct RootChoice {
  std::string label;  // "arm.urdf.xacro prefix:=left_"
  bool active = false;
};
ROMAS_LSP_MEMBERS(RootChoice, member("label", &T::label), member("active", &T::active));
std::vector<RootChoice> root_choices(const View& view);

// Which of several robots is shown, how often each macro of the document is called and what comes of it, and
// what its robot can be shown as.
// `has_head`: the client has a command "romas.compareWithHead", which is offered at each robot and macro.
std::vector<CodeLens> code_lenses(const Workspace& workspace, const View& view, bool has_head);

}  // namespace romas::lsp
