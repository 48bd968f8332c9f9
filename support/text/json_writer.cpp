#include "support/text/json_writer.h"

#include <cassert>
#include <cmath>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {
void append_unit(std::string& out, char32_t unit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4) out.push_back(kHex[unit >> (shift - 4) & 15U]);
}

// In units of UTF-16. JSON has no bytes that are no text: they become replacement characters.
void append_hidden(std::string& out, const CodePoint& at) {
  constexpr char32_t kReplacement = 0xFFFD;
  constexpr char32_t kSupplementary = 0x10000;
  const char32_t value = at.valid ? at.value : kReplacement;
  if (value == '\n' || value == '\r' || value == '\t') {
    out += value == '\n' ? "\\n" : value == '\r' ? "\\r" : "\\t";
  } else if (value < kSupplementary) {
    append_unit(out, value);
  } else {
    append_unit(out, 0xD800 + ((value - kSupplementary) >> 10U));
    append_unit(out, 0xDC00 + ((value - kSupplementary) & 0x3FFU));
  }
}

void append_json_string(std::string& out, std::string_view value) {
  out.push_back('"');
  const auto plain = [&](char c) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  };
  escape_hidden(value, plain, [&](const CodePoint& at) { append_hidden(out, at); });
  out.push_back('"');
}
}  // namespace

std::string json_string(std::string_view value) {
  std::string out;
  append_json_string(out, value);
  return out;
}

void JsonWriter::new_line() {
  text_.push_back('\n');
  text_.append(levels_.size() * 2, ' ');
}

void JsonWriter::begin_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) text_.push_back(',');
  if (level.style == Style::block) {
    new_line();
  } else if (!level.empty) {
    text_.push_back(' ');
  }
  level.empty = false;
}

void JsonWriter::open(char bracket, Style style) {
  begin_value();
  text_.push_back(bracket);
  if (!levels_.empty() && levels_.back().style == Style::inline_) style = Style::inline_;
  levels_.push_back({style});
}

void JsonWriter::close(char bracket) {
  assert(!levels_.empty() && !after_key_);
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.style == Style::block && !level.empty) new_line();
  text_.push_back(bracket);
}

void JsonWriter::key(std::string_view name) {
  assert(!after_key_);
  begin_value();
  append_json_string(text_, name);
  text_ += ": ";
  after_key_ = true;
}

void JsonWriter::string(std::string_view value) {
  begin_value();
  append_json_string(text_, value);
}

void JsonWriter::number(double value) {
  begin_value();
  if (std::isfinite(value)) {
    append_double(text_, value);
  } else {
    text_ += "null";
  }
}

void JsonWriter::integer(long long value) {
  begin_value();
  text_ += std::to_string(value);
}

void JsonWriter::boolean(bool value) {
  begin_value();
  text_ += value ? "true" : "false";
}

void JsonWriter::null() {
  begin_value();
  text_ += "null";
}

std::string JsonWriter::take() {
  assert(levels_.empty());
  text_.push_back('\n');
  return std::move(text_);
}

}  // namespace romas
