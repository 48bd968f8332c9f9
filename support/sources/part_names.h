// Names in a text of parts of what it describes, where the text has more names than the model of it keeps:
// for tools that show or change the text itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/sources/source_range.h"

namespace romas {

struct PartName {
  std::string_view kind;    // what such parts are called: "sensor"
  std::string name;         // with what is put around it where its text is a part of another one
  std::uint32_t scope = 0;  // names of one kind in other scopes are others
  SourceRange place;        // where it stands
  bool is_definition = false;
};

// Beyond a million none is kept.
class PartNames {
 public:
  void add(PartName name) {
    if (name.place.valid() && !name.name.empty() && names_.size() < kMost) names_.push_back(std::move(name));
  }
  std::vector<PartName> take() { return std::move(names_); }

 private:
  static constexpr std::size_t kMost = 1'000'000;
  std::vector<PartName> names_;
};

}  // namespace romas
