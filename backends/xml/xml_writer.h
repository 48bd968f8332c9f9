// Writes XML as indented text: elements, attributes, text, comments, and foreign content verbatim.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "support/text/text.h"

namespace romas {

class XmlWriter {
 public:
  explicit XmlWriter(std::string_view indentation = "  ") : indentation_(indentation) {}

  // <?xml version="1.0"?>
  void declaration();
  void comment(std::string_view text);

  // <name …>; attributes may follow until something else is written into the element.
  void begin(std::string_view name);
  // </name>, or /> where nothing was written into it.
  void end();
  void attribute(std::string_view name, std::string_view value);
  // Whether the open element has the attribute already.
  bool has_attribute(std::string_view name) const;

  // <name>text</name> on one line.
  void text_element(std::string_view name, std::string_view text);
  // The text of the open element, behind its start tag on the same line. Content that is written into the
  // element after it follows without a line of its own, because spaces there would be part of the text.
  void text(std::string_view text);
  // An element's source text, on a line of its own; its further lines stay as they are.
  void verbatim(std::string_view source);

  // Attributes and texts with a character for which XML has no form, in the order of writing: what is written
  // in its place is U+FFFD.
  const std::vector<std::string>& texts_without_form() const { return without_form_; }

  std::string take() { return std::move(out_); }

 private:
  struct Level {
    std::string name;
    bool has_content = false;
    bool inline_text = false;
  };
  void new_line();
  void close_start_tag();
  void note_form(std::string_view text);

  std::string out_;
  std::string indentation_;
  std::vector<Level> levels_;
  bool tag_open_ = false;
  std::size_t tag_begin_ = 0;  // of the last start tag, in out_
  std::vector<std::string> without_form_;
};

// Keeps an element open during its lifetime.
class XmlScope {
 public:
  XmlScope(XmlWriter& writer, std::string_view name) : writer_(&writer) { writer_->begin(name); }
  // end() may throw when memory is exhausted; nothing is written during stack unwinding.
  ~XmlScope() noexcept(false) {
    if (std::uncaught_exceptions() == 0) writer_->end();
  }
  XmlScope(const XmlScope&) = delete;
  XmlScope& operator=(const XmlScope&) = delete;

 private:
  XmlWriter* writer_;
};

}  // namespace romas
