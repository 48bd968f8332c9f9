#include "lsp/language/equal_groups.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "frontend/language/grammar/word_classes.h"
#include "support/findings/diagnostic.h"

namespace romas::typing {

namespace {

using language::Outline;
using language::WordClass;

bool holds(markup::Range range, std::uint32_t offset) { return range.begin <= offset && offset < range.end; }

// All words of a text as items.
class Items {
 public:
  explicit Items(const Names& names) : outline_(names.source().outline) {
    for (const language::Definition& definition : names.source().definitions)
      defined_.insert(definition.name);
    const auto classes = language::classify_words(outline_.text);
    auto known = classes.begin();
    for (const language::Lexeme& word : outline_.words) {
      while (known != classes.end() && known->begin < word.begin) ++known;
      const bool is_known = known != classes.end() && known->begin == word.begin;
      classes_.push_back(is_known ? std::optional(known->kind) : std::nullopt);
    }
    for (std::uint32_t i = 0; i < outline_.words.size();) i = add(i);
  }

  std::vector<Item> within(markup::Range range) const {
    const auto begin =
        std::ranges::lower_bound(items_, range.begin, {}, [](const Item& item) { return item.range.begin; });
    const auto end =
        std::find_if(begin, items_.end(), [&](const Item& item) { return item.range.begin >= range.end; });
    return {begin, end};
  }

 private:
  bool is(std::uint32_t i, WordClass kind) const { return i < classes_.size() && classes_[i] == kind; }

  // A minus that belongs to the number behind it: "limit -90 deg", and not "a -1".
  bool is_sign(std::uint32_t i) const {
    const auto& words = outline_.words;
    if (outline_.word(i) != "-" || !is(i + 1, WordClass::number) || words[i].end != words[i + 1].begin)
      return false;
    if (i == 0) return true;
    const std::string_view before = outline_.word(i - 1);
    if (is(i - 1, WordClass::name)) return words[i - 1].end != words[i].begin;
    return before != ")" && before != "]" && !is(i - 1, WordClass::number) && !is(i - 1, WordClass::unit) &&
           !is(i - 1, WordClass::text);
  }

  // One past the unit behind a number: "kg*m^2".
  std::uint32_t unit_end(std::uint32_t i) const {
    while (is(i, WordClass::unit)) {
      ++i;
      if (outline_.word(i) == "^") i += outline_.word(i + 1) == "-" ? 3 : 2;
      const bool goes_on = (outline_.word(i) == "*" || outline_.word(i) == "/") && is(i + 1, WordClass::unit);
      if (!goes_on) break;
      ++i;
    }
    return std::min(i, static_cast<std::uint32_t>(outline_.words.size()));
  }

  // One past the words of the item that begins there.
  std::uint32_t add(std::uint32_t i) {
    Item::Kind kind = Item::Kind::fixed;
    std::uint32_t end = i + 1;
    if (is_sign(i) || is(i, WordClass::number)) {
      kind = Item::Kind::quantity;
      end = unit_end(is_sign(i) ? i + 2 : i + 1);
    } else if (is(i, WordClass::text)) {
      kind = Item::Kind::text;
    } else if (is(i, WordClass::name) && (i == 0 || outline_.word(i - 1) != ".") &&
               defined_.contains(outline_.word(i))) {
      kind = Item::Kind::name;
    }
    items_.push_back({kind, {outline_.words[i].begin, outline_.words[end - 1].end}});
    return end;
  }

  const Outline& outline_;
  std::set<std::string, std::less<>> defined_;
  std::vector<std::optional<WordClass>> classes_;  // of each word; nothing: a sign
  std::vector<Item> items_;
};

class GroupFinder {
 public:
  explicit GroupFinder(const Names& names) : outline_(names.source().outline), items_(names) {
    next_.assign(outline_.pieces.size(), Outline::kNone);
    for (std::uint32_t i = 0; i < outline_.pieces.size(); ++i)
      if (const std::uint32_t before = outline_.pieces[i].before; before != Outline::kNone) next_[before] = i;
  }

  std::optional<EqualGroups> find(markup::Range selected) const {
    const auto chosen = selected_group(selected);
    if (!chosen || !can_be_used(*chosen) || is_silenced(*chosen)) return std::nullopt;
    EqualGroups found;
    const std::size_t count = pieces_of(*chosen);
    for (std::uint32_t i = 0; i < outline_.pieces.size(); ++i) {
      if (i == chosen->first) {
        found.selected = found.groups.size();
        found.groups.push_back(*chosen);
        continue;
      }
      const auto other = group_of(i, count);
      const bool is_taken = other && (overlap(*other, *chosen) ||
                                      (!found.groups.empty() && overlap(*other, found.groups.back())));
      if (other && !is_taken && can_be_used(*other) && are_alike(*chosen, *other) && !is_silenced(*other))
        found.groups.push_back(*other);
    }
    return found.groups.size() < 2 ? std::nullopt : std::optional(std::move(found));
  }

