#include "lsp/features/places/structure.h"

#include "lsp/features/texts/markup_text.h"
#include "lsp/markup/tree/structure.h"

namespace romas::lsp {

std::vector<FoldingRange> folding_ranges(const Document& document, PositionEncoding encoding) {
  std::vector<FoldingRange> ranges;
  if (!is_markup(document)) return ranges;
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
  if (!is_markup(document)) return selections;
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
