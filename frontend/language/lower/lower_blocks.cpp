// Blocks with their contacts, and the parts of an assembly.
#include <cstdlib>
#include <string_view>
#include <unordered_map>

#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

SignedAxis read_signed_axis(LowerContext& c, const AxisName* axis) {
  if (axis == nullptr) return SignedAxis::plus_z;
  if (const auto known = parse_signed_axis(axis->text)) return *known;
  c.report(Rule::bad_value, axis->range,
           concat("'", axis->text, "' is not an axis; an axis is x, -x, y, -y, z or -z"));
  return SignedAxis::plus_z;
}

// contact joint|assembly [at POSE] [rot_axis AXIS] [zero_axis AXIS]
void lower_contact(LowerContext& c, const Statement& s, Block& block) {
  c.check_arguments(s);
  Contact contact;
  contact.range = s.range;
  contact.type = s.find("joint") != nullptr ? ContactType::joint : ContactType::assembly;
  contact.pose = c.pose(s, "the pose of a contact");
  if (const auto* axis = s.get<AxisName>("rot_axis")) contact.rot_axis = read_signed_axis(c, axis);
  if (const auto* axis = s.get<AxisName>("zero_axis")) contact.zero_axis = read_signed_axis(c, axis);
  block.contacts.push_back(std::move(contact));
}

// The number of a part or contact.
int id_of_part(LowerContext& c, const Integer& written) {
  constexpr long long kLargest = 1'000'000'000;
  if (std::abs(written.value) <= kLargest) return static_cast<int>(written.value);
  c.report(Rule::bad_number, written.range,
           concat("the number ", written.value, " is too large; parts and contacts have at most ", kLargest));
  return 0;
}

// Reads the keywords in their order: `contact` belongs to the child after `by`, otherwise to the parent.
void lower_part_argument(LowerContext& c, const Argument& argument, Part& part, bool& child_side) {
  const auto integer = [&](int& target, SourceRange& range) {
    if (argument.values.empty()) return;
    if (const auto* value = std::get_if<Integer>(&argument.values.front())) {
      target = id_of_part(c, *value);
      range = value->range;
    }
  };
  if (argument.label == "part") integer(part.parent_id, part.parent_id_range);
  if (argument.label == "by") child_side = true;
  if (argument.label == "on") child_side = false;
  if (argument.label == "contact" && child_side) integer(part.child_contact, part.child_contact_range);
  if (argument.label == "contact" && !child_side) integer(part.parent_contact, part.parent_contact_range);
  if (argument.label == "match" && argument.values.size() == 2) {
    const auto* parent = std::get_if<AxisName>(&argument.values[0]);
    const auto* child = std::get_if<AxisName>(&argument.values[1]);
    part.parent_matched_axis = read_signed_axis(c, parent);
    part.child_matched_axis = read_signed_axis(c, child);
    if (parent != nullptr) part.parent_matched_axis_range = parent->range;
    if (child != nullptr) part.child_matched_axis_range = child->range;
  }
  // A joint type may follow any of them.
  for (const Item& item : argument.values) {
    const auto* word = std::get_if<Name>(&item);
    if (word == nullptr || argument.label == "link" || argument.label == "joint") continue;
    part.joint_type_range = word->range;
    bool known = false;
    for (const auto type : {PartJointType::fixed, PartJointType::revolute, PartJointType::prismatic}) {
      if (to_string(type) != word->text) continue;
      part.joint_type = type;
      known = true;
    }
    if (!known)
      c.report(Rule::bad_value, word->range,
               concat("a part must be connected as fixed, revolute or prismatic, not '", word->text, "'"));
  }
}

}  // namespace

