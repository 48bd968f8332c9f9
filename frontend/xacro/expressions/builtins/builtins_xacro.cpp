// The module xacro.
#include <array>
#include <utility>

#include "frontend/xacro/expressions/evaluation/evaluator.h"
#include "frontend/xacro/expressions/evaluation/printing.h"
#include "frontend/xacro/expressions/values/python_text.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

Value given_by(Host::Result result) {
  if (auto* value = std::get_if<Value>(&result)) return std::move(*value);
  Failure failure;
  failure.error = std::get<EvalError>(std::move(result));
  throw Failure(std::move(failure));
}

Value load_yaml(Call& call) { return given_by(call.evaluator.host().load_yaml(call.text(0))); }
Value arg(Call& call) { return given_by(call.evaluator.host().arg(call.text(0))); }
Value abs_filename(Call& call) { return Value(call.evaluator.host().abs_filename(call.text(0))); }
Value dotify(Call& call) {
  if (!call[0].is(Kind::dict)) fail("dotify() takes a dict", 0);
  return dotted(call[0]);
}

// The arguments as texts with blanks between them.
std::string joined(Call& call) {
  std::string text;
  for (std::size_t i = 0; i < call.count(); ++i) {
    auto piece = str(call[i], call.budget());
    if (!piece) fail_limit("the text of the message is too long");
    if (i > 0) text += ' ';
    text += *piece;
    charge_text(call.budget(), text.size());
  }
  return text;
}

template <Host::Message kind>
Value say(Call& call) {
  const auto location = call.take("print_location");
  call.take("file");
  call.take("end");
  call.take("alt_text");
  call.take("sep");
  call.take("flush");
  call.no_names();
  const bool usual = kind == Host::Message::warning || kind == Host::Message::error;
  call.evaluator.host().say(kind, joined(call), location ? truth(*location) : usual);
  return Value("");
}

Value fatal(Call& call) {
  Failure failure;
  failure.error.kind = EvalError::Kind::fatal;
  failure.error.message = joined(call);
  throw Failure(std::move(failure));
}

// A set of characters, as in the brackets of a regular expression.
class Characters {
 public:
  explicit Characters(std::string_view text) {
    if (text.starts_with('^')) {
      negated_ = true;
      text.remove_prefix(1);
    }
    std::vector<char32_t> points;
    each_code_point(text, [&](char32_t point, std::string_view) { points.push_back(point); });
    for (std::size_t i = 0; i < points.size(); ++i) {
      const char32_t from = escaped(points, i);
      if (i + 2 < points.size() && points[i + 1] == '-') {
        i += 2;
        ranges_.emplace_back(from, escaped(points, i));
      } else {
        ranges_.emplace_back(from, from);
      }
    }
  }
  std::size_t size() const { return ranges_.size(); }
  bool has(char32_t point) const {
    bool found = space_ && is_space(point);
    for (const auto& [from, to] : ranges_) found = found || (point >= from && point <= to);
    return found != negated_;
  }

 private:
  char32_t escaped(const std::vector<char32_t>& points, std::size_t& i) {
    if (points[i] != '\\' || i + 1 == points.size()) return points[i];
    ++i;
    if (points[i] == 's') space_ = true;
    return points[i] == 't' ? U'\t' : points[i] == 'n' ? U'\n' : points[i] == 's' ? U' ' : points[i];
  }

  std::vector<std::pair<char32_t, char32_t>> ranges_;
  bool negated_ = false;
  bool space_ = false;
};

Value tokenize_text(Call& call) {
  call.by_name({"s", "sep", "skip_empty"});
  if (!call.has(0)) fail("tokenize() takes a text");
  const std::string& text = call.text(0);
  const Characters separators(call.has(1) ? std::string_view(call.text(1)) : ",; ");
  const bool skip_empty = !call.has(2) || truth(call[2]);
  charge_text(call.budget(), text.size());
  constexpr std::size_t kRangesPerStep = 16;
  charge(call.budget(), text.size() * (separators.size() / kRangesPerStep));
  std::vector<Value> tokens;
  std::string token;
  const auto finish = [&] {
    if (!token.empty() || !skip_empty) tokens.emplace_back(std::move(token));
    token.clear();
    charge_elements(call.budget(), 1, tokens.size());
  };
  each_code_point(text, [&](char32_t point, std::string_view bytes) {
    if (separators.has(point))
      finish();
    else
      token.append(bytes);
  });
  finish();
  return make_list(std::move(tokens));
}

// Functions that xacro means to have behind a dot only.
template <Value (*function)(Call&)>
Value directly(Call& call) {
  const std::string_view name = call.name.substr(0, call.name.find(' '));
  call.name = name;
  call.evaluator.host().deprecated(name, "xacro." + std::string(name));
  return function(call);
}
template <TypeId type>
Value type_directly(Call& call) {
  call.name = type_name(type);
  call.evaluator.host().deprecated(call.name, "python." + std::string(call.name));
  return construct(type, call);
}
Value sorted_directly(Call& call) {
  call.name = "sorted";
  call.evaluator.host().deprecated(call.name, "python.sorted");
  for (const Builtin& row : python_functions())
    if (row.name == call.name) return row.function(call);
  return {};
}

constexpr std::array kXacroFunctions = {
    Builtin{"abs_filename", abs_filename, 1, 1},
    Builtin{"arg", arg, 1, 1},
    Builtin{"dotify", dotify, 1, 1},
    Builtin{"error", say<Host::Message::error>, 0, Builtin::kAny, true},
    Builtin{"fatal", fatal, 0, Builtin::kAny},
    Builtin{"load_yaml", load_yaml, 1, 1},
    Builtin{"message", say<Host::Message::message>, 0, Builtin::kAny, true},
    Builtin{"print_location", say<Host::Message::location>, 0, Builtin::kAny, true},
    Builtin{"tokenize", tokenize_text, 0, 3, true},
    Builtin{"warning", say<Host::Message::warning>, 0, Builtin::kAny, true},
    Builtin{"load_yaml directly", directly<load_yaml>, 1, 1},
    Builtin{"abs_filename directly", directly<abs_filename>, 1, 1},
    Builtin{"dotify directly", directly<dotify>, 1, 1},
    Builtin{"range directly", type_directly<TypeId::range>, 1, 3},
    Builtin{"sorted directly", sorted_directly, 1, 1, true},
};

}  // namespace

std::span<const Builtin> xacro_functions() { return kXacroFunctions; }

}  // namespace romas::xacro
