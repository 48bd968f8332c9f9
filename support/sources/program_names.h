// The meaning of the names in a program of texts, and the values of its expressions: for tools that show or
// change the program itself. They are recorded only if a tool asks for it (Expansions::record_names).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "support/sources/source_range.h"

namespace romas {

struct ProgramName {
  enum class Kind : std::uint8_t { property, parameter, block, argument, macro } kind = Kind::property;
  std::string_view name;   // its text lives as long as the sources
  SourceRange use;         // where it stands, as written: the text of it may be computed
  SourceRange definition;  // the name in its definition; `use` itself where it is defined
  bool is_definition() const { return use == definition; }
};

// The value of an expression in one instance of its text.
struct ProgramValue {
  SourceRange at;    // with its brackets, in its instance
  SourceRange from;  // where the value was written: a scalar of a YAML file, a property; invalid: computed
  std::string text;
  bool is_plain = true;  // a number, text or truth value, and no list of such
};

class ProgramNames {
 public:
  // Each pair of places counts once. Invalid ranges are no places.
  void add(const ProgramName& name) {
    if (!name.use.valid() || !name.definition.valid()) return;
    const Places places(name.use.file, name.use.begin, name.definition.file, name.definition.begin);
    if (known_.insert(places).second) names_.push_back(name);
  }
  // Long values are cut, and beyond a million none is kept.
  void add_value(ProgramValue value) {
    if (values_.size() >= kMostValues) return;
    if (value.text.size() > kShown) value.text.resize(kShown);
    values_.push_back(std::move(value));
  }

  const std::vector<ProgramName>& names() const { return names_; }
  const std::vector<ProgramValue>& values() const { return values_; }

 private:
  static constexpr std::size_t kMostValues = 1'000'000;
  static constexpr std::size_t kShown = 200;  // bytes
  using Places = std::tuple<FileId, std::uint32_t, FileId, std::uint32_t>;
  std::set<Places> known_;
  std::vector<ProgramName> names_;
  std::vector<ProgramValue> values_;
};

}  // namespace romas
