// The parameters of functions and modules of the Romas language where they are called: of the call around a
// place, and of every call in a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/typing/calls.h"
#include "lsp/language/names.h"

namespace romas::typing {

struct Signature {
  struct Parameter {
    std::string name;
    std::string label;     // with its type and default, as it stands in the signature's label
    std::string type;      // as it is written; empty: any
    std::string units;     // SI, of its values, where they are known
    bool repeats = false;  // takes all further values
  };
  std::string label;  // "tube(outer: length, long: length) -> mass"
  std::string documentation;
  std::vector<Parameter> parameters;
  bool takes_names = false;  // values may be given by name
};

// Returns the signatures of the function or module with these names at an offset. Some built-in functions
// have several.
std::vector<Signature> signatures_of(const Names& names, const std::vector<std::string>& path,
                                     std::uint32_t offset);

struct CallAt {
  language::CallText call;
  std::vector<Signature> signatures;
  std::size_t signature = 0;             // the one that fits what is typed
  std::optional<std::size_t> parameter;  // that is being given
};
std::optional<CallAt> call_at(const Names& names, std::uint32_t offset);

// The names of parameters in front of values that do not say them.
struct ParameterHint {
  std::uint32_t offset = 0;
  std::string name;
};
std::vector<ParameterHint> parameter_hints(const Names& names);

}  // namespace romas::typing
