// Links and joints part by part, so that calls and conditions may stand among their parts.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
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

// Returns the tags around the parts of a link, joint or <gazebo>. Those of a joint keep its type, because the
// units of its values depend on that.
StructureWriter::Shell StructureWriter::shell_of(const TraceNode& element) {
  if (element.name == "link") return {"<link name=\"fragment_l\">", "</link>"};
  if (element.name == "gazebo") return {"<gazebo>", "</gazebo>"};
  if (element.name != "joint") return {};
  const XmlAttribute* type = element.source->attribute("type");
  if (type == nullptr) return {};
  const TracedText* computed = computed_text(element, *type);
  return {concat("<joint name=\"fragment_j\" type=\"",
                 computed != nullptr ? computed->value.text : std::string(type->value.text),
                 "\"><parent link=\"fragment_p\"/><child link=\"fragment_c\"/>"),
          "</joint>"};
}

// Whether calls and conditions that matter, or blocks alone, stand among the parts of a link, joint or
// <gazebo>.
StructureWriter::Pieces StructureWriter::pieces_of(const Group& group) const {
  Pieces pieces = Pieces::none;
  if (shell_of(*group[0]).open.empty()) return pieces;
  for (const auto& child : group[0]->children) {
    const bool called = child->kind == Step::call && !written_out_.contains(child->macro->element);
    if (called || child->kind == Step::condition) return Pieces::others;
    if (child->kind == Step::insertion) pieces = Pieces::blocks;
  }
  return group[0]->name != "gazebo" && decides_differently(group) ? Pieces::others : pieces;
}

// The head of a link or joint, with its parts in braces.
void StructureWriter::print_in_pieces(const Group& group) {
  const TraceNode& first = *group[0];
  const Shell shell = shell_of(first);
  for (const TraceNode* node : group)
    if (shell_of(*node) != shell)
      throw NotKept("the type of the joint differs between its instances", first.source->start_tag);
  Fragment fragment;
  std::string xml = tag_xml(group, fragment, false);
  std::vector<Group> parts;
  const bool gazebo = first.name == "gazebo";
  for (Group& part : children_of(group)) {
    const bool of_head = gazebo || (first.name == "joint" && is_end_of_joint(part[0]->name));
    if (of_head && part[0]->kind == Step::element)
      xml += element_xml(part, fragment, false);
    else
      parts.push_back(std::move(part));
  }
  std::string problem;
  const std::optional<std::string> printed = core_form_(fragment.robot(concat(xml, shell.close)), problem);
  if (!printed) throw NotKept(problem, first.source->start_tag);
  std::string head = fragment.filled(fragment.without_additions(*printed), printer_);
  while (head.ends_with('\n')) head.pop_back();
  add_what_it_needs();
  if (gazebo) {  // what it holds beside its properties stands behind it
    name_last_gazebo(head);
    add_statements(head, frame_->depth, frame_->owner, frame_->lines);
    const Shell outer = std::exchange(frame_->within, shell);
    body(parts);
    frame_->within = outer;
    return;
  }
  if (!head.ends_with(';') || head.find('\n') != std::string::npos)
    throw NotKept("its tag has more than names", first.source->start_tag);
  head.pop_back();
  const std::size_t outer_head = std::exchange(frame_->head, frame_->lines.size());
  frame_->head_name = name_in(head);
  frame_->head_depth = frame_->depth + 1;
  line(head + " {");
  const Shell outer = std::exchange(frame_->within, shell);
  ++frame_->depth;
  body(parts);
  --frame_->depth;
  frame_->within = outer;
  frame_->head = outer_head;
  frame_->head_name.clear();
  line("}");
  add_statements(std::exchange(frame_->behind, {}), frame_->depth, frame_->owner, frame_->lines);
}

