// The canonical style of the language: two spaces a level, one space between words, one statement a line.
// Decisions of the author are kept: which bodies stand in one line (as long as they fit), where a long
// statement breaks, and single empty lines.
#include "frontend/frontend.h"
#include "frontend/language/grammar/lexer.h"
#include "frontend/language/grammar/record_braces.h"
#include "frontend/language/grammar/unit_places.h"
#include "frontend/language/reading/parser.h"
#include "frontend/language/words/encoding.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kContinuation = 4;  // of a statement that goes on in another line
constexpr std::size_t kWidest = 120;      // of a line that keeps a body between its braces

enum class Kind : unsigned char {
  word,
  property,
  unit,
  number,
  text,
  open_brace,
  close_brace,
  open,
  close,
  sign,
  comma,
  semicolon,
  line_comment,
  block_comment
};

struct Piece {
  Kind kind;
  std::string_view text;
  std::size_t breaks_before = 0;  // line ends in the source
  bool space_before = false;      // white space in the source
  std::size_t partner = 0;        // of a brace
};

Kind kind_of(std::uint16_t type) {
  switch (type) {
    case grammar::LBRACE: return Kind::open_brace;
    case grammar::RBRACE: return Kind::close_brace;
    case grammar::LPAREN:
    case grammar::LBRACKET:
    case grammar::RECORD_OPEN: return Kind::open;
    case grammar::RPAREN:
    case grammar::RBRACKET:
    case grammar::RECORD_CLOSE: return Kind::close;
    case grammar::COMMA: return Kind::comma;
    case grammar::SEMICOLON: return Kind::semicolon;
    case grammar::NUMBER: return Kind::number;
    case grammar::STRING:
    case grammar::RAW_STRING: return Kind::text;
    case grammar::LINE_COMMENT: return Kind::line_comment;
    case grammar::BLOCK_COMMENT: return Kind::block_comment;
    case grammar::UNIT: return Kind::unit;
    case grammar::IDENT: return Kind::word;
    default: return language::keyword_of(type).empty() ? Kind::sign : Kind::property;
  }
}

