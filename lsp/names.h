// Where names of a robot stand in its texts: where each is defined, and where it is referred to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model.h"
#include "support/source_manager.h"

namespace romas::lsp {

// What a name is the name of. Entities of different kinds, and of different robots, may have the same name.
struct NamedThing {
  std::uint32_t robot = 0;  // the number of the model in its file
  EntityKind kind = EntityKind::link;
  std::string name;
  friend auto operator<=>(const NamedThing&, const NamedThing&) = default;
};

struct NameUse {
  NamedThing thing;
  SourceRange range;    // the name in the written text
  SourceRange seen_as;  // the same, in the instance of the text that says so (support/expansions.h)
  bool is_definition = false;
  EntityKind owner = EntityKind::link;  // what refers to it, or itself
  std::size_t owner_index = 0;
};

// The names of links, joints, materials, frames and robots, by their places in the texts. Every use whose
// place is known is there, also what refers to nothing.
class NameTable {
 public:
  NameTable() = default;
  NameTable(const std::vector<Model>& models, const SourceManager& sources);

  // The uses at an offset of a written text, ends included. Several, where instances of the text say
  // different names.
  std::vector<const NameUse*> at(FileId file, std::size_t offset) const;
  // All uses of a thing, definitions first, each written place once.
  std::vector<const NameUse*> of(const NamedThing& thing) const;
  const NameUse* definition(const NamedThing& thing) const;
  std::span<const NameUse> all() const { return uses_; }

 private:
  std::vector<NameUse> uses_;  // by place
};

}  // namespace romas::lsp
