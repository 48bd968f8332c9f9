// Evaluates the texts of a document: ${…} and $(…) in attributes and character data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/xacro/expander/expansion.h"

namespace romas::xacro {

class Substitutions;

class TextReader {
 public:
  TextReader(Expansion& run, Host& host, Substitutions& substitutions)
      : run_(run), host_(host), substitutions_(substitutions) {}

  // Returns the typed value of a text that is one expression, else the text, with the place where the value
  // was written. Returns nothing if it cannot be evaluated, which is reported.
  std::optional<Value> value(const XmlText& text, Scope& scope);
  // The same as str() prints it.
  std::optional<std::string> text(const XmlText& text, Scope& scope);
  // The value that a property or parameter gets: a text that reads as a number or truth value is that.
  std::optional<Value> typed(const XmlText& text, Scope& scope);
  // As conditions and flags are read; nothing, and reported, for what is neither true nor false.
  std::optional<bool> condition(const XmlText& text, Scope& scope);

  // The place of the expression that is being evaluated.
  SourceRange place() const { return place_; }
  // Reports what is wrong with an expression; the bytes of the error are those of `part` of the text.
  void report(const EvalError& error, const XmlText& text, std::size_t begin, std::size_t end, bool exact);

 private:
  // The value of a part of `whole`; `text` is that part's own text where it is nested in another one.
  std::optional<Value> part_value(const TemplatePart& part, const XmlText& whole, Scope& scope);
  std::optional<std::string> inner_text(const TemplatePart& part, const XmlText& whole, Scope& scope);
  std::optional<Value> expression(const TemplatePart& part, const XmlText& whole, Scope& scope);
  bool is_told(const std::string& name, SourceRange range);
  std::string inserted_by(const XmlText& text, std::size_t begin, std::size_t end,
                          std::string_view name) const;
  void report_broken(const XmlText& text, std::uint32_t at);
  // Record names and values, if that is wanted: a value at a range of a document, and the names of the
  // document in an expression that is written out in `whole`.
  void record_value(SourceRange range, const Value& value);
  void record_names(const Expression& expression, const TemplatePart& part, const XmlText& whole,
                    Scope& scope);

  Expansion& run_;
  Host& host_;
  Substitutions& substitutions_;
  SourceRange place_;
  std::string told_;     // the name of the last error about a name that is not there
  SourceRange told_at_;  // its place
};

}  // namespace romas::xacro
