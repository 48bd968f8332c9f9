// Many inputs, several at once, as far as threads and memory go.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "driver/cache/result_cache.h"
#include "driver/stages/compile.h"

namespace romas::driver {

// Receives the result of inputs[i], on the thread that made it. Several threads call it at once, for
// different inputs. Memory that it does not keep is free for the inputs that follow. It may throw
// std::bad_alloc.
using TakeResult = std::function<void(std::size_t i, CompileResult result)>;

// Compiles each input once, on up to `threads` threads (0: as many as there are cores). If memory does not
// suffice for an input, it is tried again while no other input is compiled. If that fails too, its result is
// a finding that says so, and the others go on. An exception is an internal error of its input alone.
// `cache`: what is known from earlier runs, which goes with files alone; null: nothing. Results from there
// have no models.
void compile_inputs(const std::vector<Input>& inputs, const CompileRequest& request,
                    const Pipelines& pipelines, const SourceManager::Texts* texts, unsigned threads,
                    const TakeResult& take, ResultCache* cache = nullptr);

}  // namespace romas::driver
