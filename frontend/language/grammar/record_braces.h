// Tells the braces of records from those of bodies: `let motor = {torque: 3 N*m};` and `link arm { … }`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace romas::language {

// A '{' opens a record where a value or a type begins, which no body does, and a name with ':' or a '}'
// follows, which tells it from a body in front of which a value is missing. Its '}' is the next one that
// closes no record in it. A ';' and the '{' of a body end all records that are still open, so that a brace
// that is missing in one spoils nothing behind it.
class RecordBraces {
 public:
  // The text must live as long.
  explicit RecordBraces(std::string_view text) : text_(text) {}
  // The type of the next token, comments left out, by its type so far and the byte behind it.
  std::uint16_t read(std::uint16_t type, std::size_t end);

 private:
  bool begins_value(std::uint16_t type);

  std::string_view text_;
  std::size_t open_ = 0;         // records
  std::size_t conditions_ = 0;   // `then`s without their `else`
  std::uint16_t before_ = 0;     // the last token
  std::uint16_t statement_ = 0;  // the first word of the statement
  bool starts_ = true;           // a statement begins with the next token
  bool value_begins_ = false;    // behind it
};

}  // namespace romas::language
