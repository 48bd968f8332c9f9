// Expands the content of a document: texts, comments, conditions and arguments. Tells at its end what nothing
// used.
#include "frontend/xacro/expander/expander.h"

#include <algorithm>

#include "frontend/xacro/expander/counted_bytes.h"
#include "frontend/xml/text/xml_space.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

constexpr std::string_view kPrefix = "xacro:";

// One thing in an element: a child, a comment or a text.
struct Item {
  const XmlElement* child = nullptr;
  const XmlComment* comment = nullptr;
  const XmlText* text = nullptr;
  SourceRange range() const {
    return child != nullptr ? child->range : comment != nullptr ? comment->range : text->range;
  }
};

std::vector<Item> items_of(const XmlElement& element) {
  std::vector<Item> items;
  items.reserve(element.children.size() + element.comments.size() + element.pieces.size());
  for (const XmlElement& child : element.children) items.push_back({&child, nullptr, nullptr});
  for (const XmlComment& comment : element.comments) items.push_back({nullptr, &comment, nullptr});
  for (const XmlPiece& piece : element.pieces) items.push_back({nullptr, nullptr, &piece.text});
  std::ranges::stable_sort(items, {}, [](const Item& item) { return item.range().begin; });
  return items;
}

// The words of xacro before which comments disappear, because these are about the word.
bool takes_comments(std::string_view name) {
  return name.starts_with(kPrefix) && name != "xacro:insert_block" && name != "xacro:element" &&
         name != "xacro:attribute";
}

// The comments that stand directly before `to`, without a blank line between, begin at this index.
std::size_t first_comment_before(const std::vector<Item>& items, std::size_t to,
                                 const SourceManager& sources) {
  std::size_t first = to;
  while (first > 0 && items[first - 1].comment != nullptr && !items[first - 1].comment->instruction) {
    const SourceRange before = items[first - 1].range();
    const SourceRange gap{before.file, before.end, items[first].range().begin};
    if (std::ranges::count(sources.text(gap), '\n') > 1) break;
    --first;
  }
  return first;
}

}  // namespace

Expander::Expander(FrontendContext& context, FileId main, Trace* trace)
    : run_(context, std::string(context.sources.name(main)), trace),
      main_(main),
      documents_(run_),
      substitutions_(run_),
      host_(run_, documents_, texts_),
      texts_(run_, host_, substitutions_),
      properties_(run_, texts_),
      includes_(run_, documents_, texts_, *this),
      macros_(run_, documents_, texts_, properties_, *this) {}

std::optional<Documents::Document> Expander::expand() {
  run_.expansions.use();
  const SourceStep* step = run_.expansions.step(main_);
  run_.is_given_none = step != nullptr && step->kind == SourceStep::Kind::include;
  const Documents::Document* main = documents_.main(main_);
  if (main == nullptr) return std::nullopt;
  Documents::Document result;
  result.before = main->before;
  result.behind = main->behind;
  Scope scope(Scope::Kind::global, nullptr, properties_);
  result.root = open_element(main->root, main->root.name);
  result.root.range = main->root.range;
  if (run_.trace != nullptr) run_.trace->open().source = &main->root;
  if (run_.trace != nullptr) run_.trace->open().name = main->root.name;
  substitutions_.set_in_root_tag(true);
  add_attributes(main->root, scope, result.root);
  substitutions_.set_in_root_tag(false);
  if (const XmlAttribute* space = main->root.attribute("xacro:targetNamespace")) {
    XmlAttribute attribute = *space;
    attribute.name = "xmlns";
    set_attribute(result.root, attribute);
  }
  for (const XmlComment& comment : main->before)
    if (run_.trace != nullptr && !comment.instruction)
      run_.trace->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  content(main->root, scope, result.root);
  finish_text(result.root, main->root);
  warn_unused_arguments(main_);
  if (!result.root.children.empty()) note_unused(scope);  // others may use a file of definitions alone
  return result;
}

