// Links and joints part by part, so that calls and conditions may stand among their parts.
#include "frontend/xacro/structure/statements.h"

#include <algorithm>

#include "frontend/xacro/structure/writers.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

using Step = TraceNode::Kind;

bool is_end_of_joint(std::string_view name) { return name == "parent" || name == "child"; }

// The name behind the first word of a statement; empty if there is none.
std::string name_in(const std::string& head) {
  const std::size_t begin = head.find(' ') + 1;
  if (head[begin] != '"') {
    std::string name = head.substr(begin, head.find_first_of(" ;", begin) - begin);
    return is_identifier(name) ? name : std::string();
  }
  std::size_t end = begin + 1;
  while (end < head.size() && head[end] != '"') end += head[end] == '\\' ? 2 : 1;
  return head.substr(begin, end + 1 - begin);
}

bool opens_raw(std::string_view text) {
  const std::size_t begin = text.find("r#\"");
  return begin != std::string_view::npos && text.find("\"#", begin + 3) == std::string_view::npos;
}

}  // namespace

// Whether calls and conditions that matter, or blocks alone, stand among the parts of a link, joint or
// <gazebo>.
Statements::Pieces Statements::pieces_of(const Group& group) const {
  Pieces pieces = Pieces::none;
  if (!shell_of(*group[0]).holds_parts()) return pieces;
  for (const auto& child : group[0]->children) {
    const bool called = child->kind == Step::call && !program_.unkept.contains(child->macro->element);
    if (called || child->kind == Step::condition) return Pieces::others;
    if (child->kind == Step::insertion) pieces = Pieces::blocks;
  }
  return group[0]->name != "gazebo" && decides_differently(group) ? Pieces::others : pieces;
}

// The head of a link or joint, with its parts in braces.
void Statements::print_in_pieces(const Group& group) {
  const TraceNode& first = *group[0];
  const Shell shell = shell_of(first);
  for (const TraceNode* node : group)
    if (shell_of(*node) != shell)
      throw NotKept("the type of the joint differs between its instances", first.source->start_tag);
  Fragment fragment;
  std::string xml = all_.elements.tag_xml(group, fragment, false);
  std::vector<Group> parts;
  const bool gazebo = first.name == "gazebo";
  for (Group& part : children_of(group)) {
    const bool of_head = gazebo || (first.name == "joint" && is_end_of_joint(part[0]->name));
    if (of_head && part[0]->kind == Step::element)
      xml += all_.elements.element_xml(part, fragment, false);
    else
      parts.push_back(std::move(part));
  }
  std::string problem;
  const std::optional<std::string> printed =
      program_.core_form(fragment.robot(concat(xml, shell.close())), problem);
  if (!printed) throw NotKept(problem, first.source->start_tag);
  std::string head = fragment.filled(fragment.without_additions(*printed), all_.names.printer());
  while (head.ends_with('\n')) head.pop_back();
  program_.add_what_it_needs();
  if (gazebo) {  // what it holds beside its properties stands behind it
    name_last_gazebo(head);
    program_.add_statements(head);
    const Shell outer = std::exchange(program_.draft->within, shell);
    body(parts);
    program_.draft->within = outer;
    return;
  }
  if (!head.ends_with(';') || head.find('\n') != std::string::npos)
    throw NotKept("its tag has more than names", first.source->start_tag);
  head.pop_back();
  const std::size_t outer_head = std::exchange(program_.draft->head, program_.draft->lines.size());
  program_.draft->head_name = name_in(head);
  program_.draft->head_depth = program_.draft->depth + 1;
  program_.line(head + " {");
  const Shell outer = std::exchange(program_.draft->within, shell);
  ++program_.draft->depth;
  body(parts);
  --program_.draft->depth;
  program_.draft->within = outer;
  program_.draft->head = outer_head;
  program_.draft->head_name.clear();
  program_.line("}");
  program_.add_statements(std::exchange(program_.draft->behind, {}));
}

// Returns the text in the braces of the only link or joint of a fragment. Materials stand in front of it.
// `behind` gets the statements that the language has about it elsewhere in the robot.
std::string Statements::part_of(const std::string& printed, std::string& behind) {
  std::string inside;
  bool raw_behind = false;
  const auto say_behind = [&](std::string_view text) {
    const std::string own = concat(" of ", program_.draft->within.name());
    const std::size_t at = text.find(own);
    if (!text.starts_with("extension ") || at == std::string_view::npos ||
        program_.draft->head_name.empty() || program_.draft->depth != program_.draft->head_depth)
      throw NotKept("the language writes a part of it elsewhere in the robot", {});
    const std::size_t name = at + own.rfind(' ') + 1;
    behind += concat(text.substr(0, name), program_.draft->head_name, text.substr(at + own.size()), "\n");
    raw_behind = opens_raw(text);
  };
  bool open = false, extension = false, raw = false;
  for (const std::string_view text : split(printed, '\n')) {
    const bool head = text.starts_with("link fragment_l") || text.starts_with("joint fragment_j");
    if (raw_behind) {
      behind += concat(text, "\n");
      raw_behind = text.find("\"#") == std::string_view::npos;
    } else if (text == "gazebo;") {
      extension = true;
    } else if (extension && !text.empty()) {
      if (!raw && !text.starts_with("extension ")) throw NotKept("it makes properties of <gazebo>", {});
      inside += concat(text, "\n");
      raw = raw ? text.find("\"#") == std::string_view::npos
                : text.find("r#\"") != std::string_view::npos &&
                      text.find("\"#", text.find("r#\"") + 3) == std::string_view::npos;
    } else if (!open && head) {
      open = text.ends_with('{');
    } else if (open && text == "}") {
      open = false;
    } else if (open) {
      inside += concat(text.starts_with("  ") ? text.substr(2) : text, "\n");
    } else if (!text.empty()) {
      say_behind(text);
    }
  }
  return inside;
}

