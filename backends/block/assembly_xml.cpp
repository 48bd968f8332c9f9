// Assembly XML: the parts of a modular robot. Their Blocks stand in the library (--emit=block).
#include <unordered_map>
#include <unordered_set>

#include "backends/block/block_xml.h"
#include "backends/xml/finish_xml.h"
#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace {

class AssemblyWriter {
 public:
  AssemblyWriter(const Model& model, TargetContext& context) : model_(model), context_(context) {
    for (const Block& block : model.blocks) {
      ++blocks_of_id_[block.id];
      if (block.diffuse) diffuse_.insert(concat(block.name, "_diffuse"));
    }
  }

  std::string run() {
    report_losses();
    xml_.declaration();
    if (!context_.options.banner.empty()) xml_.comment(concat(" ", context_.options.banner, " "));
    {
      const XmlScope assembly(xml_, "Assembly");
      for (const Part& part : model_.parts) write_part(part);
    }
    return finish_xml(xml_, model_, context_.diagnostics);
  }

 private:
  void write_part(const Part& part) {
    const Block& block = model_.blocks[part.block.index()];
    const XmlScope element(xml_, "Part");
    xml_.attribute("id", std::to_string(part.id));
    xml_.attribute("parentId", std::to_string(part.parent_id));
    xml_.attribute("blockId", block.id);
    if (part.chosen_by_name || blocks_of_id_.at(block.id) > 1) {
      xml_.attribute("blockName", block.name);
      xml_.attribute("blockTag", block.tag);
    }
    xml_.attribute("parentContactPointIndex", std::to_string(part.parent_contact));
    xml_.attribute("childContactPointIndex", std::to_string(part.child_contact));
    xml_.attribute("parentMatchedAxis", to_string(part.parent_matched_axis));
    xml_.attribute("childMatchedAxis", to_string(part.child_matched_axis));
    xml_.attribute("jointType", to_string(part.joint_type));
    if (part.offset) xml_.attribute("offset", part.offset->text());
    const Place place = entity_place(EntityKind::part, static_cast<std::size_t>(&part - model_.parts.data()));
    write_foreign_attributes(xml_, model_, place);
    write_foreign_elements(xml_, model_, place);
  }

  void lost(SourceRange place, const std::string& what) const {
    context_.diagnostics.report(Rule::feature_dropped, place,
                                concat(what, " is not part of an assembly of Blocks and is left out"));
  }

  // Reports what an assembly loses: it holds the parts only, from which the rest is derived.
  void report_losses() const {
    std::unordered_set<std::size_t> links, joints;
    for (const Part& part : model_.parts) {
      if (part.link) links.insert(part.link.index());
      if (part.joint) joints.insert(part.joint.index());
    }
    for_each_store(model_, [&](EntityKind kind, const auto& store) {
      for (std::size_t i = 0; i < store.size(); ++i)
        if (!follows_from_parts(kind, i, links, joints)) {
          lost(store[i].range, describe(model_, kind, i));
          context_.changes.allow(kind, entity_name(model_, kind, i));
        }
    });
    for (const std::size_t i : sorted(joints)) report_losses_of(model_.joints[i]);
    for (const Extension& extension : model_.extensions)
      if (extension.owner.kind != EntityKind::block && extension.owner.kind != EntityKind::part)
        lost(extension.range, concat("'", extension.name, "'"));
    if (model_.gravity) lost(model_.range, "gravity");
  }

  // Reports the limit and the servo of a joint: the parts determine only its pose and type of motion.
  void report_losses_of(const Joint& joint) const {
    const auto of_joint = [&](std::string_view what) { return concat(what, " of joint '", joint.name, "'"); };
    if (joint.limit) {
      lost(joint.range, of_joint("the limit"));
      context_.changes.allow(EntityKind::joint, joint.name, "limit");
    }
    if (joint.servo) lost(joint.servo->range, of_joint("the servo"));
  }

  static std::vector<std::size_t> sorted(const std::unordered_set<std::size_t>& set) {
    std::vector<std::size_t> list(set.begin(), set.end());
    std::sort(list.begin(), list.end());
    return list;
  }

  bool follows_from_parts(EntityKind kind, std::size_t index, const std::unordered_set<std::size_t>& links,
                          const std::unordered_set<std::size_t>& joints) const {
    switch (kind) {
      case EntityKind::link: return links.contains(index);
      case EntityKind::joint: return joints.contains(index);
      case EntityKind::frame:
        return model_.frames[index].kind == Frame::Origin::block_body ||
               model_.frames[index].kind == Frame::Origin::contact;
      case EntityKind::material: return diffuse_.contains(model_.materials[index].name);
      case EntityKind::block:
      case EntityKind::part: return true;
      default: return false;
    }
  }

  const Model& model_;
  TargetContext& context_;
  std::unordered_map<std::string_view, int> blocks_of_id_;
  std::unordered_set<std::string> diffuse_;  // materials that Blocks bring along
  XmlWriter xml_;
};

}  // namespace

std::string emit_assembly(const Model& model, TargetContext& context) {
  if (!model.parts.empty()) return AssemblyWriter(model, context).run();
  context.diagnostics.report(Rule::no_robot, model.name_range,
                             concat("robot '", model.name,
                                    "' does not consist of Blocks, so there is no assembly to write; urdf, "
                                    "sdf and romas can express it"));
  return {};
}

}  // namespace romas
