// The names and values of a program in texts (support/sources/program_names.h), by the places where they
// stand.
#pragma once

#include <cstddef>
#include <vector>

#include "support/sources/program_names.h"
#include "support/sources/source_manager.h"

namespace romas::lsp {

// Whether a name calls something: it is neither a definition nor in the end tag of a call.
bool is_call(const SourceManager& sources, const ProgramName& name);

class ProgramTable {
 public:
  ProgramTable() = default;
  // Refers to the sources, which must outlive it.
  explicit ProgramTable(const SourceManager& sources);

  // The names at an offset of a written text, ends included. Several, where instances of the text mean
  // different things by it.
  std::vector<const ProgramName*> at(FileId file, std::size_t offset) const;
  // Every written place of what is defined at a place, the definition first.
  std::vector<const ProgramName*> of(SourceRange definition) const;
  // By place.
  const std::vector<const ProgramName*>& all() const { return names_; }
  // In the order of the expansion.
  const std::vector<ProgramName>& in_order() const;

  // Returns the values of the smallest written expression around an offset, one for each of its instances.
  std::vector<const ProgramValue*> values_at(FileId file, std::size_t offset) const;
  // Returns the values of all expressions within a written range, by place.
  std::vector<const ProgramValue*> values_in(SourceRange range) const;

 private:
  const SourceManager* sources_ = nullptr;
  std::vector<const ProgramName*> names_;
  struct Value {
    SourceRange written;
    const ProgramValue* value;
  };
  std::vector<Value> values_;  // by place, of two at one place the outer first
};

}  // namespace romas::lsp
