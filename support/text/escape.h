// Escapes texts of descriptions in generated files, with one function for each kind of place. Whatever a name
// holds, it stays within its comment, string or cell, and no invisible character of it takes effect.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "support/text/text.h"

namespace romas {

// Control characters, line ends, marks that turn the direction of text, and characters without width. A
// reader cannot see them, and an editor or compiler may take the text for another one.
bool is_hidden(char32_t code_point);
// The first of them in a text, ASCII white space left out; nothing if there is none. Bytes that are not UTF-8
// count.
std::optional<CodePoint> first_hidden(std::string_view text);
// "U+202E"; of a byte that is not UTF-8 "byte 0xFF".
std::string code_point_name(const CodePoint& code_point);

// Upper bound of texts that are only shown.
constexpr std::size_t kLongestShown = 200;  // bytes

// One line for people: white space of all kinds as spaces, hidden characters by number ("<U+202E>"), cut with
// "..." behind `most` bytes. Also for comments with # in CMake, YAML and scripts.
std::string one_line(std::string_view text, std::size_t most = kLongestShown);
// The same for comments of C and C++, of both kinds: nothing ends or begins a comment, continues the line, or
// is a trigraph.
std::string c_comment(std::string_view text);
// The same for running text and cells of tables in Markdown: nothing is markup.
std::string markdown_text(std::string_view text);

// The inside of a string literal of C and C++: exactly these bytes, in printable ASCII.
std::string c_string_inside(std::string_view text);
// With its quotes.
std::string c_string(std::string_view text);

// A string literal of JavaScript with its quotes: exactly these characters, in printable ASCII. Nothing in it
// ends a script in HTML. Bytes that are not UTF-8 become U+FFFD.
std::string js_string(std::string_view text);

// The inside of a string literal of Python between any quotes, and of a basic string of TOML: exactly these
// characters, in printable ASCII. Bytes that are not UTF-8 become U+FFFD.
std::string python_string_inside(std::string_view text);
// With double quotes.
std::string python_string(std::string_view text);

// The first character of a text for which XML 1.0 has no form, not even a reference to it: a control
// character, or bytes that are not UTF-8.
std::optional<CodePoint> first_without_xml(std::string_view text);
// As XML says it inside an element: & < > escaped. Characters without a form in XML become U+FFFD.
std::string escape_xml_text(std::string_view text);
// As XML says it between double quotes: also quotes, and white space other than blanks, which parsers would
// change.
std::string escape_xml_attribute(std::string_view text);

// As GitHub's workflow commands say it: as data, or as a property, which may hold neither ':' nor ','.
std::string escape_github(std::string_view text, bool property);

// Passes hidden characters of a text, and bytes that are not UTF-8, to `hidden` and everything else to
// `plain`, byte by byte. For escapers of formats with a notation of their own.
template <class Plain, class Hidden>
void escape_hidden(std::string_view text, const Plain& plain, const Hidden& hidden) {
  while (!text.empty()) {
    // Most text is ASCII.
    const auto byte = static_cast<unsigned char>(text.front());
    const CodePoint at = byte >= 0x20 && byte < 0x7F ? CodePoint{byte, 1, true} : first_code_point(text);
    if (!at.valid || is_hidden(at.value)) {
      hidden(at);
    } else {
      for (const char c : text.substr(0, at.length)) plain(c);
    }
    text.remove_prefix(at.length);
  }
}

}  // namespace romas
