// One HTML file that shows and moves a robot without the program: the page, a scene without paths, the files
// of its meshes, and its forward kinematics as JavaScript. docs/studio.md describes it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "support/bytes/embedded.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

constexpr std::string_view kStandaloneEnding = ".html";

// Makes the page of the robot of this number of what is open. `html` has it at the end.
Undertaking make_standalone(const Workspace& workspace, std::size_t robot, std::span<const EmbeddedFile> page,
                            const std::shared_ptr<std::string>& html);

}  // namespace romas::studio
