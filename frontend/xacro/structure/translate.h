// Expressions and texts of xacro as terms of the language.
#pragma once

#include <functional>

#include "frontend/xacro/expander/trace.h"
#include "frontend/xacro/structure/term.h"

namespace romas::xacro {

// Gives the name of a symbol at the place of the term, or the term that the symbol stands for.
using Resolve = std::function<Term(const Symbol&)>;

// Throws NotKept for what has no counterpart.
Term translate_expression(const TracedText::Part& part, SourceRange place, const Resolve& resolve,
                          bool path = false);
// The value of a whole text: a number, a truth value, or the text.
// `path`: of a file, which may begin with $(find P).
Term translate_text(const TracedText& text, const Resolve& resolve, bool path = false);
// It has no expressions.
bool is_literal(const TracedText& text);
// The words of a text, each with its value; none where expressions give several words, or parts of one.
std::vector<TracedText> words_of(const TracedText& text);
// The numbers of a text such as "0 0 0.1"; nothing if it has fewer than two, or something else.
std::vector<std::string> numbers_in(std::string_view text);
// A word of the texts, as it came out in each of them.
std::vector<std::string> shown_at(const std::vector<const TracedText*>& texts, std::size_t word);
// A value of this evaluation as a literal. Throws NotKept for what is neither number, truth value nor text.
Term literal_term(const TracedValue& value, SourceRange place);
// Whether Python takes a value for true.
Term truth_term(Term term, const TracedValue& value);
// Every symbol that the text needs.
void for_each_symbol(const TracedText& text, const std::function<void(const Symbol&)>& use);

}  // namespace romas::xacro
