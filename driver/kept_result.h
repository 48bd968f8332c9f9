// The result of an input as bytes, and back: all that a run does with it afterwards, it can do again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "driver/compile.h"

namespace romas::driver {

// Nothing for results that cannot be kept: those of faults of romasc, those whose files copy others, and
// those whose findings refer to chains of expansions. Models are not part of it. Call it while everything is
// there.
std::optional<std::string> keep_result(const CompileResult& result);

// Nothing if the bytes are no result. `text`: that of the input. Other texts that findings refer to are read
// again; nothing if one of them is another one by now.
std::optional<CompileResult> restore_result(std::string_view kept, const Input& input,
                                            const std::string& text);

// The same for runs that need no findings as data: what is shown of them, and how many there are.
std::string keep_shown(const CompileResult& result, std::string_view shown);
std::optional<CompileResult> restore_shown(std::string_view kept, const Input& input);

}  // namespace romas::driver
