// Reads arbitrary bytes as OBJ and as STL. A mesh that is a solid must have a finite volume and inertia, the
// same however its corners are welded.
#include <cmath>

#include "frontend/mesh/mesh_solid.h"
#include "test/fuzz/fuzzing.h"

namespace {

void read(const char* name, const std::string& bytes) {
  romas::SourceManager sources;
  romas::DiagnosticEngine diagnostics;
  const auto solid =
      romas::read_mesh_solid(sources.add_text(name, bytes), sources, diagnostics, {1, -2, 0.5});
  for (const romas::Diagnostic& diagnostic : diagnostics.sorted())
    if (diagnostic.range.valid()) sources.text(diagnostic.range);
  romas::fuzzing::require(solid.has_value() != diagnostics.has_errors(),
                          "no solid without an error, and no error with one", bytes);
  if (!solid) return;
  romas::fuzzing::require(solid->body.mass > 0 && std::isfinite(solid->body.mass) &&
                              solid->body.com.allFinite() && solid->body.tensor.allFinite(),
                          "a solid that no body can be", bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read("a.obj", bytes);
  read("a.stl", bytes);
  return 0;
}
