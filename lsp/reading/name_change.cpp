#include "lsp/reading/name_change.h"

#include <algorithm>
#include <utility>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

bool has_expression(std::string_view text) {
  return text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos;
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
  const std::string_view head = written.substr(0, std::min(written.find("${"), written.find("$(")));
  const std::string_view changed_head =
      std::string_view(change.from).substr(0, change.from.size() - change.suffix);
  if (head.size() >= changed_head.size() && head.starts_with(changed_head) &&
      std::string_view(change.from).starts_with(head))
    return concat(escaped(std::string_view(change.to).substr(0, change.to.size() - change.suffix)),
                  written.substr(changed_head.size()));
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
