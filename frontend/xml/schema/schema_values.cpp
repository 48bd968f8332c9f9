// The typed values of SchemaReader.
#include <algorithm>

#include "frontend/xml/schema/number_advice.h"
#include "frontend/xml/schema/schema_reader.h"
#include "support/text/characters.h"
#include "support/text/xacro_marks.h"

namespace romas {

namespace {

// The first word of a text from an offset on, as split_words finds it; empty if there is none.
Token next_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !is_space(text[at])) ++at;
  return {text.substr(begin, at - begin), begin};
}

}  // namespace

std::string quote(std::string_view value) {
  constexpr std::size_t kLongest = 60;
  if (value.size() <= kLongest) return concat('\'', value, '\'');
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U)
    --end;  // not inside of a UTF-8 sequence
  return concat('\'', value.substr(0, end), "…'");
}

bool has_unexpanded(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1))
    if (at + 1 < text.size() && (text[at + 1] == '{' || text[at + 1] == '(')) return true;
  return false;
}

std::string normalize_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out.push_back(text[i] == '\r' ? '\n' : text[i]);
  }
  return out;
}

bool SchemaReader::check_unexpanded(const XmlText& text) {
  for (std::size_t at = text.text.find('$'); at + 1 < text.text.size() && at != std::string_view::npos;
       at = text.text.find('$', at + 1)) {
    const char open = text.text[at + 1];
    if (open != '{' && open != '(') continue;
    const std::size_t closing = text.text.find(open == '{' ? '}' : ')', at);
    const std::size_t end = closing == std::string_view::npos ? text.text.size() : closing + 1;
    // An expansion leaves such a text only where "$$" asks for it. The next reader of the description takes
    // it for xacro.
    const bool expanded = sources().expansions().used();
    report(Rule::unexpanded_xacro, text.part(at, end - at),
           concat(quote(text.text.substr(at, end - at)),
                  expanded ? " stays in the expanded text, where readers take it for unexpanded xacro; "
                             "--emit=expanded prints the text as it is"
                           : " is left for xacro to expand; -x xacro reads the file as xacro"));
    return true;
  }
  return false;
}

void SchemaReader::check_mark(const XmlAttribute& attribute) {
  if (!sources().expansions().used()) return;
  const XmlText& text = attribute.value;
  for (auto mark = find_missing_mark(text.text); mark; mark = find_missing_mark(text.text, mark->end)) {
    const std::string written(text.text.substr(mark->begin, mark->end - mark->begin));
    const bool variable = written.front() == '$' && written.back() != ')';
    if (variable && attribute.name == "filename") continue;  // of the environment of a shell
    auto finding =
        report(Rule::xacro_message, place_of_mark(text, *mark),
               concat(quote(written), " is kept as text in the ", attribute.name, ": ", mark->advice));
    if (text.literal) finding.suggest(text.part(mark->begin, written.size()), mark->replacement);
  }
}

SourceRange SchemaReader::place_of_mark(const XmlText& text, const MissingMark& mark) const {
  if (text.literal) return text.part(mark.begin, mark.end - mark.begin);
  // Parts of the text are computed. The others may have the mark as it is written.
  const std::string_view raw = sources_.text(text.range);
  for (auto written = find_missing_mark(raw); written; written = find_missing_mark(raw, written->end))
    if (written->replacement == mark.replacement)
      return {text.range.file, text.range.begin + static_cast<std::uint32_t>(written->begin),
              text.range.begin + static_cast<std::uint32_t>(written->end)};
  return text.range;
}

