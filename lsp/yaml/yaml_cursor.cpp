#include "lsp/yaml/yaml_cursor.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kItem = "-";

// A table or list that is open: of blocks by the column at which its keys or dashes stand, else of brackets.
struct Level {
  std::size_t column = 0;
  std::string key;        // "-" of an item; empty in brackets where no key was said yet
  char bracket = 0;       // '{' or '['; 0: a block
  bool has_text = false;  // its value is a text: lines further in go on with it
};

constexpr bool is_mark(char c) { return c == '&' || c == '!' || c == '*'; }

std::string_view unquoted(std::string_view text) {
  text = trim(text);
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return text;
}

// Reads the text up to the cursor.
class Scanner {
 public:
  void line(std::string_view line) {
    rest_begin_ = 0;
    is_comment_ = false;
    in_value_ = in_brackets() && (levels_.back().bracket == '[' || !levels_.back().key.empty());
    if (!in_brackets()) {
      const std::size_t column = std::min(line.find_first_not_of(' '), line.size());
      if (!levels_.empty() && levels_.back().has_text && column > levels_.back().column)
        return void(is_comment_ = true);
      if (line.starts_with("---")) return levels_.clear();  // another document
      rest_begin_ = column;
      // A line without content says nothing of what is open; the cursor's own column counts then.
      if (column == line.size()) return close_blocks(column, false);
      if (line[column] == '#') return void(is_comment_ = true);
      block(line, column);
    }
    brackets(line);
  }

  // The levels that are open behind the last line.
  std::vector<std::string> path() const {
    std::vector<std::string> keys;
    for (const Level& level : levels_)
      if (!level.key.empty()) keys.push_back(level.key);
    return keys;
  }
  bool in_value() const { return in_value_; }
  // A comment, or another place where nothing has a meaning.
  bool is_comment() const { return is_comment_; }
  // Returns the offset in the last line at which the open word begins.
  std::size_t word_begin() const { return rest_begin_; }

 private:
  bool in_brackets() const { return !levels_.empty() && levels_.back().bracket != 0; }

  // Closes the blocks that end where text begins at this column. The items of a list may begin at the column
  // of its key.
  void close_blocks(std::size_t column, bool is_item) {
    while (!levels_.empty() && levels_.back().column >= column) {
      const bool is_list = levels_.back().column == column && levels_.back().key != kItem;
      if (is_item && is_list) break;
      levels_.pop_back();
    }
  }

  // Dashes and the key of a line.
  void block(std::string_view line, std::size_t column) {
    while (column < line.size() && line[column] == '-' &&
           (column + 1 == line.size() || line[column + 1] == ' ')) {
      close_blocks(column, true);
      levels_.push_back({column, std::string(kItem)});
      in_value_ = true;
      column = behind_marks(line, std::min(line.find_first_not_of(' ', column + 1), line.size()));
    }
    if (!in_value_) close_blocks(column, false);
    rest_begin_ = column;
    if (const std::size_t colon = find_colon(line, column); colon != std::string_view::npos) {
      levels_.push_back({column, std::string(unquoted(line.substr(column, colon - column)))});
      in_value_ = true;
      rest_begin_ = behind_marks(line, std::min(line.find_first_not_of(' ', colon + 1), line.size()));
    }
    // An anchor or tag alone on its line belongs to the table below; an alias is a whole value.
    const char first = rest_begin_ < line.size() ? line[rest_begin_] : '#';
    if (in_value_) levels_.back().has_text = std::string_view("#&![{").find(first) == std::string_view::npos;
  }

  // Behind anchors and tags that stand in front of something else.
  static std::size_t behind_marks(std::string_view line, std::size_t column) {
    while (column < line.size() && (line[column] == '&' || line[column] == '!')) {
      const std::size_t next = line.find_first_not_of(' ', std::min(line.find(' ', column), line.size()));
      if (next == std::string_view::npos) break;
      column = next;
    }
    return column;
  }

