// Conditions: those that the program keeps, and those that were decided.
#include "frontend/xacro/structure/conditions.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// An expression without what a text of the language would take for its own.
std::string words_in(std::string_view expression) {
  std::string out;
  for (const char c : expression)
    if (c != '$' && c != '{' && c != '}' && c != '"' && c != '\\') out += c;
  return out;
}

// The definitions of a property between conditions in a call.
void find_choices(const TraceNode& node, const std::string& name,  // NOLINT(misc-no-recursion)
                  std::vector<const TraceNode*>& out) {
  for (const auto& child : node.children) {
    if (child->kind == TraceNode::Kind::property && child->symbol != nullptr && child->symbol->name == name)
      out.push_back(child.get());
    if (child->kind == TraceNode::Kind::condition || child->kind == TraceNode::Kind::include)
      find_choices(*child, name, out);
  }
}

bool are_opposite(const TraceNode& a, const TraceNode& b) {
  const TraceNode &one = *a.parent, &other = *b.parent;
  return one.kind == TraceNode::Kind::condition && other.kind == TraceNode::Kind::condition &&
         one.source->name != other.source->name &&
         one.source->attribute("value")->value.text == other.source->attribute("value")->value.text;
}

}  // namespace

Conditions::Conditions(Writers& all) : all_(all), program_(all.program) {}

std::string Conditions::negated(const std::string& condition) { return concat("not (", condition, ")"); }

void Conditions::guard(const TraceNode& condition) {
  if (program_.draft == nullptr || program_.draft->guards.contains(condition.source)) return;
  if (open_conditions_.contains(condition.source)) return;
  program_.draft->guards[condition.source] = {};  // its own values may lie behind it
  std::string text;
  bool known = false;
  const auto refused = refusal_of([&] {
    const Term term = translate_text(condition.value, all_.names.resolver());
    const bool holds = condition.taken == (condition.source->name == "xacro:if");
    const bool constant = is_constant(term);
    if (!constant) {
      const std::string written = condition_text(term, condition);
      const std::string wanted = holds ? written : negated(written);
      if (std::ranges::find(program_.draft->holding, wanted) != program_.draft->holding.end()) {
        program_.draft->guards.erase(condition.source);  // it is so here, and need not be so elsewhere
        known = true;
        return;
      }
      text = concat("assert ", wanted);
    }
  });
  if (known) return;
  if (refused) all_.names.pin(condition.value);
  const XmlAttribute* written = condition.source->attribute("value");
  if (!text.empty()) {
    text += concat(", \"this was written for another value of ", words_in(written->value.text), "\";");
    if (program_.draft->holding.empty()) {
      program_.draft->guards[condition.source] = text;
    } else {
      program_.draft->guards.erase(condition.source);
      if (std::ranges::find(program_.draft->assertions, text) == program_.draft->assertions.end())
        program_.draft->assertions.push_back(text);
    }
  }
  program_.remark(
      condition.source->start_tag,
      "the condition is decided for these arguments, because it does not make a whole part of a robot");
}

// The statements of one branch, in braces that are open.
void Conditions::branch(const Group& group, const Group& taken,
                        std::string holding) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  ++program_.draft->depth;
  open_conditions_.insert(first.source);
  program_.draft->holding.push_back(std::move(holding));
  const std::set<std::string> materials = program_.draft->materials;
  if (!taken.empty()) {
    all_.statements.body(all_.statements.children_of(taken));
  } else if (!first.source->children.empty()) {
    program_.line(
        "assert false, \"this part of the xacro file was not translated, because its condition did not "
        "hold\";");
    program_.remark(first.source->start_tag,
                    "the condition does not hold for these arguments, so its content is not translated");
  }
  program_.draft->materials = materials;
  program_.draft->holding.pop_back();
  open_conditions_.erase(first.source);
  --program_.draft->depth;
}

