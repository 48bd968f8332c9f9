#include "driver/stages/comparable.h"

#include <algorithm>
#include <system_error>

#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/foreign_element.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

void print_canonical(const ForeignElement& element, std::string& text) {  // NOLINT(misc-no-recursion)
  text += concat("<", element.name);
  auto attributes = element.attributes;
  std::sort(attributes.begin(), attributes.end());
  for (const auto& [name, value] : attributes) text += concat(" ", name, "=", json_string(value));
  text += concat(">", trim(element.text));
  for (const ForeignElement& child : element.children) print_canonical(child, text);
  text += concat("</", element.name, ">");
}

}  // namespace

std::string absolute_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(folder.empty() ? "." : folder, error);
  return error ? folder.string() : absolute.lexically_normal().string();
}

std::string canonical_xml(const std::string& text) {
  if (!text.starts_with('<')) return text;
  SourceManager sources;
  DiagnosticEngine aside;
  const auto element = read_xml_tree(sources.add_text("<extension>", text), sources, aside);
  if (!element) return text;
  std::string canonical;
  print_canonical(to_foreign(*element), canonical);
  return canonical;
}

}  // namespace romas::driver
