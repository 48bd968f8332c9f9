// Elements of the robot: as XML whose computed values are holes.
#include "frontend/xacro/structure/elements.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

bool all_equal(const std::vector<const TracedText*>& texts) {
  return std::ranges::all_of(
      texts, [&](const TracedText* text) { return text->value.text == texts[0]->value.text; });
}

bool says_where(std::string_view path) {
  return path.starts_with('/') || path.find("://") != std::string_view::npos;
}

std::string text_hole(Term term, Fragment& fragment, bool anchored) {
  const bool literal = term.kind == Term::Kind::text && std::ranges::all_of(term.args, [](const Term& t) {
                         return t.kind == Term::Kind::literal;
                       });
  if (!literal) return fragment.text(std::move(term), anchored);
  return escape_xml_attribute(join(term.args, "", &Term::text));
}

}  // namespace

Elements::Elements(Writers& all) : all_(all), program_(all.program) {}

void Elements::add_insertion(const TraceNode& node,
                             std::vector<const TraceNode*>& out,  // NOLINT(misc-no-recursion)
                             std::vector<const TraceNode*>* comments) {
  if (node.of_call == nullptr) return add_content(node, out, comments);
  const std::vector<const TraceNode*> blocks = handed_elements(*node.of_call);
  if (node.block >= blocks.size()) throw NotKept("a block is made by a macro", node.of_call->source->range);
  const TraceNode& block = *blocks[node.block];
  if (block.kind == Step::insertion)
    add_insertion(block, out, comments);
  else if (node.content_only)
    add_content(block, out, comments);
  else
    out.push_back(&block);
}

// The elements, texts and insertions of an element in the order of the text; what calls and conditions make
// is among them.
void Elements::add_content(const TraceNode& node,
                           std::vector<const TraceNode*>& out,  // NOLINT(misc-no-recursion)
                           std::vector<const TraceNode*>* comments) {
  for (const auto& child : node.children) {
    switch (child->kind) {
      case Step::element:
      case Step::text: out.push_back(child.get()); break;
      case Step::comment:
        if (comments != nullptr) comments->push_back(child.get());
        break;
      case Step::condition:
        all_.conditions.guard(*child);
        add_content(*child, out, comments);
        break;
      case Step::call:
        all_.modules.note_half_call(*child);
        add_content(*child, out, comments);
        break;
      case Step::include: add_content(*child, out, comments); break;
      case Step::insertion: add_insertion(*child, out, comments); break;
      case Step::blocks:
      case Step::property:
      case Step::argument:
      case Step::definition: break;
    }
  }
}

std::vector<const TraceNode*> Elements::content_of(const TraceNode& node,
                                                   std::vector<const TraceNode*>* comments) {
  std::vector<const TraceNode*> out;
  add_content(node, out, comments);
  return out;
}

std::string Elements::attribute_text(const std::vector<const TracedText*>& texts, Fragment& fragment,
                                     bool constant) {
  const TracedText& first = *texts[0];
  const auto value = [&](const std::string& why) {
    if (!all_equal(texts)) throw NotKept(why, first.range);
    if (!constant) program_.remark(first.range, concat(why, "; the value ", first.value.text, " is written"));
    for (const TracedText* text : texts) all_.names.pin(*text);
    return escape_xml_attribute(first.value.text);
  };
  if (constant) return value("the values of the instances differ");
  if (decided_truths_.contains({first.range.file, first.range.begin}) && all_equal(texts))
    return escape_xml_attribute(first.value.text);
  if (is_literal(first)) return escape_xml_attribute(first.parts[0].text);
  std::string out;
  const auto refused = refusal_of([&] { out = computed_attribute(texts, fragment); });
  return refused ? value(refused->what()) : out;
}

