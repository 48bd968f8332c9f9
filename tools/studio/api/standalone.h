// One HTML file that shows and moves a robot without the program: the page, a scene without paths, the files
// of its meshes, and its forward kinematics as JavaScript. docs/studio.md describes it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/embedded.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

constexpr std::string_view kStandaloneEnding = ".html";

// The page of the robot of this number of what is open, in `html`.
std::optional<Refusal> make_standalone(Workspace& workspace, std::size_t robot,
                                       std::span<const EmbeddedFile> page, std::string& html);

}  // namespace romas::studio
