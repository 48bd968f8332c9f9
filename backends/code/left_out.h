// Parts of a description that generated code leaves out.
#pragma once

#include <string_view>

#include "ir/kernel/code_model.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::codegen {

enum class SafetyUse : bool { left_out, applied };

// Reports calibrations of joints, forces that the model does not know, and safety controllers that the code
// does not apply: all of them, or those of joints without variables of their own, whose leader is not kept
// within the same bounds, and soft limits that bound nothing. `code_name` is
// what the messages call the code: "the C++ header".
void report_left_out(const Model& model, const CodeModel& code, SafetyUse use, std::string_view code_name,
                     DiagnosticEngine& diagnostics);

// Reports a robot's name that files, functions or packages of this name cannot be called after (RM1106).
void report_unwritten_name(const Model& model, std::string_view name, DiagnosticEngine& diagnostics);

}  // namespace romas::codegen
