// The names that a text defines, with what is written of them, and the calls in it: for completion,
// signatures and hints. The text may be broken and half typed; nothing is evaluated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/typing/outline.h"
#include "frontend/language/values/known_words.h"

namespace romas::language {

struct FormalText {
  std::string name;
  std::string type;          // as written; empty: any
  std::string preset;        // its default as written; empty: it must be given
  std::string text() const;  // "side: real", "long = 25 cm"
  bool takes_statements() const { return type == kStatementsType; }
};

struct Definition {
  enum class Kind : std::uint8_t {
    import,
    param,
    value,  // let
    type,
    function,
    module,
    robot,
    assembly,
    block,
    parameter,  // of a function, module or robot
    variable,   // of a loop
    instance,   // use … as
    exposed,
    link,
    joint,
    frame,
    material,
    sensor,
    spring,
    wing,
    thrust,
    part,
    other,  // an entity that no property names
    test,   // its name is a text that nothing refers to
    local,  // let … in, or the variable of a list
  };
  Kind kind = Kind::value;
  std::string name;
  std::uint32_t begin = 0, end = 0;      // the bytes of the name, with its quotes
  std::uint32_t piece = Outline::kNone;  // the statement that defines it
  // The piece in whose braces it is known; kNone: in the whole file.
  std::uint32_t scope = Outline::kNone;
  // The bytes behind and up to which a local name is known; 0: as `scope` says.
  std::uint32_t known_from = 0, known_to = 0;
  bool is_quoted = false;   // the name stands in quotes
  bool is_private = false;  // files that import this one do not see it
  std::string type;         // as written: of a joint, param, let or parameter; the result of a function
  std::vector<FormalText> formals;   // of a function, module or robot
  std::vector<std::string> members;  // of a value that is written as a record
  // The path of an instance's module ("parts", "leg"), of an import's file, or of the file of a value.
  std::vector<std::string> path;
  std::string version;  // of an import: what it needs, as written
};

std::string_view describe(Definition::Kind kind);  // "function", …
// Whether it is a link, a joint or another entity of a robot.
bool is_entity(Definition::Kind kind);

// In the order of the text; local names stand behind all others.
std::vector<Definition> definitions_in(const Outline& outline);

// Returns the path of the thing that a `use` takes: "parts", "leg" of `use parts.leg(…)`.
std::vector<std::string> used_thing(const Outline& outline, std::uint32_t piece);
// The `use` in whose braces an offset is; kNone: there is none.
std::uint32_t patched_use(const Outline& outline, std::uint32_t offset);

// Whether a joint that is defined so moves.
bool is_moving(const Definition& joint);

}  // namespace romas::language
