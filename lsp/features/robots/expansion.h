// A robot of a document without xacro, and where each part of that text was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/robots/commands.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// One step of the chain that leads from a written text to its place in the expansion.
struct ExpansionStep {
  std::string kind;  // "macro", "include", "block"
  std::string name;  // of the macro or the block
  Location place;    // of the call, the include or the insertion
  // The next step outwards, as an index of ExpandedText::steps; absent: the place is in the robot's own file.
  std::optional<std::uint32_t> outer;
};
ROMAS_LSP_MEMBERS(ExpansionStep, member("kind", &T::kind), member("name", &T::name),
                  member("place", &T::place), member("outer", &T::outer));

// An element, attribute, text or comment of the expansion.
struct ExpandedPlace {
  Range range;                        // in the expansion
  Location written;                   // of an element: its start tag
  std::optional<std::uint32_t> step;  // the innermost, as an index; absent: none
};
ROMAS_LSP_MEMBERS(ExpandedPlace, member("range", &T::range), member("written", &T::written),
                  member("step", &T::step));

struct ExpandedText {
  std::string name, text;             // as --emit=expanded writes them
  bool isStale = false;               // the text of now has errors: this is the last one that had none
  std::vector<ExpandedPlace> places;  // in the order of the text, an element in front of what is in it
  std::vector<ExpansionStep> steps;
  // The ranges in the expansion that come from the position that was asked about, in the order of the text.
  std::optional<std::vector<Range>> found;
};
ROMAS_LSP_MEMBERS(ExpandedText, member("name", &T::name), member("text", &T::text),
                  member("isStale", &T::isStale), member("places", &T::places), member("steps", &T::steps),
                  member("found", &T::found));

// Expands a robot of the document. `root`: the label of one of the robots that read the document; absent: the
// active one. `position`, in the document, stands for the smallest thing around it. An element, attribute,
// text or comment may have many places in the expansion. A call, an include or an insertion has the places of
// the parts that it made; the name of a macro, those of all its calls; the value of a property, those of the
// attributes that take it.
std::variant<ExpandedText, CommandFailed> expanded_text(Workspace& workspace, const View& view,
                                                        const std::optional<std::string>& root,
                                                        std::optional<Position> position);

}  // namespace romas::lsp
