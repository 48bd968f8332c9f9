// Many inputs, several at once, as far as threads and memory go.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "driver/compile.h"

namespace romas::driver {

// Takes the result of inputs[i], on the thread that made it; several threads call it at once, for different
// inputs. What it does not keep frees memory for the inputs that follow. It may throw std::bad_alloc.
using TakeResult = std::function<void(std::size_t i, CompileResult result)>;

// Compiles each input once, on up to `threads` threads (0: as many as there are cores). An input for which
// memory does not suffice is tried again when it has all of it; if that does not help its result is a finding
// that says so, and the others go on. An exception is an internal error of its input alone.
void compile_inputs(const std::vector<std::string>& inputs, const CompileRequest& request,
                    const Pipelines& pipelines, const SourceManager::Texts* texts, unsigned threads,
                    const TakeResult& take);

}  // namespace romas::driver
