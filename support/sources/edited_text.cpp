#include "support/sources/edited_text.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "support/text/text.h"

namespace romas {

TextEdit with_blank_line(std::string_view text, TextEdit edit) {
  constexpr std::string_view kBlank = " \t\r";
  if (!edit.replacement.empty() || edit.begin == edit.end) return edit;
  const std::size_t before =
      edit.begin == 0 ? std::string_view::npos : text.find_last_not_of(kBlank, edit.begin - 1);
  const std::size_t after = text.find_first_not_of(kBlank, edit.end);
  const bool first = before == std::string_view::npos || text[before] == '\n';
  if (!first || after == std::string_view::npos || text[after] != '\n') return edit;
  return {before == std::string_view::npos ? 0 : before + 1, after + 1, {}};
}

EditSet::Fit EditSet::fit(const TextEdit& edit) const {
  const auto conflict = [&](const TextEdit& other) {
    const bool inserts = edit.begin == edit.end || other.begin == other.end;
    return inserts ? edit.begin <= other.end && other.begin <= edit.end
                   : edit.begin < other.end && other.begin < edit.end;
  };
  const auto after = edits_.lower_bound(edit);
  if (after != edits_.end() && *after == edit) return Fit::present;
  if (after != edits_.end() && conflict(*after)) return Fit::conflicts;
  return after != edits_.begin() && conflict(*std::prev(after)) ? Fit::conflicts : Fit::fits;
}

namespace {

// A piece of the edited text: bytes of the original, or new ones.
struct EditedPiece {
  bool kept = false;
  std::size_t begin = 0;  // in the original, of kept ones
  std::string_view text;
};

class PieceReader {
 public:
  explicit PieceReader(const std::vector<EditedPiece>& pieces) : at_(pieces.begin()), end_(pieces.end()) {}

  // Advances by `count` bytes, which are appended to `out` if it is given.
  void go(std::size_t count, std::vector<EditedPiece>* out) {
    while (count > 0) {
      assert(at_ != end_);
      const std::size_t taken = std::min(count, at_->text.size() - used_);
      if (out != nullptr && taken > 0)
        out->push_back({at_->kept, at_->begin + used_, at_->text.substr(used_, taken)});
      used_ += taken;
      count -= taken;
      if (used_ < at_->text.size()) continue;
      ++at_;
      used_ = 0;
    }
  }

 private:
  std::vector<EditedPiece>::const_iterator at_;
  std::vector<EditedPiece>::const_iterator end_;
  std::size_t used_ = 0;  // of the piece
};

std::vector<EditedPiece> edited_pieces(std::string_view original, const std::vector<TextEdit>& edits) {
  std::vector<EditedPiece> pieces;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    pieces.push_back({true, at, original.substr(at, edit.begin - at)});
    pieces.push_back({false, 0, edit.replacement});
    at = edit.end;
  }
  pieces.push_back({true, at, original.substr(at)});
  return pieces;
}

std::vector<TextEdit> edits_of(const std::vector<EditedPiece>& pieces, std::size_t original_size) {
  std::vector<TextEdit> edits;
  TextEdit next;
  const auto close = [&](std::size_t end) {
    next.end = end;
    if (next.begin != next.end || !next.replacement.empty()) edits.push_back(next);
    next.replacement.clear();
  };
  for (const EditedPiece& piece : pieces) {
    if (!piece.kept) {
      next.replacement += piece.text;
      continue;
    }
    close(piece.begin);
    next.begin = piece.begin + piece.text.size();
  }
  close(original_size);
  return edits;
}

}  // namespace

void EditedText::apply(const std::vector<TextEdit>& edits) {
  const std::vector<EditedPiece> before = edited_pieces(original_, edits_);
  std::vector<EditedPiece> after;
  PieceReader reader(before);
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    assert(at <= edit.begin && edit.begin <= edit.end && edit.end <= text_.size());
    reader.go(edit.begin - at, &after);
    reader.go(edit.end - edit.begin, nullptr);
    after.push_back({false, 0, edit.replacement});
    at = edit.end;
  }
  reader.go(text_.size() - at, &after);
  std::string text;
  for (const EditedPiece& piece : after) text += piece.text;
  edits_ = edits_of(after, original_.size());
  text_ = std::move(text);
}

// --- unified diff ------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kContext = 3;  // lines around a change

// Lines with their ends.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Old lines [begin, end) and the text that replaces them.
struct LineChange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  std::vector<std::string> lines;  // of the text
};