std::vector<Piece> read_pieces(std::string_view text, std::size_t first) {
  language::Lexer lexer(text, first);
  std::vector<Piece> pieces;
  std::vector<std::size_t> braces;
  language::UnitPlaces units(text);
  language::RecordBraces records(text);
  std::size_t end = first;
  for (auto token = lexer.next(); token.type != language::Lexeme::kEnd; token = lexer.next()) {
    std::string_view words = text.substr(token.begin, token.end - token.begin);
    const std::string_view gap = text.substr(end, token.begin - end);
    end = token.end;
    while (words.ends_with('\r')) words.remove_suffix(1);  // of a comment's line end
    if (token.type != grammar::LINE_COMMENT && token.type != grammar::BLOCK_COMMENT)
      token.type = records.read(units.read(token.type, token.begin, token.end), token.end);
    Piece piece{kind_of(token.type), words,
                static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n')), !gap.empty(), 0};
    const bool is_member = !pieces.empty() && pieces.back().text == ".";  // b.com
    if (is_member && piece.kind == Kind::property) piece.kind = Kind::word;
    if (piece.kind == Kind::line_comment)
      piece.text = piece.text.substr(0, piece.text.find_last_not_of(" \t") + 1);
    if (piece.kind == Kind::close_brace && !braces.empty()) {
      piece.partner = braces.back();
      pieces[braces.back()].partner = pieces.size();
      braces.pop_back();
    }
    if (piece.kind == Kind::open_brace) braces.push_back(pieces.size());
    pieces.push_back(piece);
  }
  return pieces;
}

class Formatter {
 public:
  explicit Formatter(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}

  std::string run() {
    for (at_ = 0; at_ < pieces_.size(); ++at_) piece();
    if (!line_.empty()) end_line();
    return std::move(out_);
  }

 private:
  const Piece* before() const { return at_ == 0 ? nullptr : &pieces_[at_ - 1]; }

  void end_line() {
    out_.append(line_).push_back('\n');
    line_.clear();
  }

  void start_line(std::size_t indent) {
    if (!line_.empty()) end_line();
    line_.assign(indent, ' ');
    fresh_ = true;
  }

  std::size_t depth() const { return braces_.size() * kIndent; }

  // Starts a line for the first piece of a statement, a comment or a closing brace.
  void break_line(const Piece& piece, std::size_t indent) {
    const bool first = out_.empty() && line_.empty();
    const bool after_open = before() != nullptr && before()->kind == Kind::open_brace;
    start_line(indent);
    if (!first && !after_open && piece.kind != Kind::close_brace && piece.breaks_before > 1)
      out_.push_back('\n');
  }

  // True if the body is in one line of the source, and the whole line fits.
  bool stays_in_line(std::size_t open) {
    const std::size_t close = pieces_[open].partner;
    if (close <= open) return false;
    std::size_t width = line_.size();
    for (std::size_t i = open + 1; i <= close; ++i) {
      const Piece& piece = pieces_[i];
      if (piece.breaks_before > 0 || piece.kind == Kind::line_comment) return false;
      width += piece.text.size() + (wants_space(pieces_[i - 1], piece, i) ? 1 : 0);
    }
    // The rest of the line counts as well: another brace or `else`, but no comment.
    for (std::size_t i = close + 1; i < pieces_.size() && pieces_[i].breaks_before == 0; ++i) {
      if (pieces_[i].kind == Kind::line_comment) break;
      if (pieces_[i].kind == Kind::open_brace) break;
      width += pieces_[i].text.size() + 1;
    }
    return width <= kWidest;
  }

  bool in_line() const { return !braces_.empty() && braces_.back().in_line; }

  void piece() {
    const Piece& piece = pieces_[at_];
    if (piece.kind == Kind::line_comment || piece.kind == Kind::block_comment) return comment(piece);
    if (piece.kind == Kind::close_brace) return close_brace(piece);
    if (statement_begins_) {
      if (!in_line()) break_line(piece, depth());
    } else if (piece.breaks_before > 0 && !in_line() && piece.kind != Kind::open_brace &&
               piece.kind != Kind::semicolon && !more_follows(piece)) {
      // Elements of a list stand below each other; what closes it stands where its statement began.
      const std::size_t inside = round_ > 0 && piece.kind == Kind::close ? round_ - 1 : round_;
      start_line(depth() + (round_ > 0 ? inside * kIndent : kContinuation));
    }
    append(piece);
    statement_begins_ = false;
    if (piece.kind == Kind::open) ++round_;
    if (piece.kind == Kind::close && round_ > 0) --round_;
    if (piece.kind == Kind::open_brace) {
      braces_.push_back({in_line() || stays_in_line(at_)});
      statement_begins_ = true;
    }
    if (piece.kind == Kind::semicolon) statement_begins_ = true;
  }

  // Returns true if a word continues a statement behind its '}'.
  static bool continues(const Piece& piece) { return piece.text == "else" || piece.text == "with"; }
  bool more_follows(const Piece& piece) const {
    return continues(piece) && before() != nullptr && before()->kind == Kind::close_brace;
  }

  void close_brace(const Piece& piece) {
    const bool line = in_line();
    if (!braces_.empty()) braces_.pop_back();
    if (!line && !(before() != nullptr && before()->kind == Kind::open_brace)) break_line(piece, depth());
    append(piece);
    const bool chained = at_ + 1 < pieces_.size() && continues(pieces_[at_ + 1]);
    statement_begins_ = !chained;
  }

  void comment(const Piece& piece) {
    const bool own_line = before() == nullptr || piece.breaks_before > 0 || fresh_file();
    if (piece.kind == Kind::line_comment) {
      if (own_line) {
        break_line(piece, comment_indent());
        line_.append(piece.text);
      } else {
        line_.append("  ").append(piece.text);
      }
      fresh_ = false;
      // The piece behind a line comment begins a new line in the source, too.
      if (!statement_begins_ && at_ + 1 < pieces_.size())
        pieces_[at_ + 1].breaks_before = std::max<std::size_t>(pieces_[at_ + 1].breaks_before, 1);
      return;
    }
    if (own_line && !in_line())
      break_line(piece, comment_indent());
    else if (!fresh_)
      line_.push_back(' ');
    line_.append(piece.text);
    fresh_ = false;
  }

  std::size_t comment_indent() const {
    return depth() + (statement_begins_ ? 0 : round_ > 0 ? round_ * kIndent : kContinuation);
  }

  bool fresh_file() const { return out_.empty() && line_.empty(); }

  void append(const Piece& piece) {
    const bool space = !fresh_ && before() != nullptr && wants_space(*before(), piece, at_);
    if (space) line_.push_back(' ');
    line_.append(piece.text);
    fresh_ = false;
  }

  static bool ends_value(const Piece& piece) {
    return piece.kind == Kind::word || piece.kind == Kind::unit || piece.kind == Kind::number ||
           piece.kind == Kind::text || piece.kind == Kind::close;
  }

  // True for a '-' that is a sign.
  bool is_sign(std::size_t index) const {
    const Piece& piece = pieces_[index];
    if (piece.text != "-" || index == 0) return false;
    const Piece& left = pieces_[index - 1];
    if (left.kind == Kind::property)
      return index + 1 < pieces_.size() && !pieces_[index + 1].space_before;  // axis -y, mass - 1 kg
    return !ends_value(left);
  }

  static bool in_unit(const Piece& left, const Piece& right) {
    return left.kind == Kind::unit && right.kind == Kind::unit;
  }

  // A statement that begins with a list has its property's name in front of it (map [...]), and no value.
  bool begins_statement(std::size_t index) const {
    if (index == 0) return true;
    const Kind before = pieces_[index - 1].kind;
    return before == Kind::semicolon || before == Kind::open_brace || before == Kind::close_brace;
  }

  bool wants_space(const Piece& left, const Piece& right, std::size_t index) const {
    if (right.kind == Kind::semicolon || right.kind == Kind::comma || right.kind == Kind::close) return false;
    if (left.kind == Kind::open) return false;
    if (left.kind == Kind::open_brace && right.kind == Kind::close_brace) return false;
    if (left.text == "." || right.text == "." || left.text == "^" || right.text == "^") return false;
    if (is_sign(index - 1)) return false;
    // kg*m^2: between units there is no space
    const auto unit_before = [&](std::size_t i) {
      if (i == 0) return false;
      if (pieces_[i - 1].kind == Kind::unit) return true;
      return i > 2 && pieces_[i - 1].kind == Kind::number && pieces_[i - 2].text == "^" &&
             pieces_[i - 3].kind == Kind::unit;
    };
    const auto joins_units = [&](std::size_t i) {
      return (pieces_[i].text == "*" || pieces_[i].text == "/") && unit_before(i) && i + 1 < pieces_.size() &&
             pieces_[i + 1].kind == Kind::unit;
    };
    if (joins_units(index) || joins_units(index - 1)) return false;
    if (right.kind == Kind::open) {
      if (right.text == "[" && begins_statement(index - 1)) return true;
      if (right.text == "[")
        return left.kind != Kind::word && left.kind != Kind::close && left.text != "contact";
      return left.kind != Kind::word && left.text != "block" && left.text != "align";
    }
    if (right.text == ":") return round_ == 0;
    return true;
  }

  struct Brace {
    bool in_line;
  };
  std::vector<Piece> pieces_;
  std::size_t at_ = 0;
  std::size_t round_ = 0;  // open '(', '[' and records
  std::vector<Brace> braces_;
  std::string out_, line_;
  bool fresh_ = true;  // the line is empty
  bool statement_begins_ = true;
};

}  // namespace

std::optional<std::string> reformat_romas(FileId file, SourceManager& sources,
                                          DiagnosticEngine& diagnostics) {
  const std::string_view text = sources.text(file);
  if (!language::check_encoding(file, sources, diagnostics)) return std::nullopt;
  language::Parser parser(file, sources, diagnostics);
  while (parser.next().kind != language::Parser::Piece::Kind::file_end) {
  }
  if (diagnostics.has_errors()) return std::nullopt;
  const std::size_t first = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return Formatter(read_pieces(text, first)).run();
}

}  // namespace romas
