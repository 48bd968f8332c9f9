// Writes the statements of a robot or module, which stand side by side.
#include <algorithm>

#include "frontend/xacro/structure/writer.h"
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

constexpr std::size_t kIndent = 2;

}  // namespace

void StructureWriter::line(std::string text) {
  if (!text.empty()) text.insert(0, static_cast<std::size_t>(frame_->depth) * kIndent, ' ');
  frame_->lines.push_back({std::move(text), frame_->owner});
}

void StructureWriter::remark(SourceRange place, std::string message) {
  for (const WrittenStructure::Remark& known : result_.remarks)
    if (known.place == place && known.message == message) return;
  result_.remarks.push_back({place, std::move(message)});
}

std::vector<Group> StructureWriter::children_of(const Group& group) {
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

void StructureWriter::body(const std::vector<Group>& groups) {  // NOLINT(misc-no-recursion)
  std::vector<std::string_view> comments;                       // of what follows
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TraceNode& first = *groups[i][0];
    if (first.kind == Step::comment) {
      comments.push_back(first.remark);
      continue;
    }
    const void* about = first.kind == Step::definition ? static_cast<const void*>(first.source)
                        : first.symbol != nullptr && frame_->calls.empty() ? first.symbol->definition
                                                                           : nullptr;
    if (about != nullptr && !written_out_.contains(about))
      comments_.emplace(about, comments);
    else
      for (const std::string_view text : comments) comment(text);
    comments.clear();
    const std::size_t other = i + 1 < groups.size() && is_opposite(first, *groups[i + 1][0]) ? i + 1 : i;
    if (other != i)
      condition(groups[i], &groups[other]);
    else
      item(groups[i]);
    i = other;
  }
  for (const std::string_view text : comments) comment(text);
}

void StructureWriter::item(const Group& group) {  // NOLINT(misc-no-recursion)
  const TraceNode& first = *group[0];
  switch (first.kind) {
    case Step::comment: comment(first.remark); break;
    case Step::element:
      if (frame_->within.open.empty())
        element(group);
      else if (!write_each_way(group))
        print_part(group);
      break;
    case Step::condition: condition(group, nullptr); break;
    case Step::call: call(group); break;
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
void StructureWriter::stray_text(const Group& group) {
  const std::string& text = group[0]->value.value.text;
  if (trim(text).empty()) return;
  if (!frame_->within.open.empty()) throw NotKept("it contains a text", group[0]->value.range);
  for (const TraceNode* node : group)
    if (node->value.value.text != text)
      throw NotKept("a text between its elements differs", node->value.range);
  std::string problem;
  if (const auto printed =
          core_form_(concat("<robot name=\"fragment\">", escape_xml_attribute(text), "</robot>"), problem))
    core_lines(*printed);
}

// Values outside of macros, in the order of the document as far as none needs a later one.
void StructureWriter::value(const TraceNode& node) {
  const Symbol* symbol = node.symbol;
  if (symbol == nullptr || global_names_.contains(symbol->definition) ||
      written_out_.contains(symbol->definition))
    return;
  if (symbol->kind == Symbol::Kind::property && !is_global(*symbol)) return;
  if (!symbol->known)
    return remark(symbol->place, concat("'", symbol->name, "' is never read and is left out"));
  try {
    declare_global(*symbol);
  } catch (const NotKept& why) {
    remark(symbol->place, concat("'", symbol->name, "' is written out where it is used: ", why.what()));
  }
}

void StructureWriter::comment(std::string_view text) {
  for (const std::string_view written : split(text, '\n'))
    if (const std::string_view trimmed = trim(written); !trimmed.empty()) line(concat("// ", trimmed));
}

void StructureWriter::element(const Group& group) {
  const void* const outer = frame_->owner;
  if (frame_->calls.empty() && outer == nullptr) frame_->owner = group[0]->source;
  bool constant = written_out_.contains(group[0]->source);
  if (!constant) {
    const Frame before = *frame_;
    const std::size_t remarks_before = result_.remarks.size();
    const auto written = [&](const auto& write) {
      try {
        return write();
      } catch (const NotKept&) {
        *frame_ = before;
        result_.remarks.resize(remarks_before);
        return false;
      }
    };
    const auto in_pieces = [&] { return print_in_pieces(group), true; };
    const Pieces pieces = pieces_of(group);
    const auto whole = [&] { return print_element(group, false), true; };
    const bool done = (pieces == Pieces::others && written(in_pieces)) ||
                      written([&] { return write_each_way(group); }) || written(whole) ||
                      (pieces == Pieces::blocks && written(in_pieces)) ||
                      written([&] { return write_each_truth(group); });
    frame_->owner = done ? outer : frame_->owner;
    if (done) return;
    plain_truths_ = true;
    try {
      print_element(group, false);
      plain_truths_ = false;
      frame_->owner = outer;
      return;
    } catch (const NotKept& why) {
      plain_truths_ = false;
      *frame_ = before;
      const SourceRange place = why.place.valid() ? why.place : group[0]->source->start_tag;
      if (!frame_->calls.empty()) throw NotKept(why.what(), place);
      remark(place, concat("<", group[0]->name, "> is written out: ", why.what()));
    }
  } else if (const auto reason = reasons_.find(group[0]->source); reason != reasons_.end()) {
    remark(group[0]->source->start_tag, concat("<", group[0]->name, "> is written out: ", reason->second));
  }
  print_element(group, true);
  frame_->owner = outer;
}

void StructureWriter::print_element(const Group& group, bool constant) {
  Fragment fragment;
  std::vector<const TraceNode*> comments;
  content_of(*group[0], &comments);
  const std::string xml = element_xml(group, fragment, constant);
  std::string problem;
  const std::optional<std::string> printed = core_form_(fragment.robot(xml), problem);
  if (!printed) throw NotKept(problem, group[0]->source->start_tag);
  std::string filled = fragment.filled(fragment.without_additions(*printed), printer_);
  name_last_gazebo(filled);
  add_what_it_needs();
  for (const TraceNode* remark : comments) comment(remark->remark);
  core_lines(filled);
}

// Statements, indented. The lines of raw texts stay as they are.
void StructureWriter::add_statements(std::string_view text, int depth, const void* owner,
                                     std::vector<Line>& lines) {
  bool raw = false;
  for (const std::string_view part : split(text, '\n')) {
    const std::size_t indent = raw || part.empty() ? 0 : static_cast<std::size_t>(depth) * kIndent;
    if (raw || !part.empty()) lines.push_back({concat(std::string(indent, ' '), part), owner});
    const std::size_t opens = part.find("r#\"");
    raw = raw ? part.find("\"#") == std::string_view::npos
              : opens != std::string_view::npos && part.find("\"#", opens + 3) == std::string_view::npos;
  }
}

// The statements; a material that the robot or module has already is left out.
void StructureWriter::core_lines(std::string_view printed) {
  std::string rest;
  const std::vector<std::string_view> lines = split(printed, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("material ")) {
      rest += concat(lines[i], "\n");
      continue;
    }
    std::string whole(lines[i]);
    while (!whole.ends_with(';') && !whole.ends_with("\n}") && i + 1 < lines.size())
      whole += concat("\n", lines[++i]);
    if (frame_->materials.insert(whole).second)
      add_statements(whole, frame_->depth, frame_->owner, frame_->lines);
  }
  add_statements(rest, frame_->depth, frame_->owner, frame_->lines);
}

}  // namespace romas::xacro
