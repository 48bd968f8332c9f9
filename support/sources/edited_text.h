// A text with edits that do not conflict, in several rounds, and their unified diff.
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

// Extends an edit that would leave a blank line so that it removes the whole line.
TextEdit with_blank_line(std::string_view text, TextEdit edit);

// Edits of one text, no two of which conflict.
class EditSet {
 public:
  enum class Fit : unsigned char { fits, present, conflicts };
  // Inserting at the border of another edit is a conflict, because the order would be ambiguous.
  Fit fit(const TextEdit& edit) const;
  // Precondition: the edit fits or is present already.
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
  // Applies edits that are in order and disjoint; their offsets refer to text().
  void apply(const std::vector<TextEdit>& edits);
  // The edits of all rounds together, as edits of the original: in order and disjoint.
  const std::vector<TextEdit>& edits() const { return edits_; }

 private:
  std::string original_;
  std::string text_;
  std::vector<TextEdit> edits_;
};

// The difference in the format of 'diff -u', with `name` on both sides. Empty if nothing changed.
std::string unified_diff(std::string_view name, const EditedText& text);

}  // namespace romas
