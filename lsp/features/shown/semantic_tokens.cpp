#include "lsp/features/shown/semantic_tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "frontend/frontend.h"
#include "frontend/language/grammar/word_classes.h"
#include "lsp/features/texts/markup_text.h"

namespace romas::lsp {

namespace {

// Standard kinds of the protocol, which every theme has colours for.
enum class TokenKind : std::uint8_t {
  link,
  joint,
  material,
  robot,
  macro,
  property,
  parameter,
  keyword,
  number,
  text,
  comment,
  unit,
  name,
};
constexpr std::array<const char*, 13> kTokenKinds = {
    "struct",  "event",  "enumMember", "class",   "macro", "property", "parameter",
    "keyword", "number", "string",     "comment", "type",  "variable"};
constexpr std::uint32_t kDefinition = 1;

struct Word {
  std::uint32_t begin = 0, end = 0;  // bytes of the document
  TokenKind kind = TokenKind::name;
  bool is_definition = false;
};

TokenKind kind_of(language::WordClass kind) {
  switch (kind) {
    case language::WordClass::keyword: return TokenKind::keyword;
    case language::WordClass::unit: return TokenKind::unit;
    case language::WordClass::number: return TokenKind::number;
    case language::WordClass::text: return TokenKind::text;
    case language::WordClass::comment: return TokenKind::comment;
    case language::WordClass::name: break;
  }
  return TokenKind::name;
}

std::optional<TokenKind> kind_of(NameKind kind) {
  switch (kind) {
    case NameKind::link: return TokenKind::link;
    case NameKind::joint: return TokenKind::joint;
    case NameKind::material: return TokenKind::material;
    case NameKind::robot:
    case NameKind::group: return TokenKind::robot;
    default: return std::nullopt;
  }
}

TokenKind kind_of(ProgramName::Kind kind) {
  switch (kind) {
    case ProgramName::Kind::macro: return TokenKind::macro;
    case ProgramName::Kind::property: return TokenKind::property;
    default: return TokenKind::parameter;
  }
}

// The names of the program cut those of the robot that they stand in: "${prefix}elbow".
std::vector<Word> words_of(const Reading& reading, const View& view) {
  const FileId file = reading.file(view.key);
  const MovedOffsets moved(reading.sources().text(file), view.document->text);
  const auto word = [&](SourceRange range, TokenKind kind, bool is_definition) {
    return Word{static_cast<std::uint32_t>(moved(range.begin)), static_cast<std::uint32_t>(moved(range.end)),
                kind, is_definition};
  };
  std::vector<Word> program, words;
  for (const ProgramName* name : reading.program().all())
    if (name->use.file == file)
      program.push_back(word(name->use, kind_of(name->kind), name->is_definition()));
  for (const NameUse& use : reading.names().all()) {
    const auto kind = kind_of(use.thing.kind);
    if (use.range.file != file || !kind) continue;
    const Word whole = word(use.range, *kind, use.is_definition);
    const std::string_view text =
        std::string_view(view.document->text).substr(whole.begin, whole.end - whole.begin);
    if (text.find('$') == std::string_view::npos) words.push_back(whole);
  }
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

std::vector<Word> words_of(const View& view) {
  std::vector<Word> words;
  const FrontendInfo* format = detect_frontend(view.document->path, view.document->text);
  if (format != nullptr && format->name == "romas")
    for (const language::ClassifiedWord& word : language::classify_words(view.document->text))
      words.push_back({word.begin, word.end, kind_of(word.kind), false});
  for (const auto& reading : view.readings)
    if (reading->file(view.key) != 0) {
      const std::vector<Word> meant = words_of(*reading, view);
      words.insert(words.end(), meant.begin(), meant.end());
    }
  // A word may be known both by its look and by its meaning. The meaning counts: it was added last.
  std::ranges::stable_sort(words, {}, [](const Word& word) { return std::pair(word.begin, word.end); });
  std::vector<Word> apart;
  for (const Word& word : words) {
    if (word.begin >= word.end) continue;
    if (!apart.empty() && apart.back().begin == word.begin && apart.back().end == word.end)
      apart.back() = word;
    else if (apart.empty() || apart.back().end <= word.begin)
      apart.push_back(word);
  }
  return apart;
}

}  // namespace

Json token_legend() { return {{"tokenTypes", kTokenKinds}, {"tokenModifiers", Json::array({"definition"})}}; }

SemanticTokens semantic_tokens(const Workspace& workspace, const View& view,
                               const std::optional<Range>& within) {
  SemanticTokens tokens;
  const TextPositions positions(view.document->text, workspace.encoding());
  Position last;
  const auto add = [&](Position begin, std::uint32_t size, const Word& word) {
    if (size == 0 || (within && (begin < within->start || begin >= within->end))) return;
    const bool same_line = begin.line == last.line;
    tokens.data.insert(
        tokens.data.end(),
        {begin.line - last.line, same_line ? begin.character - last.character : begin.character, size,
         static_cast<std::uint32_t>(word.kind), word.is_definition ? kDefinition : 0});
    last = begin;
  };
  for (const Word& word : words_of(view)) {
    const Range range = positions.range(word.begin, word.end);
    // A token does not go over a line's end: one for each line.
    for (std::uint32_t line = range.start.line; line <= range.end.line; ++line) {
      const Position begin = line == range.start.line ? range.start : Position{line, 0};
      const Position end =
          line == range.end.line ? range.end : positions.position(positions.offset({line, UINT32_MAX}));
      add(begin, end.character - begin.character, word);
    }
  }
  return tokens;
}

std::vector<TokensEdit> tokens_edits(const SemanticTokens& from, const SemanticTokens& to) {
  const auto& was = from.data;
  const auto& is = to.data;
  const std::size_t most = std::min(was.size(), is.size());
  std::size_t prefix = 0, suffix = 0;
  while (prefix < most && was[prefix] == is[prefix]) ++prefix;
  while (suffix < most - prefix && was[was.size() - 1 - suffix] == is[is.size() - 1 - suffix]) ++suffix;
  if (prefix == was.size() && was.size() == is.size()) return {};
  return {
      {static_cast<std::uint32_t>(prefix),
       static_cast<std::uint32_t>(was.size() - prefix - suffix),
       {is.begin() + static_cast<std::ptrdiff_t>(prefix), is.end() - static_cast<std::ptrdiff_t>(suffix)}}};
}

}  // namespace romas::lsp