// Calls `take` for each number. Returns false if a number or their count is wrong, which is reported.
template <class Take>
bool SchemaReader::read_numbers(const XmlText& text, std::string_view what, std::size_t least,
                                std::size_t most, const Take& take) {
  constexpr std::size_t kCounted = 1000;  // upper bound of what is counted exactly
  std::size_t count = 0;
  Token token;
  std::size_t first_surplus = 0;  // offset of the first token that is too many
  for (std::size_t at = 0; count < kCounted; ++count) {
    const Token next = next_word(text.text, at);
    if (next.text.empty()) break;
    token = next;
    at = token.offset + token.text.size();
    const auto value = parse_double(token.text);
    if (!value) {
      const std::size_t others = count + split_words(text.text.substr(at), kCounted).size();
      report_token(text, token, {least > others ? least - others : 1, most > others ? most - others : 1});
      return false;
    }
    if (count == most) first_surplus = token.offset;
    take(model_.number(*value, token.text));
  }
  if (count >= least && count <= most) return true;
  if (has_unexpanded(text.text)) return false;  // reported already
  SourceRange range = text.range;
  if (count > most) range = text.part(first_surplus, token.offset + token.text.size() - first_surplus);
  const std::string takes = least == most ? concat(least, least == 1 ? " number" : " numbers")
                                          : concat(least, " to ", most, " numbers");
  auto diagnostic = report(
      Rule::wrong_count, range,
      concat("'", what, "' takes ", takes, ", not ",
             count == 0 ? std::string("none") : concat(count == kCounted ? "as many as " : "", count)));
  if (what == "scale" && count == 1 && least == 3 && text.literal)
    diagnostic.suggest(text.part(token.offset, token.text.size()),
                       concat(token.text, " ", token.text, " ", token.text));
  return false;
}

template <std::size_t N>
std::optional<std::array<Number, N>> SchemaReader::array(const XmlText& text, std::string_view what) {
  std::array<Number, N> result;
  std::size_t count = 0;
  const auto take = [&](Number number) {
    if (count < N) result[count++] = number;
  };
  if (!read_numbers(text, what, N, N, take)) return std::nullopt;
  return result;
}

// --- attributes --------------------------------------------------------------------------------------------

const XmlAttribute* SchemaReader::attribute(const XmlElement& element, std::string_view name) const {
  return element.attribute(name);
}

SourceRange SchemaReader::value_range(const XmlElement& element, std::string_view name) const {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? SourceRange{} : found->value.range;
}

std::optional<std::string> SchemaReader::text(const XmlElement& element, std::string_view name) const {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? std::nullopt : std::optional<std::string>(found->value.text);
}

std::optional<Number> SchemaReader::number(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? std::nullopt : number(found->value, name);
}

std::optional<Number> SchemaReader::prefixed_number(const XmlElement& element, std::string_view name) {
  for (const XmlAttribute& attribute : element.attributes)
    if (attribute.local_name() == name && attribute.prefix() != "xmlns") return number(attribute.value, name);
  return std::nullopt;
}

std::optional<std::array<Number, 2>> SchemaReader::vector2(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? std::nullopt : array<2>(found->value, name);
}

std::optional<Number3> SchemaReader::vector3(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? std::nullopt : array<3>(found->value, name);
}

std::optional<Number4> SchemaReader::vector4(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = attribute(element, name);
  return found == nullptr ? std::nullopt : array<4>(found->value, name);
}

void SchemaReader::check_numbers(const XmlElement& element, const ElementRow& row) {
  for (const XmlAttribute& attribute : element.attributes) {
    const AttributeRow* known = row.attribute(attribute.name);
    if (known == nullptr || check_unexpanded(attribute.value)) continue;
    switch (known->type) {
      case XmlValueType::number: number(attribute.value, known->name); break;
      case XmlValueType::numbers: numbers(element, known->name); break;
      case XmlValueType::vector2: array<2>(attribute.value, known->name); break;
      case XmlValueType::vector3: array<3>(attribute.value, known->name); break;
      case XmlValueType::vector4: array<4>(attribute.value, known->name); break;
      case XmlValueType::text:
      case XmlValueType::word:
      case XmlValueType::whole:
      case XmlValueType::pose: break;
    }
  }
}

