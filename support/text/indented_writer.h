// Text with indentation, for printers.
#pragma once

#include <string>
#include <string_view>

#include "support/text/text.h"

namespace romas {

class IndentedWriter {
 public:
  explicit IndentedWriter(int width = 2) : width_(width) {}

  // Writes one line at the present depth; no pieces: an empty line without trailing spaces.
  template <class... Pieces>
  [[gnu::always_inline]] inline void line(const Pieces&... pieces) {
    const std::array<detail::Piece, sizeof...(pieces)> all = {detail::Piece(pieces)...};
    add_line(all);
  }
  // Writes without any addition.
  void raw(std::string_view text) { text_.append(text); }
  // Writes the indentation of a new line, for lines put together with raw().
  void begin_line() {
    text_.append(static_cast<std::size_t>(depth_) * static_cast<std::size_t>(width_), ' ');
  }

  void indent() { ++depth_; }
  void outdent() { --depth_; }
  int depth() const { return depth_; }

  // Indents by one level during its lifetime.
  class Scope {
   public:
    explicit Scope(IndentedWriter& writer) : writer_(&writer) { writer_->indent(); }
    ~Scope() { writer_->outdent(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    IndentedWriter* writer_;
  };

  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  void add_line(std::span<const detail::Piece> pieces) {
    if (!pieces.empty()) begin_line();
    detail::append_pieces(text_, pieces);
    text_.push_back('\n');
  }

  std::string text_;
  int width_;
  int depth_ = 0;
};

}  // namespace romas
