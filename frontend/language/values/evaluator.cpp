#include "frontend/language/values/evaluator.h"

#include <algorithm>
#include <utility>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/types.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// Records the value of an expression for tools: quantities in SI, texts and truth values. Lists and poses are
// left out because the values in them are recorded. So are numbers without a unit and texts in quotes,
// because the source shows their values.
void record_value(const Expr& expr, const Value& value, const Scope& scope) {
  const bool says_itself = (expr.kind == Expr::Kind::number && expr.more().unit.empty()) ||
                           expr.kind == Expr::Kind::text || expr.kind == Expr::Kind::boolean ||
                           expr.kind == Expr::Kind::group;
  if (value.unknown || says_itself) return;
  if (const auto* quantity = std::get_if<Quantity>(&value.content)) {
    const std::string units = si_units(quantity->dimension);
    scope.record_value(expr.range, concat(format_double(quantity->value), units.empty() ? "" : " ", units));
  } else if (const auto* text = std::get_if<String>(&value.content)) {
    scope.record_value(expr.range, **text);
  } else if (const auto* truth = std::get_if<bool>(&value.content)) {
    scope.record_value(expr.range, *truth ? "true" : "false");
  }
}

}  // namespace

std::optional<Value> Evaluator::evaluate(const Expr& expr) {
  if (budget_.exhausted() || (expanding_ && !budget_.spend(1, expr.range)) ||
      !budget_.deep_enough(expr.range))
    return std::nullopt;
  if (budget_.depth >= Budget::kMostDepth) {
    budget_.exhaust(expr.range, concat("expressions and calls are nested deeper than ", Budget::kMostDepth,
                                       "; does a function call itself without end?"));
    return std::nullopt;
  }
  ++budget_.depth;
  std::optional<Value> value = raw(expr);
  --budget_.depth;
  if (!value) return std::nullopt;
  value->range = expr.range;
  // The unit of a pose was applied to its numbers.
  const bool pose = expr.kind == Expr::Kind::call && std::holds_alternative<Pose>(value->content);
  if (!expr.more().unit.empty() && !pose && !apply_unit(*this, *value, expr)) return std::nullopt;
  if (scope_ != nullptr && scope_->is_recorded()) record_value(expr, *value, *scope_);
  return value;
}

std::optional<Value> Evaluator::raw(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::missing: return Value{Anything{}, expr.range, true};
    case Expr::Kind::number: {
      Quantity quantity = computed(expr.number, {});
      quantity.bare_zero = expr.number == 0;
      quantity.digits = sources_.text(expr.inner());
      return Value{quantity, expr.range};
    }
    case Expr::Kind::text: return evaluate_text(*this, expr);
    case Expr::Kind::boolean: return Value{expr.boolean, expr.range};
    case Expr::Kind::tuple:
      if (auto values = all(expr.operands)) return Value{Tuple(std::move(*values)), expr.range};
      return std::nullopt;
    case Expr::Kind::list:
      if (auto values = all(expr.operands)) return Value{List(std::move(*values)), expr.range};
      return std::nullopt;
    case Expr::Kind::each: return evaluate_each(*this, expr);
    case Expr::Kind::record: return evaluate_record(*this, expr);
    case Expr::Kind::group: {
      auto value = evaluate(expr.operands.front());
      if (auto* pose = value ? std::get_if<Pose>(&value->content) : nullptr) pose->grouped = true;
      return value;
    }
    case Expr::Kind::negate: return evaluate_negation(*this, expr);
    case Expr::Kind::logical_not: return evaluate_not(*this, expr);
    case Expr::Kind::sum: return evaluate_sum(*this, expr);
    case Expr::Kind::product: return evaluate_product(*this, expr);
    case Expr::Kind::comparison: return evaluate_comparison(*this, expr);
    case Expr::Kind::conjunction:
    case Expr::Kind::disjunction: return evaluate_logical(*this, expr);
    case Expr::Kind::conditional: return evaluate_conditional(*this, expr);
    case Expr::Kind::let_in: return evaluate_let(*this, expr);
    case Expr::Kind::power: return evaluate_power(*this, expr);
    case Expr::Kind::name: return evaluate_name(*this, expr);
    case Expr::Kind::member: return evaluate_member(*this, expr);
    case Expr::Kind::index: return evaluate_index(*this, expr);
    case Expr::Kind::call: return evaluate_call(*this, expr);
    case Expr::Kind::align: return evaluate_align(*this, expr);
  }
  return std::nullopt;
}