 private:
  static bool overlap(const StatementGroup& a, const StatementGroup& b) {
    return a.range.begin < b.range.end && b.range.begin < a.range.end;
  }

  // The statement with what continues it: an `if` with its `else`.
  std::uint32_t whole(std::uint32_t piece) const {
    while (next_[piece] != Outline::kNone && outline_.pieces[next_[piece]].continues) piece = next_[piece];
    return piece;
  }

  std::size_t pieces_of(const StatementGroup& group) const {
    std::size_t count = 1;
    for (std::uint32_t piece = group.first; piece != group.last; piece = next_[piece]) ++count;
    return count;
  }

  // So many statements from this one on; nothing if they are not there, or begin or end within one.
  std::optional<StatementGroup> group_of(std::uint32_t first, std::size_t count) const {
    if (outline_.pieces[first].continues) return std::nullopt;
    StatementGroup group;
    group.first = group.last = first;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) group.last = next_[group.last];
      if (group.last == Outline::kNone || !outline_.pieces[group.last].is_closed) return std::nullopt;
    }
    if (whole(group.last) != group.last) return std::nullopt;
    group.range = {outline_.begin_of(outline_.pieces[first]), outline_.end_of(outline_.pieces[group.last])};
    group.items = items_.within(group.range);
    return group;
  }

  std::optional<StatementGroup> selected_group(markup::Range selected) const {
    while (selected.begin < selected.end && markup::is_space(outline_.text[selected.begin])) ++selected.begin;
    while (selected.end > selected.begin && markup::is_space(outline_.text[selected.end - 1])) --selected.end;
    for (std::uint32_t i = 0; i < outline_.pieces.size(); ++i) {
      const Outline::Piece& piece = outline_.pieces[i];
      const std::uint32_t begin = outline_.begin_of(piece);
      const std::uint32_t head =
          piece.head_end > piece.first ? outline_.words[piece.head_end - 1].end : begin;
      const bool in_head = begin <= selected.begin && selected.end <= head;
      if (in_head && !piece.continues) return up_to(i, outline_.end_of(outline_.pieces[whole(i)]));
      if (selected.begin == begin && selected.begin < selected.end)
        if (auto group = up_to(i, selected.end)) return group;
    }
    return std::nullopt;
  }

  std::optional<StatementGroup> up_to(std::uint32_t first, std::uint32_t end) const {
    std::size_t count = 1;
    for (std::uint32_t i = first; i != Outline::kNone; i = next_[i], ++count)
      if (outline_.end_of(outline_.pieces[i]) >= end)
        return outline_.end_of(outline_.pieces[i]) == end ? group_of(first, count) : std::nullopt;
    return std::nullopt;
  }

  bool can_be_used(const StatementGroup& group) const {
    constexpr std::array<std::string_view, 5> kAround = {"robot", "module", "for", "if", "else"};
    constexpr std::size_t kLeast = 3;
    const std::uint32_t parent = outline_.pieces[group.first].parent;
    if (parent == Outline::kNone) return false;
    const std::string_view around = outline_.word(outline_.pieces[parent].first);
    const auto held = std::ranges::count_if(outline_.pieces, [&](const Outline::Piece& piece) {
      return holds(group.range, outline_.begin_of(piece));
    });
    return std::ranges::find(kAround, around) != kAround.end() && static_cast<std::size_t>(held) >= kLeast;
  }

  std::vector<std::string_view> comments_of(const StatementGroup& group) const {
    std::vector<std::string_view> comments;
    for (const language::Lexeme& comment : outline_.comments)
      if (holds(group.range, comment.begin))
        comments.push_back(outline_.text.substr(comment.begin, comment.end - comment.begin));
    return comments;
  }

  bool is_silenced(const StatementGroup& group) const {
    return std::ranges::any_of(outline_.comments, [&](const language::Lexeme& comment) {
      constexpr std::size_t kOpening = 2;  // "//"
      const std::string_view text = outline_.text.substr(comment.begin, comment.end - comment.begin);
      if (text.size() < kOpening || !parse_suppression_comment(text.substr(kOpening))) return false;
      const bool is_in_front =
          comment.end <= group.range.begin &&
          outline_.text.substr(comment.end, group.range.begin - comment.end).find_first_not_of(" \t\r\n") ==
              std::string_view::npos;
      return is_in_front || holds(group.range, comment.begin);
    });
  }

  bool are_alike(const StatementGroup& a, const StatementGroup& b) const {
    return std::ranges::equal(a.items, b.items,
                              [&](const Item& one, const Item& other) {
                                return one.kind == other.kind &&
                                       (one.kind != Item::Kind::fixed ||
                                        one.range.of(outline_.text) == other.range.of(outline_.text));
                              }) &&
           comments_of(a) == comments_of(b);
  }

  const Outline& outline_;
  Items items_;
  std::vector<std::uint32_t> next_;  // the statement behind each in the same braces
};

}  // namespace

std::optional<EqualGroups> equal_groups(const Names& names, markup::Range selected) {
  return GroupFinder(names).find(selected);
}

}  // namespace romas::typing
