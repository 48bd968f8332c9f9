#include "frontend/language/typing/definitions.h"

#include <algorithm>
#include <array>

#include "frontend/language/typing/local_names.h"
#include "frontend/language/words/keywords.h"
#include "ir/model/joints.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

using DefinitionKind = Definition::Kind;

struct KindRow {
  std::string_view keyword;  // that begins the statement
  DefinitionKind kind;
  std::string_view described;
};
constexpr std::array kStatementKinds = {
    KindRow{"import", DefinitionKind::import, "file"},
    KindRow{"param", DefinitionKind::param, "parameter of the file"},
    KindRow{"let", DefinitionKind::value, "value"},
    KindRow{"type", DefinitionKind::type, "type"},
    KindRow{"fn", DefinitionKind::function, "function"},
    KindRow{"module", DefinitionKind::module, "module"},
    KindRow{"robot", DefinitionKind::robot, "robot"},
    KindRow{"assembly", DefinitionKind::assembly, "assembly"},
    KindRow{"block", DefinitionKind::block, "Block"},
    KindRow{"", DefinitionKind::parameter, "parameter"},
    KindRow{"for", DefinitionKind::variable, "variable of a loop"},
    KindRow{"use", DefinitionKind::instance, "instance"},
    KindRow{"expose", DefinitionKind::exposed, "exposed"},
    KindRow{"link", DefinitionKind::link, "link"},
    KindRow{"joint", DefinitionKind::joint, "joint"},
    KindRow{"frame", DefinitionKind::frame, "frame"},
    KindRow{"material", DefinitionKind::material, "material"},
    KindRow{"sensor", DefinitionKind::sensor, "sensor"},
    KindRow{"part", DefinitionKind::part, "part"},
    KindRow{"base", DefinitionKind::part, "part"},
    KindRow{"loop_joint", DefinitionKind::other, "entity"},
    KindRow{"spring", DefinitionKind::spring, "spring"},
    KindRow{"wing", DefinitionKind::wing, "wing"},
    KindRow{"thrust", DefinitionKind::thrust, "thrust"},
    KindRow{"transmission", DefinitionKind::other, "entity"},
    KindRow{"ros2_control", DefinitionKind::other, "entity"},
    KindRow{"test", DefinitionKind::test, "test"},
    KindRow{"", DefinitionKind::local, "local name"},
};

// Reads the heads of statements.
class HeadReader {
 public:
  explicit HeadReader(const Outline& outline) : outline_(outline) {}

  std::vector<Definition> read() {
    for (std::uint32_t i = 0; i < outline_.pieces.size(); ++i) statement(i);
    return std::move(found_);
  }

 private:
  std::uint16_t type(std::uint32_t word) const {
    return word < piece().head_end ? outline_.words[word].type : Lexeme::kEnd;
  }
  std::string_view text(std::uint32_t word) const {
    return word < piece().head_end ? outline_.word(word) : std::string_view();
  }
  const Outline::Piece& piece() const { return outline_.pieces[piece_]; }
  static bool opens(std::uint16_t type) {
    return type == grammar::LPAREN || type == grammar::LBRACKET || type == grammar::RECORD_OPEN;
  }
  static bool closes(std::uint16_t type) {
    return type == grammar::RPAREN || type == grammar::RBRACKET || type == grammar::RECORD_CLOSE;
  }
  bool is_name(std::uint32_t word) const {
    return type(word) == grammar::IDENT || type(word) == grammar::STRING || !keyword_of(type(word)).empty();
  }
  // The text of words, as it is written.
  std::string written(std::uint32_t from, std::uint32_t to) const {
    if (from >= to) return {};
    const std::uint32_t begin = outline_.words[from].begin;
    return std::string(outline_.text.substr(begin, outline_.words[to - 1].end - begin));
  }

  Definition& add(DefinitionKind kind, std::uint32_t word, std::uint32_t scope) {
    Definition& definition = found_.emplace_back();
    definition.kind = kind;
    std::string_view name = text(word);
    definition.is_quoted = type(word) == grammar::STRING;
    if (definition.is_quoted) {
      name.remove_prefix(name.empty() ? 0 : 1);
      if (name.ends_with('"')) name.remove_suffix(1);
    }
    definition.name = name;
    definition.begin = outline_.words[word].begin;
    definition.end = outline_.words[word].end;
    definition.piece = piece_;
    definition.is_private = keyword_of_piece(piece_) != piece().first;
    definition.scope = scope;
    return definition;
  }

  // Entities stand in robots and modules, in their loops and conditions, and nowhere else.
  bool may_define(DefinitionKind kind) const {
    const std::uint32_t parent = piece().parent;
    if (parent == Outline::kNone) return true;
    if (kind != DefinitionKind::value && kind != DefinitionKind::variable && is_in_patches()) return false;
    const std::string_view word = outline_.word(keyword_of_piece(parent));
    const bool is_control = word == "if" || word == "else" || word == "for" || outline_.is_given(parent);
    if (kind == DefinitionKind::value || kind == DefinitionKind::variable) return true;
    if (kind == DefinitionKind::part) return is_control || word == "assembly";
    return is_control || word == "robot" || word == "module";
  }

