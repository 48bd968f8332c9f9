#include "frontend/language/typing/local_names.h"

#include <algorithm>

#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

// Reads the head of one statement from left to right, with what is open in it.
class LocalReader {
 public:
  LocalReader(const Outline& outline, std::uint32_t piece, std::vector<Definition>& found)
      : outline_(outline), piece_(piece), found_(found) {}

  void read() {
    const Outline::Piece& piece = outline_.pieces[piece_];
    // `let` and `for` are statements at the begin of one, behind `private` or `else`.
    std::uint32_t word = piece.first;
    while (word < piece.head_end && (text(word) == "private" || text(word) == "else" || is_statement(word)))
      ++word;
    for (; word < piece.head_end; ++word) word = read(word);
    while (!open_.empty()) close_innermost(end_of_head());
  }

 private:
  // A bracket, or a `let` with its names.
  struct Open {
    enum class Kind : std::uint8_t { bracket, bindings, body } kind = Kind::bracket;
    std::uint32_t begin = 0;
    std::vector<std::size_t> names = {};  // in found_
    std::size_t defined = 0;              // so many of them have their values in front
  };

  std::string_view text(std::uint32_t word) const { return outline_.word(word); }
  std::uint16_t type(std::uint32_t word) const { return outline_.words[word].type; }
  std::uint32_t begin(std::uint32_t word) const { return outline_.words[word].begin; }
  bool is_statement(std::uint32_t word) const {
    const std::uint32_t first = outline_.pieces[piece_].first;
    return (word == first || text(word - 1) == "private" || text(word - 1) == "else") &&
           (text(word) == "let" || text(word) == "for");
  }
  std::uint32_t end_of_head() const {
    const std::uint32_t end = outline_.pieces[piece_].head_end;
    return end < outline_.words.size() ? begin(end) : static_cast<std::uint32_t>(outline_.text.size());
  }
  bool is_innermost(Open::Kind kind) const { return !open_.empty() && open_.back().kind == kind; }

  enum class PatternOf : std::uint8_t { let, list };

  // Gives the last word that it has read.
  std::uint32_t read(std::uint32_t word) {
    const std::uint16_t what = type(word);
    const std::string_view written = text(word);
    if (what == grammar::LPAREN || what == grammar::LBRACKET || what == grammar::RECORD_OPEN) {
      open_.push_back({Open::Kind::bracket, begin(word)});
    } else if (what == grammar::RPAREN || what == grammar::RBRACKET || what == grammar::RECORD_CLOSE) {
      while (!open_.empty() && !is_innermost(Open::Kind::bracket)) close_innermost(begin(word));
      if (!open_.empty()) close_innermost(begin(word));
    } else if (written == "let") {
      open_.push_back({Open::Kind::bindings, begin(word)});
      return pattern(word + 1, PatternOf::let);
    } else if (what == grammar::COMMA) {
      close_bodies(begin(word));
      if (!is_innermost(Open::Kind::bindings)) return word;
      define(begin(word));
      return pattern(word + 1, PatternOf::let);
    } else if (written == "in") {
      close_bodies(begin(word));
      if (!is_innermost(Open::Kind::bindings)) return word;
      define(begin(word));
      open_.back().kind = Open::Kind::body;
    } else if (written == "then" || written == "else") {
      close_bodies(begin(word));
    } else if (written == "for") {
      close_bodies(begin(word));
      if (is_innermost(Open::Kind::bracket)) return pattern(word + 1, PatternOf::list);
    }
    return word;
  }

  // The names up to ':', '=' or `in`: of a list they are known in front of it, too.
  std::uint32_t pattern(std::uint32_t word, PatternOf of) {
    const std::uint32_t end = outline_.pieces[piece_].head_end;
    for (; word < end && type(word) != grammar::COLON && type(word) != grammar::EQUALS && text(word) != "in";
         ++word) {
      if (type(word) != grammar::IDENT && keyword_of(type(word)).empty()) continue;
      Definition& definition = found_.emplace_back();
      definition.kind = Definition::Kind::local;
      definition.name = text(word);
      definition.begin = begin(word);
      definition.end = outline_.words[word].end;
      definition.piece = definition.scope = piece_;
      definition.known_from = open_.back().begin;
      open_.back().names.push_back(found_.size() - 1);
    }
    if (of == PatternOf::let && word < end && type(word) != grammar::EQUALS)
      --word;  // its type is passed over
    return std::min(word, end - 1);
  }

  // The names that wait for their values have them.
  void define(std::uint32_t at) {
    Open& let = open_.back();
    for (; let.defined < let.names.size(); ++let.defined) found_[let.names[let.defined]].known_from = at;
  }
  void close_bodies(std::uint32_t at) {
    while (is_innermost(Open::Kind::body)) close_innermost(at);
  }
  // A name whose value does not end is known nowhere.
  void close_innermost(std::uint32_t at) {
    if (is_innermost(Open::Kind::bindings)) define(at);
    for (const std::size_t name : open_.back().names) found_[name].known_to = at;
    open_.pop_back();
  }

  const Outline& outline_;
  const std::uint32_t piece_;
  std::vector<Definition>& found_;
  std::vector<Open> open_;
};

}  // namespace

void add_local_names(const Outline& outline, std::vector<Definition>& definitions) {
  for (std::uint32_t piece = 0; piece < outline.pieces.size(); ++piece)
    LocalReader(outline, piece, definitions).read();
}

}  // namespace romas::language
