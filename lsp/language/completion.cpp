#include "lsp/language/completion.h"

#include <algorithm>

#include "ir/model/units.h"
#include "lsp/language/completion_parts.h"
#include "lsp/markup/completion/completion_context.h"
#include "lsp/markup/completion/suppression_words.h"
#include "support/text/text.h"

namespace romas::typing {

using language::SketchPart;
using language::WordsAt;
using markup::ItemKind;

void Items::add(ItemKind kind, std::string_view label, std::string_view plain, std::string_view snippet,
                std::string_view documentation) {
  const auto is_known = [&](const markup::CompletionItem& item) { return item.label == label; };
  if (label.empty() || std::ranges::any_of(items_, is_known)) return;
  items_.push_back({std::string(label),
                    kind,
                    std::string(plain),
                    std::string(snippet),
                    std::string(documentation),
                    {},
                    replace});
}

void Items::add_word(ItemKind kind, std::string_view word, std::string_view documentation) {
  add(kind, word, word, markup::escape_snippet(word), documentation);
}

void Items::add_name(std::string_view name, bool is_quoted, std::string_view documentation) {
  if (in_text()) return add_word(ItemKind::name, name, documentation);
  if (!is_quoted && is_identifier(name) && !is_reserved_word(name))
    return add_word(ItemKind::name, name, documentation);
  if (name.find('"') != std::string_view::npos) return;
  const std::string quoted = concat('"', name, '"');
  add(ItemKind::name, name, quoted, markup::escape_snippet(quoted), documentation);
}

std::string snippet_of(const language::Sketch& sketch) {
  std::string out;
  int hole = 0;
  for (const SketchPart& part : sketch) {
    switch (part.kind) {
      case SketchPart::Kind::text: out += markup::escape_snippet(part.text); break;
      case SketchPart::Kind::body: out += "{\n  $0\n}"; break;
      case SketchPart::Kind::hole: {
        ++hole;
        if (!part.choices.empty())
          out +=
              concat("${", hole, "|", join(part.choices, ",", [](const auto& word) { return word; }), "|}");
        else if (part.text.empty())
          out += concat("$", hole);
        else
          out += concat("${", hole, ":", markup::escape_snippet(part.text), "}");
        break;
      }
    }
  }
  return out;
}

namespace {

// Rules behind "// romas: ignore ".
std::vector<markup::CompletionItem> complete_comment(std::string_view text, const WordsAt& at,
                                                     std::uint32_t offset) {
  std::vector<markup::CompletionItem> items;
  markup::complete_suppression(text.substr(at.begin, offset - at.begin), offset, items);
  return items;
}

}  // namespace

std::vector<markup::CompletionItem> complete(std::string_view text, std::uint32_t offset,
                                             const TextFacts& facts) {
  offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text.size()));
  const WordsAt at = language::words_at(text, offset);
  if (at.where == WordsAt::Where::comment) return complete_comment(text, at, offset);
  const Names names(text, facts);
  Items items(names, at, offset);
  for (const language::NameAt& name : at.names) complete_names(name, items);
  if (at.unit) complete_units(items);
  if (at.value || !at.member_of.empty()) complete_value(items);
  for (const language::KeywordAt& keyword : at.keywords)
    items.add(ItemKind::keyword, keyword.word, keyword.word, snippet_of(keyword.sketch));
  return items.take();
}

}  // namespace romas::typing
