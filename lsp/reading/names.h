// The places of a robot's names in its texts and in those of an SRDF about it: definitions and references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/model.h"
#include "ir/model/semantics.h"
#include "support/sources/part_names.h"
#include "support/sources/source_manager.h"

namespace romas::lsp {

enum class NameKind : std::uint8_t {
#define NAME_KIND(kind, word, owner) kind,
#include "lsp/reading/name_kinds.def"
};

std::string_view name_kind_name(NameKind kind);  // "link", "end effector", …
// Whether only the places of such names are known: neither Model nor Semantics have the things.
bool is_of_text(NameKind kind);
// Finds a kind by that word. Returns nullopt if there is no such kind.
std::optional<NameKind> find_name_kind(std::string_view word);
NameKind name_kind(SemanticKind kind);

// Whether names of parts are all names of a text.
bool are_all_names(const std::vector<PartName>& parts);

// The thing that a name refers to. Things of different kinds, and of different robots, may have the same
// name.
struct NamedThing {
  // The number of the model in its file. For meshes, classes and similar things of MJCF, the number of the
  // file that defines them: 0 is the main one.
  std::uint32_t robot = 0;
  NameKind kind = NameKind::link;
  std::string name;
  friend auto operator<=>(const NamedThing&, const NamedThing&) = default;  // NOLINT(modernize-use-nullptr)
};

struct NameUse {
  NamedThing thing;
  SourceRange range;    // the name in the written text
  SourceRange seen_as;  // the same, in the instance of the text that says so (support/sources/expansions.h)
  bool is_definition = false;
  // If the text is a parameter or a property, such as "${parent}": the written place that gives it its value,
  // which is a use of its own. Otherwise invalid.
  SourceRange value_from;
};

// The names of links, joints, materials, frames and robots, and those of an SRDF, by their places in the
// texts. Every use whose place is known is there, also what refers to nothing.
class NameTable {
 public:
  NameTable() = default;
  // `semantics` are about the first of the models. Names of parts are all names of the text where one of them
  // is a definition; else they stand beside those of the models.
  NameTable(const std::vector<Model>& models, const std::optional<Semantics>& semantics,
            const std::vector<PartName>& parts, const SourceManager& sources);

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
