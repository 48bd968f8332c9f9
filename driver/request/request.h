// The requests that a caller makes of the driver, independent of the command line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backends/target_options.h"
#include "driver/request/file_ignores.h"
#include "frontend/frontend.h"
#include "ir/kernel/code_model.h"
#include "passes/pass/pass.h"
#include "support/findings/diagnostic.h"

namespace romas::driver {

struct InputRequest {
  std::string format = "auto";  // a name of frontends.def; auto: by extension, then by root element
  FrontendOptions frontend;
  std::string robot;  // only the robot of this name; empty: all of the file
  // The input (input_of_word) that describes the robot of SRDF files; empty: it is looked for.
  std::string robot_description;
};

struct ServoRequest {
  std::string map;                   // servo map to apply; empty: none
  bool map_is_shared = false;        // its joints may be in other inputs: the caller reports unknown ones
  std::string calibration;           // of one unit, applied behind the map; empty: none
  std::string registers;             // dump of what servos' registers hold; empty: none
  std::vector<std::string> devices;  // device files and folders of them, beside the ones built in
};

struct PassRequest : PassPrinting {
  std::optional<int> optimization;    // level of -O
  std::optional<std::string> passes;  // exactly these, as pipeline text, and no checks
  std::string lump;                   // mode of lump-fixed-joints; empty or "none": it does not run
};

struct EmitRequest {
  std::vector<std::string> targets;  // names of targets.def
  // A file without robots, which others may import, is no error.
  bool robots_optional = false;
  std::string output_folder;  // of the files to be written; empty: unknown
  std::string output_file;    // name of the one file that is written; empty: it follows from the robot
  std::string output_name;    // of the files; empty: that of the robot
  std::map<TargetOption, std::vector<std::string>> words;  // of options of single targets
  CodeOptions code;                                        // of lowering to kernels
  bool banner = false;                                     // descriptions name their source; code always does
  bool copy_meshes = false;  // meshes and textures are gathered beside the output, in the folder "meshes"
  // Each input has a folder of its own there, so that robots do not overwrite each other's files.
  bool separate_meshes = false;
};

// Outputs are read back and compared with the model.
struct VerifyRequest {
  bool outputs = false;     // a difference that the target did not declare is an internal error
  bool lossless = false;    // a difference that --compare finds is an error
  bool report = false;      // with pages beside the outputs that say what was compared
  double tolerance = 1e-9;  // of that comparison
};

// Links without inertial get that of their shapes.
struct InertiaRequest {
  std::string shapes;     // "collision" or "visual", the other ones where a link has none; empty: none does
  double density = 1000;  // kg/m³
  double total_mass = 0;  // of these links together, kg; 0: it follows from the density
};

struct CompileRequest {
  InputRequest input;
  InertiaRequest inertias;
  ServoRequest servos;
  PassRequest passes;
  EmitRequest emit;
  VerifyRequest verify;
  SeverityPolicy severities;
  FileIgnores ignores;
};

}  // namespace romas::driver
