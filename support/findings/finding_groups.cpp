#include "support/findings/finding_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "support/text/characters.h"

namespace romas {

namespace {

// Words in front of the name of an element that has a fault. Behind other words (attribute, package, unit) a
// name may be the fault itself.
constexpr std::array<std::string_view, 13> kElements = {"collision", "frame",  "joint", "link",   "mesh",
                                                        "model",     "name",   "part",  "sensor", "servo",
                                                        "texture",   "visual", "word"};

// The most bytes that are read of the source text at a finding, which may hold a whole robot.
constexpr std::size_t kMostLookedAt = 1000;

bool is_of_word(char c) { return is_letter(c) || c == '_'; }

// The end of the quoted name that begins at `from`; `from` itself if none does. An apostrophe inside of a
// word or name is no quote.
std::size_t end_of_quoted(std::string_view text, std::size_t from) {
  if (text[from] != '\'' || (from > 0 && text[from - 1] != ' ' && text[from - 1] != '(')) return from;
  for (std::size_t i = from + 1; i < text.size(); ++i)
    if (text[i] == '\'' && (i + 1 == text.size() || !is_of_word(text[i + 1]))) return i + 1;
  return from;
}

// The end of the number that begins at `from`; `from` itself if none does. Digits inside of a word are none.
std::size_t end_of_number(std::string_view text, std::size_t from) {
  if (!is_digit(text[from]) || (from > 0 && is_of_word(text[from - 1]))) return from;
  std::size_t i = from;
  while (i < text.size() && (is_digit(text[i]) || text[i] == 'e' || text[i] == 'E' ||
                             ((text[i] == '.' || text[i] == '-' || text[i] == '+') && i + 1 < text.size() &&
                              is_digit(text[i + 1]))))
    ++i;
  return i;
}

// True if the word that ends in front of `at`, and a blank behind it, names an element.
bool names_element(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const std::string_view before = text.substr(0, at - 1);
  const std::string_view word = before.substr(before.find_last_of(" (") + 1);
  return std::find(kElements.begin(), kElements.end(), word) != kElements.end();
}

// A piece of a message: a name in quotes, a number, or a character.
struct MessagePiece {
  std::string_view text;
  bool element = false;  // the name of an element
  bool number = false;
};

std::vector<MessagePiece> message_pieces(std::string_view message) {
  std::vector<MessagePiece> pieces;
  for (std::size_t i = 0; i < message.size(); i += pieces.back().text.size()) {
    if (const std::size_t end = end_of_quoted(message, i); end > i)
      pieces.push_back({message.substr(i, end - i), names_element(message, i), false});
    else if (const std::size_t behind = end_of_number(message, i); behind > i)
      pieces.push_back({message.substr(i, behind - i), false, true});
    else
      pieces.push_back({message.substr(i, 1)});
  }
  return pieces;
}

}  // namespace

std::string finding_kind(const Diagnostic& diagnostic, std::string_view at_place) {
  const bool error = rule_info(diagnostic.rule).cls == RuleClass::error;
  const std::vector<MessagePiece> pieces = message_pieces(diagnostic.message);
  const auto stands_there = [&](const MessagePiece& piece) {
    return at_place.find(piece.text.substr(1, piece.text.size() - 2)) != std::string_view::npos;
  };
  // If no name stands at the place (it may be computed there), nothing tells which name is the cause.
  const bool cause_is_known = std::any_of(pieces.begin(), pieces.end(), [&](const MessagePiece& piece) {
    return piece.element && stands_there(piece);
  });
  std::string kind;
  for (const MessagePiece& piece : pieces) {
    if (piece.element && (!error || (cause_is_known && !stands_there(piece))))
      kind += "''";
    else if (piece.number && !error)
      kind += '0';
    else
      kind += piece.text;
  }
  return kind;
}

std::vector<FindingGroup> group_findings(std::span<const Diagnostic> diagnostics,
                                         const SourceManager& sources) {
  using Kind = std::tuple<Rule, Severity, std::string>;
  std::map<Kind, std::vector<std::size_t>> kinds;  // places in `diagnostics`
  for (std::size_t i = 0; i < diagnostics.size(); ++i) {
    const Diagnostic& diagnostic = diagnostics[i];
    const std::string_view at_place = diagnostic.range.valid()
                                          ? sources.text(diagnostic.range).substr(0, kMostLookedAt)
                                          : std::string_view();
    kinds[{diagnostic.rule, diagnostic.severity, finding_kind(diagnostic, at_place)}].push_back(i);
  }
  std::vector<FindingGroup> groups(diagnostics.size());  // by the first finding; null: part of another one
  for (const auto& [kind, members] : kinds) {
    const bool grouped = members.size() >= kLeastGrouped;
    for (const std::size_t i : members) {
      FindingGroup& group = groups[grouped ? members.front() : i];
      if (group.first == nullptr)
        group.first = &diagnostics[i];
      else
        group.further.push_back(&diagnostics[i]);
    }
  }
  std::erase_if(groups, [](const FindingGroup& group) { return group.first == nullptr; });
  return groups;
}

}  // namespace romas
