// The compiler as a library: parse and print.
#include <iostream>

#include "backends/target.h"
#include "frontend/frontend.h"

int main() {
  romas::SourceManager sources;
  romas::DiagnosticEngine diagnostics;
  const romas::FrontendOptions options;
  std::vector<std::string> files_read;
  romas::FrontendContext context{sources, diagnostics, options, files_read};
  const auto result =
      romas::parse_urdf(sources.add_text("memory", "<robot name='r'><link name='a'/></robot>"), context);
  std::cout << romas::print_romas(result.models.front());
}
