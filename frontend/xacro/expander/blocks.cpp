// insert_block: what is written in one place and inserted in another.
#include <unordered_map>

#include "frontend/xacro/expander/counted_bytes.h"
#include "frontend/xacro/expander/expander.h"
#include "support/text/text.h"

namespace romas::xacro {

namespace {

// Copies evaluated elements, which are then seen through one more step.
class Copier {
 public:
  Copier(Expansion& run, const Block& block, const SourceStep& step)
      : run_(run), expansions_(run.expansions), base_(block.reading.step), step_(step) {}

  // Beyond the limit of memory nothing is copied any more.
  XmlElement copy(const XmlElement& from) {
    XmlElement to;
    const std::uint64_t beside = 2 * (from.comments.size() * counted_bytes<XmlComment>() +
                                      from.pieces.size() * counted_bytes<XmlPiece>());
    if (!run_.take_memory(memory_of(from) + beside, insertion())) return to;
    to.name = from.name;
    to.expanded = true;
    to.range = seen(from.range);
    to.start_tag = seen(from.start_tag);
    to.name_range = seen(from.name_range);
    to.end_name_range = seen(from.end_name_range);
    to.attributes = from.attributes;
    for (XmlAttribute& attribute : to.attributes) {
      attribute.range = seen(attribute.range);
      attribute.name_range = seen(attribute.name_range);
      attribute.value.range = seen(attribute.value.range);
    }
    to.text = from.text;
    to.text.range = seen(from.text.range);
    expansions_.add_element(to.range);
    copy_content(from, to);
    return to;
  }

  void copy_content(const XmlElement& from, XmlElement& to) {
    const std::size_t before = to.children.size();
    to.children.reserve(before + from.children.size());
    for (const XmlElement& child : from.children) {
      if (run_.stopped) return;
      to.children.push_back(copy(child));
    }
    for (XmlComment comment : from.comments) {
      comment.range = seen(comment.range);
      comment.before += before;
      to.comments.push_back(comment);
    }
    for (XmlPiece piece : from.pieces) {
      piece.text.range = seen(piece.text.range);
      piece.before += before;
      to.pieces.push_back(piece);
    }
  }

  SourceRange seen(SourceRange range) {
    return range.valid() ? SourceRange{seen(range.file), range.begin, range.end} : range;
  }

  // The place of the element that asks for the block.
  SourceRange insertion() const { return expansions_.written(step_.place); }

 private:
  // The text of the block itself is seen through the insertion alone, whose place knows the rest of the
  // chain. The elements that its calls made are seen through copies of their steps.
  FileId seen(FileId file) {
    if (file == last_) return last_seen_;
    last_ = file;
    return last_seen_ = expansions_.instance(expansions_.written(file), through(expansions_.step(file)));
  }

  const SourceStep& through(const SourceStep* step) {
    if (step == base_ || step == nullptr) return step_;
    if (const auto known = steps_.find(step); known != steps_.end()) return *known->second;
    SourceStep copy = *step;
    copy.place.file = expansions_.instance(expansions_.written(step->place.file),
                                           through(expansions_.step(step->place.file)));
    return *steps_.emplace(step, &run_.add_step(std::move(copy), insertion())).first->second;
  }

  Expansion& run_;
  Expansions& expansions_;
  const SourceStep* base_;
  const SourceStep& step_;
  std::unordered_map<const SourceStep*, const SourceStep*> steps_;
  FileId last_ = 0, last_seen_ = 0;
};

std::size_t count_elements(const XmlElement& element) {
  std::size_t count = 1 + element.attributes.size();
  for (const XmlElement& child : element.children) count += count_elements(child);
  return count;
}

}  // namespace

void Macros::insert_block(const XmlElement& child, Scope& scope, XmlElement& out) {
  run_.check_attributes(child, "insert_block");
  const XmlAttribute* given = run_.required(child, "name");
  if (given == nullptr) return;
  const std::string_view name = given->value.text;
  const Block* content_block = scope.block(concat("**", name));
  const Block* block = content_block != nullptr ? content_block : scope.block(concat("*", name));
  if (block == nullptr) {
    const bool is_value = scope.has(name);
    if (!is_value && run_.lacks_prefix("property", name, Rule::unknown_name, given->value.range)) return;
    run_.report(Rule::unknown_name, given->value.range,
                concat("there is no block '", name, "'",
                       is_value ? concat("; '", name, "' is a value: write ${", name, "}") : std::string()));
    return;
  }
  run_.record(ProgramName::Kind::block, name, given->value.range, block->written_name);
  if (!run_.enter(child)) return;
  const SourceStep& step =
      run_.add_step({SourceStep::Kind::insert_block, run_.seen(child.start_tag), {}, std::string(name), {}},
                    child.start_tag);
  const Block inserted = *block;  // what is evaluated may define blocks
  const Trace::Inside traced(run_.trace, TraceNode::Kind::insertion, &child);
  if (run_.trace != nullptr) {
    traced.node()->of_call = inserted.call;
    traced.node()->block = inserted.index;
    traced.node()->content_only = content_block != nullptr;
  }
  if (inserted.source != nullptr) {
    const ReadThrough through(run_, {&step});
    expander_.content(*inserted.source, scope, out);
  } else {
    insert_copies(inserted, content_block != nullptr, step, out);
  }
  run_.leave();
}

void Macros::insert_copies(const Block& block, bool content_only, const SourceStep& step, XmlElement& out) {
  Copier copier(run_, block, step);
  if (!run_.spend(count_elements(*block.evaluated), copier.insertion())) return;
  if (content_only) {
    XmlElement from;
    copier.copy_content(*block.evaluated, out);
    // A text alone is no piece.
    if (block.evaluated->pieces.empty() && !block.evaluated->text.text.empty()) {
      XmlPiece piece{block.evaluated->text, out.children.size()};
      piece.text.range = copier.seen(piece.text.range);
      out.pieces.push_back(piece);
    }
  } else {
    out.children.push_back(copier.copy(*block.evaluated));
  }
  for (std::size_t i = block.first_origin; i < block.last_origin && !run_.stopped; ++i) {
    ValueOrigin origin = run_.expansions.origin(i);
    origin.at = copier.seen(origin.at);
    run_.add_origin(origin, copier.insertion());
  }
}

}  // namespace romas::xacro
