// All inputs of a run, several at once, as far as threads and memory go.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/diagnostic_render.h"
#include "tools/romasc/compile.h"

namespace romas::tool {

// How findings are shown in this run.
RenderOptions render_options(const Invocation& invocation);

// Compiles some of the inputs; the others keep their results. Of a result only what this run still needs is
// kept: findings that can be shown as they are stand as text in `shown`. An input for which memory does not
// suffice is tried again when it has all of it; if that does not help it gets a finding that says so, and the
// others go on.
void compile_inputs(const Invocation& invocation, const Pipelines& pipelines,
                    const std::string& output_folder, const SourceManager::Texts* texts,
                    const std::vector<std::size_t>& inputs, std::vector<CompileResult>& results);

// In the order given. Where there are no findings to be changed later, the results of inputs of which only
// words are left are one.
std::vector<CompileResult> compile_all(const Invocation& invocation, const Pipelines& pipelines,
                                       const std::string& output_folder);

}  // namespace romas::tool
