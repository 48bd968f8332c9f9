// check-names: two entities of one kind with one name (RM1007), links and joints that share a name (RM1008),
// and names that programs, file formats or SDF cannot take (RM1101, RM1102, RM1103), or that people cannot
// read (RM1105). Frames share a namespace with links. Sensor names are unique within a link or joint.
// Transmissions and visuals may share names.
#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/entity.h"
#include "ir/model/name_index.h"
#include "passes/pass/pass_functions.h"
#include "support/names/c_names.h"
#include "support/text/characters.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

class NameChecker {
 public:
  NameChecker(const Model& model, DiagnosticEngine& diagnostics) : model_(model), diagnostics_(diagnostics) {}
  void run();

 private:
  template <class Store>
  void check_unique(const Store& store, std::string_view kind);
  void check_frames();
  void check_sensors();
  void check_links_against_joints();
  template <class Store>
  void check_spelling(const Store& store, std::string_view kind);
  template <class Store>
  void check_visible_names(const Store& store, std::string_view kind);
  bool check_visible(std::string_view kind, std::string_view name, SourceRange place);
  void check_robot_name();
  void check_reserved();
  // Entities of one name, the later one at `place`. If a text makes parts of several robots, more names clash
  // at the same two places.
  struct Duplicate {
    SourceRange place, first;
    std::string_view name;
    bool equal = false;
    std::vector<std::string> others = {};  // in quotes
  };
  void report_duplicate(std::string_view what, const Duplicate& duplicate);
  void report_reserved(std::string_view kind, std::string_view name, SourceRange place);

  const Model& model_;
  DiagnosticEngine& diagnostics_;
};

void NameChecker::run() {
  check_unique(model_.links, "link");
  check_unique(model_.joints, "joint");
  check_unique(model_.materials, "material");
  check_unique(model_.loop_joints, "loop joint");
  check_unique(model_.ros2_controls, "ros2_control");
  check_unique(model_.force_elements, "force element");
  check_frames();
  check_sensors();
  check_links_against_joints();
  check_spelling(model_.links, "link");
  check_spelling(model_.joints, "joint");
  check_spelling(model_.frames, "frame");
  check_spelling(model_.sensors, "sensor");
  check_visible("robot", model_.name, name_place(model_));
  check_visible_names(model_.materials, "material");
  check_visible_names(model_.loop_joints, "loop joint");
  check_visible_names(model_.ros2_controls, "ros2_control");
  check_visible_names(model_.force_elements, "force element");
  check_robot_name();
  check_reserved();
}

void NameChecker::report_duplicate(std::string_view what, const Duplicate& duplicate) {
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = duplicate.others.size();
  const auto named = std::span(duplicate.others).first(std::min(count, kMostNamed));
  auto builder = diagnostics_.report(
      Rule::duplicate_name, duplicate.place,
      concat(what, " '", duplicate.name, "' is defined twice",
             duplicate.equal ? " with the same content; remove one" : "; give one of them another name"));
  builder.note(duplicate.first,
               count == 0 ? std::string("the first is here")
                          : concat("the first is here; it is the same with ", join(named, ", "),
                                   count > kMostNamed ? concat(" and ", count - kMostNamed, " others")
                                                      : std::string()));
}

template <class Store>
void NameChecker::check_unique(const Store& store, std::string_view kind) {
  const auto is_absent = [](const auto& entity) {
    return entity.name.empty() && !entity.name_range.valid();
  };  // and that was reported
  NameIndex names;
  names.build(store);
  std::vector<Duplicate> found;
  const auto key_of = [](SourceRange range) { return std::tuple(range.file, range.begin, range.end); };
  std::map<decltype(std::pair(key_of({}), key_of({}))), std::size_t> known;  // by their two places
  for (std::size_t i = 0; i < store.size(); ++i) {
    const auto& entity = store[i];
    const auto& first = store[names.find(store, entity.name)];
    if (&entity == &first || is_absent(entity) || is_absent(first)) continue;
    // A part that was not understood may be the one in which they differ.
    const bool alike =
        entity == first && !diagnostics_.in_doubt(entity.range) && !diagnostics_.in_doubt(first.range);
    const SourceRange place = name_place(entity), first_place = name_place(first);
    const auto [same, is_new] = known.try_emplace({key_of(place), key_of(first_place)}, found.size());
    if (is_new || !place.valid()) {
      found.push_back({place, first_place, entity.name, alike});
    } else {
      found[same->second].equal = found[same->second].equal && alike;
      found[same->second].others.push_back(in_quotes(entity.name));
    }
  }
  for (const Duplicate& duplicate : found) report_duplicate(kind, duplicate);
}

