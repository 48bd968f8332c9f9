// Elements that conditions and truth values make differ between the calls of a macro: once for each way.
#include "frontend/xacro/structure/statements.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// The conditions in an element, and how each was decided.
using Decisions = std::vector<std::pair<const TraceNode*, bool>>;
void add_decisions(const TraceNode& node, Decisions& decisions) {  // NOLINT(misc-no-recursion)
  for (const auto& child : node.children) {
    if (child->kind == TraceNode::Kind::blocks) continue;
    if (child->kind == TraceNode::Kind::condition) decisions.emplace_back(child.get(), child->taken);
    add_decisions(*child, decisions);
  }
}

}  // namespace

// Whether a condition in the element holds in some instances alone.
bool Statements::decides_differently(const Group& group) {
  Decisions first;
  add_decisions(*group[0], first);
  return std::ranges::any_of(group, [&](const TraceNode* node) {
    Decisions other;
    add_decisions(*node, other);
    return !std::ranges::equal(first, other, {}, &Decisions::value_type::second,
                               &Decisions::value_type::second);
  });
}

// Registers the parameters common to all instances of an element before only some of them are written.
void Statements::hand_what_all_have(const Group& group) {
  if (program_.draft->calls.empty()) return;
  const std::map<const XmlElement*, std::string> guards = program_.draft->guards;
  const std::vector<std::string> assertions = program_.draft->assertions;
  const std::size_t remarks = program_.result.remarks.size();
  // What they have not in common is not handed.
  static_cast<void>(refusal_of([&] {
    for (const Group& part : children_of(group)) {
      if (part[0]->kind != TraceNode::Kind::element && part[0]->kind != TraceNode::Kind::insertion) continue;
      std::vector<std::vector<const TraceNode*>> contents(part.size());
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i]->kind == TraceNode::Kind::insertion)
          all_.elements.add_insertion(*part[i], contents[i], nullptr);
        else
          contents[i].push_back(part[i]);
      }
      for (std::size_t k = 0; k < contents[0].size(); ++k) {
        Group same;
        for (const auto& content : contents)
          if (k < content.size() && content[k]->name == contents[0][k]->name) same.push_back(content[k]);
        Fragment unused;
        if (same.size() == part.size() && same[0]->kind == TraceNode::Kind::element)
          all_.elements.element_xml(same, unused, false);
      }
    }
  }));
  program_.draft->guards = guards;
  program_.draft->assertions = assertions;
  program_.result.remarks.resize(remarks);
}

// One statement for the instances where a condition holds, and one for the others.
void Statements::write_both(const std::string& text, const Group& taken,  // NOLINT(misc-no-recursion)
                            const std::string& otherwise, const Group& other) {
  program_.add_what_it_needs();
  program_.line(concat("if ", text, " {"));
  for (const Group* part : {&taken, &other}) {
    program_.draft->holding.push_back(part == &taken ? text : otherwise);
    ++program_.draft->depth;
    item(*part);
    --program_.draft->depth;
    program_.draft->holding.pop_back();
    program_.line(part == &taken ? "} else {" : "}");
  }
}

// An element in which a condition differs between the instances: once for each way. False if none differs, or
// if that cannot be said.
bool Statements::write_each_way(const Group& group) {  // NOLINT(misc-no-recursion)
  if (group.size() < 2) return false;
  std::vector<Decisions> all(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) add_decisions(*group[i], all[i]);
  for (std::size_t k = 0; k < all[0].size(); ++k) {
    const TraceNode& condition = *all[0][k].first;
    const auto is_there = [&](const Decisions& decisions) {
      return k < decisions.size() && decisions[k].first->source == condition.source;
    };
    if (!std::ranges::all_of(all, is_there)) return false;
    Group taken, other;
    for (std::size_t i = 0; i < group.size(); ++i) (all[i][k].second ? taken : other).push_back(group[i]);
    if (taken.empty() || other.empty()) continue;
    if (all_.conditions.open().contains(condition.source)) return false;
    Term term;
    if (refusal_of([&] { term = translate_text(condition.value, all_.names.resolver()); }) ||
        is_constant(term))
      return false;
    all_.conditions.open().insert(condition.source);
    hand_what_all_have(group);
    const std::string text = all_.conditions.condition_text(term, condition);
    const bool plain = condition.source->name == "xacro:if";
    const std::string negated = Conditions::negated(text);
    write_both(plain ? text : negated, taken, plain ? negated : text, other);
    all_.conditions.open().erase(condition.source);
    return true;
  }
  return false;
}

// A text of the element that is true in some calls alone, in each of them; empty if there is none that a
// condition can say.
std::vector<TracedText> Statements::differing_truth(const Group& group) {  // NOLINT(misc-no-recursion)
  const auto differs = [this](const std::vector<TracedText>& texts) {
    const auto is_truth = [](const TracedText& text) {
      return text.parts.size() == 1 && text.value.kind == TracedValue::Kind::truth;
    };
    const auto is_first = [&](const TracedText& text) { return text.value == texts[0].value; };
    return std::ranges::all_of(texts, is_truth) && !std::ranges::all_of(texts, is_first) &&
           !all_.elements.decided_truths().contains({texts[0].range.file, texts[0].range.begin});
  };
  for (const auto& [attribute, first] : group[0]->attributes) {
    std::vector<TracedText> texts;
    for (const TraceNode* node : group) texts.push_back(all_.elements.text_of(*node, attribute->name));
    if (differs(texts)) return texts;
  }
  std::vector<std::vector<const TraceNode*>> contents;
  for (const TraceNode* node : group) contents.push_back(all_.elements.content_of(*node, nullptr));
  for (std::size_t i = 0; i < contents[0].size(); ++i) {
    Group inner;
    for (const auto& content : contents)
      if (i < content.size() && content[i]->kind == contents[0][i]->kind) inner.push_back(content[i]);
    if (inner.size() != group.size()) return {};
    if (inner[0]->kind == TraceNode::Kind::element) {
      if (std::vector<TracedText> found = differing_truth(inner); !found.empty()) return found;
      continue;
    }
    std::vector<TracedText> texts;
    for (const TraceNode* node : inner) texts.push_back(node->value);
    if (differs(texts)) return texts;
  }
  return {};
}

// An element with a truth value that the language takes for no expression. False if there is none.
bool Statements::write_each_truth(const Group& group) {  // NOLINT(misc-no-recursion)
  if (group.size() < 2) return false;
  const std::vector<TracedText> truths = differing_truth(group);
  if (truths.empty()) return false;
  const Term term = all_.names.value_term(truths[0]);
  if (is_constant(term)) return false;
  Group taken, other;
  for (std::size_t i = 0; i < group.size(); ++i)
    (truths[i].value.text == "True" ? taken : other).push_back(group[i]);
  hand_what_all_have(group);
  const std::pair<FileId, std::uint32_t> place(truths[0].range.file, truths[0].range.begin);
  const std::string text = all_.names.printer().plain(term);
  all_.elements.decided_truths().insert(place);
  write_both(text, taken, Conditions::negated(text), other);
  all_.elements.decided_truths().erase(place);
  return true;
}

}  // namespace romas::xacro
