#include "frontend/xacro/expander/trace.h"

#include <algorithm>

#include "frontend/xacro/expander/counted_bytes.h"
#include "frontend/xacro/expressions/syntax/syntax.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The symbol is a part of the path of a file of data, and so is what it is made of.
void mark_path(const Symbol* symbol) {  // NOLINT(misc-no-recursion)
  if (symbol == nullptr || std::exchange(symbol->is_path, true)) return;
  mark_path(symbol->forwarded);
  for (const TracedText::Part& part : symbol->text.parts) {
    for (const auto& [at, used] : part.names) mark_path(used);
    for (const Symbol* used : part.inner) mark_path(used);
    mark_path(part.argument);
  }
}

// The names of the document in an expression, with what they stand for.
void bind_names(const Node& node, Scope& scope, TracedText::Part& part,  // NOLINT(misc-no-recursion)
                bool path = false) {
  const Property* property = node.kind == NodeKind::name ? scope.property(node.name) : nullptr;
  if (property != nullptr) part.names.emplace_back(node.begin, property->symbol);
  if (property != nullptr && path) mark_path(property->symbol);
  for (const Node& child : node.children)
    bind_names(child, scope, part, path || (is_load(node) && &child != node.children.data()));
}

void collect_elements(const TraceNode& node,
                      std::vector<const TraceNode*>& out) {  // NOLINT(misc-no-recursion)
  using Step = TraceNode::Kind;
  for (const auto& child : node.children) {
    if (child->kind == Step::element || (child->kind == Step::insertion && child->of_call != nullptr))
      out.push_back(child.get());
    else if (child->kind != Step::blocks)
      collect_elements(*child, out);
  }
}

}  // namespace

bool is_load(const Node& node) {
  return node.kind == NodeKind::call && node.children.size() == 2 && node.children[0].name == "load_yaml";
}

const TracedText* computed_text(const TraceNode& element, const XmlAttribute& attribute) {
  const auto found =
      std::ranges::find(element.attributes, &attribute, &std::pair<const XmlAttribute*, TracedText>::first);
  return found == element.attributes.end() ? nullptr : &found->second;
}

const TracedText* set_text(const TraceNode& element, std::string_view name) {
  const TracedText* last = nullptr;
  for (const auto& [known, text] : element.set_attributes)
    if (known == name) last = &text;
  return last;
}

std::vector<const TraceNode*> handed_elements(const TraceNode& call) {
  std::vector<const TraceNode*> all;
  for (const auto& part : call.children)
    if (part->kind == TraceNode::Kind::blocks) collect_elements(*part, all);
  return all;
}

TracedValue traced(const Value& value) {
  TracedValue out;
  out.text = str(value);
  if (value.is(Kind::boolean))
    out.kind = TracedValue::Kind::truth;
  else if (is_number(value))
    out.kind = TracedValue::Kind::number;
  else if (value.is(Kind::text))
    out.kind = TracedValue::Kind::text;
  return out;
}

TraceNode& Trace::add(TraceNode::Kind kind, const XmlElement* source) {
  constexpr std::uint64_t kPointer = 8;
  bytes_ += counted_bytes<TraceNode>() + 2 * kPointer;
  TraceNode& node = *open_->children.emplace_back(std::make_unique<TraceNode>());
  node.kind = kind;
  node.source = source;
  node.parent = open_;
  return node;
}

Symbol& Trace::add_symbol(Symbol::Kind kind, std::string_view name, const void* definition,
                          SourceRange place) {
  bytes_ += counted_bytes<Symbol>() + name.size();
  Symbol& symbol = symbols_.emplace_back();
  symbol.kind = kind;
  symbol.name = name;
  symbol.definition = definition;
  symbol.place = place;
  symbol.node = open_;
  if (kind == Symbol::Kind::argument) arguments_.push_back(&symbol);
  return symbol;
}

const Symbol* Trace::argument(std::string_view name) {
  const auto known =
      std::ranges::find(arguments_, name, [](const Symbol* s) { return std::string_view(s->name); });
  return known == arguments_.end() ? nullptr : *known;
}

TracedText Trace::text(const XmlText& text, Scope& scope, TextTemplates& templates, const Value& value) {
  TracedText out;
  out.range = text.range;
  out.data = value.written();
  out.value = traced(value);
  bytes_ += 2 * counted_bytes<TracedText>() + out.value.text.size();
  if (text.text.find('$') == std::string_view::npos) {
    TracedText::Part& part = out.parts.emplace_back();
    part.text = text.text;
    bytes_ += 2 * counted_bytes<TracedText::Part>() + part.text.size();
    return out;
  }
  for (const TemplatePart& from : templates.of(text.text).parts) {
    TracedText::Part& part = out.parts.emplace_back();
    part.kind = from.kind;
    part.text = from.content;
    bytes_ += 2 * counted_bytes<TracedText::Part>() + part.text.size();
    if (from.kind == TemplatePart::Kind::expression) part.expression = from.expression;
    // A text in an expression keeps its $(…) here. Only $(find …) and $(arg …) can be translated in it.
    if (from.kind == TemplatePart::Kind::expression && from.nested)
      if (const auto* parsed =
              std::get_if<std::shared_ptr<const Expression>>(&templates.expression(from.content)))
        part.expression = *parsed;
    if (part.expression) bind_names(part.expression->root(), scope, part);
    constexpr std::string_view kArgument = "arg ", kInner = "$(arg ";
    if (from.kind == TemplatePart::Kind::substitution && part.text.starts_with(kArgument))
      part.argument = argument(trim(std::string_view(part.text).substr(kArgument.size())));
    for (std::size_t at = part.text.find(kInner); at != std::string::npos;
         at = part.text.find(kInner, at + 1)) {
      const std::size_t begin = at + kInner.size(),
                        end = std::min(part.text.find(')', begin), part.text.size());
      if (const Symbol* used = argument(trim(std::string_view(part.text).substr(begin, end - begin))))
        part.inner.push_back(used);
    }
    if (part.expression && part.text.find("load_yaml") != std::string::npos)
      for (const Symbol* used : part.inner) mark_path(used);
  }
  return out;
}

}  // namespace romas::xacro