std::optional<std::vector<Value>> Evaluator::all(std::span<const Expr> exprs) {
  std::vector<Value> values;
  values.reserve(exprs.size());
  for (const Expr& expr : exprs) {
    auto value = evaluate(expr);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return values;
}

std::optional<std::vector<Value>> Evaluator::elements(const Expr& list) {
  const auto value = evaluate(list);
  if (!value) return std::nullopt;
  if (std::holds_alternative<Anything>(value->content)) return std::vector<Value>{*value};
  const Elements* found = std::get_if<List>(&value->content);
  if (found == nullptr) found = std::get_if<Tuple>(&value->content);
  std::optional<List> members;
  if (const auto* record = std::get_if<Record>(&value->content)) found = &members.emplace(record->pairs());
  if (found == nullptr) {
    constexpr std::uint32_t kBehind = 4;  // bytes in which '..' stands that was not understood
    if (diagnostics_.in_doubt({list.range.file, list.range.end, list.range.end + kBehind}))
      return std::nullopt;
    diagnostics_.report(Rule::type_mismatch, value->range,
                        concat("a loop goes through a list, not through ", describe(*value),
                               "; write range(n) for 0 to n - 1"));
    return std::nullopt;
  }
  if (expanding_ && !budget_.spend(found->size(), list.range)) return std::nullopt;
  std::vector<Value> values(found->begin(), found->end());
  if (value->unknown)
    for (Value& element : values) element.unknown = true;
  return values;
}

std::string Evaluator::shown(SourceRange range) const {
  constexpr std::size_t kLongest = 40;
  const std::string_view text = sources_.text(range);
  return text.size() <= kLongest && text.find('\n') == std::string_view::npos ? concat("'", text, "'")
                                                                              : std::string("this");
}

void Evaluator::doubt(SourceRange place) const {
  if (!surroundings_.is_check && diagnostics_.has_errors()) diagnostics_.doubt(place);
}

void Evaluator::lose(SourceRange part) {
  lost_.add_text(sources_, part);
  doubt(part);
}

const Scope::Entry* Evaluator::lookup(const Expr& path) const {
  if (path.kind == Expr::Kind::name) return find(path.text(), path.text_range());
  if (path.kind != Expr::Kind::member) return nullptr;
  const Scope::Entry* head = lookup(path.operands.front());
  if (head == nullptr) return nullptr;
  const auto* file = std::get_if<const LanguageFile*>(&head->meaning);
  const Scope::Entry* found = file == nullptr ? nullptr : find_visible(**file, path.text());
  if (found != nullptr) scope_->record(*found, path.text_range());
  return found;
}

const Scope::Entry* Evaluator::find(std::string_view name, SourceRange use) const {
  const Scope::Entry* entry = scope_->find(name);
  if (entry != nullptr) scope_->record(*entry, use);
  return entry;
}

void Evaluator::note_names(const Expr& expr) const {
  const bool has_own = expr.kind == Expr::Kind::each || expr.kind == Expr::Kind::let_in;
  if (!scope_->is_recorded() || has_own || expr.kind == Expr::Kind::align) return;
  if (expr.kind == Expr::Kind::name || expr.kind == Expr::Kind::member) lookup(expr);
  const bool is_path = expr.kind == Expr::Kind::member && (expr.operands.front().kind == Expr::Kind::name ||
                                                           expr.operands.front().kind == Expr::Kind::member);
  if (is_path) return;
  if (const TemplatePtr& pieces = expr.more().pieces)
    for (const Expr& value : pieces->values) note_names(value);
  for (const Expr& operand : expr.operands) note_names(operand);
}

bool Evaluator::define(Scope& scope, const Binding& name, Scope::Meaning meaning) {
  if (name.text == "_") return true;  // a part that is ignored
  if (scope.size() >= Budget::kMostNames) {
    budget_.exhaust(name.range, concat("more than ", Budget::kMostNames,
                                       " names are defined here; put values into lists"));
    return false;
  }
  if (const Scope::Entry* first = scope.find_here(name.text)) {
    diagnostics_.report(Rule::duplicate_name, name.range, concat("'", name.text, "' is defined twice"))
        .note(first->range, "the first is here");
    return false;
  }
  scope.bind(name.text, name.range, std::move(meaning));
  return true;
}

bool Evaluator::bind_pattern(const Pattern& pattern, const Value& value, Scope& into) {
  if (pattern.parts.empty()) return define(into, pattern.name, value);
  const std::size_t count = pattern.parts.size();
  const Elements* elements = std::get_if<Tuple>(&value.content);
  if (elements == nullptr) elements = std::get_if<List>(&value.content);
  const bool anything = std::holds_alternative<Anything>(value.content);
  if (elements == nullptr && !anything) {
    diagnostics_
        .report(Rule::type_mismatch, pattern.range,
                concat(count, " names take a tuple, not ", describe(value)))
        .note(value.range, "the value is here");
    return false;
  }
  if (!anything && elements->size() != count) {
    diagnostics_
        .report(Rule::wrong_count, pattern.range,
                concat(count, " names take a tuple of ", count, " values, not of ", elements->size()))
        .note(value.range, "the value is here");
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    Value part = anything ? value : (*elements)[i];
    part.unknown = part.unknown || value.unknown;
    good = bind_pattern(pattern.parts[i], part, into) && good;
  }
  return good;
}

void Evaluator::let(const Pattern& pattern, const TypeExpr* written, const Expr* said, Scope& into) {
  auto value = said == nullptr ? std::nullopt : evaluate(*said);
  if (value && written != nullptr)
    value = conform(*this, *value, read_type(*this, written), concat("'", pattern.names().front().text, "'"));
  if (value) {
    bind_pattern(pattern, *value, into);
    return;
  }
  // Define the names, so that their uses give no further errors.
  for (const Binding& name : pattern.names())
    if (name.text != "_" && into.find_here(name.text) == nullptr)
      into.bind(name.text, name.range, Value{Anything{}, pattern.range, true});
}

}  // namespace romas::language
