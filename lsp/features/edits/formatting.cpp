#include "lsp/features/edits/formatting.h"

#include <algorithm>

#include "frontend/frontend.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/markup/changes/format.h"
#include "lsp/reading/editor_config.h"
#include "lsp/reading/reading.h"
#include "support/sources/edited_text.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The runs of white space in which two texts of the language differ: besides, formatting keeps every
// character but a byte order mark.
std::vector<romas::TextEdit> white_space_edits(std::string_view was, std::string_view now) {
  const auto end_of_gap = [](std::string_view text, std::size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return at;
  };
  std::vector<romas::TextEdit> edits;
  const std::size_t first = was.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (std::size_t i = 0, j = 0; i < was.size() || j < now.size();) {
    const std::size_t begin = i, now_begin = j;
    i = end_of_gap(was, std::max(i, first)), j = end_of_gap(now, j);
    const std::string_view gap = now.substr(now_begin, j - now_begin);
    if (was.substr(begin, i - begin) != gap) edits.push_back({begin, i, std::string(gap)});
    while (i < was.size() && j < now.size() && !is_space(was[i]) && was[i] == now[j]) ++i, ++j;
  }
  return edits;
}

// `within`: only edits of the white space that ends there.
std::vector<TextEdit> format_language(const Document& document, PositionEncoding encoding,
                                      const std::optional<Range>& within) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text(document.path, document.text);
  const auto formatted = reformat_romas(file, sources, diagnostics);
  if (!formatted) return {};
  const TextPositions positions(document.text, encoding);
  const std::size_t begin = within ? positions.offset(within->start) : 0;
  const std::size_t end = within ? positions.offset(within->end) : document.text.size() + 1;
  std::vector<TextEdit> edits;
  for (const romas::TextEdit& edit : white_space_edits(document.text, *formatted))
    if (edit.end >= begin && edit.end < end)
      edits.push_back({positions.range(edit.begin, edit.end), edit.replacement});
  return edits;
}

std::optional<std::size_t> count_in(const EditorConfig& config, std::string_view key) {
  const auto found = config.find(key);
  const auto number = found == config.end() ? std::nullopt : parse_double(found->second);
  if (!number || !(*number >= 1 && *number <= 10'000)) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

bool says(const EditorConfig& config, std::string_view key, std::string_view value) {
  const auto found = config.find(key);
  return found != config.end() && found->second == value;
}

markup::FormatOptions style_of(const EditorConfig& config, const FormattingOptions& options,
                               const FormatSettings& settings) {
  constexpr std::size_t kWidest = 16;  // columns of a step
  markup::FormatOptions style;
  const bool has_tabs = says(config, "indent_style", "tab") ||
                        (!options.insertSpaces && !says(config, "indent_style", "space"));
  const auto step = count_in(config, says(config, "indent_size", "tab") ? "tab_width" : "indent_size");
  style.indent = has_tabs ? "\t" : std::string(std::min(step.value_or(options.tabSize), kWidest), ' ');
  style.columns = count_in(config, "max_line_length").value_or(settings.columns.value_or(style.columns));
  if (says(config, "max_line_length", "off")) style.columns = std::string::npos;
  style.attributes = settings.attributes.value_or(style.attributes);
  if (const auto found = config.find("xml_attributes"); found != config.end())
    style.attributes = attribute_breaks(found->second).value_or(style.attributes);
  return style;
}

std::vector<TextEdit> format_markup(const Document& document, PositionEncoding encoding,
                                    const markup::FormatOptions& style, const std::optional<Range>& within) {
  const MarkupText text(document, encoding);
  const markup::Range whole{0, static_cast<std::uint32_t>(document.text.size())};
  const markup::Range bytes =
      within ? markup::Range{text.offset(within->start), text.offset(within->end)} : whole;
  std::vector<TextEdit> edits;
  for (const markup::Edit& edit : markup::format(text.tree, bytes, style))
    edits.push_back({text.range(edit.range), edit.text});
  return edits;
}

}  // namespace

std::optional<markup::AttributeBreaks> attribute_breaks(std::string_view word) {
  if (word == "fill") return markup::AttributeBreaks::fill;
  if (word == "each") return markup::AttributeBreaks::each;
  if (word == "keep") return markup::AttributeBreaks::keep;
  return std::nullopt;
}

std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding,
                                      const FormattingOptions& options, const FormatSettings& settings,
                                      const std::optional<Range>& within) {
  const FrontendInfo* format = detect_frontend(document.path, document.text);
  if (format != nullptr && format->name == "romas") return format_language(document, encoding, within);
  if (!is_markup(document)) return {};
  const markup::FormatOptions style = style_of(editor_config_of(document.path), options, settings);
  return format_markup(document, encoding, style, within);
}

}  // namespace romas::lsp
