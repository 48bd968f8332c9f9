// Blocks, the parts of an assembly, and extensions.
#include "backends/romas/romas_printer.h"
#include "ir/format/mjcf_words.h"
#include "support/text/text.h"

namespace romas {

void RomasPrinter::block(const Block& block) {
  // The files of a Block lie in its folder; without one they lie beside the model's file, as meshes do.
  const auto file = [&](std::string_view word, std::string_view written) {
    property(word, block.folder.empty() ? path(written) : romas_string(written));
  };
  entity(concat("block ", romas_string(block.id)), [&] {
    if (!block.name.empty()) property("name", romas_string(block.name));
    if (!block.tag.empty()) property("tag", romas_string(block.tag));
    if (block.is_base) property("base", *block.is_base ? "true" : "false");
    if (block.is_tool) property("tool", *block.is_tool ? "true" : "false");
    if (!block.folder.empty()) property("folder", path(block.folder));
    if (block.shape) {
      const std::string where =
          !block.shape->pose.absent() ? concat(" at ", romas_pose(block.shape->pose)) : std::string();
      property(
          "shape",
          concat(block.folder.empty() ? path(block.shape->file) : romas_string(block.shape->file), where));
    }
    if (block.diffuse) file("diffuse", *block.diffuse);
    if (block.normal) file("normal", *block.normal);
    if (block.thumbnail) file("thumbnail", *block.thumbnail);
    for (const Contact& c : block.contacts) contact(c);
    quantity("mass", block.mass, "kg");
    if (block.com) property("com", romas_tuple(*block.com, "m"));
    if (block.inertia) inertia(*block.inertia);
  });
}

void RomasPrinter::contact(const Contact& contact) {
  std::string line(to_string(contact.type));
  if (!contact.pose.absent()) line.append(" at ").append(romas_pose(contact.pose));
  line.append(concat(" rot_axis ", to_string(contact.rot_axis), " zero_axis ", to_string(contact.zero_axis)));
  property("contact", line);
}

// The Block of a part by its id; name and tag are added where several Blocks have the id, here or in the
// library that it came from.
std::string RomasPrinter::block_reference(const Part& part) {
  if (!part.block) return "block()";
  const Block& block = model_.blocks[part.block.index()];
  if (blocks_by_id_.empty())
    for (const Block& other : model_.blocks) ++blocks_by_id_[other.id];
  if (!part.chosen_by_name && blocks_by_id_.at(block.id) == 1)
    return concat("block(", romas_string(block.id), ")");
  return concat("block(", romas_string(block.id), ", ", romas_string(block.name), ", ",
                romas_string(block.tag), ")");
}

void RomasPrinter::part(const Part& part) {
  std::string line = concat(part.id, " = ", block_reference(part));
  if (part.parent_id != -1 || part.parent_contact != -1) {
    line.append(part.parent_id == -1 ? std::string(" on ground") : concat(" on part ", part.parent_id));
    if (part.parent_contact != -1) line.append(concat(" contact[", part.parent_contact, "]"));
  }
  if (part.child_contact != -1) line.append(concat(" by contact[", part.child_contact, "]"));
  line.append(" ").append(to_string(part.joint_type));
  if (part.parent_matched_axis != SignedAxis::plus_x || part.child_matched_axis != SignedAxis::plus_x)
    line.append(
        concat(" match ", to_string(part.parent_matched_axis), " -> ", to_string(part.child_matched_axis)));
  constexpr std::array<std::string_view, 3> kOffsetUnits = {"", "deg", "m"};  // fixed, revolute, prismatic
  if (part.offset)
    line.append(" offset ")
        .append(romas_quantity(*part.offset, kOffsetUnits[static_cast<std::size_t>(part.joint_type)]));
  if (part.link) line.append(" as link ").append(romas_name(model_.link(part.link).name));
  if (part.joint) line.append(" as joint ").append(romas_name(model_.joint(part.joint).name));
  property("part", line);
}

void RomasPrinter::extensions() {
  const EntityNames names(model_);
  std::vector<Extension> whose;
  if (model_.layout.format == mjcf::kWordsOfMjcf) {
    Extension& words = whose.emplace_back();
    words.kind = Extension::Kind::attribute;
    words.name = mjcf::kWordsOf;
    words.text = mjcf::kWordsOfMjcf;
  }
  section(whose, [&](const Extension& e) { extension(e, names); });
  section(model_.extensions, [&](const Extension& e) { extension(e, names); });
}

void RomasPrinter::extension(const Extension& extension, const EntityNames& names) {
  const Place& place = extension.owner;
  std::string owner(entity_kind_name(place.kind));
  if (place.kind != EntityKind::robot) {
    const auto name = names.unique_name(place.kind, place.index);
    owner.append(name ? concat(" ", romas_name(*name)) : concat("[", place.index, "]"));
  }
  owner.append(slot_path(place));
  const std::string_view kind = extension.kind == Extension::Kind::attribute ? "attribute" : "element";
  const std::string raw = romas_raw_string(extension.text);
  out_.line("extension ", kind, " ", romas_name(extension.name), " of ", owner, " { raw ", raw, " }");
}

}  // namespace romas