// The attribute with its computed values as holes.
std::string Elements::computed_attribute(const std::vector<const TracedText*>& texts, Fragment& fragment) {
  const TracedText& first = *texts[0];
  const Resolve names = all_.names.resolver();
  const bool truth = std::ranges::any_of(
      texts, [](const TracedText* t) { return t->value.text == "True" || t->value.text == "False"; });
  if (truth && plain_truths_) throw NotKept("truth values are texts here", first.range);
  if (truth) return truth_attribute(texts, fragment);
  const std::size_t count = numbers_in(first.value.text).size();
  const bool numbers = count > 0 && std::ranges::all_of(texts, [&](const TracedText* text) {
                         return numbers_in(text->value.text).size() == count;
                       });
  const std::vector<TracedText> words = words_of(first);
  std::string out;
  if (words.empty() && numbers) {
    const Term term = translate_text(first, names);
    if (term.kind == Term::Kind::member || term.kind == Term::Kind::element)
      throw NotKept("a text of a file of data has several numbers", first.range);
    for (std::size_t i = 0; i < count; ++i) {
      const bool known = term.kind == Term::Kind::tuple && term.args.size() == count;
      out +=
          concat(i == 0 ? "" : " ",
                 fragment.number(
                     known ? term.args[i]
                           : Term{Term::Kind::element, {}, nullptr, {term, number_term(std::to_string(i))}},
                     shown_at(texts, i)));
    }
    return out;
  }
  if (words.empty() && first.parts.size() > 1 && trim(first.value.text).find(' ') != std::string_view::npos)
    throw NotKept("a value has several words", first.range);
  for (const TracedText& word : words) {
    if (!out.empty()) out += ' ';
    const bool literal = is_literal(word);
    if (literal)
      out += escape_xml_attribute(word.parts[0].text);
    else if (word.value.kind == TracedValue::Kind::number)
      out += fragment.number(all_.names.value_term(word),
                             shown_at(texts, static_cast<std::size_t>(&word - words.data())));
    else
      for (const TracedText::Part& part : word.parts)
        out += part.kind == TemplatePart::Kind::text
                   ? escape_xml_attribute(part.text)
                   : text_hole(translate_expression(part, first.range, names), fragment,
                               out.empty() && says_where(first.value.text));
  }
  if (words.empty()) throw NotKept("a value is empty in some instances", first.range);
  return out;
}

// A truth value as a text, as Python writes it.
std::string Elements::truth_attribute(const std::vector<const TracedText*>& texts, Fragment& fragment) {
  const TracedText& first = *texts[0];
  const bool whole = std::ranges::all_of(texts, [](const TracedText* text) {
    return text->parts.size() == 1 && text->value.kind == TracedValue::Kind::truth;
  });
  if (!whole) throw NotKept("truth values are texts here", first.range);
  Term term = translate_text(first, all_.names.resolver());
  if (is_constant(term)) throw NotKept("truth values are texts here", first.range);
  return fragment.text(truth_text(std::move(term)));
}

// The names of the attributes of an element, without those of xacro. A pose that calls hand over has both
// parts.
std::vector<std::string_view> Elements::attribute_names_of(const Group& group, bool handed) {
  std::vector<std::string_view> names;
  if (handed && group[0]->name == "origin") {
    for (const std::string_view name : {"xyz", "rpy"})
      if (std::ranges::any_of(
              group, [&](const TraceNode* node) { return node->source->attribute(name) != nullptr; }))
        names.push_back(name);
    return names;
  }
  for (const XmlAttribute& attribute : group[0]->source->attributes)
    if (!attribute.name.starts_with("xacro:") && attribute.name != "xmlns:xacro")
      names.push_back(attribute.name);
  const auto& set = group[0]->set_attributes;
  for (const auto& [name, text] : set)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  for (const TraceNode* node : group)
    if (!std::ranges::equal(node->set_attributes, set, {}, &std::pair<std::string_view, TracedText>::first,
                            &std::pair<std::string_view, TracedText>::first))
      throw NotKept("other attributes are set in other calls", node->source->start_tag);
  return names;
}

