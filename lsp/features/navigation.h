// From a name to where it is defined and used.
#pragma once

#include <optional>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// The names under a position, in all readings of the view.
struct NameAt {
  std::shared_ptr<const Reading> reading;
  const NameUse* use = nullptr;  // of a name in a YAML file: the definition in the robot
  Range place;                   // in the document
};
std::vector<NameAt> names_at(const Workspace& workspace, const View& view, Position position);

// The names of the program under a position: properties, macros and so on of xacro.
struct ProgramNameAt {
  std::shared_ptr<const Reading> reading;
  const ProgramName* name = nullptr;
};
std::vector<ProgramNameAt> program_names_at(const Workspace& workspace, const View& view, Position position);
// All places of what names under the position are defined as, definitions first, each once.
std::vector<ProgramNameAt> program_uses_at(const Workspace& workspace, const View& view, Position position);

// What the expression under a position is worth, in all readings of the view.
struct ProgramValueAt {
  std::shared_ptr<const Reading> reading;
  const ProgramValue* value = nullptr;
};
std::vector<ProgramValueAt> program_values_at(const Workspace& workspace, const View& view,
                                              Position position);

// Adds those whose label is not there yet.
void add_readings(std::vector<std::shared_ptr<const Reading>>& readings,
                  const std::vector<std::shared_ptr<const Reading>>& more);
// Readings with the SRDFs about their robots, and the robots that their SRDFs are about.
std::vector<std::shared_ptr<const Reading>> related_readings(
    Workspace& workspace, std::vector<std::shared_ptr<const Reading>> readings);

// Where YAML files that belong to the robot of a reading name a thing of it.
struct YamlPlace {
  std::shared_ptr<const YamlNames> yaml;
  YamlName name;
};
std::vector<YamlPlace> yaml_places_of(Workspace& workspace, const Reading& reading, const NamedThing& thing);

// A name of the program comes before the name of a robot that it is a part of. Where an expression stands
// that has no name of its own there, the place that its value comes from, such as a scalar of a YAML file.
// Where the names under the position are defined; where a name is defined itself and its text comes from
// another place: that place.
std::vector<Location> definition(const Workspace& workspace, const View& view, Position position);
// In every robot of the workspace that reads the file of the definition.
std::vector<Location> references(Workspace& workspace, const View& view, Position position,
                                 bool with_definition);
// In this document alone.
std::vector<DocumentHighlight> highlight(const Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
