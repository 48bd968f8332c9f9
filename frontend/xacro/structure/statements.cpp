// Writes the statements of a robot or module, which stand side by side.
#include "frontend/xacro/structure/statements.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

bool is_same_place(const TraceNode& a, const TraceNode& b) {
  if (a.kind != b.kind || a.source != b.source) return false;
  return a.kind != Step::call || a.macro->element == b.macro->element;
}

// `unless` behind `if`, of the same condition.
bool is_opposite(const TraceNode& a, const TraceNode& b) {
  if (a.kind != Step::condition || b.kind != Step::condition || a.source->name == b.source->name)
    return false;
  return a.source->attribute("value")->value.text == b.source->attribute("value")->value.text;
}

}  // namespace

Statements::Statements(Writers& all) : all_(all), program_(all.program) {}

std::vector<Group> Statements::children_of(const Group& group) {
  std::vector<Group> merged;
  const auto kept = [](const TraceNode& node) {
    std::vector<const TraceNode*> all;
    for (const auto& child : node.children)
      if (child->kind != Step::blocks) all.push_back(child.get());
    return all;
  };
  const std::vector<const TraceNode*> first = kept(*group[0]);
  for (const TraceNode* node : first) merged.push_back({node});
  for (std::size_t i = 1; i < group.size(); ++i) {
    const std::vector<const TraceNode*> other = kept(*group[i]);
    if (other.size() != first.size())
      throw NotKept("its instances are made of different parts", group[i]->source->start_tag);
    for (std::size_t k = 0; k < other.size(); ++k) {
      if (!is_same_place(*other[k], *first[k]))
        throw NotKept("its instances are made of different parts", group[i]->source->start_tag);
      merged[k].push_back(other[k]);
    }
  }
  return merged;
}

void Statements::body(const std::vector<Group>& groups) {  // NOLINT(misc-no-recursion)
  std::vector<std::string_view> comments;                  // of what follows
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TraceNode& first = *groups[i][0];
    if (first.kind == Step::comment) {
      comments.push_back(first.remark);
      continue;
    }
    const void* about = first.kind == Step::definition ? static_cast<const void*>(first.source)
                        : first.symbol != nullptr && program_.draft->calls.empty() ? first.symbol->definition
                                                                                   : nullptr;
    if (about != nullptr && !program_.unkept.contains(about))
      program_.comments.emplace(about, comments);
    else
      for (const std::string_view text : comments) program_.comment(text);
    comments.clear();
    const std::size_t other = i + 1 < groups.size() && is_opposite(first, *groups[i + 1][0]) ? i + 1 : i;
    if (other != i)
      all_.conditions.condition(groups[i], &groups[other]);
    else
      item(groups[i]);
    i = other;
  }
  for (const std::string_view text : comments) program_.comment(text);
}

void Statements::item(const Group& group) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  switch (first.kind) {
    case Step::comment: program_.comment(first.remark); break;
    case Step::element:
      if (!program_.draft->within.holds_parts())
        element(group);
      else if (!write_each_way(group))
        print_part(group);
      break;
    case Step::condition: all_.conditions.condition(group, nullptr); break;
    case Step::call: all_.modules.call(group); break;
    case Step::include:
    case Step::insertion:
      if (first.of_call == nullptr) return body(children_of(group));
      insertion(group);
      break;
    case Step::property:
    case Step::argument: value(first); break;
    case Step::text: stray_text(group); break;
    case Step::definition:
    case Step::blocks: break;
  }
}

// A text between links and joints, which a robot keeps although it means nothing.
void Statements::stray_text(const Group& group) {
  const std::string& text = group[0]->value.value.text;
  if (trim(text).empty()) return;
  if (program_.draft->within.holds_parts()) throw NotKept("it contains a text", group[0]->value.range);
  for (const TraceNode* node : group)
    if (node->value.value.text != text)
      throw NotKept("a text between its elements differs", node->value.range);
  std::string problem;
  if (const auto printed = program_.core_form(
          concat("<robot name=\"fragment\">", escape_xml_attribute(text), "</robot>"), problem))
    program_.core_lines(*printed);
}

// Values outside of macros, in the order of the document as far as none needs a later one.
void Statements::value(const TraceNode& node) {
  const Symbol* symbol = node.symbol;
  if (symbol == nullptr || all_.names.is_declared(*symbol) || program_.unkept.contains(symbol->definition))
    return;
  if (symbol->kind == Symbol::Kind::property && !WrittenNames::is_global(*symbol)) return;
  if (!symbol->known)
    return program_.remark(symbol->place, concat("'", symbol->name, "' is never read and is left out"));
  if (const auto refused = refusal_of([&] { all_.names.declare_global(*symbol); }))
    program_.remark(symbol->place,
                    concat("'", symbol->name, "' is written out where it is used: ", refused->what()));
}

void Statements::element(const Group& group) {  // NOLINT(misc-no-recursion)
  const XmlElement* const source = group[0]->source;
  const void* const outer = program_.draft->owner;
  if (program_.draft->calls.empty() && outer == nullptr) program_.draft->owner = source;
  if (!program_.unkept.contains(source)) {
    const auto refused = write_somehow(group);
    if (!refused) {
      program_.draft->owner = outer;
      return;
    }
    const SourceRange place = refused->place.valid() ? refused->place : source->start_tag;
    if (!program_.draft->calls.empty()) throw NotKept(refused->what(), place);
    program_.remark(place, concat("<", group[0]->name, "> is written out: ", refused->what()));
  } else if (program_.unkept.reasons.contains(source)) {
    program_.remark(source->start_tag,
                    concat("<", group[0]->name, "> is written out: ", program_.unkept.why(source)));
  }
  print_element(group, true);
  program_.draft->owner = outer;
}

// Tries the ways to write an element, from the best one. Returns why the last one was refused.
std::optional<NotKept> Statements::write_somehow(const Group& group) {  // NOLINT(misc-no-recursion)
  const Draft before = *program_.draft;
  const std::size_t remarks_before = program_.result.remarks.size();
  const auto written = [&](const auto& write) {
    bool done = false;
    if (!refusal_of([&] { done = write(); })) return done;
    *program_.draft = before;
    program_.result.remarks.resize(remarks_before);
    return false;
  };
  const auto in_pieces = [&] { return print_in_pieces(group), true; };
  const auto whole = [&] { return print_element(group, false), true; };
  const Pieces pieces = pieces_of(group);
  if ((pieces == Pieces::others && written(in_pieces)) || written([&] { return write_each_way(group); }) ||
      written(whole) || (pieces == Pieces::blocks && written(in_pieces)) ||
      written([&] { return write_each_truth(group); }))
    return std::nullopt;
  all_.elements.plain_truths() = true;
  auto refused = refusal_of([&] { print_element(group, false); });
  all_.elements.plain_truths() = false;
  if (refused) *program_.draft = before;
  return refused;
}

void Statements::print_element(const Group& group, bool constant) {
  Fragment fragment;
  std::vector<const TraceNode*> comments;
  all_.elements.content_of(*group[0], &comments);
  const std::string xml = all_.elements.element_xml(group, fragment, constant);
  std::string problem;
  const std::optional<std::string> printed = program_.core_form(fragment.robot(xml), problem);
  if (!printed) throw NotKept(problem, group[0]->source->start_tag);
  std::string filled = fragment.filled(fragment.without_additions(*printed), all_.names.printer());
  name_last_gazebo(filled);
  program_.add_what_it_needs();
  for (const TraceNode* remark : comments) program_.comment(remark->remark);
  program_.core_lines(filled);
}

}  // namespace romas::xacro
