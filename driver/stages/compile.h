// One input from its name to emitted files: load, parse, apply servo maps, check, transform, emit.
#pragma once

#include "driver/request/pipelines.h"
#include "driver/request/request.h"
#include "driver/stages/result.h"

namespace romas::driver {

// All problems are reported in the result; only std::bad_alloc is thrown. `texts` replace the files of their
// names, which need not exist; null: none. Keeps no state between calls and is thread-safe.
CompileResult compile(const Input& input, const CompileRequest& request, const Pipelines& pipelines,
                      const SourceManager::Texts* texts = nullptr);

}  // namespace romas::driver
