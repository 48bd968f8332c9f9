// The result of an input as bytes, and back: all that a run does with it afterwards, it can do again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "driver/stages/result.h"

namespace romas::driver {

// Returns a result as bytes, without its models. Returns nullopt for results that cannot be kept: those of
// faults of romasc, those whose files copy others, and those whose findings refer to chains of expansions.
// Call it before parts of the result are freed.
std::optional<std::string> keep_result(const CompileResult& result);

// Returns the result that the bytes stand for. `text`: that of the input. Other texts that findings refer to
// are read again. Returns nullopt if the bytes are no result, or if one of these texts has changed.
std::optional<CompileResult> restore_result(std::string_view kept, const Input& input,
                                            const std::string& text);

// The same for runs that need no findings as data: what is shown of them, and how many there are.
std::string keep_shown(const CompileResult& result, std::string_view shown);
std::optional<CompileResult> restore_shown(std::string_view kept, const Input& input);

}  // namespace romas::driver
