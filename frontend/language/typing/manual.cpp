#include "frontend/language/typing/manual.h"

#include <algorithm>

#include "frontend/language/values/value.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

using DefinitionKind = Definition::Kind;

std::string unit_of(std::string_view type) {
  const auto known = find_type(type);
  return known && known->kind == Type::Kind::quantity ? si_units(known->dimension) : std::string();
}

// The text between the quotes of a string.
std::string_view unquoted(std::string_view quoted) {
  if (quoted.size() < 2 || quoted.front() != '"') return {};
  return quoted.substr(1, quoted.size() - 2);
}

bool is_part(DefinitionKind kind) { return is_entity(kind) || kind == DefinitionKind::instance; }

class ManualReader {
 public:
  explicit ManualReader(std::string_view text)
      : outline_(outline_of(text)), definitions_(definitions_in(outline_)) {}

  Manual read() {
    Manual manual;
    manual.introduction = introduction();
    for (std::uint32_t piece = 0; piece < outline_.pieces.size(); ++piece)
      if (outline_.pieces[piece].parent == Outline::kNone && word(piece, 0) == "version")
        manual.version = unquoted(word(piece, 1));
    for (const Definition& definition : definitions_) {
      const bool of_file =
          definition.piece != Outline::kNone && outline_.pieces[definition.piece].parent == Outline::kNone &&
          definition.kind != DefinitionKind::parameter && definition.kind != DefinitionKind::variable &&
          definition.kind != DefinitionKind::local;
      if (of_file && !definition.is_private) manual.items.push_back(item(definition));
      if (!manual.items.empty() && is_inside(definition))
        manual.items.back().inner.push_back(item(definition));
    }
    return manual;
  }

 private:
  std::string_view word(std::uint32_t piece, std::uint32_t index) const {
    const Outline::Piece& one = outline_.pieces[piece];
    return one.first + index < one.head_end ? outline_.word(one.first + index) : std::string_view();
  }

  // Tells whether the manual lists a definition below a module, robot or assembly: exposed names, tests, and
  // entities with comments. Definitions stand behind the one around them.
  bool is_inside(const Definition& definition) const {
    if (definition.piece == Outline::kNone || outline_.pieces[definition.piece].parent == Outline::kNone)
      return false;
    const std::uint32_t root = outline_.root_of(definition.piece);
    const std::string_view around = word(root, 0);
    if (around != "module" && around != "robot" && around != "assembly") return false;
    if (definition.kind == DefinitionKind::exposed || definition.kind == DefinitionKind::test) return true;
    return is_part(definition.kind) && !documentation_of(outline_, definition).empty();
  }

  // The comment that the text begins with.
  std::string introduction() const {
    const std::uint32_t first = outline_.words.empty() ? Outline::kNone : outline_.words.front().begin;
    std::vector<std::string_view> lines;
    std::uint32_t line = 0;
    bool documents = false;  // the last line may be that of a definition
    for (const Lexeme& comment : outline_.comments) {
      std::string_view text = outline_.text.substr(comment.begin, comment.end - comment.begin);
      if (comment.begin > first || comment.type != grammar::LINE_COMMENT) break;
      if (!lines.empty() && comment.line != line + 1) break;
      line = comment.line;
      documents = text.starts_with("///");
      while (text.starts_with('/')) text.remove_prefix(1);
      if (text.starts_with(' ')) text.remove_prefix(1);
      while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
      lines.push_back(text);
    }
    if (documents && !outline_.words.empty() && outline_.words.front().line == line + 1) return {};
    return join(lines, "\n");
  }

  // Returns the text behind the '=' of a statement, outside of brackets, in one line.
  std::string value(std::uint32_t piece) const {
    const Outline::Piece& one = outline_.pieces[piece];
    std::size_t depth = 0;
    for (std::uint32_t i = one.first; i + 1 < one.head_end; ++i) {
      const std::uint16_t type = outline_.words[i].type;
      if (type == grammar::LPAREN || type == grammar::LBRACKET || type == grammar::RECORD_OPEN) ++depth;
      if (type == grammar::RPAREN || type == grammar::RBRACKET || type == grammar::RECORD_CLOSE) --depth;
      if (type != grammar::EQUALS || depth > 0) continue;
      const std::uint32_t begin = outline_.words[i + 1].begin;
      const std::string_view written =
          outline_.text.substr(begin, outline_.words[one.head_end - 1].end - begin);
      return join(split_words(written), " ", &Token::text);
    }
    return {};
  }

  Manual::Item item(const Definition& definition) const {
    Manual::Item item;
    item.kind = definition.kind;
    item.name = definition.name;
    item.documentation = documentation_of(outline_, definition);
    item.type = definition.type;
    item.unit = unit_of(definition.type);
    for (const FormalText& formal : definition.formals)
      item.parameters.push_back({formal, unit_of(formal.type)});
    if (definition.kind == DefinitionKind::import) {
      item.path = join(definition.path, ".");
      item.value = definition.version;
    } else if (!is_part(definition.kind) && definition.kind != DefinitionKind::test) {
      item.value = value(definition.piece);
    }
    return item;
  }

  const Outline outline_;
  const std::vector<Definition> definitions_;
};

}  // namespace

std::string Manual::Item::signature() const {
  return concat(name, "(", join(parameters, ", ", [](const Parameter& one) { return one.written.text(); }),
                ")");
}

std::string documentation_of(const Outline& outline, const Definition& definition) {
  constexpr std::string_view kSigns = "///";
  if (definition.piece == Outline::kNone || definition.kind == DefinitionKind::parameter ||
      definition.kind == DefinitionKind::variable || definition.kind == DefinitionKind::local)
    return {};
  const std::uint32_t first = outline.pieces[definition.piece].first;
  const Lexeme& statement = outline.words[first];
  const std::uint32_t line_before = first == 0 ? 0 : outline.words[first - 1].line;
  std::vector<std::string_view> lines;
  auto next = std::ranges::upper_bound(outline.comments, statement.begin, {}, &Lexeme::begin);
  for (std::uint32_t line = statement.line; next != outline.comments.begin() && --line > line_before;) {
    const Lexeme& comment = *--next;
    std::string_view text = outline.text.substr(comment.begin, comment.end - comment.begin);
    const bool is_documentation = comment.type == grammar::LINE_COMMENT && comment.line == line &&
                                  text.starts_with(kSigns) && !text.starts_with("////");
    if (!is_documentation) break;
    text.remove_prefix(kSigns.size());
    if (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
    lines.push_back(text);
  }
  std::ranges::reverse(lines);
  return join(lines, "\n");
}

Manual manual_of(std::string_view text) { return ManualReader(text).read(); }

}  // namespace romas::language
