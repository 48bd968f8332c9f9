// Findings that are held back while a text is being typed.
#pragma once

#include <vector>

#include "driver/stages/result.h"

namespace romas::lsp {

// Whether a finding is a mistake of syntax, around which the compiler reads what is sound.
bool is_mistake(const romas::Diagnostic& finding);

// Removes and returns the findings that may only follow from mistakes of syntax, of which all are kept: those
// in broken parts, those about something that is missing around them, and those about names and wholes that
// may depend on them.
std::vector<romas::Diagnostic> hold_back_consequences(driver::CompileResult& result);

}  // namespace romas::lsp
