// Reads arbitrary bytes as definitions of the command line, -D NAME=TEXT: one a line, for a file with a
// parameter of every type. No text may crash or hang, and a rejected one must give an error.
#include <algorithm>
#include <string_view>

#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  static const std::string kProgram =
      "param any = 1;\nparam reach : length = 1 m;\nparam count : int = 1;\nparam on : bool = true;\nparam "
      "label : string = \"a\";\n"
      "param at : pose = identity;\nparam sizes : [length] = [1 m];\nparam pair : (length, angle) = (1 m, "
      "0);\n"
      "robot r {\n  link \"{label}\" { visual box (reach, reach, reach) at at; }\n  for i in "
      "range(min(count, 9)) { link \"l{i}\"; }\n"
      "  assert on and len(sizes) < 1000, \"{label} {pair[0]} {any}\";\n}\n";
  romas::FrontendOptions options;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;  // the command line takes neither
    options.definitions.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  const Reading reading(romas::parse_romas, kProgram, options);
  require(reading.diagnostics.has_errors() || reading.result.models.size() == 1, "no robot without an error",
          std::string(text));
  if (reading.good()) check_core_form(reading.result.models.front());
  return 0;
}
