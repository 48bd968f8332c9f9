// A name of a robot in a file of parameters beside it, such as a joint that a controller moves.
#pragma once

#include <string>

#include "ir/model/semantics.h"

namespace romas {

struct ParameterName {
  SemanticKind kind = SemanticKind::joint;
  std::string text;
  std::string key;      // that tells that it is a name
  SourceRange range;    // of the name, without quotes
  bool judged = false;  // it is a mistake if the robot has nothing of this name
  // The number of the list or table that has the name.
  std::size_t list = 0;
  friend bool operator==(const ParameterName&, const ParameterName&) = default;
};

}  // namespace romas
