// Texts of SDF, and reading them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "support/text/text.h"

namespace romas::test::sdf {

// A text and what its reader makes of it.
struct Reading {
  explicit Reading(std::string text, FrontendOptions given = {}) : options(std::move(given)) {
    FrontendContext context{sources, diagnostics, options, files_read};
    result = parse_sdf(sources.add_text("a.sdf", std::move(text)), context);
  }
  const Model& model() const { return result.models.at(0); }
  // line:column slug message, of errors and warnings
  std::vector<std::string> messages() {
    std::vector<std::string> all;
    for (const Diagnostic& d : diagnostics.sorted()) {
      if (d.severity < Severity::warning) continue;
      const auto place = sources.line_column(d.range.start());
      all.push_back(concat(place.line, ":", place.column, " ", rule_info(d.rule).slug, " ", d.message));
    }
    return all;
  }

  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendResult result;
};

inline constexpr std::string_view kBody =
    "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";

inline std::string link(std::string_view name, std::string_view inside = {}) {
  return concat("<link name=\"", name, "\">", kBody, inside, "</link>\n");
}
inline std::string joint(std::string_view name, std::string_view type, std::string_view parent,
                         std::string_view child, std::string_view inside = {}) {
  return concat("<joint name=\"", name, "\" type=\"", type, "\"><parent>", parent, "</parent><child>", child,
                "</child>", inside, "</joint>\n");
}
inline std::string model(std::string_view inside, std::string_view version = "1.9") {
  return concat("<sdf version=\"", version, "\"><model name=\"m\">\n", inside, "</model></sdf>\n");
}
inline constexpr std::string_view kAxis = "<axis><xyz>0 0 1</xyz></axis>";

}  // namespace romas::test::sdf
