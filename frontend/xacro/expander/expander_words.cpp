// The words of xacro that are neither properties nor macros: conditions, arguments, includes, computed
// elements.
#include <algorithm>

#include "frontend/xacro/expander/expander.h"
#include "frontend/xml/schema/xacro_words.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

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

const XmlAttribute* Expander::required(Element child, std::string_view name) {
  const XmlAttribute* attribute = child.attribute(name);
  if (attribute == nullptr)
    run_.report(Rule::xacro_parameter, child.start_tag,
                concat("<", child.name, "> needs the attribute '", name, "'"));
  return attribute;
}

void Expander::check_attributes(Element child, std::string_view word) {
  const std::vector<std::string_view> known = attribute_names(word);
  for (const XmlAttribute& attribute : child.attributes) {
    if (std::ranges::find(known, attribute.name) != known.end() || attribute.prefix() == "xmlns") continue;
    run_.report(Rule::unknown_attribute, attribute.name_range,
                concat("<", child.name, "> has no attribute '", attribute.name, "'; it is ignored"))
        .nearest(attribute.name, known);
  }
}

void Expander::condition(Element child, bool wanted, Scope& scope, XmlElement& out) {
  check_attributes(child, "if");
  const XmlAttribute* value = required(child, "value");
  if (value == nullptr) return;
  const Trace::Inside traced(trace_, TraceNode::Kind::condition, &child);
  const std::optional<bool> holds = texts_.condition(value->value, scope);
  if (trace_ != nullptr && holds) {
    traced.node()->taken = *holds == wanted;
    traced.node()->value = traced_text(value->value, scope, Value(*holds));
  }
  if (holds == wanted) content(child, scope, out);
}

void Expander::argument(Element child, Scope& scope) {
  check_attributes(child, "arg");
  const XmlAttribute* name = required(child, "name");
  if (name == nullptr) return;
  run_.arguments.declare(name->value.text, name->value.range);
  run_.record(ProgramName::Kind::argument, name->value.text, name->value.range,
              run_.arguments.declaration(name->value.text));
  const Trace::Inside traced(trace_, TraceNode::Kind::argument, &child);
  const XmlAttribute* otherwise = child.attribute("default");
  if (otherwise == nullptr) {
    // xacro refuses it, whether or not the argument is given.
    run_.report(Rule::xacro_argument, child.start_tag,
                concat("the argument '", name->value.text,
                       "' has no default, which xacro requires; write default=\"…\""));
    return;
  }
  const bool own = !run_.arguments.has(name->value.text);
  if (own)
    if (auto value = texts_.text(otherwise->value, scope))
      run_.arguments.set_default(name->value.text, std::move(*value));
  if (trace_ != nullptr && trace_->argument(name->value.text) == nullptr)
    trace_argument(*name, own ? &otherwise->value : nullptr, scope);
}

// Adds an argument to the trace, with its value in this run, whether the caller or a file gave it.
// `otherwise`: its default, if that counts.
void Expander::trace_argument(const XmlAttribute& name, const XmlText* otherwise, Scope& scope) {
  const std::string* value = run_.arguments.read(name.value.text);
  if (value == nullptr) return;
  Symbol& symbol = trace_->add_symbol(Symbol::Kind::argument, name.value.text, &name, name.value.range);
  if (otherwise != nullptr) symbol.text = traced_text(*otherwise, scope, Value(*value));
  symbol.text.value = traced(value_of_text(*value));
  symbol.text.value.text = *value;
  symbol.known = true;
  trace_->open().symbol = &symbol;
}

