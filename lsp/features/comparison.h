// What differs between the robot of a document and another one, or its own text of another time.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/commands.h"
#include "lsp/workspace.h"

namespace romas::lsp {

struct DifferencePlace {
  std::optional<std::string> uri;  // absent: the text that was given
  Range range;
};
ROMAS_LSP_MEMBERS(DifferencePlace, member("uri", &T::uri), member("range", &T::range));

// The words are those of `romasc --compare --format=json`.
struct RobotDifference {
  std::string message, entity, name, field, change;
  std::optional<DifferencePlace> first, second;  // where the two say it; absent where one says nothing
};
ROMAS_LSP_MEMBERS(RobotDifference, member("message", &T::message), member("entity", &T::entity),
                  member("name", &T::name), member("field", &T::field), member("change", &T::change),
                  member("first", &T::first), member("second", &T::second));

struct RobotComparison {
  bool same = true;
  std::string text;  // as romasc prints it
  std::vector<RobotDifference> differences;
  std::vector<std::string> effects;  // what follows from several together
};
ROMAS_LSP_MEMBERS(RobotComparison, member("same", &T::same), member("text", &T::text),
                  member("differences", &T::differences), member("effects", &T::effects));

// From another robot to the active robot of the document, with the texts of now. `with`: the URI of the file
// of the other one, or a text of the document as it was.
std::variant<RobotComparison, CommandFailed> compare_robots(Workspace& workspace, const View& view,
                                                            const std::string& with);

}  // namespace romas::lsp
