#include "lsp/reading/name_change.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// Returns where the first expression begins: "${…}" or "$(…)" of xacro, "{…}" of the language; npos: there is
// none.
std::size_t first_expression(std::string_view text) {
  return std::min({text.find("${"), text.find("$("), text.find('{')});
}
bool has_expression(std::string_view text) { return first_expression(text) != std::string_view::npos; }

// A literal part of a text with expressions, and where it stands in the name that the text makes.
struct Literal {
  std::size_t begin = 0;  // in the text
  std::string_view text;
  std::size_t first = 0, last = 0;  // in the name: the first and the last place it could have
  std::size_t end() const { return begin + text.size(); }
};

std::vector<Literal> literals_of(std::string_view written) {
  std::vector<Literal> found;
  for (std::size_t at = 0;;) {
    const std::size_t length = std::min(first_expression(written.substr(at)), written.size() - at);
    if (length > 0) found.push_back({at, written.substr(at, length)});
    if (at + length == written.size()) return found;
    const char close = written.substr(at + length).starts_with("$(") ? ')' : '}';
    at = written.find(close, at + length);
    if (at == std::string_view::npos) return found;
    ++at;
  }
}

// Places the literal parts of a text in a name that it makes, in their order. Empty if they do not fit.
std::vector<Literal> placed_literals(std::string_view written, std::string_view name) {
  std::vector<Literal> found = literals_of(written);
  std::size_t from = 0, to = name.size();
  for (Literal& literal : found) {
    literal.first = literal.begin == 0 ? 0 : name.find(literal.text, from);
    if (literal.first == std::string_view::npos) return {};
    from = literal.first + literal.text.size();
  }
  for (auto literal = found.rbegin(); literal != found.rend(); ++literal) {
    if (to < literal->text.size()) return {};
    const std::size_t most = to - literal->text.size();
    literal->last = literal->end() == written.size() ? most : name.rfind(literal->text, most);
    if (literal->last == std::string_view::npos || !name.substr(literal->last).starts_with(literal->text))
      return {};
    to = literal->last;
  }
  return found;
}

}  // namespace

NameChange::NameChange(std::string old_name, std::string new_name)
    : from(std::move(old_name)), to(std::move(new_name)) {
  const std::size_t most = std::min(from.size(), to.size());
  while (prefix < most && from[prefix] == to[prefix]) ++prefix;
  while (suffix < most - prefix && from[from.size() - 1 - suffix] == to[to.size() - 1 - suffix]) ++suffix;
}

std::string_view left_out_of(std::string_view written, std::string_view name) {
  const std::string_view own = written.substr(written.find_last_of('.') + 1);
  if (written == name || own.empty() || has_expression(written) || !name.ends_with(own)) return {};
  return name.substr(0, name.size() - own.size());
}

std::optional<std::string> rewritten_own(std::string_view written, const NameChange& change) {
  // "base.hand": of an instance that adds nothing to its names.
  const std::size_t path = written.find_last_of('.') + 1;
  if (path != 0 && written.substr(path) == change.from) return concat(written.substr(0, path), change.to);
  const std::string_view before = left_out_of(written, change.from);
  if (before.empty() || change.prefix < before.size()) return std::nullopt;
  return concat(written.substr(0, written.size() - (change.from.size() - change.prefix)),
                change.to.substr(change.prefix));
}

std::optional<std::string> rewritten(std::string_view written, const NameChange& change, bool is_xml) {
  const auto escaped = [&](std::string_view text) {
    return is_xml ? escape_xml_attribute(text) : std::string(text);
  };
  if (written == escaped(change.from)) return escaped(change.to);
  if (!has_expression(written)) return std::nullopt;
  // "${prefix}elbow_link": the text behind the last expression, and the text before the first one.
  const std::size_t close = written.find_last_of(")}");
  const std::string_view tail = close == std::string_view::npos ? written : written.substr(close + 1);
  const std::string changed_tail = change.from.substr(std::min(change.prefix, change.from.size()));
  if (tail.size() >= changed_tail.size() && tail.ends_with(changed_tail) &&
      std::string_view(change.from).ends_with(tail))
    return concat(written.substr(0, written.size() - changed_tail.size()),
                  escaped(change.to.substr(change.prefix)));
  const std::string_view head = written.substr(0, first_expression(written));
  const std::string_view changed_head =
      std::string_view(change.from).substr(0, change.from.size() - change.suffix);
  if (head.size() >= changed_head.size() && head.starts_with(changed_head) &&
      std::string_view(change.from).starts_with(head))
    return concat(escaped(std::string_view(change.to).substr(0, change.to.size() - change.suffix)),
                  written.substr(changed_head.size()));
  // "${prefix}wheel_${name}": a text between two expressions.
  const std::size_t changed_end = change.from.size() - change.suffix;
  for (const Literal& literal : placed_literals(written, change.from))
    if (literal.first == literal.last && literal.first <= change.prefix &&
        changed_end <= literal.first + literal.text.size())
      return concat(written.substr(0, literal.begin + (change.prefix - literal.first)),
                    escaped(std::string_view(change.to).substr(
                        change.prefix, change.to.size() - change.prefix - change.suffix)),
                    written.substr(literal.begin + (changed_end - literal.first)));
  return std::nullopt;
}

std::optional<std::string> name_after(const std::string& name, std::string_view before,
                                      std::string_view after) {
  const NameChange text{std::string(before), std::string(after)};
  if (text.prefix == before.size() && before == after) return name;
  const std::size_t changed = before.size() - text.prefix - text.suffix;
  const std::string_view put = after.substr(text.prefix, after.size() - text.prefix - text.suffix);
  // Counted from the end where the change is behind all expressions, else from the begin.
  const std::size_t close = before.find_last_of(")}");
  const bool from_end = has_expression(before) && close != std::string_view::npos && close < text.prefix;
  if (has_expression(before) && !from_end && first_expression(before) < text.prefix) {
    for (const Literal& literal : placed_literals(before, name))
      if (literal.first == literal.last && literal.begin <= text.prefix &&
          before.size() - text.suffix <= literal.end()) {
        const std::size_t at = literal.first + (text.prefix - literal.begin);
        return concat(name.substr(0, at), put, name.substr(at + changed));
      }
    return std::nullopt;
  }
  const std::size_t at =
      from_end || !has_expression(before)
          ? (name.size() >= text.suffix + changed ? name.size() - text.suffix - changed : std::string::npos)
          : text.prefix;
  if (at == std::string::npos || at + changed > name.size() ||
      name.substr(at, changed) != before.substr(text.prefix, changed))
    return std::nullopt;
  return concat(name.substr(0, at), put, name.substr(at + changed));
}

}  // namespace romas::lsp