void Expander::computed_element(Element child, Scope& scope, XmlElement& out) {
  const XmlAttribute* name = required(child, "xacro:name");
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
void Expander::computed_attribute(Element child, Scope& scope, XmlElement& out) {
  check_attributes(child, "attribute");
  const XmlAttribute* name = required(child, "name");
  const XmlAttribute* value = required(child, "value");
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
  if (trace_ != nullptr) {
    TraceNode* element = &trace_->open();
    while (element->kind != TraceNode::Kind::element && element->parent != nullptr) element = element->parent;
    element->set_attributes.emplace_back(attribute.name, traced_text(value->value, scope, *said));
  }
  set_attribute(out, attribute);
}

void Expander::include(Element child, Scope& scope, XmlElement& out) {
  check_attributes(child, "include");
  const XmlAttribute* name = required(child, "filename");
  if (name == nullptr) return;
  if (!child.children.empty())
    run_.report(Rule::unknown_element, child.children.front().name_range,
                "the content of <xacro:include> is ignored");
  Scope* into = &scope;
  if (const XmlAttribute* space = child.attribute("ns"); space != nullptr && !space->value.text.empty()) {
    const auto said = texts_.text(space->value, scope);
    if (!said) return;
    into = &scope.add_namespace(run_.keep(*said, space->value.range));
  }
  bool optional = false;
  if (const XmlAttribute* given = child.attribute("optional"))
    optional = texts_.condition(given->value, scope).value_or(false);
  const auto said = texts_.text(name->value, scope);
  if (!said) run_.include_failed = true;
  if (!said) return;
  const std::string path = run_.named_like_main(run_.absolute(*said));
  if (!Documents::is_pattern(path)) return include_file(path, child, optional, *into, out);
  const std::vector<std::string> files = Documents::matching(path);
  if (files.empty())
    run_.report(Rule::xacro_pattern, name->value.range, concat("no file matches '", path, "'"));
  for (const std::string& file : files) include_file(file, child, optional, *into, out);
}

bool Expander::is_open(const std::string& path, const std::string& identity, Element child) {
  const auto first = std::ranges::find(run_.open_files, identity, &OpenFile::identity);
  if (first == run_.open_files.end()) return false;
  auto builder = run_.report(Rule::import_cycle, child.start_tag,
                             concat("'", path, "' includes itself",
                                    first + 1 == run_.open_files.end() ? "" : " through other files"));
  for (auto next = first + 1; next != run_.open_files.end(); ++next)
    builder.note(next->place, concat("'", next->path, "' is included here"));
  return true;
}

void Expander::include_file(const std::string& path, Element child, bool optional, Scope& scope,
                            XmlElement& out) {
  const std::string identity = SourceManager::file_key(path);
  if (is_open(path, identity, child)) return;
  const SourceRange name = child.attribute("filename")->value.range;
  const std::size_t errors = run_.context.diagnostics.error_count();
  const Documents::Document* document = documents_.included(path, identity, name, optional);
  if (document == nullptr && run_.context.diagnostics.error_count() > errors) run_.include_failed = true;
  if (document == nullptr || !enter(child)) return;
  SourceStep step;
  step.kind = SourceStep::Kind::include;
  step.place = run_.seen(child.start_tag);
  const ReadThrough through(run_, {&run_.add_step(std::move(step), child.start_tag)});
  run_.open_files.push_back({path, identity, run_.seen(child.start_tag)});
  const Trace::Inside traced(trace_, TraceNode::Kind::include, &child);
  if (trace_ != nullptr) traced.node()->file = path;
  for (const XmlComment& comment : document->before)
    if (trace_ != nullptr && !comment.instruction)
      trace_->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  XmlElement root;  // its attributes are evaluated, and go nowhere
  add_attributes(document->root, scope, root);
  content(document->root, scope, out);
  import_namespaces(document->root, out);
  run_.open_files.pop_back();
  leave();
}

void Expander::warn_unused_arguments(FileId main) {
  const auto& places = run_.context.options.definition_places;
  for (const std::string& name : run_.arguments.unused()) {
    const auto place = places.find(name);
    run_.context.diagnostics.report(
        run_.context.options.imported ? Rule::unknown_name : Rule::xacro_unused_argument,
        place == places.end() ? SourceRange() : place->second,
        concat("'", run_.context.sources.name(main), "' has no argument '", name, "'",
               did_you_mean(name, run_.arguments.names())));
  }
}

// Reports definitions of the main file that the robot does not need with these arguments.
void Expander::note_unused(const Scope& global) {
  for (const Macro* macro : uncalled_macros())
    run_.report(Rule::xacro_shadowed, macro->definition,
                concat("the macro '", macro->name, "' is never called"));
  for (const auto& [name, property] : global.own_properties())
    if (!property.used && run_.expansions.written(property.name.file) == main_)
      run_.report(Rule::xacro_shadowed, property.name, concat("the property '", name, "' is never read"));
}

}  // namespace romas::xacro
