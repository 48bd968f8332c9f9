// References by name.
#pragma once

#include <string>

#include "ir/values/ids.h"
#include "ir/values/provenance.h"
#include "support/sources/source_manager.h"

namespace romas {

// A name that refers to another entity, as written, and what it was resolved to (an invalid id if nothing has
// that name).
template <class Entity>
struct Ref {
  std::string name;
  Provenance range;
  Id<Entity> id;
  friend bool operator==(const Ref&, const Ref&) = default;
};
using LinkRef = Ref<Link>;
using JointRef = Ref<Joint>;

}  // namespace romas
