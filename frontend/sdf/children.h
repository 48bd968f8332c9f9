// Says who reads which child of an element, by a list of parts: on<"mass">(read), kept(keep), … . It is a
// compile-time error if no part takes a child that the table (ir/format/sdf.def) reads or keeps, or if a part
// takes a child that the table does not read.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "ir/format/sdf.h"
#include "ir/model/fields.h"

namespace romas::sdf {

// Calls read(element) for children of these names.
template <class Read, Name... kNames>
struct On {
  Read read;
  static constexpr bool takes(const Child& child) {
    return child.reading == Reading::read && ((child.name == kNames.view()) || ...);
  }
  static constexpr bool is_known(std::string_view place) {
    const auto is_read = [&](std::string_view name) {
      const Child* child = find_child(place, name);
      return child != nullptr && child->reading == Reading::read;
    };
    return (is_read(kNames.view()) && ...);
  }
  void operator()(const Child&, const XmlElement& element) const { read(element); }
};
template <Name... kNames, class Read>
On<Read, kNames...> on(Read read) {
  return {std::move(read)};
}
// Children that are read elsewhere, where their values are needed.
template <Name... kNames>
auto elsewhere() {
  return on<kNames...>([](const XmlElement&) {});
}

// Calls keep(element) for children that are kept as written.
template <class Keep>
struct Kept {
  Keep keep;
  static constexpr bool takes(const Child& child) { return child.reading == Reading::kept; }
  static constexpr bool is_known(std::string_view) { return true; }
  void operator()(const Child&, const XmlElement& element) const { keep(element); }
};
template <class Keep>
Kept<Keep> kept(Keep keep) {
  return {std::move(keep)};
}

// Calls set(property, element) for children that are properties of <gazebo> elements.
template <class Set>
struct OnProperties {
  Set set;
  static constexpr bool takes(const Child& child) { return child.property.has_value(); }
  static constexpr bool is_known(std::string_view) { return true; }
  void operator()(const Child& child, const XmlElement& element) const { set(*child.property, element); }
};
template <class Set>
OnProperties<Set> on_properties(Set set) {
  return {std::move(set)};
}

// Calls set(element, member) for children that are described fields of a struct (ir/model/fields.h).
template <class Struct, class Set>
struct OnFields {
  Struct& to;
  Set set;
  static constexpr bool takes(const Child& child) {
    bool found = false;
    for_each_field<Struct>([&](const auto& field) { found = found || field.name == child.name; });
    return found && child.reading == Reading::read;
  }
  static constexpr bool is_known(std::string_view) { return true; }
  void operator()(const Child& child, const XmlElement& element) const {
    for_each_field<Struct>([&](const auto& field) {
      if (field.name == child.name) set(element, field.of(to));
    });
  }
};
template <class Struct, class Set>
OnFields<Struct, Set> on_fields(Struct& to, Set set) {
  return {to, std::move(set)};
}

template <class... Parts>
constexpr bool take_every_child_once(std::string_view place) {
  for (const Child& child : kChildren) {
    const bool counts = child.reading == Reading::read || child.reading == Reading::kept;
    if (child.parent == place && counts && (int{Parts::takes(child)} + ... + 0) != 1) return false;
  }
  return true;
}

// A child that is present, with its row.
struct FoundChild {
  const Child* row = nullptr;
  const XmlElement* element = nullptr;
};

// Passes each child to the part that takes it.
template <Name kPlace, class... Parts>
void give_children(const std::vector<FoundChild>& children, const Parts&... parts) {
  static_assert(take_every_child_once<Parts...>(kPlace.view()),
                "a child that sdf.def reads or keeps has no part here, or more than one");
  static_assert((Parts::is_known(kPlace.view()) && ...), "sdf.def reads no child of this name here");
  for (const auto& [row, element] : children) ((parts.takes(*row) ? parts(*row, *element) : void()), ...);
}

}  // namespace romas::sdf
