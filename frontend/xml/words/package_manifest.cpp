#include "frontend/xml/words/package_manifest.h"

#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas {

std::optional<std::string> read_package_name(const std::string& folder) {
  constexpr std::uint64_t kLargest = 1'000'000;
  SourceManager sources;
  DiagnosticEngine diagnostics;  // discarded: manifests are not checked
  SourceManager::ReadError error;
  const FileId file = sources.read_file(concat(folder, "/package.xml"), error, kLargest);
  if (file == 0) return std::nullopt;
  const auto root = read_xml_tree(file, sources, diagnostics);
  if (!root || root->name != "package") return std::nullopt;
  for (const XmlElement& child : root->children)
    if (child.name == "name") return std::string(trim(child.text.text));
  return std::nullopt;
}

}  // namespace romas
