// The assembly that is open, as a field of its scene.
#include "ir/assembly/joining.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

void write_connection(JsonWriter& json, const Part& part) {
  json.field("parent_contact", part.parent_contact);
  json.field("child_contact", part.child_contact);
  json.field("parent_matched_axis", to_string(part.parent_matched_axis));
  json.field("child_matched_axis", to_string(part.child_matched_axis));
  json.field("joint_type", to_string(part.joint_type));
  json.key("offset");  // as Assembly XML has it
  if (part.offset)
    json.number(part.offset->value());
  else
    json.null();
}

void write_part_contacts(JsonWriter& json, const Model& model, const Joining& joining, std::size_t i) {
  const Part& part = model.parts[i];
  const auto& contacts = model.blocks[part.block.index()].contacts;
  json.key("contacts");
  json.begin_array();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("index", k);
    json.field("kind", to_string(contacts[k].type));
    write_pose(json, "pose", contact_in_link(model, part, static_cast<int>(k)));
    write_vector(json, "rot_axis", unit_vector(contacts[k].rot_axis));
    write_vector(json, "zero_axis", unit_vector(contacts[k].zero_axis));
    json.field("used_by", joining.user_of(static_cast<int>(i), static_cast<int>(k)));
    json.end_object();
  }
  json.end_array();
}

template <class EntityId>
long long index_or_none(EntityId id) {
  return id ? static_cast<long long>(id.index()) : -1;
}

// The parts of a robot that has them.
void write_parts(JsonWriter& json, const Model& model, const BlockShelf& shelf) {
  const Joining joining(model);
  std::vector<long long> on_shelf;
  for (const Block& block : model.blocks) {
    const auto found = shelf.find(block);
    on_shelf.push_back(found ? static_cast<long long>(*found) : -1);
  }
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    const Part& part = model.parts[i];
    json.begin_object();
    json.field("id", part.id);
    json.field("parent", part.parent_id);
    json.field("block", on_shelf[part.block.index()]);
    json.field("link", index_or_none(part.link));
    json.field("joint", index_or_none(part.joint));
    write_connection(json, part);
    write_part_contacts(json, model, joining, i);
    json.end_object();
  }
}

}  // namespace

void write_assembly(JsonWriter& json, Workspace& workspace) {
  json.key("assembly");
  const AssemblyDocument* assembly = workspace.assembly();
  if (assembly == nullptr) {
    json.null();
    return;
  }
  json.begin_object();
  json.field("saved", assembly->saved());
  json.field("path", assembly->path());
  json.field("undo", assembly->undo_label());
  json.field("redo", assembly->redo_label());
  json.field("selected", assembly->state().selected);
  json.field("zero_is_assembled", workspace.zero_is_assembled());
  json.key("default_limit");
  if (const auto& limit = assembly->state().default_limit) {
    json.begin_array(JsonWriter::Style::inline_);
    json.number(limit->lower);
    json.number(limit->upper);
    if (limit->effort && limit->velocity) {
      json.number(*limit->effort);
      json.number(*limit->velocity);
    }
    json.end_array();
  } else {
    json.null();
  }
  json.key("parts");
  json.begin_array();
  if (const Model* model = workspace.document()->drawn_robot(0)) write_parts(json, *model, workspace.shelf());
  json.end_array();
  json.end_object();
}

}  // namespace romas::studio
