// MJCF over several files: what <compiler> says for a document, and where the files lie that it names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/markup/completion/mjcf.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Returns the settings of the document's text. If the document is a part that others include, the settings
// that it lacks come from the files of its robot.
markup::MjcfSettings mjcf_settings(const View& view, const markup::Tree& tree);

// The file from whose folder names of files are relative: that of the robot, which may include the document.
std::string main_file(const View& view);

// The names of a robot that a document can refer to: of classes and assets those of its own file, with what
// that includes; nothing of a robot that the document is only attached to.
std::vector<const PartName*> mjcf_names(const View& view, const Reading& reading);

// The file that the value of an attribute names; nothing for other attributes, and where there is none.
std::optional<std::string> mjcf_file(const View& view, const markup::Tree& tree,
                                     const markup::MjcfSettings& settings, markup::NodeId element,
                                     const markup::Attribute& attribute);

}  // namespace romas::lsp
