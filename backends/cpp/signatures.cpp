#include "backends/cpp/signatures.h"

#include "support/text/text.h"

namespace romas::cpp {

std::string parameters(const KernelFunction& function, std::string_view output) {
  std::string text;
  const auto add = [&](std::string_view type, std::string_view names) {
    for (const std::string_view name : split(names, ' '))
      text += concat(text.empty() ? "" : ", ", type, name);
  };
  add("const S* ", function.inputs);
  add(output, function.outputs);
  return text;
}

std::string arguments(const KernelFunction& function) {
  std::string text;
  for (const std::string_view names : {function.inputs, function.outputs})
    for (const std::string_view name : split(names, ' ')) text += concat(text.empty() ? "" : ", ", name);
  return text;
}

}  // namespace romas::cpp