std::vector<Number> SchemaReader::numbers(const XmlElement& element, std::string_view name) {
  std::vector<Number> result;
  const XmlAttribute* found = attribute(element, name);
  constexpr std::size_t kMany = 1000;
  const auto take = [&](Number number) { result.push_back(number); };
  if (found != nullptr && !read_numbers(found->value, name, 1, kMany, take)) result.clear();
  return result;
}

std::optional<std::string> SchemaReader::word(const XmlElement& element, const ElementRow& row,
                                              std::string_view name) {
  const XmlAttribute* found = attribute(element, name);
  if (found == nullptr) return std::nullopt;
  const auto words = split_words(row.attribute(name)->words);
  const std::string_view value = found->value.text;
  if (std::any_of(words.begin(), words.end(), [&](const Token& word) { return word.text == value; }))
    return std::string(value);
  if (has_unexpanded(value)) return std::nullopt;
  const std::string_view near = nearest_name(value, words, [](const Token& token) { return token.text; });
  std::vector<std::string> allowed;
  allowed.reserve(words.size());
  for (const Token& token : words) allowed.emplace_back(token.text);
  const auto mark = sources().expansions().used() ? find_missing_mark(value) : std::nullopt;
  auto diagnostic = report(Rule::bad_value, found->value.range,
                           concat("the ", name, " ", quote(value), " is not one of ", join(allowed, ", "),
                                  mark ? concat("; ", mark->advice) : did_you_mean(near)));
  if (!near.empty() && found->value.literal) diagnostic.suggest(found->value.range, std::string(near));
  return std::nullopt;
}

// --- numbers -----------------------------------------------------------------------------------------------

std::optional<Number> SchemaReader::number(const XmlText& text, std::string_view what) {
  const auto one = array<1>(text, what);
  return one ? std::optional<Number>((*one)[0]) : std::nullopt;
}

std::optional<std::array<Number, 2>> SchemaReader::vector2(const XmlText& text, std::string_view what) {
  return array<2>(text, what);
}

std::optional<Number3> SchemaReader::vector3(const XmlText& text, std::string_view what) {
  return array<3>(text, what);
}

std::optional<std::vector<Number>> SchemaReader::numbers(const XmlText& text, std::string_view what,
                                                         std::size_t least, std::size_t most) {
  std::vector<Number> result;
  const auto take = [&](Number number) { result.push_back(number); };
  return read_numbers(text, what, least, most, take) ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<MissingMark> SchemaReader::mark_at(const XmlText& text, const Token& token) const {
  auto mark = find_missing_mark(text.text, token.offset);
  if (mark && mark->begin < token.offset + token.text.size()) return mark;
  if (!sources().expansions().used()) return std::nullopt;
  mark = find_bare_expression(token.text, text.literal);
  if (mark) mark->begin += token.offset;
  if (mark) mark->end += token.offset;
  return mark;
}

// Reports a word that is no number.
void SchemaReader::report_token(const XmlText& text, const Token& token, NumberCount wanted) {
  if (has_unexpanded(text.text)) return;  // reported already
  if (const auto mark = mark_at(text, token)) {
    const std::size_t size = mark->end - mark->begin;
    auto diagnostic =
        report(Rule::bad_number, place_of_mark(text, *mark),
               concat(quote(text.text.substr(mark->begin, size)), " is not a number; ", mark->advice));
    if (sources().expansions().used() && text.literal)
      diagnostic.suggest(text.part(mark->begin, size), mark->replacement);
    return;
  }
  const SourceRange range = text.part(token.offset, token.text.size());
  const NumberAdvice advice = advise_number(token.text, wanted);
  auto diagnostic =
      report(Rule::bad_number, range, concat(quote(token.text), " is not a number", advice.advice));
  if (!advice.replacement.empty() && text.literal) diagnostic.suggest(range, advice.replacement);
}

}  // namespace romas
