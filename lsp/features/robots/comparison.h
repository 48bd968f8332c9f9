// Compares the robot of a document with another robot, or with an earlier text of the document.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/robots/commands.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct DifferencePlace {
  std::optional<std::string> uri;  // absent: the text that was given
  Range range;
};
ROMAS_LSP_MEMBERS(DifferencePlace, member("uri", &T::uri), member("range", &T::range));

// The words are those of `romasc --compare --format=json`.
struct RobotDifference {
  std::string message, entity, name, field, change;
  std::optional<DifferencePlace> first, second;  // places in the two; absent if one has none
};
ROMAS_LSP_MEMBERS(RobotDifference, member("message", &T::message), member("entity", &T::entity),
                  member("name", &T::name), member("field", &T::field), member("change", &T::change),
                  member("first", &T::first), member("second", &T::second));

struct RobotComparison {
  bool same = true;
  std::string text;  // as romasc prints it
  std::vector<RobotDifference> differences;
  std::vector<std::string> effects;  // of several differences together
};
ROMAS_LSP_MEMBERS(RobotComparison, member("same", &T::same), member("text", &T::text),
                  member("differences", &T::differences), member("effects", &T::effects));

// Compares another robot with the active robot of the document, with the current texts. `with`: the URI of
// the file of the other robot, or an earlier text of the document.
std::variant<RobotComparison, CommandFailed> compare_robots(Workspace& workspace, const View& view,
                                                            const std::string& with);

}  // namespace romas::lsp
