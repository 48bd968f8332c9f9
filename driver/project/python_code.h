// The code of a file in Python as far as it tells where texts, brackets, statements and blocks end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/text/characters.h"

namespace romas::driver {

// A logical line, or the part of one that `;` or the `:` of a block divides.
struct PythonStatement {
  std::size_t begin = 0, end = 0;  // bytes of the text
  std::size_t indent = 0;          // of the block that it stands in
};

class PythonCode {
 public:
  // `text` must live as long.
  explicit PythonCode(std::string_view text);

  std::string_view text() const { return text_; }
  std::string_view text(const PythonStatement& statement) const {
    return text_.substr(statement.begin, statement.end - statement.begin);
  }
  const std::vector<PythonStatement>& statements() const { return statements_; }
  // The number behind the last statement of the block that statements()[i] begins.
  std::size_t end_of_block(std::size_t i) const;
  // The line of a byte, from 1.
  std::uint32_t line_of(std::size_t at) const;

  // The text between the bracket at `open` and the one that closes it.
  std::string_view bracketed(std::size_t open) const {
    return text_.substr(open + 1, end_of(open + 1) - open - 1);
  }
  // The parts of [begin, end) that commas divide, outside of brackets and texts.
  std::vector<std::string_view> divided(std::size_t begin, std::size_t end) const;
  std::vector<std::string_view> divided(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    return divided(begin, begin + part.size());
  }
  // The first sign `c` in a part of the text, outside of brackets and texts.
  std::size_t find(std::string_view part, char c) const;

  // Calls work(begin, end) for each name of the code in [begin, end), outside of texts and comments.
  template <class Work>
  void for_each_name(std::size_t begin, std::size_t end, const Work& work) const {
    for (std::size_t at = begin; at < end;) {
      std::size_t stop = at;
      while (stop < end && plain_[stop] && is_of_name(text_[stop])) ++stop;
      if (stop > at) work(at, stop);
      at = std::max(stop, at + 1);
    }
  }
  static bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

 private:
  void mark();
  void divide();
  void add_line(std::size_t begin, std::size_t end, std::size_t indent);
  std::size_t end_of_text(std::size_t at) const;
  // The end of the expression that begins here: of its line, or of the brackets that it opens.
  std::size_t end_of(std::size_t at, bool ends_with_line = false) const;

  std::string_view text_;
  std::vector<bool> plain_;  // false in texts and comments
  std::vector<PythonStatement> statements_;
  std::vector<std::size_t> lines_;  // where they begin
};

// f"a{b}c" as ("a" + str(b) + "c"), which is an expression of xacro, too.
std::string without_f_texts(std::string_view code);

}  // namespace romas::driver
