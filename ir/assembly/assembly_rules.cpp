// The rules of Blocks and assemblies, each its own diagnostic.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/assembly/assembly.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string describe(const Block& block) {
  std::string text = concat("Block '", block.id, "'");
  if (!block.name.empty())
    text += concat(" (", block.name, block.tag.empty() ? std::string() : concat(", tag ", block.tag), ")");
  return text;
}

class AssemblyChecker {
 public:
  AssemblyChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  bool run() {
    if (model_.parts.empty()) {
      report(Rule::empty_assembly, model_.range,
             "the assembly has no part; the first one must be a base Block on the ground");
      return false;
    }
    bool ids_good = true;
    for (std::size_t i = 0; i < model_.parts.size(); ++i) ids_good &= check_id(i);
    // The structure of the assembly is defined only if ids and parents are sound.
    if (!ids_good) return false;
    check_base();
    check_connections();
    check_tool();
    return good_;
  }

 private:
  void check_connections() {
    for (std::size_t i = 0; i < model_.parts.size(); ++i) {
      const Part& part = model_.parts[i];
      if (is_told(part)) continue;
      const std::size_t errors = diagnostics_.error_count();
      check_connection(i);
      if (diagnostics_.error_count() > errors) told_.emplace(part.range.file, part.range.begin);
    }
  }
  // A loop makes several parts of one text: what is wrong with them is one mistake.
  bool is_told(const Part& part) const {
    return part.range.valid() && told_.contains({part.range.file, part.range.begin});
  }

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    good_ = false;
    return diagnostics_.report(rule, range, std::move(message));
  }
  const Block* block_of(const Part& part) const {
    return part.block ? &model_.blocks[part.block.index()] : nullptr;
  }
  static SourceRange place(const SourceRange& exact, const Part& part) {
    return exact.valid() ? exact : part.range;
  }

  bool check_id(std::size_t i) {
    const Part& part = model_.parts[i];
    if (part.id != static_cast<int>(i)) {
      report(Rule::part_order, place(part.id_range, part),
             concat("part ", i, " of the file has id ", part.id,
                    "; ids count 0, 1, 2 and so on from base to tool"));
      return false;
    }
    if (i > 0 && (part.parent_id < 0 || part.parent_id >= part.id)) {
      // -1 elsewhere than at part 0 is a second part on the ground; check_base says so.
      if (part.parent_id == -1) return true;
      report(Rule::part_parent, place(part.parent_id_range, part),
             concat("the parent of part ", part.id, " is ", part.parent_id, "; it must be an earlier part, ",
                    part.id == 1 ? std::string("0") : concat("0 to ", part.id - 1)));
      return false;
    }
    if (i == 0 && part.parent_id != -1) {
      report(Rule::base_count, place(part.parent_id_range, part),
             concat("part 0 has parent ", part.parent_id, "; it must be on the ground, parentId -1"));
      return false;
    }
    if (!part.block || part.incomplete) good_ = false;
    return true;
  }

  void check_connection(std::size_t i) {
    const Part& part = model_.parts[i];
    if (part.incomplete) return;
    check_offset(part);
    if (part.parent_id < 0) return;
    const Part& parent = model_.parts[static_cast<std::size_t>(part.parent_id)];
    const Contact* p =
        find_contact(part, parent, part.parent_contact, "parentContactPointIndex", part.parent_contact_range);
    const Contact* c =
        find_contact(part, part, part.child_contact, "childContactPointIndex", part.child_contact_range);
    if (p != nullptr)
      check_axis(part, *p, part.parent_matched_axis, "parentMatchedAxis", part.parent_matched_axis_range);
    if (c != nullptr)
      check_axis(part, *c, part.child_matched_axis, "childMatchedAxis", part.child_matched_axis_range);
    if (p != nullptr && c != nullptr) check_types(part, *p, *c);
    if (p != nullptr) use_contact(part, parent.id, part.parent_contact, part.parent_contact_range);
    if (c != nullptr) use_contact(part, part.id, part.child_contact, part.child_contact_range);
  }

  void check_offset(const Part& part) {
    if (part.joint_type == PartJointType::fixed && part.offset && part.offset->value() != 0)
      report(Rule::offset_on_fixed, place(part.offset_range, part),
             concat("part ", part.id, " is fixed but has offset ", part.offset->text(),
                    "; a fixed part cannot have one"));
  }

  // The contact that an index of `part` names in the Block of `owner`; null (and reported) if there is none.
  const Contact* find_contact(const Part& part, const Part& owner, int index, std::string_view attribute,
                              SourceRange range) {
    const Block* block = block_of(owner);
    if (block == nullptr) return nullptr;
    if (index >= 0 && static_cast<std::size_t>(index) < block->contacts.size())
      return &block->contacts[static_cast<std::size_t>(index)];
    const std::size_t count = block->contacts.size();
    report(Rule::contact_index, place(range, part),
           concat(attribute, " of part ", part.id, " is ", index, "; ", describe(*block), " has ",
                  count == 0   ? std::string("no contact point")
                  : count == 1 ? std::string("only the contact point 0")
                               : concat("the contact points 0 to ", count - 1)))
        .note(block->range, concat(describe(*block), " is here"));
    return nullptr;
  }

  void check_axis(const Part& part, const Contact& contact, SignedAxis matched, std::string_view attribute,
                  SourceRange range) {
    if (!parallel(matched, contact.rot_axis)) return;
    report(Rule::matched_axis_parallel, place(range, part),
           concat(attribute, " of part ", part.id, " is ", to_string(matched),
                  ", parallel to the contact's rotAxis ", to_string(contact.rot_axis),
                  "; choose an axis perpendicular to it"))
        .note(contact.range, "the contact point is here");
  }

  void check_types(const Part& part, const Contact& p, const Contact& c) {
    const bool movable = p.type != c.type;
    if (p.type == ContactType::joint && c.type == ContactType::joint) {
      report(Rule::contact_pair, place(part.child_contact_range, part),
             concat("part ", part.id,
                    " connects two contact points of type joint; one of them must be of type assembly"))
          .note(p.range, "the parent's contact point is here")
          .note(c.range, "the child's contact point is here");
    } else if (movable == (part.joint_type == PartJointType::fixed)) {
      report(
          Rule::contact_joint_type, place(part.joint_type_range, part),
          movable
              ? concat(
                    "part ", part.id,
                    " is fixed, but a joint and an assembly contact point form a revolute or prismatic joint")
              : concat("part ", part.id, " is ", to_string(part.joint_type),
                       ", but two assembly contact points can only be fixed"))
          .note(p.range, concat("the parent's contact point is of type ", to_string(p.type)))
          .note(c.range, concat("the child's contact point is of type ", to_string(c.type)));
    }
  }

  void use_contact(const Part& part, int owner, int index, SourceRange range) {
    const auto [first, fresh] = contact_users_.try_emplace(std::pair(owner, index), part.range);
    if (fresh) return;
    report(Rule::contact_in_use, place(range, part),
           concat("contact point ", index, " of part ", owner, " already carries a connection"))
        .note(first->second, "the other connection is here");
  }

  void check_base() {
    const Part* first = nullptr;
    for (const Part& part : model_.parts) {
      const Block* block = block_of(part);
      const bool on_ground = part.parent_id == -1;
      if (on_ground && first != nullptr) {
        report(Rule::base_count, place(part.parent_id_range, part),
               concat("part ", part.id, " is also on the ground; an assembly has only one base"))
            .note(first->range, "the base is here");
      } else if (on_ground) {
        first = &part;
      }
      if (block == nullptr || is_told(part)) continue;
      if (part.id == 0 && !block->base()) {
        report(Rule::base_misplaced, place(part.block_range, part),
               concat("part 0 is ", describe(*block), ", which is not a base Block (isBaseBlock='true')"))
            .note(block->range, "the Block is here");
      } else if (part.id != 0 && block->base()) {
        report(Rule::base_misplaced, place(part.block_range, part),
               concat("part ", part.id, " is ", describe(*block), ", a base Block; it can only be part 0"))
            .note(block->range, "the Block is here");
        told_.emplace(part.range.file, part.range.begin);
      }
    }
  }

  void check_tool() {
    std::vector<int> depth(model_.parts.size(), 0);
    int deepest = 0;
    const Part* tool = nullptr;
    for (std::size_t i = 0; i < model_.parts.size(); ++i) {
      const Part& part = model_.parts[i];
      if (part.parent_id >= 0) depth[i] = depth[static_cast<std::size_t>(part.parent_id)] + 1;
      deepest = std::max(deepest, depth[i]);
      const Block* block = block_of(part);
      if (block == nullptr || !block->tool()) continue;
      if (tool == nullptr) {
        tool = &part;
      } else {
        report(Rule::tool_count, place(part.block_range, part),
               concat("part ", part.id, " is a second tool Block; an assembly has only one"))
            .note(tool->range, "the first is here");
      }
    }
    if (tool == nullptr) {
      // A Block that was not found could be a tool.
      const bool unknown =
          std::any_of(model_.parts.begin(), model_.parts.end(), [](const Part& part) { return !part.block; });
      if (!unknown)
        diagnostics_.report(Rule::tool_missing, model_.range,
                            "the assembly has no tool Block (isToolBlock='true'); add one at the end");
      return;
    }
    bool followed = false;
    for (const Part& part : model_.parts) {
      if (part.parent_id != tool->id) continue;
      followed = true;
      report(Rule::tool_not_last, place(part.parent_id_range, part),
             concat("part ", part.id, " is connected to the tool Block, part ", tool->id,
                    "; nothing can follow the tool"))
          .note(tool->range, "the tool is here");
    }
    if (!followed && depth[static_cast<std::size_t>(tool->id)] < deepest)
      report_farther_parts(*tool, depth, deepest);
  }

  // One finding at the tool, with a note at every part beyond it.
  void report_farther_parts(const Part& tool, const std::vector<int>& depth, int deepest) {
    constexpr int kMaxListed = 10;  // long lists help nobody
    const int tool_depth = depth[static_cast<std::size_t>(tool.id)];
    const auto farthest = std::find(depth.begin(), depth.end(), deepest) - depth.begin();
    auto builder = report(Rule::tool_not_last, tool.range,
                          concat("the tool Block, part ", tool.id, ", is ", tool_depth,
                                 " connections away from the base, part ", farthest, " is ", deepest,
                                 "; no part may be farther than the tool"));
    int listed = 0;
    for (std::size_t i = 0; i < depth.size(); ++i)
      if (depth[i] > tool_depth && listed++ < kMaxListed)
        builder.note(model_.parts[i].range, concat("part ", i, " is farther"));
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  bool good_ = true;
  std::map<std::pair<int, int>, SourceRange> contact_users_;
  std::set<std::pair<FileId, std::uint32_t>> told_;  // where parts begin of which something wrong was said
};

}  // namespace

bool check_blocks(const Model& model, DiagnosticEngine& diagnostics) {
  bool good = true;
  for (const Block& block : model.blocks) {
    for (std::size_t k = 0; k < block.contacts.size(); ++k) {
      const Contact& contact = block.contacts[k];
      if (!parallel(contact.zero_axis, contact.rot_axis)) continue;
      good = false;
      diagnostics.report(Rule::zero_axis_parallel, contact.range,
                         concat("contact point ", k, " of ", describe(block), " has zeroAxis ",
                                to_string(contact.zero_axis), ", parallel to its rotAxis ",
                                to_string(contact.rot_axis), "; choose an axis perpendicular to it"));
    }
  }
  return good;
}

bool check_assembly(const Model& model, DiagnosticEngine& diagnostics) {
  return AssemblyChecker(model, diagnostics).run();
}

}  // namespace romas