// A part of the link or joint around it.
void Statements::print_part(const Group& group) {
  const TraceNode& first = *group[0];
  Fragment fragment;
  std::vector<const TraceNode*> comments;
  all_.elements.content_of(first, &comments);
  if (is_end_of_joint(first.name) && program_.draft->within != shell_of(*first.parent))
    throw NotKept("it makes an end of a joint", first.source->start_tag);
  const std::string xml =
      concat(program_.draft->within.open(), all_.elements.element_xml(group, fragment, false),
             program_.draft->within.close());
  std::string problem;
  const std::optional<std::string> printed = program_.core_form(fragment.robot(xml), problem);
  if (!printed) throw NotKept(problem, first.source->start_tag);
  constexpr std::string_view kBetween = "\x1f\n";
  std::string behind;
  const std::string inside = part_of(fragment.without_additions(*printed), behind);
  std::string filled = fragment.filled(concat(inside, kBetween, behind), all_.names.printer());
  const std::size_t between = filled.find(kBetween);
  program_.draft->behind += filled.substr(between + kBetween.size());
  filled.resize(between);
  name_last_gazebo(filled);
  program_.add_what_it_needs();
  for (const TraceNode* remark : comments) program_.comment(remark->remark);
  program_.add_statements(filled);
}

// Blocks of the same elements, whose values are parameters. False if there are none.
bool Statements::insert_values(const Group& group) {  // NOLINT(misc-no-recursion)
  if (program_.draft->within.in_robot()) return false;
  std::vector<Group> same;
  for (const TraceNode* node : group) {
    std::vector<const TraceNode*> content;
    all_.elements.add_insertion(*node, content, nullptr);
    if (node == group[0]) same.resize(content.size());
    if (content.empty() || content.size() != same.size()) return false;
    for (std::size_t k = 0; k < content.size(); ++k) {
      if (content[k]->kind != Step::element || (!same[k].empty() && same[k][0]->name != content[k]->name))
        return false;
      same[k].push_back(content[k]);
    }
  }
  const Draft before = *program_.draft;
  const auto refused = refusal_of([&] {
    for (const Group& part : same) print_part(part);
  });
  if (refused) *program_.draft = before;
  return !refused;
}

// A block of a call, where links and joints or their parts stand. In a module, the calls give its statements.
void Statements::insertion(const Group& group) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  if (program_.draft->calls.empty()) {
    std::vector<const TraceNode*> content;
    all_.elements.add_insertion(first, content, nullptr);
    for (const TraceNode* part : content) item({part});
    return;
  }
  if (insert_values(group)) return;
  for (std::size_t i = 0; i < group.size(); ++i)
    if (group.size() != program_.draft->calls.size() || group[i]->of_call != program_.draft->calls[i] ||
        group[i]->block != first.block || group[i]->content_only != first.content_only)
      throw NotKept("it inserts a block that another macro was given", first.source->start_tag);
  const auto known = std::ranges::find_if(program_.draft->given, [&](const Draft::Given& given) {
    return given.block == first.block && given.content_only == first.content_only;
  });
  if (known != program_.draft->given.end()) {
    if (known->within != program_.draft->within)
      throw NotKept("it inserts a block at different places", first.source->start_tag);
    return program_.line(concat("insert ", known->name, ";"));
  }
  std::set<std::string> taken;
  for (const auto& [definition, name] : program_.draft->declared) taken.insert(name);
  for (const Draft::Handed& handed : program_.draft->handed) taken.insert(handed.name);
  for (const Draft::Given& given : program_.draft->given) taken.insert(given.name);
  const XmlAttribute* name = first.source->attribute("name");
  Draft::Given given;
  given.name = all_.names.identifier(name != nullptr ? std::string_view(name->value.text) : "block", taken);
  given.block = first.block;
  given.content_only = first.content_only;
  given.within = program_.draft->within;
  program_.line(concat("insert ", given.name, ";"));
  program_.draft->given.push_back(std::move(given));
}

// Writes the statements that calls give for a block, behind the `use`.
void Statements::give(const Group& group, const Draft::Given& given) {  // NOLINT(misc-no-recursion)
  Group blocks;
  for (const TraceNode* call : group) {
    const std::vector<const TraceNode*> all = handed_elements(*call);
    if (given.block >= all.size()) throw NotKept("a block is made by a macro", call->source->range);
    blocks.push_back(all[given.block]);
    if (blocks.back()->kind != blocks.front()->kind ||
        (given.content_only && blocks.back()->kind != Step::element))
      throw NotKept("a block is handed on", call->source->range);
  }
  const Shell outer = std::exchange(program_.draft->within, given.within);
  ++program_.draft->depth;
  body(given.content_only ? children_of(blocks) : std::vector<Group>{blocks});
  --program_.draft->depth;
  program_.draft->within = outer;
}

}  // namespace romas::xacro