  // In the braces of a `use` the names are those of what is used.
  bool is_in_patches() const {
    for (std::uint32_t at = piece().parent; at != Outline::kNone; at = outline_.pieces[at].parent) {
      const std::string_view word = outline_.word(outline_.pieces[at].first);
      if (word == "use" && !outline_.is_given(at)) return true;
      if (word != "if" && word != "else" && word != "for") return false;
    }
    return false;
  }

  // The word that says what a piece is: the first one, but for `private`.
  std::uint32_t keyword_of_piece(std::uint32_t piece) const {
    const std::uint32_t first = outline_.pieces[piece].first;
    const bool is_private = outline_.pieces[piece].parent == Outline::kNone &&
                            outline_.word(first) == "private" && first + 1 < outline_.pieces[piece].head_end;
    return is_private ? first + 1 : first;
  }

  void statement(std::uint32_t number) {
    piece_ = number;
    const std::uint32_t first = keyword_of_piece(number);
    const std::string_view word = text(first);
    const auto row = std::ranges::find(kStatementKinds, word, &KindRow::keyword);
    if (word.empty() || row == kStatementKinds.end() || !may_define(row->kind)) return;
    switch (row->kind) {
      case DefinitionKind::import: return import(first);
      case DefinitionKind::param: return valued(add_if_name(DefinitionKind::param, first + 1), first + 2);
      case DefinitionKind::value: return patterns(DefinitionKind::value, first + 1, piece().parent);
      case DefinitionKind::variable: return patterns(DefinitionKind::variable, first + 1, piece_);
      case DefinitionKind::function:
      case DefinitionKind::robot:
      case DefinitionKind::module: return callable(row->kind, first + 1);
      case DefinitionKind::instance: return instance(first + 1);
      case DefinitionKind::joint: return joint(first + 1);
      default: add_if_name(row->kind, first + 1);
    }
  }

  Definition* add_if_name(DefinitionKind kind, std::uint32_t word) {
    return is_name(word) ? &add(kind, word, piece().parent) : nullptr;
  }

  // ": TYPE" behind a name.
  void valued(Definition* definition, std::uint32_t word) {
    if (definition == nullptr || type(word) != grammar::COLON) return;
    std::uint32_t end = word + 1;
    while (end < piece().head_end && type(end) != grammar::EQUALS) ++end;
    definition->type = written(word + 1, end);
  }

  void import(std::uint32_t first) {
    if (is_name(first + 1) && type(first + 1) != grammar::STRING) return library(first + 1);
    if (type(first + 1) != grammar::STRING) return;
    const std::string_view path = unquoted(text(first + 1));
    const std::uint32_t as = behind_version(first + 2);
    const bool is_named = text(as) == "as" && is_name(as + 1);
    Definition& definition = add(DefinitionKind::import, is_named ? as + 1 : first + 1, Outline::kNone);
    definition.version = version(first + 2);
    if (!is_named) {
      const std::string_view file = path.substr(path.rfind('/') + 1);
      definition.name = file.substr(0, file.find('.'));
      definition.is_quoted = false;
    }
    definition.path = {std::string(path)};
  }

  // import std.materials [as NAME]
  void library(std::uint32_t word) {
    std::string path(text(word));
    while (type(word + 1) == grammar::DOT && is_name(word + 2)) {
      word += 2;
      path.append(".").append(text(word));
    }
    const std::uint32_t as = behind_version(word + 1);
    const bool is_named = text(as) == "as" && is_name(as + 1);
    Definition& definition = add(DefinitionKind::import, is_named ? as + 1 : word, Outline::kNone);
    definition.path = {std::move(path)};
    definition.version = version(word + 1);
  }
  // One past `version "1.2"`, which need not be there.
  std::uint32_t behind_version(std::uint32_t word) const {
    return text(word) == "version" && type(word + 1) == grammar::STRING ? word + 2 : word;
  }
  std::string version(std::uint32_t word) const {
    return behind_version(word) == word ? std::string() : std::string(unquoted(text(word + 1)));
  }
  static std::string_view unquoted(std::string_view quoted) {
    quoted.remove_prefix(1);
    if (quoted.ends_with('"')) quoted.remove_suffix(1);
    return quoted;
  }

