// A xacro file and what it expands to, for tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/reader/write_xml.h"
#include "support/text/text.h"

namespace romas::test {

class XacroExpansion {
 public:
  // Texts take the place of files; the main one is named main.xacro.
  explicit XacroExpansion(std::string main, const SourceManager::Texts& others = {},
                          FrontendOptions given = {})
      : options(std::move(given)) {
    for (const auto& [name, text] : others) texts_.emplace(SourceManager::file_key(name), text);
    sources.read_instead(&texts_);
    expand(sources.add_text("main.xacro", std::move(main)));
  }
  // A file of the disk.
  XacroExpansion(const std::string& path, FrontendOptions given) : options(std::move(given)) {
    SourceManager::ReadError error;
    expand(sources.read_file(path, error));
  }

  // The content of the root, on one line.
  std::string content() const {
    if (!document) return "malformed";
    std::string all;
    for (const XmlElement& child : document->root.children) all += write_xml(child);
    if (all.empty()) all = document->root.text.text;
    std::string line;
    for (const std::string_view part : split(all, '\n')) line += trim(part);
    return line;
  }
  // "error RM1052@2:17 message"
  std::vector<std::string> findings() const {
    std::vector<std::string> found;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) {
      const LineColumn at = sources.line_column(diagnostic.range.start());
      found.push_back(concat(severity_name(diagnostic.severity), " ", rule_info(diagnostic.rule).id(), "@",
                             at.line, ":", at.column, " ", diagnostic.message));
    }
    return found;
  }

  FrontendOptions options;
  SourceManager sources;
  DiagnosticEngine diagnostics;
  std::vector<std::string> files_read;
  std::optional<xacro::Documents::Document> document;

 private:
  void expand(FileId file) {
    if (file == 0) return;
    diagnostics.see_instances_of(sources);
    FrontendContext context{sources, diagnostics, options, files_read};
    xacro::Expander expander(context, file);
    document = expander.expand();
  }

  SourceManager::Texts texts_;
};

// A document whose root declares xacro and holds `content`, which begins in line 2.
inline std::string xacro_document(std::string_view content) {
  return concat("<a xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n", content, "\n</a>\n");
}

}  // namespace romas::test
