// Elements of the result, with their attributes and texts.
#include <algorithm>

#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/schema/xacro_words.h"
#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::string_view kXacro = "xacro:";

// A name of XML, as far as ASCII goes.
bool is_xml_name(std::string_view name) {
  const auto starts = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !name.empty() && starts(name.front()) && std::ranges::all_of(name, [&](char c) {
    return starts(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
  });
}

}  // namespace

// The start of an element of the result: its name and places.
XmlElement Expander::open_element(const XmlElement& source, std::string_view name) {
  XmlElement out;
  out.name = name;
  out.expanded = true;
  const FileId file = run_.seen(source.range.file);
  const auto seen = [&](SourceRange range) {
    return range.valid() ? SourceRange{file, range.begin, range.end} : range;
  };
  out.range = seen(source.range);
  out.start_tag = seen(source.start_tag);
  out.name_range = seen(source.name_range);
  out.end_name_range = seen(source.end_name_range);
  return out;
}

void Expander::plain_element(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out) {
  constexpr std::size_t kLeastStack = 131'072;
  if (++output_depth_ >= kMaxXmlDepth || stack_left() < kLeastStack) {
    run_.stop(child.start_tag, concat("the elements of the expanded text are nested more than ", kMaxXmlDepth,
                                      " deep here; nothing after this place is expanded"));
  }
  if (!run_.take_memory(memory_of(child), child.start_tag)) {
    --output_depth_;
    return;
  }
  if (word_without_prefix(child) != nullptr) run_.add_without_prefix(child);
  const Trace::Inside traced(run_.trace, TraceNode::Kind::element, &child);
  if (run_.trace != nullptr) traced.node()->name = name;
  XmlElement element = open_element(child, name);
  add_attributes(child, scope, element);
  content(child, scope, element);
  finish_text(element, child);
  --output_depth_;
  if (Expansions::is_instance(element.range.file)) run_.expansions.add_element(element.range);
  out.children.push_back(std::move(element));
}

void Expander::add_attributes(const XmlElement& source, Scope& scope, XmlElement& out) {
  out.attributes.reserve(source.attributes.size());
  const FileId file = run_.seen(source.range.file);
  for (const XmlAttribute& attribute : source.attributes) {
    if (attribute.name.starts_with(kXacro) || attribute.name == "xmlns:xacro") continue;
    XmlAttribute& copy = out.attributes.emplace_back(attribute);
    copy.range.file = copy.name_range.file = copy.value.range.file = file;
    if (attribute.value.text.find('$') == std::string_view::npos) continue;
    const std::optional<Value> value = texts_.value(attribute.value, scope);
    copy.value.literal = false;
    copy.value.text = {};
    if (!value) continue;
    if (run_.trace != nullptr)
      run_.trace->open().attributes.emplace_back(&attribute,
                                                 run_.traced_text(attribute.value, scope, *value));
    copy.value.text = run_.keep(value->is(Kind::text) ? value->text() : str(*value), attribute.value.range);
    if (value->written().valid())
      run_.add_origin({copy.value.range, attribute.name, value->written()}, attribute.value.range);
  }
}

void Expander::set_attribute(XmlElement& out, const XmlAttribute& attribute) const {
  const auto same = std::ranges::find(out.attributes, attribute.name, &XmlAttribute::name);
  if (same == out.attributes.end())
    out.attributes.push_back(attribute);
  else
    *same = attribute;
}

void Expander::import_namespaces(const XmlElement& source, XmlElement& out) {
  for (const XmlAttribute& attribute : source.attributes) {
    if (!attribute.name.starts_with("xmlns:") || attribute.name == "xmlns:xacro") continue;
    if (std::ranges::find(out.attributes, attribute.name, &XmlAttribute::name) != out.attributes.end())
      continue;
    XmlAttribute copy = attribute;
    copy.range.file = copy.name_range.file = copy.value.range.file = run_.seen(source.range.file);
    out.attributes.push_back(copy);
  }
}

// The text of an element that is complete.
void Expander::finish_text(XmlElement& out, const XmlElement& source) {
  if (out.pieces.empty()) {
    out.text.range =
        run_.seen(SourceRange{source.start_tag.file, source.start_tag.end, source.start_tag.end});
  } else if (out.pieces.size() == 1 && out.children.empty() && out.comments.empty()) {
    out.text = out.pieces.front().text;
    out.text.text = trim(out.text.text);
    out.pieces.clear();
  } else {
    out.text.range = out.pieces.front().text.range;
    out.text.text = run_.keep(join(out.pieces, " ", [](const XmlPiece& piece) { return piece.text.text; }),
                              source.start_tag);
  }
}

void Expander::computed_element(const XmlElement& child, Scope& scope, XmlElement& out) {
  const XmlAttribute* name = run_.required(child, "xacro:name");
  if (name == nullptr) return;
  const auto said = texts_.text(name->value, scope);
  if (!said) return;
  const std::string_view word = run_.keep(trim(*said), name->value.range);
  if (run_.stopped) return;
  if (!is_xml_name(word) || word == "xacro:element") {
    run_.report(Rule::xacro_expression, name->value.range,
                concat("'", word, "' is not a name of an element"));
    return;
  }
  item(child, word, scope, out);
}

// Sets an attribute of the element around it.
void Expander::computed_attribute(const XmlElement& child, Scope& scope, XmlElement& out) {
  run_.check_attributes(child, "attribute");
  const XmlAttribute* name = run_.required(child, "name");
  const XmlAttribute* value = run_.required(child, "value");
  if (name == nullptr || value == nullptr) return;
  const auto word = texts_.text(name->value, scope);
  const auto said = texts_.value(value->value, scope);
  if (!word || !said) return;
  if (!is_xml_name(*word)) {
    run_.report(Rule::xacro_expression, name->value.range,
                concat("'", *word, "' is not a name of an attribute"));
    return;
  }
  XmlAttribute attribute;
  attribute.name = run_.keep(*word, name->value.range);
  attribute.range = run_.seen(child.range);
  attribute.name_range = run_.seen(name->value.range);
  attribute.value.text = run_.keep(str(*said), value->value.range);
  attribute.value.range = run_.seen(value->value.range);
  attribute.value.literal = value->value.literal && value->value.text == attribute.value.text;
  if (said->written().valid())
    run_.add_origin({attribute.value.range, attribute.name, said->written()}, value->value.range);
  if (run_.trace != nullptr) {
    TraceNode* element = &run_.trace->open();
    while (element->kind != TraceNode::Kind::element && element->parent != nullptr) element = element->parent;
    element->set_attributes.emplace_back(attribute.name, run_.traced_text(value->value, scope, *said));
  }
  set_attribute(out, attribute);
}

}  // namespace romas::xacro
