// A text and what was changed in it: edits that fit together, several rounds of them, and their unified diff.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

// Puts `replacement` in the place of the bytes [begin, end); an empty range inserts.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const TextEdit&, const TextEdit&) = default;
};

// An edit that removes all that stands on a line takes the line along, and its indentation.
TextEdit with_blank_line(std::string_view text, TextEdit edit);

// Edits of one text of which no two get into each other's way.
class EditSet {
 public:
  enum class Fit : unsigned char { fits, present, conflicts };
  // Inserting at the border of another edit is a conflict, because the order would be anybody's guess.
  Fit fit(const TextEdit& edit) const;
  // For an edit that fits, or is there already.
  void add(TextEdit edit) { edits_.insert(std::move(edit)); }
  bool empty() const { return edits_.empty(); }
  std::vector<TextEdit> take() { return {edits_.begin(), edits_.end()}; }

 private:
  std::set<TextEdit> edits_;  // in order, disjoint
};

class EditedText {
 public:
  explicit EditedText(std::string original) : original_(std::move(original)), text_(original_) {}

  const std::string& original() const { return original_; }
  const std::string& text() const { return text_; }
  bool changed() const { return text_ != original_; }
  // Edits in order and disjoint, whose places are those of text().
  void apply(const std::vector<TextEdit>& edits);
  // What all rounds together do to the original, in order and disjoint.
  const std::vector<TextEdit>& edits() const { return edits_; }

 private:
  std::string original_;
  std::string text_;
  std::vector<TextEdit> edits_;
};

// As 'diff -u' writes it and patch reads it: the file is called `name` on both sides. Nothing if nothing
// changed.
std::string unified_diff(std::string_view name, const EditedText& text);

}  // namespace romas
