#include "frontend/xacro/expander/text_reader.h"

#include <utility>

#include "frontend/xacro/expander/substitutions.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "support/text/text.h"
#include "support/text/xacro_marks.h"

namespace romas::xacro {

namespace {

constexpr Rule rule_of(EvalError::Kind kind) {
  switch (kind) {
    case EvalError::Kind::unknown_name: return Rule::unknown_name;
    case EvalError::Kind::argument: return Rule::xacro_argument;
    case EvalError::Kind::limit: return Rule::input_limit;
    case EvalError::Kind::mistake:
    case EvalError::Kind::fatal:
    case EvalError::Kind::reported: break;
  }
  return Rule::xacro_expression;
}

// "list", and of what YAML gives not the name of xacro's class.
std::string kind_text(const Value& value) {
  switch (value.kind()) {
    case Kind::none: return "None";
    case Kind::list: return "a list";
    case Kind::tuple: return "a tuple";
    case Kind::dict: return "a dict";
    case Kind::set: return "a set";
    default: return concat("a ", type_name(type_of(value)));
  }
}

}  // namespace

std::optional<Value> TextReader::value(const XmlText& text, Scope& scope) {
  if (text.text.find('$') == std::string_view::npos) return Value(text.text);
  const TextTemplate& parts = run_.templates.of(text.text);
  if (parts.broken) {
    report_broken(text, *parts.broken);
    return std::nullopt;
  }
  if (parts.parts.size() == 1) return part_value(parts.parts.front(), text, scope);
  std::string joined;
  bool complete = true;
  const auto add = [&](std::string_view said) {
    if (run_.stopped || !complete) return;
    if (said.size() > Budget::kLongestText - joined.size())
      run_.stop(text.range, concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
    else if (run_.take_memory(said.size(), text.range))
      joined += said;
  };
  for (const TemplatePart& part : parts.parts) {
    if (part.kind == TemplatePart::Kind::text) {
      add(part.content);
    } else if (const std::optional<Value> value = part_value(part, text, scope)) {
      add(value->is(Kind::text) ? value->text() : str(*value));
    } else {
      complete = false;  // further parts may have faults of their own
    }
  }
  return complete && !run_.stopped ? std::optional(Value(std::move(joined))) : std::nullopt;
}

std::optional<std::string> TextReader::text(const XmlText& text, Scope& scope) {
  const std::optional<Value> evaluated = value(text, scope);
  return evaluated ? std::optional(str(*evaluated)) : std::nullopt;
}

std::optional<Value> TextReader::typed(const XmlText& text, Scope& scope) {
  std::optional<Value> evaluated = value(text, scope);
  if (!evaluated) return evaluated;
  const SourceRange written = evaluated->written();
  if (evaluated->is(Kind::text)) {
    if (!run_.take_memory(evaluated->text().size(), text.range)) return std::nullopt;
    evaluated = value_of_text(evaluated->text());
  }
  evaluated->set_written(written.valid() ? written : run_.seen(text.range));
  return evaluated;
}

std::optional<bool> TextReader::condition(const XmlText& text, Scope& scope) {
  const std::optional<Value> evaluated = value(text, scope);
  if (!evaluated) return std::nullopt;
  if (!evaluated->is(Kind::text)) return truth(*evaluated);
  const std::string& word = evaluated->text();
  if (word == "true" || word == "True") return true;
  if (word == "false" || word == "False") return false;
  // Python's int(): white space around, a sign, and '_' between digits.
  std::string digits(trim(word));
  std::erase(digits, '_');
  const bool sign = digits.starts_with('-') || digits.starts_with('+');
  if (digits.size() > (sign ? 1U : 0U) &&
      digits.find_first_not_of("0123456789", sign ? 1 : 0) == std::string::npos)
    return digits.find_first_of("123456789") != std::string::npos;
  const auto mark = find_bare_expression(trim(word), true);
  const Value number = value_of_text(word);
  const bool is_number = number.is(Kind::real);
  auto builder = run_.report(
      Rule::xacro_condition, text.range,
      concat("the condition is the text \"", word.substr(0, 80), "\", which is neither true nor false",
             is_number
                 ? concat("; a number with a point is a condition only in an expression: ${", trim(word), "}")
             : mark ? concat("; ", mark->advice)
                    : std::string("; conditions are true, false, a whole number, or an expression ${…}")));
  if (evaluated->written().valid()) builder.note(evaluated->written(), "the text comes from here");
  return std::nullopt;
}

std::optional<Value> TextReader::part_value(const TemplatePart& part, const XmlText& whole, Scope& scope) {
  const SourceRange before = place_;
  std::optional<Value> result;
  switch (part.kind) {
    case TemplatePart::Kind::text: result = Value(part.content); break;
    case TemplatePart::Kind::expression: result = expression(part, whole, scope); break;
    case TemplatePart::Kind::substitution: {
      const std::optional<std::string> inner = inner_text(part, whole, scope);
      if (!inner) break;
      const SourceRange range = part_of(whole, part.begin, part.end, run_.context.sources);
      place_ = run_.seen(range);
      result = substitutions_.evaluate(*inner, {range, whole, part}, scope, *this);
      break;
    }
  }
  if (result && part.kind != TemplatePart::Kind::text)
    record_value(part_of(whole, part.begin, part.end, run_.context.sources), *result);
  place_ = before;
  return result;
}

// Returns the text between the brackets, after its own parts are evaluated.
std::optional<std::string> TextReader::inner_text(const TemplatePart& part, const XmlText& whole,
                                                  Scope& scope) {
  if (!part.nested) return std::string(part.content);
  XmlText inner;
  inner.text = part.content;
  inner.range = part_of(whole, part.begin + 2, part.end - 1, run_.context.sources);
  inner.literal = whole.literal;
  return text(inner, scope);
}

std::optional<Value> TextReader::expression(const TemplatePart& part, const XmlText& whole, Scope& scope) {
  place_ = run_.seen(part_of(whole, part.begin, part.end, run_.context.sources));
  std::shared_ptr<const Expression> parsed = part.expression;
  const EvalError* error = part.error ? &*part.error : nullptr;
  std::variant<std::shared_ptr<const Expression>, EvalError> read;
  if (part.nested) {
    const std::optional<std::string> inner = inner_text(part, whole, scope);
    if (!inner) return std::nullopt;
    read = run_.templates.expression(*inner);
    error = std::get_if<EvalError>(&read);
    if (error == nullptr) parsed = std::get<0>(read);
  }
  if (error != nullptr) {
    report(*error, whole, part.begin, part.end, !part.nested);
    return std::nullopt;
  }
  auto result = evaluate(*parsed, scope, host_, run_.budget);
  if (!part.nested) record_names(*parsed, part, whole, scope);
  if (const auto* failed = std::get_if<EvalError>(&result)) {
    report(*failed, whole, part.begin, part.end, !part.nested);
    return std::nullopt;
  }
  return std::get<Value>(std::move(result));
}

void TextReader::record_value(SourceRange range, const Value& value) {
  ProgramNames* names = run_.expansions.names();
  if (names == nullptr) return;
  const bool is_plain = value.is(Kind::text) || value.is(Kind::boolean) || is_number(value);
  names->add_value({run_.seen(range), value.written(), is_plain ? str(value) : kind_text(value), is_plain});
}

void TextReader::record_names(const Expression& expression, const TemplatePart& part, const XmlText& whole,
                              Scope& scope) {
  if (run_.expansions.names() == nullptr) return;
  std::vector<const Node*> open = {&expression.root()};
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    for (const Node& child : node.children) open.push_back(&child);
    const Property* property = node.kind == NodeKind::name ? scope.property(node.name) : nullptr;
    if (property == nullptr) continue;
    const std::size_t content = part.begin + 2;
    const SourceRange use = part_of(whole, content + node.begin, content + node.end, run_.context.sources);
    run_.record(property->kind, whole.text.substr(content + node.begin, node.name.size()), use,
                property->written_name);
    if (property->state == Property::State::ready) record_value(use, property->value);
  }
}

void TextReader::report(const EvalError& error, const XmlText& text, std::size_t begin, std::size_t end,
                        bool exact) {
  if (error.kind == EvalError::Kind::reported) return;
  if (error.kind == EvalError::Kind::unknown_name && run_.include_failed) return;
  if (error.kind == EvalError::Kind::limit && run_.stopped) return;
  const std::size_t content = begin + 2;
  const bool inside = exact && error.begin <= error.end && content + error.end < end;
  const std::size_t first = inside ? content + error.begin : begin;
  const std::size_t last = inside ? std::max<std::size_t>(content + error.end, first + 1) : end;
  const SourceRange range = part_of(text, first, last, run_.context.sources);
  if (error.kind == EvalError::Kind::limit) run_.stopped = true;
  const bool is_argument = error.kind == EvalError::Kind::argument;  // whose prefix was looked for already
  const std::string& name = is_argument ? std::string() : error.unknown;
  for (const std::string_view word : {"property", "arg"})
    if (!name.empty() && run_.lacks_prefix(word, name, rule_of(error.kind), range)) return;
  if (!name.empty() && is_told(name, range)) return;
  const std::string inserted = exact || name.empty() ? std::string() : inserted_by(text, begin, end, name);
  DiagnosticBuilder builder = run_.report(rule_of(error.kind), range, concat(error.message, inserted));
  for (const EvalError::Note& note : error.notes)
    builder.note(note.range.valid() ? note.range : run_.seen(range), note.message);
  if (!error.nearest.empty()) builder.meant(error.nearest);
  if (is_argument) builder.about(error.unknown);
}

// True for a name that was told in the same tag: one definition is missing.
bool TextReader::is_told(const std::string& name, SourceRange range) {
  const SourceRange last = std::exchange(told_at_, range);
  if (std::exchange(told_, name) != name || last.file != range.file || last.end > range.begin) return false;
  return run_.context.sources.text({range.file, last.end, range.begin}).find('<') == std::string_view::npos;
}

// Returns what to write where an argument puts the text `name` into the expression in [begin, end): empty if
// none does.
std::string TextReader::inserted_by(const XmlText& text, std::size_t begin, std::size_t end,
                                    std::string_view name) const {
  constexpr std::string_view kArgument = "$(arg ";
  const std::string_view expression = text.text.substr(begin, end - begin);
  for (std::size_t at = expression.find(kArgument); at != std::string_view::npos;
       at = expression.find(kArgument, at + 1)) {
    const std::size_t closing = expression.find(')', at);
    const std::string_view argument =
        trim(expression.substr(at + kArgument.size(), closing - at - kArgument.size()));
    const std::string* value = run_.arguments.read(argument);
    const bool quoted = at > 0 && (expression[at - 1] == '\'' || expression[at - 1] == '"');
    if (value == nullptr || quoted || value->find(name) == std::string::npos) continue;
    return concat("; $(arg ", argument, ") puts its text into the expression: write xacro.arg('", argument,
                  "') for its value");
  }
  constexpr std::string_view kSubstitution = "$(";
  const std::size_t at = expression.find(kSubstitution);
  if (at == std::string_view::npos || expression.find(kArgument) != std::string_view::npos) return {};
  const std::string_view command = expression.substr(at, expression.find(')', at) + 1 - at);
  const bool quoted = at > 0 && (expression[at - 1] == '\'' || expression[at - 1] == '"');
  return quoted
             ? std::string()
             : concat("; ", command, " puts its text into the expression: write '", command, "' for a text");
}

void TextReader::report_broken(const XmlText& text, std::uint32_t at) {
  const std::string_view rest = text.text.substr(at);
  const bool expression = rest.starts_with("${");
  const bool substitution = rest.starts_with("$(");
  const SourceRange range =
      part_of(text, at, at + (expression || substitution ? 2 : 1), run_.context.sources);
  run_.report(Rule::xacro_expression, range,
              expression     ? "'${' is not closed by '}'"
              : substitution ? "'$(' is not closed by ')'"
                             : "'$$' has a meaning only before '{' or '('; write one '$'");
}

}  // namespace romas::xacro