// Returns the text in the braces of the only link or joint of a fragment. Materials stand in front of it.
// `behind` gets the statements that the language has about it elsewhere in the robot.
std::string StructureWriter::part_of(const std::string& printed, std::string& behind) {
  std::string inside;
  bool raw_behind = false;
  const auto say_behind = [&](std::string_view text) {
    const std::string_view own =
        frame_->within.close == "</link>" ? " of link fragment_l" : " of joint fragment_j";
    const std::size_t at = text.find(own);
    if (!text.starts_with("extension ") || at == std::string_view::npos || frame_->head_name.empty() ||
        frame_->depth != frame_->head_depth)
      throw NotKept("the language writes a part of it elsewhere in the robot", {});
    const std::size_t name = at + own.rfind(' ') + 1;
    behind += concat(text.substr(0, name), frame_->head_name, text.substr(at + own.size()), "\n");
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
void StructureWriter::print_part(const Group& group) {
  const TraceNode& first = *group[0];
  Fragment fragment;
  std::vector<const TraceNode*> comments;
  content_of(first, &comments);
  if (is_end_of_joint(first.name) && frame_->within != shell_of(*first.parent))
    throw NotKept("it makes an end of a joint", first.source->start_tag);
  const std::string xml =
      concat(frame_->within.open, element_xml(group, fragment, false), frame_->within.close);
  std::string problem;
  const std::optional<std::string> printed = core_form_(fragment.robot(xml), problem);
  if (!printed) throw NotKept(problem, first.source->start_tag);
  constexpr std::string_view kBetween = "\x1f\n";
  std::string behind;
  const std::string inside = part_of(fragment.without_additions(*printed), behind);
  std::string filled = fragment.filled(concat(inside, kBetween, behind), printer_);
  const std::size_t between = filled.find(kBetween);
  frame_->behind += filled.substr(between + kBetween.size());
  filled.resize(between);
  name_last_gazebo(filled);
  add_what_it_needs();
  for (const TraceNode* remark : comments) comment(remark->remark);
  add_statements(filled, frame_->depth, frame_->owner, frame_->lines);
}

// Blocks of the same elements, whose values are parameters. False if there are none.
bool StructureWriter::insert_values(const Group& group) {  // NOLINT(misc-no-recursion)
  if (frame_->within.in_robot()) return false;
  std::vector<Group> same;
  for (const TraceNode* node : group) {
    std::vector<const TraceNode*> content;
    add_insertion(*node, content, nullptr);
    if (node == group[0]) same.resize(content.size());
    if (content.empty() || content.size() != same.size()) return false;
    for (std::size_t k = 0; k < content.size(); ++k) {
      if (content[k]->kind != Step::element || (!same[k].empty() && same[k][0]->name != content[k]->name))
        return false;
      same[k].push_back(content[k]);
    }
  }
  const Frame before = *frame_;
  try {
    for (const Group& part : same) print_part(part);
    return true;
  } catch (const NotKept&) {
    *frame_ = before;
    return false;
  }
}

// A block of a call, where links and joints or their parts stand. In a module, the calls give its statements.
void StructureWriter::insertion(const Group& group) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  if (frame_->calls.empty()) {
    std::vector<const TraceNode*> content;
    add_insertion(first, content, nullptr);
    for (const TraceNode* part : content) item({part});
    return;
  }
  if (insert_values(group)) return;
  for (std::size_t i = 0; i < group.size(); ++i)
    if (group.size() != frame_->calls.size() || group[i]->of_call != frame_->calls[i] ||
        group[i]->block != first.block || group[i]->content_only != first.content_only)
      throw NotKept("it inserts a block that another macro was given", first.source->start_tag);
  const auto known = std::ranges::find_if(frame_->given, [&](const Frame::Given& given) {
    return given.block == first.block && given.content_only == first.content_only;
  });
  if (known != frame_->given.end()) {
    if (known->within != frame_->within)
      throw NotKept("it inserts a block at different places", first.source->start_tag);
    return line(concat("insert ", known->name, ";"));
  }
  std::set<std::string> taken;
  for (const auto& [definition, name] : frame_->declared) taken.insert(name);
  for (const Frame::Handed& handed : frame_->handed) taken.insert(handed.name);
  for (const Frame::Given& given : frame_->given) taken.insert(given.name);
  const XmlAttribute* name = first.source->attribute("name");
  Frame::Given given;
  given.name = identifier(name != nullptr ? std::string_view(name->value.text) : "block", taken);
  given.block = first.block;
  given.content_only = first.content_only;
  given.within = frame_->within;
  line(concat("insert ", given.name, ";"));
  frame_->given.push_back(std::move(given));
}

// Writes the statements that calls give for a block, behind the `use`.
void StructureWriter::give(const Group& group, const Frame::Given& given) {  // NOLINT(misc-no-recursion)
  Group blocks;
  for (const TraceNode* call : group) {
    const std::vector<const TraceNode*> all = handed_elements(*call);
    if (given.block >= all.size()) throw NotKept("a block is made by a macro", call->source->range);
    blocks.push_back(all[given.block]);
    if (blocks.back()->kind != blocks.front()->kind ||
        (given.content_only && blocks.back()->kind != Step::element))
      throw NotKept("a block is handed on", call->source->range);
  }
  const Shell outer = std::exchange(frame_->within, given.within);
  ++frame_->depth;
  body(given.content_only ? children_of(blocks) : std::vector<Group>{blocks});
  --frame_->depth;
  frame_->within = outer;
}

}  // namespace romas::xacro
