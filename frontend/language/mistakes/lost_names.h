// The names that a program may define in parts that an error has broken: a statement with a syntax error, the
// body of a loop whose list is wrong, a use of an unknown module. Whoever does not find a name asks here
// before it is called unknown: the error that broke the part was reported, and it is the cause.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "support/sources/source_manager.h"

namespace romas::language {

class LostNames {
 public:
  // Every word and text in quotes of a part that was not understood may be a name that it defines.
  void add_text(const SourceManager& sources, SourceRange part);
  // A name that was reported as unknown: its next use is the same mistake.
  void add(std::string_view name) { names_.try_emplace(std::string(name), false); }
  // Names of parts of a robot are computed from a value that is lost.
  void add_computed() { computes_names_ = true; }
  // Whether a name stands for the first time where what it means does not fit: a value of other units is
  // wanted, or a function. Its other uses are the same mistake: the definition, or the name.
  bool is_first_misfit(std::string_view name, std::string_view wanted) {
    return misfits_.emplace(name, wanted).second;
  }
  // Whether a member of a type was of another kind in an earlier value. is_first_misfit(name, {}) notes it.
  bool has_misfit(std::string_view name) const { return misfits_.contains({std::string(name), {}}); }
  // Whether the text of a part was lost, so that robots and assemblies are not complete.
  bool has_text() const { return !parts_.empty(); }
  bool has_computed() const { return computes_names_; }
  // Whether a value, a function or a module of this name may be lost. A definition that lacks its name
  // explains one name.
  bool has(std::string_view name);
  // Whether a link, a joint or another part of a robot may be lost that is called so. Its name may begin with
  // that of a lost instance, and may be computed: "{side}_hip".
  bool has_entity(std::string_view name);

 private:
  std::map<std::string, bool, std::less<>> names_;    // true: may be the name of an instance
  std::set<std::pair<FileId, std::uint32_t>> parts_;  // where they begin
  std::set<std::pair<std::string, std::string>> misfits_;
  std::size_t nameless_ = 0;  // definitions that lack their names
  bool computes_names_ = false;
};

}  // namespace romas::language
