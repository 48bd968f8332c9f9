// Reads arbitrary bytes as the Romas language. What is read without an error must be printed, read again as an equal model, and
// printed as the same text.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

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
    result = parse_romas(sources.add_text("fuzz", std::move(text)), context);
    // Every place must be printable.
    for (const Diagnostic& d : diagnostics.sorted())
      if (d.range.valid()) {
        sources.line_column(d.range.start());
        sources.text(d.range);
      }
  }
};

void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Reading first(std::string(reinterpret_cast<const char*>(data), size));
  if (first.result.malformed && !first.diagnostics.has_errors()) fail("malformed without an error", {});
  if (first.diagnostics.has_errors()) return 0;
  for (const Model& model : first.result.models) {
    const std::string text = print_romas(model);
    const Reading second(text);
    if (second.diagnostics.has_errors() || second.result.models.size() != 1) fail("the printed text has errors", text);
    if (!(second.result.models.front() == model)) fail("the printed text is another model", text);
    if (print_romas(second.result.models.front()) != text) fail("the text printed again differs", text);
  }
  return 0;
}
