// References of `part` statements to Blocks, links and joints that may be defined after them.
#pragma once

#include <optional>
#include <vector>

#include "frontend/language/syntax/ast.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

class PartReferences {
 public:
  // The references of one part, as they are written.
  struct Written {
    std::vector<Text> block;  // id, or id, name and tag
    std::optional<Binding> link, joint;
  };
  // Adds the references of the next one of Model::parts.
  void add(Written written) { written_.push_back(std::move(written)); }
  // Finds their meanings in the complete model, and reports those that have none.
  void resolve(Model& model, DiagnosticEngine& diagnostics) const;

 private:
  std::vector<Written> written_;
};

}  // namespace romas::language
