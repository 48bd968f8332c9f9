#include "lsp/features/places/structure.h"

#include "lsp/features/places/nested_text.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/markup/tree/structure.h"
#include "lsp/yaml/yaml_documents.h"

namespace romas::lsp {

namespace {

// The parts of a document that is no XML; none for a text of no language.
std::vector<NestedPart> nested_parts(const Document& document) {
  if (is_romas(document)) return parts_of_romas(document.text);
  return is_yaml_name(document.path) ? parts_of_yaml(document.text) : std::vector<NestedPart>();
}

std::vector<FoldingRange> folds_of_parts(const Document& document, PositionEncoding encoding) {
  std::vector<FoldingRange> ranges;
  const TextPositions positions(document.text, encoding);
  for (const NestedPart& part : nested_parts(document)) {
    const Range place = positions.range(part.whole.begin, part.whole.end);
    FoldingRange range;
    range.startLine = place.start.line;
    range.endLine = place.end.line - (part.ends_below ? 1 : 0);
    if (place.end.line > place.start.line && range.endLine > range.startLine)
      ranges.push_back(std::move(range));
  }
  return ranges;
}

}  // namespace

std::vector<FoldingRange> folding_ranges(const Document& document, PositionEncoding encoding) {
  std::vector<FoldingRange> ranges;
  if (!is_markup(document)) return folds_of_parts(document, encoding);
  const MarkupText text(document, encoding);
  for (const markup::Fold& fold : markup::folds(text.tree)) {
    const Range place = text.range(fold.range);
    const bool is_comment = fold.kind == markup::FoldKind::comment;
    FoldingRange range;
    range.startLine = place.start.line;
    range.endLine = place.end.line - (is_comment ? 0 : 1);
    if (is_comment) range.kind = "comment";
    if (range.endLine > range.startLine) ranges.push_back(std::move(range));
  }
  return ranges;
}

std::vector<SelectionRange> selection_ranges(const Document& document, PositionEncoding encoding,
                                             const std::vector<Position>& positions) {
  std::vector<SelectionRange> selections;
  if (!is_markup(document)) {
    const auto parts = nested_parts(document);
    const TextPositions text(document.text, encoding);
    for (const Position position : positions) {
      SelectionRange& selection = selections.emplace_back();
      for (const markup::Range& range :
           growing_in(document.text, parts, static_cast<std::uint32_t>(text.offset(position))))
        selection.growing.push_back(text.range(range.begin, range.end));
    }
    return selections;
  }
  const MarkupText text(document, encoding);
  for (const Position position : positions) {
    SelectionRange selection;
    for (const markup::Range& range : markup::selections(text.tree, text.offset(position)))
      selection.growing.push_back(text.range(range));
    // The selection is empty if the position is in nothing.
    if (selection.growing.empty()) selection.growing.push_back({position, position});
    selections.push_back(std::move(selection));
  }
  return selections;
}

std::optional<LinkedEditingRanges> linked_editing(const Document& document, PositionEncoding encoding,
                                                  Position position) {
  if (!is_markup(document)) return std::nullopt;
  const MarkupText text(document, encoding);
  const auto pair = markup::linked_names(text.tree, text.offset(position));
  if (!pair) return std::nullopt;
  return LinkedEditingRanges{{text.range(pair->start), text.range(pair->end)}};
}

std::vector<ColorInformation> document_colors(const Document& document, PositionEncoding encoding) {
  std::vector<ColorInformation> colors;
  if (!is_markup(document)) return colors;
  const MarkupText text(document, encoding);
  for (const markup::Colour& colour : markup::colours(text.tree))
    colors.push_back({text.range(colour.range), {colour.red, colour.green, colour.blue, colour.alpha}});
  return colors;
}

std::vector<ColorPresentation> color_presentations(const Color& color, Range range) {
  const std::string text = markup::write_colour({{}, color.red, color.green, color.blue, color.alpha});
  return {{text, {range, text}}};
}

}  // namespace romas::lsp
