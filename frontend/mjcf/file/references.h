// The references of attributes in the sections behind the bodies.
#pragma once

#include <array>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/named_parts.h"

namespace romas::mjcf {

using Names = std::vector<std::string>;

// An attribute that names something which the Model or another section knows.
struct Reference {
  std::string_view attribute, kind;
  bool (*is_there)(const NamedParts& parts, std::string_view name);
  Names (*names)(const NamedParts& parts);
  Names (*copies)(const NamedParts& parts, std::string_view name);  // what follows on the name in others
};
std::span<const Reference> references();
// What a sensor or tuple names by two attributes, of which one says the kind: "objtype" and "objname".
struct TypedReference {
  std::string_view type, name;
};
inline constexpr std::array<TypedReference, 2> kTypedReferences = {
    {{"objtype", "objname"}, {"reftype", "refname"}}};
// The reference to things of a kind, as objtype says it; null for kinds whose names nothing here knows.
const Reference* reference_to(std::string_view type);

// True for an element whose references are there with the affix, as those of its children. The world has
// none.
bool all_there(const XmlElement& element, const NamedParts& parts, const Affix* affix);
// The element as a replica has it: names that are there with the affix get it, others are those of all
// replicas. Nothing if a reference is there in neither way, or none is the replica's own. `texts` must
// outlive the copy.
std::optional<XmlElement> copied_for(const Affix* replica, const XmlElement& element, const NamedParts& parts,
                                     std::list<std::string>& texts);
// What refers to a shape that is left out, in the element or its children; null: nothing.
const XmlAttribute* dropped_shape(const XmlElement& element, const NamedParts& parts, const Affix* affix);
// The ends of replicas in names that are there, behind the first name of the element that has any.
Names suffixes_of(const XmlElement& element, const NamedParts& parts,
                  const std::function<bool(const std::string&)>& is_replica);

}  // namespace romas::mjcf
