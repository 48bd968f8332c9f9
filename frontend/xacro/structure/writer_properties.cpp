// Properties that a macro sets for those around its calls, as what a function gives; and values with names.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

// Whether nothing stands where the macro is called.
bool makes_nothing(const TraceNode& node) {  // NOLINT(misc-no-recursion)
  return std::ranges::all_of(node.children, [](const auto& child) {
    if (child->kind == Step::blocks) return true;
    if (child->kind == Step::text) return trim(child->value.value.text).empty();
    return child->kind != Step::element && child->kind != Step::insertion && makes_nothing(*child);
  });
}

// Collects the properties that a call sets for its caller.
void find_properties(const TraceNode& node,
                     std::vector<const TraceNode*>& out) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == Step::property && child->symbol != nullptr &&
        child->source->attribute("scope") != nullptr)
      out.push_back(child.get());
    if (child->kind == Step::condition || child->kind == Step::include) find_properties(*child, out);
  }
}

}  // namespace

// Whether a macro does nothing but set properties of those around its calls.
bool StructureWriter::gives_values_alone(const Group& calls) {
  const auto sets = [](const TraceNode* call) {
    std::vector<const TraceNode*> properties;
    find_properties(*call, properties);
    return !properties.empty();
  };
  return std::ranges::all_of(calls, [](const TraceNode* call) { return makes_nothing(*call); }) &&
         std::ranges::any_of(calls, sets);
}

// Those that all calls set.
void StructureWriter::add_properties(Module& function) {  // NOLINT(misc-no-recursion)
  const Group& calls = function.frame.calls;
  std::vector<std::vector<const TraceNode*>> set(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) find_properties(*calls[i], set[i]);
  for (const TraceNode* property : set[0]) {
    const Symbol& symbol = *property->symbol;
    const auto is_set = [&](const std::vector<const TraceNode*>& all) {
      return std::ranges::any_of(all,
                                 [&](const TraceNode* other) { return other->source == property->source; });
    };
    if (!symbol.known || !std::ranges::all_of(set, is_set)) continue;
    for (const TraceNode* node = property->parent; node != calls[0] && node != nullptr; node = node->parent)
      if (node->kind == Step::condition) guard(*node);
    try {
      Term term = property_term(symbol);
      function.properties.emplace_back(symbol.definition, FunctionValue{symbol.name, symbol.definition,
                                                                        value_text(term, symbol.definition)});
    } catch (const NotKept& why) {
      if (set[0].size() == 1) throw;
    }
  }
}

// Returns the value of a property that a call has set for those around it. Returns nothing if it cannot be
// the value of a function.
std::optional<Term> StructureWriter::property_value(const Symbol& symbol) {  // NOLINT(misc-no-recursion)
  if (symbol.kind != Symbol::Kind::property || symbol.node == nullptr) return std::nullopt;
  const TraceNode* call = symbol.node->parent;
  while (call != nullptr && call->kind != Step::call) call = call->parent;
  if (call == nullptr || !gives_values_alone({call})) return std::nullopt;
  if (frame_ != nullptr && std::ranges::find(frame_->calls, call) != frame_->calls.end()) return std::nullopt;
  Module* const function = function_of(*call->macro);
  if (function == nullptr || !function->kept || !function->complete) return std::nullopt;
  const auto value = std::ranges::find(function->properties, symbol.definition,
                                       &std::pair<const void*, FunctionValue>::first);
  if (value == function->properties.end()) return std::nullopt;
  const std::string& member = value->second.member;
  const std::string name = named_value(member.empty() ? symbol.name : concat(function->name, "_values"),
                                       call_text({call}, *function), call->macro->element);
  named_.emplace(symbol.definition, &symbol);
  return Term{Term::Kind::name, member.empty() ? name : concat(name, ".", member), symbol.definition, {}};
}

// A value that is named at the begin of what is being written.
std::string StructureWriter::named_value(std::string_view wanted, const std::string& text,
                                         const void* owner) {
  std::vector<Frame::Named>& values = frame_ != nullptr ? frame_->values : global_values_;
  if (const auto known = std::ranges::find(values, text, &Frame::Named::text); known != values.end())
    return known->name;
  std::set<std::string> taken = taken_;
  if (frame_ != nullptr) {
    for (const auto& [definition, name] : frame_->declared) taken.insert(name);
    for (const Frame::Handed& handed : frame_->handed) taken.insert(handed.name);
    for (const Frame::Named& named : frame_->values) taken.insert(named.name);
  }
  std::string name = identifier(wanted, taken);
  if (frame_ == nullptr) {
    taken_.insert(name);
    globals_.push_back({concat("let ", name, " = ", text, ";"), owner});
  } else {
    for (const auto& [inner, value] : std::exchange(frame_->texts, {}))
      values.push_back({inner, value, owner});
  }
  values.push_back({name, text, owner});
  return name;
}

}  // namespace romas::xacro