void NameChecker::check_frames() {
  check_unique(model_.frames, "frame");
  for (const Frame& frame : model_.frames) {
    const LinkId link = model_.find_link(frame.name);
    if (!link || frame.name.empty()) continue;
    diagnostics_
        .report(Rule::duplicate_name, name_place(frame),
                concat("frame '", frame.name,
                       "' has the name of a link, which is a frame too; give it another name"))
        .note(name_place(model_.link(link)), "the link is here");
  }
}

void NameChecker::check_sensors() {
  std::unordered_map<std::string, SourceRange> seen;
  for (const Sensor& sensor : model_.sensors) {
    if (sensor.name.empty()) continue;
    // NUL separates the pieces of the key, because it cannot be part of a name.
    const std::string owner = concat(sensor.parent_link ? sensor.parent_link->name : "", '\0',
                                     sensor.parent_joint ? sensor.parent_joint->name : "");
    const auto [first, is_new] = seen.emplace(concat(owner, '\0', sensor.name), name_place(sensor));
    if (!is_new) report_duplicate("sensor", {name_place(sensor), first->second, sensor.name});
  }
}

void NameChecker::check_links_against_joints() {
  for (const Joint& joint : model_.joints) {
    const LinkId link = model_.find_link(joint.name);
    if (!link || joint.name.empty()) continue;
    diagnostics_
        .report(Rule::link_joint_same_name, name_place(joint),
                concat("joint '", joint.name,
                       "' has the name of a link; both are frames in SDF, where one of them must be renamed"))
        .note(name_place(model_.link(link)), "the link is here");
  }
}

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return is_letter(c) || c == '_'; };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || is_digit(c); });
}

bool NameChecker::check_visible(std::string_view kind, std::string_view name, SourceRange place) {
  const auto hidden = first_hidden(name);
  if (!hidden) return true;
  diagnostics_.report(
      Rule::name_invisible, place,
      concat(kind, " name '", one_line(name), "' contains the invisible character ", code_point_name(*hidden),
             ", so it can be mistaken for another name; remove the character"));
  return false;
}

template <class Store>
void NameChecker::check_visible_names(const Store& store, std::string_view kind) {
  for (const auto& entity : store) check_visible(kind, entity.name, name_place(entity));
}

template <class Store>
void NameChecker::check_spelling(const Store& store, std::string_view kind) {
  const bool identifiers_matter = diagnostics_.enabled(Rule::name_identifier);
  for (const auto& entity : store) {
    if (entity.name.empty()) {
      // A name without a range is absent, which the frontend has reported.
      if (entity.name_range.valid())
        diagnostics_.report(Rule::name_whitespace, entity.name_range,
                            concat("a ", kind, " has an empty name"));
    } else if (!check_visible(kind, entity.name, name_place(entity))) {
      continue;
    } else if (std::any_of(entity.name.begin(), entity.name.end(), is_space)) {
      diagnostics_.report(
          Rule::name_whitespace, name_place(entity),
          concat(kind, " name '", entity.name, "' contains white space, which many tools split at"));
    } else if (identifiers_matter && !is_identifier(entity.name)) {
      diagnostics_.report(
          Rule::name_identifier, name_place(entity),
          concat(kind, " name '", entity.name, "' is not an identifier; generated code has to rename it"));
    }
  }
}

// The name of the robot itself, after which generated code, its files and packages are called.
void NameChecker::check_robot_name() {
  const std::string_view name = model_.name;
  const bool plain = std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; });
  if (plain || first_hidden(name)) return;
  diagnostics_.report(Rule::name_identifier, name_place(model_),
                      concat("robot name '", name, "' is not an identifier; generated code calls it '",
                             make_namespace(name), "', and --name chooses another name"));
}

void NameChecker::report_reserved(std::string_view kind, std::string_view name, SourceRange place) {
  diagnostics_.report(Rule::name_reserved, place,
                      concat(kind, " name '", name, "' is reserved by SDF; choose another one"));
}

void NameChecker::check_reserved() {
  const auto dunder = [](std::string_view name) {
    return name.size() >= 4 && name.starts_with("__") && name.ends_with("__");
  };
  if (dunder(model_.name)) report_reserved("robot", model_.name, name_place(model_));
  const auto check = [&](const auto& store, std::string_view kind, bool world_too) {
    for (const auto& entity : store)
      if (dunder(entity.name) || (world_too && entity.name == "world"))
        report_reserved(kind, entity.name, name_place(entity));
  };
  check(model_.links, "link", false);
  check(model_.joints, "joint", true);
  check(model_.frames, "frame", true);
  for (const Joint& joint : model_.joints)
    if (joint.child.id && joint.child.name == "world") {
      diagnostics_
          .report(Rule::name_reserved, name_place(model_.link(joint.child.id)),
                  "link 'world' is not the root, but 'world' means the ground; choose another name")
          .note(place_or_name(joint.child.range, joint), concat("joint '", joint.name, "' moves it"));
    }
}

}  // namespace

void check_names(const Model& model, const CheckContext& context) {
  NameChecker(model, context.diagnostics).run();
}

}  // namespace romas
