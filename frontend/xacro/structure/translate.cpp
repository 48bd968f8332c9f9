#include "frontend/xacro/structure/translate.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::xacro {

Term literal_term(const TracedValue& value, SourceRange place) {
  switch (value.kind) {
    case TracedValue::Kind::number: {
      const std::optional<double> number = parse_double(value.text);
      if (!number) throw NotKept(concat("'", value.text, "' is not a number of the language"), place);
      return number_term(format_double(*number));
    }
    case TracedValue::Kind::truth:
      return term_of(Term::Kind::truth, value.text == "True" || value.text == "true" ? "true" : "false", {});
    case TracedValue::Kind::text: return text_term(value.text);
    case TracedValue::Kind::other: break;
  }
  throw NotKept("the language has no lists and dicts here", place);
}

std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (const Token& word : split_words(text)) {
    const std::optional<double> number = parse_double(word.text);
    if (!number) return {};
    numbers.push_back(format_double(*number));
  }
  return numbers.size() < 2 ? std::vector<std::string>() : numbers;
}

Term truth_term(Term term, const TracedValue& value) {
  if (value.kind == TracedValue::Kind::number)
    return term_of(Term::Kind::comparison, "!=", {std::move(term), number_term("0")});
  if (value.kind == TracedValue::Kind::text)
    return term_of(Term::Kind::comparison, "!=", {std::move(term), text_term("")});
  return term;
}

bool is_literal(const TracedText& text) {
  return text.parts.size() == 1 && text.parts[0].kind == TemplatePart::Kind::text;
}

std::vector<TracedText> words_of(const TracedText& text) {
  std::vector<TracedText> words;
  bool open = false;
  const auto word = [&]() -> TracedText& {
    if (!open) words.emplace_back().range = text.range;
    open = true;
    return words.back();
  };
  for (const TracedText::Part& part : text.parts) {
    if (part.kind != TemplatePart::Kind::text) {
      word().parts.push_back(part);
      continue;
    }
    std::size_t end = 0;
    for (const Token& token : split_words(part.text)) {
      if (token.offset > end) open = false;
      word().parts.emplace_back().text = token.text;
      end = token.offset + token.text.size();
    }
    if (end < part.text.size()) open = false;
  }
  const std::vector<Token> values = split_words(text.value.text);
  if (values.size() != words.size()) return {};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string value(values[i].text);
    words[i].value = {parse_double(value) ? TracedValue::Kind::number : TracedValue::Kind::text, value};
    if (words.size() == 1) words[i].value.kind = text.value.kind;
    if (words.size() == 1) words[i].data = text.data;
  }
  return words;
}

Term translate_text(const TracedText& text, const Resolve& resolve, bool path) {
  if (text.parts.size() == 1 && text.parts[0].kind != TemplatePart::Kind::text)
    return translate_expression(text.parts[0], text.range, resolve, path);
  if (!numbers_in(text.value.text).empty()) {
    Term tuple = term_of(Term::Kind::tuple, {}, {});
    for (const TracedText& word : words_of(text)) tuple.args.push_back(translate_text(word, resolve));
    if (tuple.args.empty()) throw NotKept("several numbers come from one expression", text.range);
    return tuple;
  }
  if (text.parts.size() == 1) return literal_term(text.value, text.range);
  if (text.value.kind == TracedValue::Kind::number) {
    if (text.parts.size() == 2 && text.parts[0].text == "-")
      return term_of(Term::Kind::negative, {}, {translate_expression(text.parts[1], text.range, resolve)});
    throw NotKept("a number is put together from texts", text.range);
  }
  if (text.value.kind == TracedValue::Kind::truth)
    throw NotKept("a truth value is put together from texts", text.range);
  std::vector<Term> pieces;
  for (const TracedText::Part& part : text.parts)
    pieces.push_back(translate_expression(part, text.range, resolve, path));
  return joined_term(std::move(pieces));
}

std::vector<std::string> shown_at(const std::vector<const TracedText*>& texts, std::size_t word) {
  std::vector<std::string> shown;
  for (const TracedText* text : texts) {
    const std::vector<Token> words = split_words(text->value.text);
    if (word < words.size()) shown.emplace_back(words[word].text);
  }
  return shown;
}

void for_each_symbol(const TracedText& text, const std::function<void(const Symbol&)>& use) {
  for (const TracedText::Part& part : text.parts) {
    for (const auto& [at, symbol] : part.names)
      if (symbol != nullptr) use(*symbol);
    for (const Symbol* symbol : part.inner) use(*symbol);
    if (part.argument != nullptr) use(*part.argument);
  }
}

}  // namespace romas::xacro
