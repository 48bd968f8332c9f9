// sort-tree: links in depth-first order of the tree (children in the order of their joints), and joints in
// the order in which that reaches their children. Entities that no root reaches follow in their old order. If
// the source's order of elements is kept, links and joints change places among each other, each with the
// comments before it.
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/edit.h"
#include "passes/pass/pass_functions.h"

namespace romas {

namespace {

// The order of a store: what the tree reaches, then the rest.
template <class Ids>
std::vector<std::uint32_t> order_of(const Ids& reached, std::size_t count) {
  std::vector<std::uint32_t> order;
  order.reserve(count);
  std::vector<bool> seen(count, false);
  for (const auto id : reached) {
    order.push_back(static_cast<std::uint32_t>(id.index()));
    seen[id.index()] = true;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!seen[i]) order.push_back(static_cast<std::uint32_t>(i));
  return order;
}

bool is_sorted_already(const std::vector<std::uint32_t>& order) {
  return std::is_sorted(order.begin(), order.end());
}

// An entity of the robot with the comments in front of it.
struct Chunk {
  std::uint32_t index = 0;
  std::vector<LayoutItem> items;
};

// Puts the entities of one kind in ascending order into the places where entities of this kind stand.
std::vector<LayoutItem> sort_items(const std::vector<LayoutItem>& items, EntityKind kind) {
  std::vector<Chunk> chunks(1);    // everything, in order
  std::vector<std::size_t> slots;  // the chunks that end with an entity of this kind
  for (const LayoutItem& item : items) {
    chunks.back().items.push_back(item);
    if (item.kind == LayoutItem::Kind::comment) continue;
    chunks.back().index = item.index;
    if (item.kind == LayoutItem::Kind::entity && item.entity == kind) slots.push_back(chunks.size() - 1);
    chunks.emplace_back();
  }
  std::vector<std::size_t> sorted = slots;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return chunks[a].index < chunks[b].index; });
  std::vector<LayoutItem> result;
  result.reserve(items.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const bool is_slot = next < slots.size() && slots[next] == i;
    const Chunk& chunk = is_slot ? chunks[sorted[next++]] : chunks[i];
    result.insert(result.end(), chunk.items.begin(), chunk.items.end());
  }
  return result;
}

}  // namespace

bool sort_tree(Model& model, TransformContext& context) {
  const KinematicTree tree(model);
  const auto links = order_of(tree.order(), model.links.size());
  const auto joints = order_of(tree.joint_order(), model.joints.size());
  if (is_sorted_already(links) && is_sorted_already(joints)) return false;
  Renumbering renumbering;
  renumbering.reorder(EntityKind::link, links);
  renumbering.reorder(EntityKind::joint, joints);
  renumber(model, renumbering);
  if (const auto robot = model.layout.children.find(Place{}); robot != model.layout.children.end()) {
    robot->second = sort_items(sort_items(robot->second, EntityKind::link), EntityKind::joint);
  }
  ++context.statistics["models sorted"];
  return true;
}

}  // namespace romas
