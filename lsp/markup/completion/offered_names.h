// Lists of names for completion, in the order in which a person needs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/completion/completion_context.h"

namespace romas::markup {

// Orders names as a person writes them: first those that do not stand at such a place yet, if each stands
// there once; then the nearest in front of the cursor.
std::vector<std::string> by_use(const CompletionContext& context, std::vector<std::string> names, bool once);

// The drivers of ros2_control whose parameters are known.
std::vector<std::string> control_drivers();
// Libraries of Gazebo's plugins: those that the text names, then those that many robots name.
std::vector<std::string> gazebo_plugins(const CompletionContext& context);

// The name of the joint around an element.
std::string_view joint_around(const CompletionContext& context);
// Whether the link is named that a joint moves: each is moved by one joint.
bool names_child(const CompletionContext& context);

}  // namespace romas::markup