void lower_block(LowerContext& c, const Statement& s) {
  Block block;
  block.id = c.text(s, "block");
  block.id_range = s.the<Text>("block").range;
  block.range = s.range;
  c.check_body(s, concat("Block '", block.id, "'"), {"contact"});
  for (const Statement& property : s.body) {
    const std::string_view word = property.word();
    if (word == "name") block.name = c.text(property, word);
    if (word == "tag") block.tag = c.text(property, word);
    if (word == "folder") block.folder = c.text(property, word);
    if (word == "diffuse") block.diffuse = c.text(property, word);
    if (word == "normal") block.normal = c.text(property, word);
    if (word == "thumbnail") block.thumbnail = c.text(property, word);
    if (word == "base") block.is_base = c.values.boolean(property.the<Expr>(word), "'base'");
    if (word == "tool") block.is_tool = c.values.boolean(property.the<Expr>(word), "'tool'");
    if (word == "shape")
      block.shape =
          BlockShape{c.pose(property, "the pose of a shape"), c.text(property, word), property.range};
    if (word == "contact") lower_contact(c, property, block);
    if (word == "mass") block.mass = c.number(property, word, "kg", "the mass");
    if (word == "com") block.com = c.values.number3(property.the<Expr>(word), "m", "the centre of mass");
    if (word == "inertia") block.inertia = read_inertia(c, property);
  }
  c.model.blocks.push_back(std::move(block));
}

// part ID = lower_block(c, "ID"[, "NAME", "TAG"]) [on part ID contact[I]] [by contact[I]] [TYPE] [match AXIS
// -> AXIS] [offset Q] [as link L] [as joint J]
void lower_part(LowerContext& c, const Statement& s) {
  Part part;
  part.range = s.range;
  const Integer& id = s.the<Integer>("part");
  part.id = id_of_part(c, id);
  part.id_range = id.range;
  PartReferences::Written written;
  const Argument& block = s.the_argument("block");
  part.block_range = block.range;
  for (const Item& item : block.values) {
    if (const auto* text = std::get_if<Text>(&item)) {
      written.block.push_back(*text);
      if (written.block.size() == 1) part.block_range = text->range;
    }
  }
  part.chosen_by_name = written.block.size() > 1;
  bool child_side = false;
  for (std::size_t i = 1; i < s.arguments.size(); ++i)
    lower_part_argument(c, s.arguments[i], part, child_side);
  written.link = c.name(s, "link");
  written.joint = c.name(s, "joint");
  const std::string_view units = part.joint_type == PartJointType::prismatic ? "m" : "";
  if (const auto* offset = s.get<Expr>("offset")) {
    part.offset_range = offset->range;
    part.offset = part.joint_type == PartJointType::revolute ? c.values.degrees(*offset, "the offset")
                                                             : c.values.number(*offset, units, "the offset");
  }
  c.model.parts.push_back(part);
  c.parts.add(std::move(written));
}

void PartReferences::resolve(Model& model, DiagnosticEngine& diagnostics) const {
  if (model.parts.empty()) return;
  std::unordered_multimap<std::string_view, std::size_t> blocks;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) blocks.emplace(model.blocks[i].id, i);
  // The first that fits.
  const auto find_block = [&](const std::vector<Text>& words) {
    BlockId found;
    const auto [begin, end] = blocks.equal_range(words[0].text);
    for (auto candidate = begin; candidate != end; ++candidate) {
      const Block& block = model.blocks[candidate->second];
      const bool fits = words.size() == 1 || (block.name == words[1].text && block.tag == words[2].text);
      if (fits && (!found || candidate->second < found.index())) found = BlockId(candidate->second);
    }
    return found;
  };
  for (std::size_t i = 0; i < model.parts.size(); ++i) {
    Part& part = model.parts[i];
    const Written& written = written_[i];
    if (!written.block.empty()) {
      part.block = find_block(written.block);
      if (!part.block)
        diagnostics.report(Rule::block_unknown, written.block.front().range,
                           concat("the robot has no Block '", written.block.front().text, "'"));
    }
    if (written.link) {
      part.link = model.find_link(written.link->text);
      if (!part.link)
        diagnostics.report(Rule::unresolved_link, written.link->range,
                           concat("there is no link '", written.link->text, "'"));
    }
    if (written.joint) {
      part.joint = model.find_joint(written.joint->text);
      if (!part.joint)
        diagnostics.report(Rule::unresolved_link, written.joint->range,
                           concat("there is no joint '", written.joint->text, "'"));
    }
  }
}

}  // namespace romas::language
