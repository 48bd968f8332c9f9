// An input of the compiler: a file, and the values of its arguments.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/request/request.h"
#include "support/sources/source_manager.h"

namespace romas::driver {

// A value for an argument of a xacro file.
struct InputArgument {
  std::string name, value;
  std::uint32_t begin = 0, end = 0;  // bytes of Input::project_file that say so
};

class KeptReading;
class RevisionTree;

struct Input {
  Input() = default;
  Input(std::string path) : file(std::move(path)) {}     // NOLINT(google-explicit-constructor): a file is one
  Input(const char* path) : Input(std::string(path)) {}  // NOLINT(google-explicit-constructor)
  Input(std::string_view path) : Input(std::string(path)) {}  // NOLINT(google-explicit-constructor)

  std::string file;                          // "-": standard input
  std::vector<InputArgument> arguments;      // those of the request win
  std::string name;                          // of a root of a project file; its outputs have this name
  std::string project_file;                  // that gives the arguments; empty: they come from elsewhere
  bool found = false;                        // in a folder: it may turn out to be a part of another one
  std::vector<Input> robots;                 // of an SRDF or parameters: inputs that may describe its robot
  bool described = false;                    // of an SRDF or parameters: another input describes the robot
  bool robots_are_sure = false;              // of parameters: no other input can describe their robot
  std::vector<std::string> semantics;        // of a robot or parameters: SRDFs that are about the robot
  std::string revision;                      // of git, that has the file; empty: it is a file of the disk
  std::shared_ptr<const RevisionTree> tree;  // of the revision, where the file lies then
  std::shared_ptr<KeptReading> read;         // its text, read already; null: not yet
};

// Returns the name that tells an input from others of the same file: "left", or "arm.urdf.xacro
// prefix:=left_".
std::string label(const Input& input);

// The request of all inputs, as it is for this one.
CompileRequest request_for(const Input& input, const CompileRequest& request);
// Says where the arguments stand that the project file of the input gives.
void place_arguments(const Input& input, FrontendOptions& options, SourceManager& sources);

// The input that a word of the command line means: a path, or a path and arguments ("arm.xacro prefix:=a"),
// unless a file of this very name exists.
Input input_of_word(const std::string& word);

}  // namespace romas::driver
