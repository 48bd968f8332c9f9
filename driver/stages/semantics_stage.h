// The stages of an SRDF: its robot is found and read, and what the SRDF says is checked against it.
#pragma once

#include <optional>
#include <vector>

#include "backends/target.h"
#include "driver/request/input.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/semantics.h"

namespace romas::driver {

struct SemanticsWork {
  CompileStatus status = CompileStatus::ok;
  std::vector<OutputFile> files;  // a summary, where the inputs of a run are summed up
  std::optional<Model> robot;  // that the SRDF is about, as it is written; its places are in the same texts
  Input described_by;          // the description that it was read from
};

// Checks an SRDF against its robot. `file`: the text of the SRDF. The robot is the one that the request
// names. Otherwise it is one of Input::robots, or else a description of the same name in the SRDF's folder,
// or else in its package. If there are several, the one that lacks the fewest of the SRDF's names counts.
// Without a robot, the SRDF is checked only by itself (RM2003).
SemanticsWork work_on_semantics(const Semantics& semantics, const Input& input, FileId file,
                                const CompileRequest& request, Stage& stage);

// Returns the contents of all SRDFs of a robot together. Returns nullopt if no target of the request needs
// them, or if there are none. Their errors are reported where they are inputs themselves.
std::optional<Semantics> read_semantics(const Input& robot, const CompileRequest& request, Stage& stage);

struct ReadSemantics {
  std::optional<Semantics> all;  // those of all files together; the robot's name is that of the first
  bool is_whole = true;          // every file was read
  bool has_arguments = false;    // some files are xacro: with other arguments they may say something else
};
ReadSemantics read_semantics_of(const std::vector<std::string>& files, const CompileRequest& request,
                                Stage& stage);

// Returns the robots of a description, or none if it has errors, which are reported where it is an input.
std::vector<Model> read_sound_robots(const Input& description, const CompileRequest& request, Stage& stage);

// Fills Input::robots of the SRDFs among the inputs of a run: descriptions whose root has the same name, else
// the only one that was named. Fills Input::semantics of these descriptions, too.
void pair_with_robots(std::vector<Input>& inputs);

}  // namespace romas::driver