void Expander::content(const XmlElement& source, Scope& scope, XmlElement& out) {
  if (source.comments.empty() && source.pieces.empty()) {
    if (!source.text.text.empty()) add_text(source.text, scope, out);
    for (const XmlElement& child : source.children) {
      if (run_.stopped) return;
      item(child, child.name, scope, out);
    }
    return;
  }
  const std::vector<Item> items = items_of(source);
  const SourceManager& sources = run_.context.sources;
  bool evaluate_comments = false;
  std::size_t comments = 0;  // the first comment that is not copied yet
  const auto copy_comments = [&](std::size_t to) {
    for (; comments < to; ++comments) {
      if (items[comments].comment == nullptr) continue;
      const XmlComment& comment = *items[comments].comment;
      constexpr std::string_view kSwitch = "xacro:eval-comments";
      if (comment.instruction || comment.text.find(kSwitch) == std::string_view::npos)
        add_comment(comment, evaluate_comments, scope, out);
      else
        evaluate_comments = comment.text.find("xacro:eval-comments:off") == std::string_view::npos;
    }
  };
  for (std::size_t i = 0; i < items.size() && !run_.stopped; ++i) {
    if (items[i].comment != nullptr) continue;
    const bool word = items[i].child != nullptr && takes_comments(items[i].child->name);
    const std::size_t taken = word ? first_comment_before(items, i, sources) : i;
    copy_comments(taken);
    for (std::size_t lost = taken; run_.trace != nullptr && lost < i; ++lost)
      run_.trace->add(TraceNode::Kind::comment, nullptr).remark = items[lost].comment->text;
    comments = i + 1;
    evaluate_comments = false;
    if (items[i].child != nullptr)
      item(*items[i].child, items[i].child->name, scope, out);
    else
      add_text(*items[i].text, scope, out);
  }
  if (!run_.stopped) copy_comments(items.size());
}

void Expander::add_comment(const XmlComment& comment, bool evaluated, Scope& scope, XmlElement& out) {
  if (run_.trace != nullptr && !comment.instruction)
    run_.trace->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  if (!run_.take_memory(2 * counted_bytes<XmlComment>(), comment.range)) return;
  XmlComment copy = comment;
  copy.range = run_.seen(comment.range);
  copy.before = out.children.size();
  if (evaluated) {
    const XmlText text{
        comment.text, {comment.range.file, comment.range.begin + 4, comment.range.end - 3}, true};
    if (auto said = texts_.text(text, scope)) {
      // No comment holds "--", or ends with '-'.
      for (std::size_t at = said->find("--"); at != std::string::npos; at = said->find("--", at + 1))
        said->insert(at + 1, " ");
      if (said->ends_with('-')) *said += ' ';
      copy.text = run_.keep(*said, comment.range);
    }
  }
  out.comments.push_back(copy);
}

// Character data that follows other data directly is one with it.
void Expander::add_text(const XmlText& text, Scope& scope, XmlElement& out) {
  const std::optional<Value> value = texts_.value(text, scope);
  if (!value) return;
  if (run_.trace != nullptr)
    run_.trace->add(TraceNode::Kind::text, nullptr).value = run_.traced_text(text, scope, *value);
  XmlText said = text;
  said.range = run_.seen(text.range);
  if (text.text.find('$') != std::string_view::npos) {
    said.text = run_.keep(str(*value), text.range);
    said.literal = false;
    if (value->written().valid()) run_.add_origin({said.range, "the text", value->written()}, text.range);
  }
  if (!run_.take_memory(2 * counted_bytes<XmlPiece>() + said.text.size(), text.range)) return;
  if (trim(said.text).empty()) return;
  const bool follows = !out.pieces.empty() && out.pieces.back().before == out.children.size() &&
                       (out.comments.empty() || out.comments.back().before < out.children.size() ||
                        out.comments.back().range.begin < out.pieces.back().text.range.begin);
  if (!follows) {
    out.pieces.push_back({said, out.children.size()});
    return;
  }
  XmlText& last = out.pieces.back().text;
  const SourceManager& sources = run_.context.sources;
  const std::string_view before = sources.text(last.range.file);
  const std::string_view here = sources.text(text.range.file);
  const bool apart = (last.range.end < before.size() && is_xml_space(before[last.range.end])) ||
                     (text.range.begin > 0 && is_xml_space(here[text.range.begin - 1]));
  last.text = run_.keep(concat(last.text, apart ? " " : "", said.text), text.range);
  last.literal = false;
}

