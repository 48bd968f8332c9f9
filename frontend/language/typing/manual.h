// The manual of a file of the language for those who use it, for --emit=doc: its definitions, with the
// comments above them. Everything is as it is written; nothing is evaluated.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/typing/definitions.h"

namespace romas::language {

// Returns the comment above a definition: the lines in front of its statement that begin with '///', without
// these signs. Returns an empty text if there is none, or if the definition is only a part of a statement,
// such as a parameter of a module.
std::string documentation_of(const Outline& outline, const Definition& definition);

struct Manual {
  struct Parameter {
    FormalText written;
    std::string unit;  // SI, where the type is a quantity with one: "m", "kg"
  };
  // An import, a parameter of the file, a value, type, function, module, robot, assembly or Block. Private
  // definitions are left out.
  struct Item {
    Definition::Kind kind = Definition::Kind::value;
    std::string name;
    std::string documentation;          // with line ends; empty: there is no comment
    std::string type, unit;             // of a parameter or value; the type of a function's result
    std::string value;                  // behind '='; of an import the version that it needs
    std::string path;                   // of an import: a file, or "std.parts"
    std::vector<Parameter> parameters;  // of functions, modules and robots
    std::vector<Item> inner;        // of modules and robots: what they expose, tests, entities with comments
    std::string signature() const;  // "leg(side: real, long = 25 cm)"
  };
  std::string introduction;  // the comment at the top of the file, where it is not that of a definition
  std::string version;       // as written; empty: the file has none
  std::vector<Item> items;   // in the order of the text
};

Manual manual_of(std::string_view text);

}  // namespace romas::language
