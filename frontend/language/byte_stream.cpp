#include "frontend/language/byte_stream.h"

#include <antlr4-runtime.h>

namespace romas::language {

namespace {

// Bytes of UTF-8 sequences look like DEL: the language has them in strings and comments only, where any will do, and ANTLR's lexer
// is fast for ASCII alone. Tokens are read by their offsets, never from this stream.
class ByteStream : public antlr4::CharStream {
 public:
  ByteStream(std::string_view text, std::size_t first) : text_(text), at_(first) {}

  void consume() override {
    if (at_ < text_.size()) ++at_;
  }
  std::size_t LA(ssize_t i) override {
    const auto wanted = static_cast<ssize_t>(at_) + (i > 0 ? i - 1 : i);
    if (i == 0 || wanted < 0 || static_cast<std::size_t>(wanted) >= text_.size()) return antlr4::IntStream::EOF;
    constexpr std::size_t kBeyondAscii = 0x7F;
    return std::min<std::size_t>(static_cast<unsigned char>(text_[static_cast<std::size_t>(wanted)]), kBeyondAscii);
  }
  ssize_t mark() override { return -1; }  // everything stays in memory
  void release(ssize_t /*marker*/) override {}
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = std::min(index, text_.size()); }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval& interval) override {
    const auto begin = static_cast<std::size_t>(std::max<ssize_t>(interval.a, 0));
    if (interval.b < interval.a || begin >= text_.size()) return {};
    return std::string(text_.substr(begin, static_cast<std::size_t>(interval.b) + 1 - begin));
  }
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace

std::unique_ptr<antlr4::CharStream> make_byte_stream(std::string_view text, std::size_t first) { return std::make_unique<ByteStream>(text, first); }

}  // namespace romas::language
