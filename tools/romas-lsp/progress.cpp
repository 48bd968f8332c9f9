#include "tools/romas-lsp/progress.h"

#include <utility>

#include "support/text/text.h"

namespace romas::lsp {

namespace {

Json begin_value(const std::string& title, bool counts) {
  Json value = {{"kind", "begin"}, {"title", title}, {"cancellable", false}};
  if (counts) value["percentage"] = 0;
  return value;
}

}  // namespace

void Progress::notify(const Json& token, const Json& value) const {
  send_({{"jsonrpc", "2.0"}, {"method", "$/progress"}, {"params", {{"token", token}, {"value", value}}}});
}

Json Progress::begin(const Json& token, const std::string& title, bool counts) {
  const std::lock_guard lock(mutex_);
  const Json first = begin_value(title, counts);
  if (!token.is_null()) {
    shown_[token.dump()] = {first, true, false, nullptr};
    notify(token, first);
    return token;
  }
  if (!may_create_) return nullptr;
  // The number of the request is the token, too: no other request of the server is a text.
  Json own = concat("romas-lsp/", next_++);
  shown_[own.dump()].begin = first;
  send_({{"jsonrpc", "2.0"},
         {"id", own},
         {"method", "window/workDoneProgress/create"},
         {"params", {{"token", own}}}});
  return own;
}

void Progress::report(const Json& token, std::optional<std::uint32_t> percentage,
                      const std::string& message) {
  if (token.is_null()) return;
  const std::lock_guard lock(mutex_);
  const auto shown = shown_.find(token.dump());
  if (shown == shown_.end()) return;
  Json value = {{"kind", "report"}, {"message", message}};
  if (percentage) value["percentage"] = *percentage;
  if (shown->second.is_shown)
    notify(token, value);
  else
    shown->second.last = std::move(value);
}

void Progress::end(const Json& token) {
  if (token.is_null()) return;
  const std::lock_guard lock(mutex_);
  const auto shown = shown_.find(token.dump());
  if (shown == shown_.end()) return;
  if (!shown->second.is_shown) {
    shown->second.has_ended = true;  // the client may have agreed already: it is told what it agreed to
    return;
  }
  shown_.erase(shown);
  notify(token, {{"kind", "end"}});
}

void Progress::take_answer(const Json& message) {
  const std::lock_guard lock(mutex_);
  const auto shown = shown_.find(message.at("id").dump());
  if (shown == shown_.end() || shown->second.is_shown) return;
  if (message.contains("error")) {
    shown_.erase(shown);
    return;
  }
  Shown& agreed = shown->second;
  agreed.is_shown = true;
  notify(message.at("id"), agreed.begin);
  if (!agreed.last.is_null()) notify(message.at("id"), agreed.last);
  if (!agreed.has_ended) return;
  notify(message.at("id"), {{"kind", "end"}});
  shown_.erase(shown);
}

}  // namespace romas::lsp
