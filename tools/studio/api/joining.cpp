// Tells which contacts a Block can be joined to, and how: the page asks before it offers anything.
#include "ir/assembly/joining.h"
#include "ir/assembly/assembly.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

// The question of a request: a Block of the shelf, and the place for it.
struct Question {
  BlockId block;
  int part = -1;  // -1: any
  std::optional<int> parent_contact, child_contact;
};

bool has_contact(const Block& block, const std::optional<int>& contact) {
  return !contact || (*contact >= 0 && static_cast<std::size_t>(*contact) < block.contacts.size());
}

// Returns nullopt if the question names something that does not exist.
std::optional<Question> read_question(const Call& call, const Model& bench) {
  Question question;
  const auto block = call.body.number("block");
  const auto& faults = call.workspace.shelf().faults;
  if (!block || *block >= faults.size() || faults[*block] != BlockShelf::Fault::none) return std::nullopt;
  question.block = BlockId(*block);
  question.part = call.body.integer("part").value_or(-1);
  question.parent_contact = call.body.integer("parent_contact");
  question.child_contact = call.body.integer("child_contact");
  if (question.part < -1 || question.part >= static_cast<int>(bench.parts.size())) return std::nullopt;
  if (question.part < 0 && question.parent_contact) return std::nullopt;
  if (!has_contact(bench.blocks[*block], question.child_contact)) return std::nullopt;
  if (question.part < 0) return question;
  const Part& part = bench.parts[static_cast<std::size_t>(question.part)];
  if (!has_contact(bench.blocks[part.block.index()], question.parent_contact)) return std::nullopt;
  return question;
}

void write_state(JsonWriter& json, const ContactState& state, bool of_one_pair) {
  const JoinObstacle obstacle = state.obstacle;
  std::string_view word = code_of(obstacle);
  if (obstacle == JoinObstacle::none) word = "free";
  if (obstacle == JoinObstacle::taken) word = "used";
  if (obstacle == JoinObstacle::joint_with_joint && !of_one_pair) word = "no-partner";
  json.field("state", word);
  json.key("reason");
  if (obstacle == JoinObstacle::none) {
    json.null();
    return;
  }
  json.begin_object();
  json.field("code", code_of(obstacle));
  json.field("text", obstacle == JoinObstacle::taken
                         ? concat("the contact point carries the connection of part ", state.used_by)
                         : std::string(text_of(obstacle)));
  json.end_object();
}

void write_matching_contacts(JsonWriter& json, const Model& bench, const Question& question) {
  const Joining joining(bench);
  json.key("contacts");
  json.begin_array();
  for (const ContactState& state : joining.contact_states(question.block)) {
    if (question.part >= 0 && state.part != question.part) continue;
    if (question.parent_contact && state.contact != *question.parent_contact) continue;
    const Part& part = bench.parts[static_cast<std::size_t>(state.part)];
    const auto& contacts = bench.blocks[part.block.index()].contacts;
    json.begin_object(JsonWriter::Style::inline_);
    json.field("part", state.part);
    json.field("contact", state.contact);
    json.field("kind", to_string(contacts[static_cast<std::size_t>(state.contact)].type));
    write_state(json, state, false);
    json.end_object();
  }
  json.end_array();
  std::optional<ContactState> parent;
  if (question.parent_contact) parent = ContactState{question.part, *question.parent_contact};
  json.key("child_contacts");
  json.begin_array();
  for (const ContactState& state : joining.child_contact_states(question.block, parent)) {
    const auto& contacts = bench.blocks[question.block.index()].contacts;
    json.begin_object(JsonWriter::Style::inline_);
    json.field("contact", state.contact);
    json.field("kind", to_string(contacts[static_cast<std::size_t>(state.contact)].type));
    write_state(json, state, parent.has_value());
    json.end_object();
  }
  json.end_array();
}

void write_axes(JsonWriter& json, const MatchedAxes& axes) {
  json.field("quarter", axes.quarters);
  json.field("delta_degrees", 90 * axes.quarters);
  json.field("parent_matched_axis", to_string(axes.parent));
  json.field("child_matched_axis", to_string(axes.child));
}

// How two contacts can meet. Poses are those without motion (d = 0).
void write_choices(JsonWriter& json, const Model& bench, const Question& question) {
  const Part& parent = bench.parts[static_cast<std::size_t>(question.part)];
  const Contact& p =
      bench.blocks[parent.block.index()].contacts[static_cast<std::size_t>(*question.parent_contact)];
  const Contact& c =
      bench.blocks[question.block.index()].contacts[static_cast<std::size_t>(*question.child_contact)];
  const JoiningChoices choices = joining_choices(p, c);
  const RigidTransform X_Lp = contact_in_link(bench, parent, *question.parent_contact);
  json.key("types");
  json.begin_array(JsonWriter::Style::inline_);
  for (const PartJointType type : choices.types) json.string(to_string(type));
  json.end_array();
  json.key("turns");
  json.begin_array();
  for (const MatchedAxes& turn : choices.turns) {
    const TransformExpr R_pc = connect(p, turn.parent, c, turn.child).R_pc;
    json.begin_object(JsonWriter::Style::inline_);
    write_axes(json, turn);
    write_pose(json, "pose", X_Lp * R_pc.evaluate());
    json.field("default", turn.quarters == 0);
    json.end_object();
  }
  json.end_array();
  write_vector(json, "axis", X_Lp.R * unit_vector(p.rot_axis));
  write_vector(json, "origin", X_Lp.p);
  json.key("matched");
  json.begin_array();
  for (const MatchedAxes& pair : choices.pairs) {
    json.begin_object(JsonWriter::Style::inline_);
    write_axes(json, pair);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

Response show_joining(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  const auto bench = call.workspace.workbench();
  if (!bench) return error_response(409, "no-assembly", "no assembly is open, or it has errors");
  const auto question = read_question(call, *bench);
  if (!question)
    return error_response(400, "bad-request", "there is no such Block, part or contact point to ask about");
  JsonWriter json;
  begin_answer(json, call.workspace);
  write_matching_contacts(json, *bench, *question);
  if (question->parent_contact && question->child_contact) write_choices(json, *bench, *question);
  return finish_answer(json);
}

}  // namespace romas::studio
