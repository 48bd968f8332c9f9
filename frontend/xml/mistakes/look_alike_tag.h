// Repairs tags whose signs are typographic or full-width ones: <link name=“a”>, <link name＝"a"/＞.
#pragma once

#include "frontend/xml/mistakes/xml_mistakes.h"

namespace romas {

// A tag as it is with the signs of ASCII.
struct LookAlikeTag {
  bool found = false;    // the tag has such signs outside its values
  XmlTag tag;            // of kind `none` if it is broken even with other signs
  XmlMistake mistake{};  // about the first sign; with a fix of all, unless the tag is broken otherwise, too
};
// `begin` is the place of '<', or of a sign like it.
LookAlikeTag read_look_alike_tag(std::string_view text, std::size_t begin);
// Whether a character looks like a sign of markup and is another one.
bool has_look_alike_sign(std::string_view text);

}  // namespace romas
