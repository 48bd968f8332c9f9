#include "lsp/markup/completion/suppression_words.h"

#include "lsp/markup/completion/completion_context.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas::markup {

void complete_suppression(std::string_view before, std::uint32_t cursor, std::vector<CompletionItem>& items) {
  constexpr std::string_view kMark = "romas:";
  const std::size_t mark = before.find(kMark);
  if (mark == std::string_view::npos) return;
  const auto is_between = [](char c) { return is_space(c) || c == ',' || c == ':'; };
  const auto words = split_words(before.substr(mark + kMark.size()));
  std::uint32_t begin = static_cast<std::uint32_t>(before.size());
  while (begin > 0 && !is_between(before[begin - 1])) --begin;
  const bool in_word = begin < before.size();
  const std::size_t complete = words.size() - (in_word && !words.empty() ? 1 : 0);
  const Range replace{cursor - static_cast<std::uint32_t>(before.size() - begin), cursor};
  if (complete == 0) return add_words("ignore", replace, items);
  if (words.front().text != "ignore") return;
  for (const RuleInfo& rule : all_rules()) {
    const std::string slug(rule.slug);
    items.push_back(
        {slug, ItemKind::rule, slug, slug, concat(rule.id(), ": ", rule.summary), "1" + slug, replace});
  }
}

}  // namespace romas::markup