// The text of an attribute in one instance, which may be written out.
TracedText Elements::text_of(const TraceNode& node, std::string_view name) {
  if (const TracedText* set = set_text(node, name)) return *set;
  TracedText text;
  const XmlAttribute* attribute = node.source->attribute(name);
  if (attribute == nullptr && node.name != "origin")
    throw NotKept("blocks of calls have different attributes", node.source->start_tag);
  if (const TracedText* known = attribute != nullptr ? computed_text(node, *attribute) : nullptr)
    return *known;
  text.parts.emplace_back().text = attribute != nullptr ? attribute->value.text : "0 0 0";
  text.value = {TracedValue::Kind::text, text.parts[0].text};
  text.range = attribute != nullptr ? attribute->value.range : node.source->start_tag;
  return text;
}

// The start tag.
std::string Elements::tag_xml(const Group& group, Fragment& fragment, bool constant) {
  const TraceNode& first = *group[0];
  std::string out = concat("<", first.name);
  const bool handed = !program_.draft->calls.empty() && instance_of_content(&first) == nullptr;
  const bool in_joint =
      first.parent != nullptr && first.parent->kind == Step::element && first.parent->name == "joint";
  for (const std::string_view name : attribute_names_of(group, handed)) {
    std::vector<TracedText> texts;
    for (const TraceNode* node : group) texts.push_back(text_of(*node, name));
    std::vector<const TracedText*> views;
    for (const TracedText& text : texts) views.push_back(&text);
    std::string value;
    if (const std::optional<std::string> given =
            constant ? std::nullopt : all_.modules.function_text(group, views, fragment))
      value = *given;
    else if (handed && !constant && !(all_equal(views) && group[0]->attributes.empty()))
      value = handed_text(concat(block_name(first), name), first.source->attribute(name), texts, fragment);
    else if (in_joint && name == "link" && (first.name == "parent" || first.name == "child"))
      value = link_text(group, views, fragment, constant);
    else if (name == "type" && first.name == "joint" && !all_equal(views))
      throw NotKept("the type of the joint differs between its instances", texts[0].range);
    else
      value = attribute_text(views, fragment, constant || (name == "type" && first.name == "joint"));
    if (in_joint && name == "link" && value == "world") fragment.refer_to_world();
    out += concat(" ", name, "=\"", value, "\"");
    const bool of_joint =
        name == "joint" || (name == "name" && first.name == "joint" && first.parent != nullptr &&
                            first.parent->kind == Step::element && first.parent->parent != nullptr);
    if (of_joint) refer_to_joint(texts[0].value.text, value, fragment);
  }
  return out + ">";
}

std::vector<Group> Elements::contents_of(const Group& group, const std::string& why) {
  std::vector<std::vector<const TraceNode*>> contents;
  for (const TraceNode* node : group) contents.push_back(content_of(*node, nullptr));
  std::vector<Group> same(contents[0].size());
  for (std::size_t i = 0; i < same.size(); ++i) {
    for (const auto& content : contents) {
      const bool fits = content.size() == same.size() && content[i]->kind == contents[0][i]->kind &&
                        content[i]->name == contents[0][i]->name;
      if (!fits) throw NotKept(why, group[0]->source->start_tag);
      same[i].push_back(content[i]);
    }
  }
  return same;
}

std::string Elements::element_xml(const Group& group, Fragment& fragment,
                                  bool constant) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  std::string out = tag_xml(group, fragment, constant);
  for (const Group& inner :
       contents_of(group, concat("the content of <", first.name, "> differs between calls"))) {
    if (inner[0]->kind == Step::element) {
      out += element_xml(inner, fragment, constant);
      continue;
    }
    std::vector<const TracedText*> texts;
    for (const TraceNode* node : inner) texts.push_back(&node->value);
    const std::optional<std::string> given =
        constant ? std::nullopt : all_.modules.function_text(inner, texts, fragment);
    out += given ? *given : attribute_text(texts, fragment, constant);
  }
  return out + concat("</", first.name, ">");
}

}  // namespace romas::xacro
