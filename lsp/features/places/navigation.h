// Finds the definition and the uses of a name.
#pragma once

#include <optional>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

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

// A value of the expression under a position, in one reading of the view.
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

// A place in a YAML file that names a thing of a robot. The file belongs to the robot of the reading.
struct YamlPlace {
  std::shared_ptr<const YamlNames> yaml;
  YamlName name;
};
std::vector<YamlPlace> yaml_places_of(Workspace& workspace, const Reading& reading, const NamedThing& thing);

// Returns the definitions of the names under the position. A name of the program comes before the name of a
// robot that it is a part of. If a name of a robot is its own definition and its text comes from another
// place, that place is returned. For an expression without a name, returns the place that its value comes
// from, such as a scalar of a YAML file. For a name of a file, returns the file.
std::vector<Location> definition(Workspace& workspace, const View& view, Position position);
// Returns the uses of the names in every robot of the workspace that reads the file of the definition.
std::vector<Location> references(Workspace& workspace, const View& view, Position position,
                                 bool with_definition);
// Returns the uses of the names in this document alone.
std::vector<DocumentHighlight> highlight(const Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
