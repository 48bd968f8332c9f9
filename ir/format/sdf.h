// The elements that SDF allows inside an element, as rows of sdf.def. The reader and the writer name elements
// as template arguments, so that an element unknown to the table is a compile-time error.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ir/model/control.h"

namespace romas::sdf {

// The file of Gazebo that defines the materials which a description can name.
inline constexpr std::string_view kMaterialScript = "file://media/materials/scripts/gazebo.material";

enum class Reading : unsigned char { read, kept, quiet, lost };
enum class Count : unsigned char { one, many };
enum class Writing : unsigned char { written, unwritten };

struct Child {
  std::string_view parent, name;
  Reading reading;
  Count count;
  Writing writing;
  std::optional<GazeboProperty> property = {};
};

inline constexpr Child kChildren[] = {
#define CHILD(parent, child, reading, count, writing) \
  {parent, child, Reading::reading, Count::count, Writing::writing},
#define PROPERTY(parent, child, property, writing) \
  {parent, child, Reading::read, Count::one, Writing::writing, GazeboProperty::property},
#include "ir/format/sdf.def"
};

// Null if the place has no such child.
constexpr const Child* find_child(std::string_view place, std::string_view name) {
  for (const Child& child : kChildren)
    if (child.parent == place && child.name == name) return &child;
  return nullptr;
}

enum class SensorContent : unsigned char { group, text, attributes, any };
struct SensorPart {
  std::string_view path;  // from the sensor
  SensorContent content;
};

inline constexpr SensorPart kSensorParts[] = {
#define SENSOR(path, content) {path, SensorContent::content},
#include "ir/format/sdf.def"
};

// Null if no sensor has such a part.
const SensorPart* find_sensor_part(std::string_view path);

// Returns the place where SDF has an element of this name, although it has none at `place`: "<axis><limit>",
// "<visual> or <collision>". It looks below the place first, then around it. Empty if there is no such
// element near it.
std::string belongs_into(std::string_view place, std::string_view name);
// The table's place for the children of `name` at `place`; empty if it has none.
std::string_view place_below(std::string_view place, std::string_view name);
// The same as belongs_into for a part of a sensor. `path`: from the sensor to the element around the part.
// `is_there`: whether that element has a child of a name; places in such children come first.
std::string sensor_part_belongs_into(std::string_view path, std::string_view name,
                                     const std::function<bool(std::string_view)>& is_there);

// The name of an element, or its place, as an argument of a template.
struct Name {
  char text[48] = {};
  std::size_t size = 0;

  // NOLINTNEXTLINE(google-explicit-constructor): from a literal
  consteval Name(const char* name) {
    for (; name[size] != 0; ++size) text[size] = name[size];
  }
  consteval Name(Name parent, Name child) : Name(parent) {
    text[size++] = '/';
    for (std::size_t i = 0; i < child.size; ++i) text[size++] = child.text[i];
  }
  constexpr std::string_view view() const { return {text, size}; }
};

constexpr bool is_in_sensor(std::string_view place) {
  return place == "sensor" || place.starts_with("sensor/");
}

// True if the writer makes this child.
constexpr bool is_written(std::string_view place, std::string_view name) {
  if (const Child* child = find_child(place, name)) return child->writing == Writing::written;
  if (!is_in_sensor(place)) return false;
  constexpr std::string_view kSensor = "sensor";
  const std::string_view inside = place == kSensor ? std::string_view() : place.substr(kSensor.size() + 1);
  for (const SensorPart& part : kSensorParts) {
    const bool is_named = part.path.ends_with(name) && part.path.starts_with(inside);
    if (is_named && part.path.size() == inside.size() + (inside.empty() ? 0 : 1) + name.size()) return true;
  }
  return false;
}

// The table's place for the children of an element: its name, or the path to it.
template <Name kPlace, Name kChild>
consteval Name place_of() {
  constexpr Name kWay(kPlace, kChild);
  for (const Child& child : kChildren)
    if (child.parent == kWay.view()) return kWay;
  return is_in_sensor(kPlace.view()) ? kWay : kChild;
}

// Calls visit(child) for the properties of a place, in their order.
template <class Visit>
void for_each_property(std::string_view place, Visit&& visit) {
  for (const Child& child : kChildren)
    if (child.parent == place && child.property) visit(child);
}

}  // namespace romas::sdf