  // Names of a pattern: up to ':', '=' or `in`.
  void patterns(DefinitionKind kind, std::uint32_t word, std::uint32_t scope) {
    const std::size_t first = found_.size();
    for (; word < piece().head_end; ++word) {
      const std::uint16_t what = type(word);
      if (what == grammar::COLON || what == grammar::EQUALS || text(word) == "in") break;
      if (is_name(word)) add(kind, word, scope);
    }
    if (found_.size() != first + 1) return;
    valued(&found_.back(), word);
    while (word < piece().head_end && type(word) != grammar::EQUALS) ++word;
    found_.back().members = members(word + 1);
    const bool loads = kind == DefinitionKind::value && text(word + 1) == "load" &&
                       type(word + 2) == grammar::LPAREN && type(word + 3) == grammar::STRING &&
                       type(word + 4) == grammar::RPAREN;
    if (loads && word + 5 >= piece().head_end) found_.back().path = {std::string(unquoted(text(word + 3)))};
  }

  // The names in a record that begins with a word.
  std::vector<std::string> members(std::uint32_t word) const {
    std::vector<std::string> names;
    if (type(word) != grammar::RECORD_OPEN) return names;
    std::size_t depth = 0;
    for (; word < piece().head_end; ++word) {
      if (opens(type(word))) ++depth;
      if (closes(type(word)) && --depth == 0) break;
      const bool begins = type(word) == grammar::RECORD_OPEN || type(word) == grammar::COMMA;
      if (depth != 1 || !begins || type(word + 2) != grammar::COLON) continue;
      std::string_view name = text(word + 1);
      if (type(word + 1) == grammar::STRING) name = name.substr(1, name.size() - 2);
      names.emplace_back(name);
    }
    return names;
  }

  void callable(DefinitionKind kind, std::uint32_t word) {
    if (!is_name(word)) return;
    const std::size_t at = found_.size();
    add(kind, word, piece().parent);
    if (type(word + 1) != grammar::LPAREN) return;
    std::uint32_t next = word + 2;
    std::vector<FormalText> formals;
    while (next < piece().head_end && type(next) != grammar::RPAREN) {
      const std::uint32_t begin = next;
      next = end_of_formal(next);
      if (is_name(begin)) formals.push_back(formal(begin, next));
      if (type(next) == grammar::COMMA) ++next;
    }
    found_[at].formals = std::move(formals);
    if (type(next + 1) != grammar::ARROW) return;
    std::uint32_t end = next + 2;
    while (end < piece().head_end && type(end) != grammar::EQUALS) ++end;
    found_[at].type = written(next + 2, end);
  }
  // The ',' or ')' behind a parameter.
  std::uint32_t end_of_formal(std::uint32_t word) const {
    for (std::size_t depth = 0; word < piece().head_end; ++word) {
      const std::uint16_t what = type(word);
      if (depth == 0 && (what == grammar::COMMA || what == grammar::RPAREN)) break;
      if (opens(what)) ++depth;
      if (closes(what) && depth > 0) --depth;
    }
    return word;
  }
  FormalText formal(std::uint32_t begin, std::uint32_t end) {
    FormalText formal{std::string(text(begin)), {}, {}};
    std::uint32_t equals = begin + 1;
    while (equals < end && type(equals) != grammar::EQUALS) ++equals;
    if (type(begin + 1) == grammar::COLON) formal.type = written(begin + 2, equals);
    formal.preset = written(equals + 1, end);
    Definition& definition = add(DefinitionKind::parameter, begin, piece_);
    definition.type = formal.type;
    return formal;
  }

  // use PATH(VALUES) as NAME
  void instance(std::uint32_t word) {
    std::vector<std::string> path = used_thing(outline_, piece_);
    for (; word + 1 < piece().head_end; ++word)
      if (text(word) == "as" && is_name(word + 1)) {
        add(DefinitionKind::instance, word + 1, piece().parent).path = path;
        return;
      }
  }

  // joint [NAME] : TYPE
  void joint(std::uint32_t word) {
    if (Definition* definition = add_if_name(DefinitionKind::joint, word); definition != nullptr)
      if (type(word + 1) == grammar::COLON) definition->type = text(word + 2);
  }

  const Outline& outline_;
  std::uint32_t piece_ = 0;
  std::vector<Definition> found_;
};

}  // namespace

std::string FormalText::text() const {
  return concat(name, type.empty() ? "" : concat(": ", type), preset.empty() ? "" : concat(" = ", preset));
}

std::string_view describe(DefinitionKind kind) {
  const auto row = std::ranges::find(kStatementKinds, kind, &KindRow::kind);
  return row == kStatementKinds.end() ? std::string_view() : row->described;
}

bool is_entity(Definition::Kind kind) {
  using enum Definition::Kind;
  return kind == link || kind == joint || kind == frame || kind == material || kind == sensor ||
         kind == spring || kind == wing || kind == thrust || kind == part || kind == other;
}

bool is_moving(const Definition& joint) {
  return joint.kind == DefinitionKind::joint &&
         moves(parse_joint_type(joint.type).value_or(JointType::foreign));
}

std::vector<Definition> definitions_in(const Outline& outline) {
  std::vector<Definition> found = HeadReader(outline).read();
  add_local_names(outline, found);
  return found;
}

}  // namespace romas::language
