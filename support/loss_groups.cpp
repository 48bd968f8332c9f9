#include "support/loss_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace romas {

namespace {

bool is_loss(const Diagnostic& diagnostic) {
  return diagnostic.rule == Rule::feature_dropped || diagnostic.rule == Rule::value_approximated ||
         diagnostic.rule == Rule::unportable_feature;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The end of the quoted name that begins at `from`; `from` itself if none does. An apostrophe inside of a
// word or name is no quote.
std::size_t end_of_quoted(std::string_view text, std::size_t from) {
  if (text[from] != '\'' || (from > 0 && text[from - 1] != ' ' && text[from - 1] != '(')) return from;
  for (std::size_t i = from + 1; i < text.size(); ++i)
    if (text[i] == '\'' && (i + 1 == text.size() || !is_letter(text[i + 1]))) return i + 1;
  return from;
}

// The end of the number that begins at `from`; `from` itself if none does. Digits inside of a word are none.
std::size_t end_of_number(std::string_view text, std::size_t from) {
  if (!is_digit(text[from]) || (from > 0 && is_letter(text[from - 1]))) return from;
  std::size_t i = from;
  while (i < text.size() && (is_digit(text[i]) || text[i] == 'e' || text[i] == 'E' ||
                             ((text[i] == '.' || text[i] == '-' || text[i] == '+') && i + 1 < text.size() &&
                              is_digit(text[i + 1]))))
    ++i;
  return i;
}

// The option that shows every place.
std::string_view all_places(Rule rule) {
  return rule == Rule::unportable_feature ? "--format=json" : "--loss-report=FILE";
}

struct Group {
  std::size_t at = 0;     // of its finding in the result
  std::size_t count = 0;  // of losses
};

void add_to(Diagnostic& first, Group& group, const Diagnostic& further) {
  if (group.count++ < 1 + kNotedLosses) first.notes.push_back({further.range, further.message});
}

void close(Diagnostic& first, const Group& group) {
  if (group.count < 2) return;
  first.message += concat("; ", group.count - 1, " more of this kind");
  const std::size_t hidden = group.count - std::min(group.count, 1 + kNotedLosses);
  if (hidden > 0)
    first.notes.push_back({first.range, concat(hidden, hidden == 1 ? " more is" : " more are", " not shown; ",
                                               all_places(first.rule), " lists all")});
}

}  // namespace

std::string kind_of_loss(std::string_view message) {
  std::string kind;
  for (std::size_t i = 0; i < message.size();) {
    if (const std::size_t end = end_of_quoted(message, i); end > i) {
      kind += "''";
      i = end;
    } else if (const std::size_t behind = end_of_number(message, i); behind > i) {
      kind += '0';
      i = behind;
    } else {
      kind += message[i++];
    }
  }
  return kind;
}

std::optional<std::vector<Diagnostic>> group_losses(std::span<const Diagnostic> diagnostics) {
  std::map<std::tuple<Rule, Severity, std::string>, Group> groups;
  std::vector<Diagnostic> result;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (is_loss(diagnostic)) {
      const auto key = std::tuple(diagnostic.rule, diagnostic.severity, kind_of_loss(diagnostic.message));
      const auto [found, fresh] = groups.try_emplace(key, Group{result.size(), 1});
      if (!fresh) {
        add_to(result[found->second.at], found->second, diagnostic);
        continue;
      }
    }
    result.push_back(diagnostic);
  }
  if (result.size() == diagnostics.size()) return std::nullopt;
  for (const auto& [key, group] : groups) close(result[group.at], group);
  return result;
}

}  // namespace romas
