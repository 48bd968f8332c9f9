#include "frontend/xacro/expander/expander.h"

#include <algorithm>

#include "frontend/xml/reader/xml_space.h"
#include "frontend/xml/schema/xacro_words.h"
#include "support/process/stack.h"
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
    : run_(context, std::string(context.sources.name(main))),
      main_(main),
      trace_(trace),
      documents_(run_),
      substitutions_(run_),
      texts_(run_, *this, substitutions_) {}

Expander::~Expander() = default;

std::optional<Documents::Document> Expander::expand() {
  run_.expansions.use();
  const SourceStep* step = run_.expansions.step(main_);
  run_.is_given_none = step != nullptr && step->kind == SourceStep::Kind::include;
  const Documents::Document* main = documents_.main(main_);
  if (main == nullptr) return std::nullopt;
  Documents::Document result;
  result.before = main->before;
  result.behind = main->behind;
  Scope scope(Scope::Kind::global, nullptr, *this);
  result.root = open_element(main->root, main->root.name);
  result.root.range = main->root.range;
  if (trace_ != nullptr) trace_->open().source = &main->root;
  if (trace_ != nullptr) trace_->open().name = main->root.name;
  substitutions_.set_in_root_tag(true);
  add_attributes(main->root, scope, result.root);
  substitutions_.set_in_root_tag(false);
  if (const XmlAttribute* space = main->root.attribute("xacro:targetNamespace")) {
    XmlAttribute attribute = *space;
    attribute.name = "xmlns";
    set_attribute(result.root, attribute);
  }
  for (const XmlComment& comment : main->before)
    if (trace_ != nullptr && !comment.instruction)
      trace_->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  content(main->root, scope, result.root);
  finish_text(result.root, main->root);
  warn_unused_arguments(main_);
  if (!result.root.children.empty()) note_unused(scope);  // others may use a file of definitions alone
  return result;
}

// The start of an element of the result: its name and places.
XmlElement Expander::open_element(Element source, std::string_view name) {
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

bool Expander::enter(Element at) {
  constexpr std::size_t kLeastStack = 262'144;
  const std::size_t most = run_.context.options.expansion.depth;
  if (run_.stopped) return false;
  if (++depth_ > most)
    run_.stop(
        at.start_tag,
        concat("calls, includes and blocks are nested more than ", most,
               " deep here; nothing after this place is expanded (--expansion-depth raises the limit)"));
  else if (stack_left() < kLeastStack)
    run_.stop(at.start_tag,
              "calls are nested too deeply here for this system's stack; 'ulimit -s' raises it");
  if (run_.stopped) --depth_;
  return !run_.stopped;
}

void Expander::content(Element source, Scope& scope, XmlElement& out) {
  if (source.comments.empty() && source.pieces.empty()) {
    if (!source.text.text.empty()) add_text(source.text, scope, out);
    for (const XmlElement& child : source.children) {
      if (run_.stopped) return;
      item(child, scope, out);
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
    for (std::size_t lost = taken; trace_ != nullptr && lost < i; ++lost)
      trace_->add(TraceNode::Kind::comment, nullptr).remark = items[lost].comment->text;
    comments = i + 1;
    evaluate_comments = false;
    if (items[i].child != nullptr)
      item(*items[i].child, scope, out);
    else
      add_text(*items[i].text, scope, out);
  }
  if (!run_.stopped) copy_comments(items.size());
}

void Expander::add_comment(const XmlComment& comment, bool evaluated, Scope& scope, XmlElement& out) {
  if (trace_ != nullptr && !comment.instruction)
    trace_->add(TraceNode::Kind::comment, nullptr).remark = comment.text;
  if (!run_.take_memory(2 * sizeof(XmlComment), comment.range)) return;
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
  if (trace_ != nullptr) trace_->add(TraceNode::Kind::text, nullptr).value = traced_text(text, scope, *value);
  XmlText said = text;
  said.range = run_.seen(text.range);
  if (text.text.find('$') != std::string_view::npos) {
    said.text = run_.keep(str(*value), text.range);
    said.literal = false;
    if (value->written().valid()) run_.add_origin({said.range, "the text", value->written()}, text.range);
  }
  if (!run_.take_memory(2 * sizeof(XmlPiece) + said.text.size(), text.range)) return;
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

// The text of an element that is complete.
void Expander::finish_text(XmlElement& out, Element source) {
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

void Expander::item(Element child, Scope& scope, XmlElement& out) { item(child, child.name, scope, out); }

void Expander::item(Element child, std::string_view name, Scope& scope, XmlElement& out) {
  stop_point();
  if (!run_.spend(1, child.start_tag)) return;
  if (trace_ != nullptr && !run_.take_memory(trace_->take_bytes(), child.start_tag)) return;
  if (!name.starts_with(kPrefix)) return plain_element(child, name, scope, out);
  const std::string_view word = name.substr(kPrefix.size());
  if (word == "property") return property(child, scope);
  if (word == "macro") return macro(child, scope);
  if (word == "if" || word == "unless") return condition(child, word == "if", scope, out);
  if (word == "include") return include(child, scope, out);
  if (word == "arg") return argument(child, scope);
  if (word == "insert_block") return insert_block(child, scope, out);
  if (word == "element") return computed_element(child, scope, out);
  if (word == "attribute") return computed_attribute(child, scope, out);
  call(child, word, scope, out);
}

void Expander::plain_element(Element child, std::string_view name, Scope& scope, XmlElement& out) {
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
  const Trace::Inside traced(trace_, TraceNode::Kind::element, &child);
  if (trace_ != nullptr) traced.node()->name = name;
  XmlElement element = open_element(child, name);
  add_attributes(child, scope, element);
  content(child, scope, element);
  finish_text(element, child);
  --output_depth_;
  if (Expansions::is_instance(element.range.file)) run_.expansions.add_element(element.range);
  out.children.push_back(std::move(element));
}

void Expander::add_attributes(Element source, Scope& scope, XmlElement& out) {
  out.attributes.reserve(source.attributes.size());
  const FileId file = run_.seen(source.range.file);
  for (const XmlAttribute& attribute : source.attributes) {
    if (attribute.name.starts_with(kPrefix) || attribute.name == "xmlns:xacro") continue;
    XmlAttribute& copy = out.attributes.emplace_back(attribute);
    copy.range.file = copy.name_range.file = copy.value.range.file = file;
    if (attribute.value.text.find('$') == std::string_view::npos) continue;
    const std::optional<Value> value = texts_.value(attribute.value, scope);
    copy.value.literal = false;
    copy.value.text = {};
    if (!value) continue;
    if (trace_ != nullptr)
      trace_->open().attributes.emplace_back(&attribute, traced_text(attribute.value, scope, *value));
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

// Prefixes that a macro or an included file declares are declared where its content goes.
void Expander::import_namespaces(Element source, XmlElement& out) {
  for (const XmlAttribute& attribute : source.attributes) {
    if (!attribute.name.starts_with("xmlns:") || attribute.name == "xmlns:xacro") continue;
    if (std::ranges::find(out.attributes, attribute.name, &XmlAttribute::name) != out.attributes.end())
      continue;
    XmlAttribute copy = attribute;
    copy.range.file = copy.name_range.file = copy.value.range.file = run_.seen(source.range.file);
    out.attributes.push_back(copy);
  }
}

std::vector<const Macro*> Expander::uncalled_macros() const {
  std::vector<const Macro*> uncalled;
  for (const Macro& macro : macros_)
    if (!macro.called && run_.expansions.written(macro.definition.file) == main_) uncalled.push_back(&macro);
  return uncalled;
}

}  // namespace romas::xacro
