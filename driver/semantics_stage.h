// The stages of an SRDF: its robot is found and read, and what the SRDF says is checked against it.
#pragma once

#include <optional>
#include <vector>

#include "backends/target.h"
#include "driver/input.h"
#include "driver/request.h"
#include "driver/stage.h"
#include "ir/semantics.h"

namespace romas::driver {

struct SemanticsWork {
  CompileStatus status = CompileStatus::ok;
  std::vector<OutputFile> files;  // a summary, where the inputs of a run are summed up
  std::optional<Model> robot;  // that the SRDF is about, as it is written; its places are in the same texts
  Input described_by;          // the description that it was read from
};

// `file`: the text of the SRDF. The robot is the one that the request names; else of Input::robots, else of
// the SRDF's folder, else of its package, a description of the same name. Of several the one counts that
// lacks the fewest of the SRDF's names. Without a robot, only what the SRDF says of itself is checked
// (RM2003).
SemanticsWork work_on_semantics(const Semantics& semantics, const Input& input, FileId file,
                                const CompileRequest& request, Stage& stage);

// What the SRDFs of a robot say together, if a target of the request needs it; nothing without one. What is
// wrong with them is told where they are inputs.
std::optional<Semantics> read_semantics(const Input& robot, const CompileRequest& request, Stage& stage);

// Fills Input::robots of the SRDFs among the inputs of a run: descriptions whose root has the same name, else
// the only one that was named. Fills Input::semantics of these descriptions, too.
void pair_with_robots(std::vector<Input>& inputs);

}  // namespace romas::driver