void Expander::item(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out) {
  stop_point();
  if (!run_.spend(1, child.start_tag)) return;
  if (run_.trace != nullptr && !run_.take_memory(run_.trace->take_bytes(), child.start_tag)) return;
  if (!name.starts_with(kPrefix)) return plain_element(child, name, scope, out);
  const std::string_view word = name.substr(kPrefix.size());
  if (word == "property") return properties_.property(child, scope);
  if (word == "macro") return macros_.macro(child, scope);
  if (word == "if" || word == "unless") return condition(child, word == "if", scope, out);
  if (word == "include") return includes_.include(child, scope, out);
  if (word == "arg") return argument(child, scope);
  if (word == "insert_block") return macros_.insert_block(child, scope, out);
  if (word == "element") return computed_element(child, scope, out);
  if (word == "attribute") return computed_attribute(child, scope, out);
  macros_.call(child, word, scope, out);
}

void Expander::condition(const XmlElement& child, bool wanted, Scope& scope, XmlElement& out) {
  run_.check_attributes(child, "if");
  const XmlAttribute* value = run_.required(child, "value");
  if (value == nullptr) return;
  const Trace::Inside traced(run_.trace, TraceNode::Kind::condition, &child);
  const std::optional<bool> holds = texts_.condition(value->value, scope);
  if (run_.trace != nullptr && holds) {
    traced.node()->taken = *holds == wanted;
    traced.node()->value = run_.traced_text(value->value, scope, Value(*holds));
  }
  if (holds == wanted) content(child, scope, out);
}

void Expander::argument(const XmlElement& child, Scope& scope) {
  run_.check_attributes(child, "arg");
  const XmlAttribute* name = run_.required(child, "name");
  if (name == nullptr) return;
  run_.arguments.declare(name->value.text, name->value.range);
  run_.record(ProgramName::Kind::argument, name->value.text, name->value.range,
              run_.arguments.declaration(name->value.text));
  const Trace::Inside traced(run_.trace, TraceNode::Kind::argument, &child);
  const XmlAttribute* otherwise = child.attribute("default");
  if (otherwise == nullptr) {
    // xacro refuses it, whether or not the argument is given.
    run_.report_missing(Rule::xacro_argument, child, "default",
                        concat("the argument '", name->value.text, "' has no default, which xacro requires"),
                        "; write default=\"…\"");
    return;
  }
  const bool own = !run_.arguments.has(name->value.text);
  if (own)
    if (auto value = texts_.text(otherwise->value, scope))
      run_.arguments.set_default(name->value.text, std::move(*value));
  if (run_.trace != nullptr && run_.trace->argument(name->value.text) == nullptr)
    trace_argument(*name, own ? &otherwise->value : nullptr, scope);
}

// Adds an argument to the trace, with its value in this run, whether the caller or a file gave it.
// `otherwise`: its default, if that counts.
void Expander::trace_argument(const XmlAttribute& name, const XmlText* otherwise, Scope& scope) {
  const std::string* value = run_.arguments.read(name.value.text);
  if (value == nullptr) return;
  Symbol& symbol = run_.trace->add_symbol(Symbol::Kind::argument, name.value.text, &name, name.value.range);
  if (otherwise != nullptr) symbol.text = run_.traced_text(*otherwise, scope, Value(*value));
  symbol.text.value = traced(value_of_text(*value));
  symbol.text.value.text = *value;
  symbol.known = true;
  run_.trace->open().symbol = &symbol;
}

void Expander::warn_unused_arguments(FileId main) {
  const auto& places = run_.context.options.definition_places;
  for (const std::string& name : run_.arguments.unused()) {
    const auto place = places.find(name);
    run_.context.diagnostics
        .report(run_.context.options.imported ? Rule::unknown_name : Rule::xacro_unused_argument,
                place == places.end() ? SourceRange() : place->second,
                concat("'", run_.context.sources.name(main), "' has no argument '", name, "'",
                       did_you_mean(name, run_.arguments.names())))
        .about(name);
  }
}

// Reports definitions of the main file that the robot does not need with these arguments.
void Expander::note_unused(const Scope& global) {
  for (const Macro* macro : uncalled_macros())
    run_.report(Rule::xacro_shadowed, macro->definition,
                concat("the macro '", macro->name, "' is never called"))
        .mark(FindingMark::unused);
  for (const auto& [name, property] : global.own_properties())
    if (!property.used && run_.expansions.written(property.name.file) == main_)
      run_.report(Rule::xacro_shadowed, property.name, concat("the property '", name, "' is never read"))
          .mark(FindingMark::unused);
}

}  // namespace romas::xacro
