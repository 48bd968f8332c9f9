// Names of a robot's entities: the prefixes of instances, and names that loops and instances make twice.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "frontend/language/lower/session.h"
#include "ir/model/entity.h"

namespace romas::language {

class Names {
 public:
  // The references must outlive this.
  Names(Session& session, Evaluator& evaluator) : session_(session), evaluator_(evaluator) {}

  // How entities that are made from now on are named, and where references are resolved.
  struct Naming {
    std::string prefix;
    Instance* instance = nullptr;  // that they belong to; null: the robot itself
    SourceRange use;               // where it is made
  };
  const Naming& naming() const { return naming_; }
  void set_naming(Naming naming) { naming_ = std::move(naming); }
  const std::string& prefix() const { return naming_.prefix; }
  Instance* instance() const { return naming_.instance; }

  // The text of a name, with interpolated values.
  std::string text(const Name& name);
  // The name in the present instance of an entity with this full name.
  std::string own(std::string_view full) const;
  // Gives an entity the name that its statement defines, and the places of both.
  template <class Entity>
  void declare(const Statement& s, Entity& entity) {
    Binding own = declared(s);
    entity.name = std::move(own.text);
    entity.name_range = own.range;
    entity.range = s.range;
  }
  // The full name of a joint without a name of its own: NAME, and in loops and instances NAME_2, NAME_3, ….
  std::string declare_unnamed_joint(const std::string& name, SourceRange range);

  // Records a link, joint or frame that a loop or instance makes, by its full name. Reports one that is
  // there.
  void note_made(std::string_view word, const std::string& full, SourceRange name, bool computed = false);
  void forget_made(EntityKind kind, const std::string& full);
  // The name of a value of the innermost loop that can stand in a name; empty if there is none.
  std::string loop_value() const;
  // Describes a clash between two uses with the same prefix: the use that is run now, the first one, and how
  // the name could differ. `range` is invalid if there is no clash.
  struct RepeatedUse {
    SourceRange range, first;
    std::string advice;
    bool reported = false;  // it makes a name that is there already
  };
  const RepeatedUse& repeated_use() const { return repeated_use_; }
  void set_repeated_use(RepeatedUse use) { repeated_use_ = std::move(use); }
  // Records for tools that a text names an entity of the robot by its full name.
  void mention(EntityKind kind, const std::string& full, SourceRange place);

  // Both branches of an unknown condition are run, so that names may be made twice.
  bool doubtful() const { return doubtful_; }
  void set_doubtful(bool doubtful) { doubtful_ = doubtful; }
  // Names or whole entities are missing, so that references to them cannot be resolved.
  bool incomplete() const { return incomplete_; }
  void set_incomplete() { incomplete_ = true; }

 private:
  Binding declared(const Statement& s);

  Session& session_;
  Evaluator& evaluator_;
  Naming naming_;
  RepeatedUse repeated_use_;
  bool incomplete_ = false;
  bool doubtful_ = false;
  std::unordered_map<std::string, SourceRange> made_;  // "link LF_hip" → its name, in loops and instances
  std::unordered_map<std::string, std::size_t> unnamed_;  // joints without a name of their own, by that name
};

}  // namespace romas::language