// Edits that share a line, or whose lines follow each other, are one change.
std::vector<LineChange> line_changes(std::string_view original, const std::vector<std::string_view>& lines,
                                     const std::vector<TextEdit>& edits) {
  std::vector<LineChange> changes;
  const auto place = [&](std::size_t line) {
    return line == lines.size() ? original.size()
                                : static_cast<std::size_t>(lines[line].data() - original.data());
  };
  const auto line_at = [&](std::size_t offset) {
    const auto after =
        std::upper_bound(lines.begin(), lines.end(), offset, [&](std::size_t wanted, std::string_view line) {
          return wanted < static_cast<std::size_t>(line.data() - original.data());
        });
    return static_cast<std::size_t>(after - lines.begin()) - (after == lines.begin() ? 0 : 1);
  };
  std::size_t done = 0;  // bytes of the original that stand in the last change
  for (const TextEdit& edit : edits) {
    const std::size_t first = line_at(edit.begin);
    const std::size_t last = std::min(line_at(edit.end) + 1, lines.size());
    if (changes.empty() || first > changes.back().end) {
      if (!changes.empty()) changes.back().text += original.substr(done, place(changes.back().end) - done);
      changes.push_back({first, last, {}, {}});
      done = place(first);
    }
    LineChange& change = changes.back();
    change.end = std::max(change.end, last);
    change.text += original.substr(done, edit.begin - done);
    change.text += edit.replacement;
    done = edit.end;
  }
  if (!changes.empty()) changes.back().text += original.substr(done, place(changes.back().end) - done);
  return changes;
}

// Takes away equal lines at both ends.
void trim_change(const std::vector<std::string_view>& lines, LineChange& change) {
  const std::vector<std::string_view> now = split_lines(change.text);
  change.lines.assign(now.begin(), now.end());
  std::size_t front = 0;
  while (change.begin < change.end && front < change.lines.size() &&
         lines[change.begin] == change.lines[front])
    ++change.begin, ++front;
  change.lines.erase(change.lines.begin(), change.lines.begin() + static_cast<std::ptrdiff_t>(front));
  while (change.begin < change.end && !change.lines.empty() && lines[change.end - 1] == change.lines.back())
    --change.end, change.lines.pop_back();
}

// The name as git and GNU patch read it: in quotes if a character is special; followed by a tab if it has
// blanks.
std::string diff_name(std::string_view name) {
  const auto special = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\';
  };
  if (std::none_of(name.begin(), name.end(), special))
    return concat(name, name.find(' ') == std::string_view::npos ? "" : "\t");
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (special(c)) {
      const auto byte = static_cast<unsigned char>(c);
      out += {'\\', static_cast<char>('0' + (byte >> 6U)), static_cast<char>('0' + ((byte >> 3U) & 7U)),
              static_cast<char>('0' + (byte & 7U))};
    } else {
      out.push_back(c);
    }
  }
  return out + '"';
}

void print_line(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// "3,4" as a hunk names lines: none of them are those behind line `begin`.
std::string line_range(std::size_t begin, std::size_t count) {
  return concat(count == 0 ? begin : begin + 1, count == 1 ? std::string() : concat(",", count));
}

}  // namespace

std::string unified_diff(std::string_view name, const EditedText& text) {
  const std::vector<std::string_view> lines = split_lines(text.original());
  std::vector<LineChange> changes = line_changes(text.original(), lines, text.edits());
  for (LineChange& change : changes) trim_change(lines, change);
  std::erase_if(changes,
                [](const LineChange& change) { return change.begin == change.end && change.lines.empty(); });
  if (changes.empty()) return {};
  std::string out = concat("--- ", diff_name(name), "\n+++ ", diff_name(name), "\n");
  std::ptrdiff_t growth = 0;  // lines that the changes so far added
  for (auto first = changes.begin(); first != changes.end();) {
    auto last = first;  // of the hunk
    while (std::next(last) != changes.end() && std::next(last)->begin - last->end <= 2 * kContext) ++last;
    const std::size_t begin = first->begin - std::min(first->begin, kContext);
    const std::size_t end = std::min(last->end + kContext, lines.size());
    std::string body;
    std::size_t at = begin;
    std::ptrdiff_t added = 0;
    for (auto change = first; change <= last; ++change) {
      for (; at < change->begin; ++at) print_line(body, ' ', lines[at]);
      for (; at < change->end; ++at) print_line(body, '-', lines[at]);
      for (const std::string& line : change->lines) print_line(body, '+', line);
      added += static_cast<std::ptrdiff_t>(change->lines.size()) -
               static_cast<std::ptrdiff_t>(change->end - change->begin);
    }
    for (; at < end; ++at) print_line(body, ' ', lines[at]);
    const auto new_begin = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) + growth);
    const auto new_count = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(end - begin) + added);
    out +=
        concat("@@ -", line_range(begin, end - begin), " +", line_range(new_begin, new_count), " @@\n", body);
    growth += added;
    first = std::next(last);
  }
  return out;
}

}  // namespace romas
