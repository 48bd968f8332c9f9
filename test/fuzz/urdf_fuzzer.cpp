// Reads arbitrary bytes as URDF. What is read without an error must be printed, read again as the same model, and printed as the
// same text.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "backends/target.h"
#include "frontend/frontend.h"

namespace {

using namespace romas;

struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendResult result;

  explicit Reading(std::string text) {
    FrontendContext context{sources, diagnostics, options, files_read};
    result = parse_urdf(sources.add_text("fuzz", std::move(text)), context);
    // Every place must be printable.
    for (const Diagnostic& d : diagnostics.sorted())
      if (d.range.valid()) sources.line_column(d.range.start());
  }
  bool good() const { return !diagnostics.has_errors() && result.models.size() == 1; }
};

std::string print(const Model& model) {
  DiagnosticEngine diagnostics;
  const TargetOptions options;
  TargetContext context{diagnostics, options};
  return emit_urdf(model, context);
}

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Reading first(std::string(reinterpret_cast<const char*>(data), size));
  if (!first.good()) return 0;
  const std::string once = print(first.result.models.front());
  const Reading second(once);
  require(second.good(), "what was printed cannot be read", once);
  require(second.result.models.front() == first.result.models.front(), "what was printed is another model", once);
  require(print(second.result.models.front()) == once, "printing twice changes the text", once);
  return 0;
}
