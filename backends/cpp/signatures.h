// Functions of the generated interface: names, parameters and results.
#pragma once

#include <string>
#include <string_view>

#include "ir/kernel/code_model.h"

namespace romas::cpp {

// A function of the interface: its parameters in the generated code.
struct Signature {
  std::string_view name;
  std::string_view inputs;  // names, in order
  std::string_view output;
  std::string_view comment;
};
Signature signature_of(KernelKind kind);

// "const S* q, const S* v, S* tau"; `output` is the type of the last one, with the space behind it.
std::string parameters(const Signature& signature, std::string_view output = "S* ");
// "q, v, tau"
std::string arguments(const Signature& signature);

}  // namespace romas::cpp
