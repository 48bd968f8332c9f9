// Features that follow from the tree alone: symbols, folds, growing selections, tag pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

enum class SymbolKind : unsigned char { robot, link, joint, macro, property, other };

// An element with a name, for the outline while the compiler cannot read the text.
struct Symbol {
  std::string name;
  std::string detail;  // its element: "joint"
  SymbolKind kind = SymbolKind::other;
  Range range, selection;                             // the whole element, and its name in it
  std::size_t parent = static_cast<std::size_t>(-1);  // index of the symbol around it
};
// Returns the symbols in the order of the text.
std::vector<Symbol> symbols(const Tree& tree);

enum class FoldKind : unsigned char { element, comment, macro };
struct Fold {
  Range range;  // from the end of the start tag, or the begin of a comment, to the begin of the end tag or
                // its end
  FoldKind kind = FoldKind::element;
};
// Elements, comments and runs of comments that go over more than one line.
std::vector<Fold> folds(const Tree& tree);

// Returns the ranges to which a selection at an offset grows, from the smallest one to the whole element of
// the document: word, value with quotes, attribute, tag, content, element and so on.
std::vector<Range> selections(const Tree& tree, std::uint32_t offset);

// The names of a start and an end tag, which are edited together.
struct TagPair {
  Range start, end;
};
// Returns the pair if the cursor is in one of the names and both are the same, else nullopt.
std::optional<TagPair> linked_names(const Tree& tree, std::uint32_t offset);

// An attribute `rgba`, or a text of a colour in SDF, with values from 0 to 1.
struct Colour {
  Range range;  // of the four numbers (three are read, too: opaque)
  double red = 0, green = 0, blue = 0, alpha = 1;
};
std::vector<Colour> colours(const Tree& tree);
// Returns a colour as the text writes it: "0.8 0 0 1", with at most three digits behind the point.
std::string write_colour(const Colour& colour);

}  // namespace romas::markup