  // The colon behind a key that begins at a column: before any bracket or comment.
  static std::size_t find_colon(std::string_view line, std::size_t column) {
    char quote = 0;
    for (std::size_t at = column; at < line.size(); ++at) {
      const char c = line[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if ((c == '"' || c == '\'') && at == column) quote = c;
      if (c == '[' || c == '{' || (c == '#' && at > 0 && line[at - 1] == ' ')) break;
      if (c == ':' && (at + 1 == line.size() || line[at + 1] == ' ')) return at;
    }
    return std::string_view::npos;
  }

  // Brackets in the value of a line, or in a line within brackets.
  void brackets(std::string_view line) {
    const bool begins = rest_begin_ < line.size() && (line[rest_begin_] == '{' || line[rest_begin_] == '[');
    char quote = 0;
    for (std::size_t at = rest_begin_; at < line.size(); ++at) {
      const char c = line[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      const bool is_first = at == rest_begin_;
      if ((c == '"' || c == '\'') && trim(line.substr(rest_begin_, at - rest_begin_)).empty()) quote = c;
      if (c == '#' && (at == 0 || line[at - 1] == ' ')) return void(is_comment_ = true);
      if (!in_brackets() && !(begins && is_first)) continue;
      bracket(line, at);
    }
  }

  void bracket(std::string_view line, std::size_t at) {
    const char c = line[at];
    if (c == '{' || c == '[') {
      levels_.push_back({levels_.empty() ? 0 : levels_.back().column, c == '[' ? std::string(kItem) : "", c});
      in_value_ = c == '[';
    } else if (c == '}' || c == ']') {
      levels_.pop_back();
      in_value_ = true;
    } else if (c == ',') {
      if (levels_.back().bracket == '{') levels_.back().key.clear();
      in_value_ = levels_.back().bracket == '[';
    } else if (c == ':' && levels_.back().bracket == '{' && (at + 1 == line.size() || line[at + 1] == ' ')) {
      levels_.back().key = unquoted(line.substr(rest_begin_, at - rest_begin_));
      in_value_ = true;
    } else {
      return;
    }
    rest_begin_ = at + 1;
  }

  std::vector<Level> levels_;
  std::size_t rest_begin_ = 0;
  bool in_value_ = false, is_comment_ = false;
};

bool ends_word(char c) { return c == ',' || c == ']' || c == '}' || c == '\n' || c == '\r'; }

}  // namespace

std::string_view YamlCursor::key() const {
  const auto found =
      std::find_if(path.rbegin(), path.rend(), [](const std::string& key) { return key != kItem; });
  return found == path.rend() ? std::string_view() : std::string_view(*found);
}

std::vector<std::string_view> YamlCursor::keys() const {
  std::vector<std::string_view> keys;
  for (const std::string& key : path)
    if (key != kItem) keys.push_back(key);
  return keys;
}

YamlCursor yaml_cursor(std::string_view text, std::uint32_t offset) {
  offset = std::min(offset, static_cast<std::uint32_t>(text.size()));
  const std::string_view before = text.substr(0, offset);
  Scanner scanner;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = before.find('\n', begin);
    std::string_view line = before.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    // Empty lines above the cursor close nothing.
    if (end == std::string_view::npos || !trim(line).empty()) scanner.line(line);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  YamlCursor cursor;
  cursor.path = scanner.path();
  cursor.in_value = scanner.in_value();
  cursor.in_comment = scanner.is_comment();
  std::size_t word = std::min(begin + scanner.word_begin(), std::size_t{offset});
  while (word < offset && text[word] == ' ') ++word;
  if (cursor.in_value && word < offset && is_mark(text[word])) cursor.in_comment = true;
  while (word < offset && (text[word] == ' ' || text[word] == '"' || text[word] == '\'')) ++word;
  std::size_t word_end = offset;
  while (word_end < text.size() && !ends_word(text[word_end]) && text[word_end] != '"' &&
         text[word_end] != '\'' && text[word_end] != ':' &&
         !(text[word_end] == '#' && text[word_end - 1] == ' '))
    ++word_end;
  while (word_end > offset && text[word_end - 1] == ' ') --word_end;
  cursor.word = {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word_end)};
  return cursor;
}

}  // namespace romas::lsp
