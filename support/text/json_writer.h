// Writes JSON (RFC 8259) as indented text. Calls must nest properly; that is asserted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace romas {

class JsonWriter {
 public:
  // Everything inside an `inline` array or object stays on one line: [0, 0.5, 1]
  enum class Style : std::uint8_t { block, inline_ };

  void begin_object(Style style = Style::block) { open('{', style); }
  void end_object() { close('}'); }
  void begin_array(Style style = Style::block) { open('[', style); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void string(std::string_view value);
  void number(double value);  // null if it is not finite
  void integer(long long value);
  void boolean(bool value);
  void null();

  // key and value at once
  void field(std::string_view name, std::string_view value) { key(name), string(value); }
  void field(std::string_view name, const char* value) { key(name), string(value); }
  void field(std::string_view name, double value) { key(name), number(value); }
  void field(std::string_view name, bool value) { key(name), boolean(value); }
  template <class Integer>
  requires std::is_integral_v<Integer>
  void field(std::string_view name, Integer value) { key(name), integer(static_cast<long long>(value)); }

  // The finished text with a final line end.
  std::string take();

 private:
  struct Level {
    Style style;
    bool empty = true;
  };
  void open(char bracket, Style style);
  void close(char bracket);
  void begin_value();
  void new_line();

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

// A JSON string literal with its quotes.
std::string json_string(std::string_view value);

}  // namespace romas
