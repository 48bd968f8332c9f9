// Patches: what a `use` changes in the thing that it takes. Each statement finds an entity of the thing by
// its name there, and changes what it says of it; what it does not say stays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/removals.h"

namespace romas::language {

class Patches {
 public:
  // `first`: where the entities of the instance begin. `text`: what was used; where that has errors, a name
  // may be lost. The references must outlive this.
  Patches(LowerContext& c, const Statement& use, Instance& instance, const LowerContext::Mark& first,
          SourceRange text);
  // Changes the entities as the statements in the braces of the `use` say. Names in them are those of the
  // instance.
  void run();

 private:
  void statement(const Statement& s);
  template <class Entity>
  using LowerProperty = void(LowerContext&, const Statement&, Entity&);
  template <class Entity>
  void properties(const Statement& s, EntityKind kind, std::vector<Entity>& store,
                  LowerProperty<Entity>* lower);
  void ros2_control(const Statement& s);
  void remove_from_ros2_control(const Statement& s, Ros2Control& control, const std::string& what);
  void removal(const Statement& s);
  std::optional<std::size_t> find(EntityKind kind, const Name& written, std::string_view word = {});
  void report_unknown(EntityKind kind, std::string_view own, SourceRange range, std::string_view word);
  bool is_first_change(const std::string& what, std::string_view word, SourceRange range);
  void note_change(SourceRange patch, SourceRange before);
  bool expect_patch(const Statement& property, std::string_view where);
  void doubt_all();
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return c_.report(rule, range, std::move(message));
  }

  // patched_joints.cpp
  void joint(const Statement& s);
  void joint_property(const Statement& s, Joint& joint);
  template <class Struct>
  void fields(const Boxed<Struct>& said, Boxed<Struct>& kept, SourceRange whole);
  void servo(const Servo& said, Joint& joint);
  void remove_joint_property(const Statement& s, std::size_t joint);

  // patched_links.cpp
  void link(const Statement& s);
  void inertial(const InertialParts& parts, const Statement& s, Link& link);
  void remove_inertial(const Statement& s, std::size_t link);
  void shapes(const Statement& s, std::size_t link);
  std::vector<std::size_t> choose_shapes(const Statement& s, std::size_t link);
  std::vector<std::size_t> named_shapes(const Item& choice, const Link& link, bool is_visual);

  LowerContext& c_;
  const Statement& use_;
  Instance& instance_;
  const LowerContext::Mark& first_;
  SourceRange text_;
  std::string thing_;  // what is used, as it is written
  // By entity ("joint 'elbow'") and property: the first patch that changes the property.
  std::map<std::pair<std::string, std::string>, SourceRange> changed_;
  Removals removals_;
};

}  // namespace romas::language