void Conditions::condition(const Group& group, const Group* other) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  const auto taken_of = [](const Group& all) {
    Group taken;
    std::ranges::copy_if(all, std::back_inserter(taken), [](const TraceNode* node) { return node->taken; });
    return taken;
  };
  const Group taken = taken_of(group);
  const auto defines_alone = [](const Group& all) {
    return std::ranges::all_of(all, [](const TraceNode* node) {
      return std::ranges::all_of(node->source->children, [](const XmlElement& child) {
        return child.name == "xacro:property" || child.name == "xacro:arg" || child.name == "xacro:macro";
      });
    });
  };
  // Properties of conditions are decided where they are used.
  if (defines_alone(group) && (other == nullptr || defines_alone(*other))) return;
  std::optional<Term> term;
  std::string why = "it is the same in every call";
  if (program_.unkept.contains(first.source))
    why = program_.unkept.why(first.source);
  else if (const auto refused =
               refusal_of([&] { term = translate_text(first.value, all_.names.resolver()); }))
    why = refused->what();
  const bool constant = !term || is_constant(*term);
  if (constant) {
    if (!taken.empty() && taken.size() != group.size()) throw NotKept(why, first.source->start_tag);
    if (!term) {
      program_.remark(first.source->start_tag, concat("the condition is decided for these arguments: ", why));
      all_.names.pin(first.value);
    }
    all_.statements.body(taken.empty() ? std::vector<Group>() : all_.statements.children_of(taken));
    if (other != nullptr) condition(*other, nullptr);
    return;
  }
  const std::string text = condition_text(*term, first);
  const void* const outer = program_.draft->owner;
  if (outer == nullptr) program_.draft->owner = first.source;
  const bool plain = first.source->name == "xacro:if";
  program_.add_what_it_needs();
  program_.line(concat("if ", plain ? text : negated(text), " {"));
  program_.draft->owner = outer;
  branch(group, taken, plain ? text : negated(text));
  if (other != nullptr) {
    program_.line("} else {");
    branch(*other, taken_of(*other), plain ? negated(text) : text);
  }
  program_.line("}");
}

// Numbers are true unless they are 0, and texts unless they are empty.
std::string Conditions::condition_text(const Term& term, const TraceNode& node) {
  return all_.names.printer().plain(condition_term(term, node));
}

Term Conditions::condition_term(const Term& term, const TraceNode& node) {
  const TracedText::Part& part = node.value.parts[0];
  const Symbol* symbol = part.argument;
  if (symbol == nullptr && !part.names.empty()) symbol = part.names[0].second;
  return term.kind == Term::Kind::name && symbol != nullptr ? truth_term(term, symbol->text.value) : term;
}

// When a definition counts: if all conditions around it hold. Nothing if that cannot be said.
std::optional<Term> Conditions::when_defined(const TraceNode& definition) {  // NOLINT(misc-no-recursion)
  std::optional<Term> all;
  for (const TraceNode* node = definition.parent; node != nullptr && node->kind != TraceNode::Kind::call;
       node = node->parent) {
    if (node->kind != TraceNode::Kind::condition) continue;
    Term term = condition_term(translate_text(node->value, all_.names.resolver()), *node);
    if (is_constant(term)) return std::nullopt;
    if (node->source->name != "xacro:if") term = Term{Term::Kind::negation, {}, nullptr, {std::move(term)}};
    all = all ? Term{Term::Kind::logic, "and", nullptr, {std::move(term), std::move(*all)}} : std::move(term);
  }
  return all;
}

std::optional<Term> Conditions::chosen_property(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  if (symbol.kind != Symbol::Kind::property || program_.draft == nullptr || program_.draft->calls.size() < 2)
    return std::nullopt;
  std::vector<const TraceNode*> choices;  // one for each place
  for (const TraceNode* call : program_.draft->calls) {
    std::vector<const TraceNode*> found;
    find_choices(*call, symbol.name, found);
    if (found.size() != 1 || !found[0]->symbol->known || found[0]->parent->kind != TraceNode::Kind::condition)
      return std::nullopt;
    if (std::ranges::find(choices, found[0]->source, &TraceNode::source) == choices.end())
      choices.push_back(found[0]);
  }
  if (choices.size() < 2 || !choosing_.insert(symbol.definition).second) return std::nullopt;
  std::optional<Term> value, either;
  for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
    const std::optional<Term> when = when_defined(**choice);
    if (!when) break;
    Term own = all_.names.property_term(*(*choice)->symbol);
    value = value ? Term{Term::Kind::conditional, {}, nullptr, {*when, std::move(own), std::move(*value)}}
                  : std::move(own);
    either = either ? Term{Term::Kind::logic, "or", nullptr, {*when, std::move(*either)}} : *when;
    if (*choice != choices[0]) continue;
    choosing_.erase(symbol.definition);
    if (choices.size() != 2 || !are_opposite(*choices[0], *choices[1]))
      program_.draft->guards[choices[0]->parent->source] =
          concat("assert ", all_.names.printer().plain(*either),
                 ", \"this was written for other values, which define ", symbol.name, "\";");
    return value;
  }
  choosing_.erase(symbol.definition);
  return std::nullopt;
}

}  // namespace romas::xacro
