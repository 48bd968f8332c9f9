// Reads arbitrary bytes as a xacro document. Its expansion ends within the limits, every place lies in the
// text that it belongs to, and an expanded text without '$' expands to itself.
#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/reader/write_xml.h"
#include "test/fuzz/fuzzing.h"

namespace {

using namespace romas;

constexpr std::string_view kIncluded =
    "<r xmlns:xacro='x'><xacro:property name='p' value='1'/><xacro:macro name='m' params='a:=^|2 *b'>"
    "<c x='${a}'><xacro:insert_block name='b'/></c></xacro:macro></r>";

FrontendOptions small_limits() {
  FrontendOptions options;
  options.expansion = {100, 100'000, 1'000'000};
  options.definitions = {{"given", "1"}};
  return options;
}

void check_places(const XmlElement& element, const SourceManager& sources) {
  const SourceRange range = sources.written(element.range);
  fuzzing::require(range.begin < range.end && range.end <= sources.text(range.file).size(),
                   "a place is outside of its text", std::string(element.name));
  for (const SourceStep* step = sources.expansions().step(element.range.file); step != nullptr;
       step = sources.expansions().step(step->place.file))
    fuzzing::require(step->place.valid(), "a step has no place", std::string(element.name));
  for (const XmlElement& child : element.children) check_places(child, sources);
}

std::optional<std::string> expand(std::string text, bool check) {
  SourceManager sources;
  const SourceManager::Texts included = {{SourceManager::file_key("a.xacro"), std::string(kIncluded)}};
  sources.read_instead(&included);
  DiagnosticEngine diagnostics;
  diagnostics.see_instances_of(sources);
  const FrontendOptions options = small_limits();
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  xacro::Expander expander(context, sources.add_text("fuzzed.xacro", std::move(text)));
  const auto document = expander.expand();
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    fuzzing::require(!diagnostic.message.empty() && !Expansions::is_instance(diagnostic.range.file),
                     "a finding has no place that was written", diagnostic.message);
  if (!document || diagnostics.has_errors()) return std::nullopt;
  if (check) check_places(document->root, sources);
  return write_xml(document->before, document->root, document->behind);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto once = expand(std::string(reinterpret_cast<const char*>(data), size), true);
  if (!once || once->find('$') != std::string::npos || once->find("xacro:") != std::string::npos) return 0;
  const auto twice = expand(*once, false);
  fuzzing::require(twice == once, "an expanded text expands to another one", *once);
  return 0;
}
