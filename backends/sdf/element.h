// An element of SDF that is being written. Its type is its place in the table (ir/format/sdf.def): it is a
// compile-time error to write a child that the table does not have there, which no reader would find.
#pragma once

#include <string>
#include <string_view>

#include "backends/xml/field_printer.h"
#include "backends/xml/gazebo_text.h"
#include "backends/xml/xml_writer.h"
#include "ir/format/sdf.h"
#include "ir/model/fields.h"
#include "ir/values/transform_expr.h"

namespace romas::sdf {

// <pose>, with relative_to unless it is empty; nothing for an identity without relative_to.
void write_pose(XmlWriter& xml, const TransformExpr& expression, std::string_view relative_to);

template <Name kPlace>
class Element {
 public:
  explicit Element(XmlWriter& xml, std::string_view name = kPlace.view()) : xml_(xml), scope_(xml, name) {}

  void attribute(std::string_view name, std::string_view value) const { xml_.attribute(name, value); }

  // Opens a child, which ends with the lifetime of the result.
  template <Name kChild, Name kContent = place_of<kPlace, kChild>()>
  Element<kContent> open() const {
    static_assert(kWrites<kChild>);
    return Element<kContent>(xml_, kChild.view());
  }
  // <child>value</child>
  template <Name kChild>
  void text(std::string_view value) const {
    static_assert(kWrites<kChild>);
    xml_.text_element(kChild.view(), value);
  }
  template <Name kChild>
  void number(const Number& value) const {
    text<kChild>(value.text());
  }
  template <Name kChild>
  void number(const std::optional<Number>& value) const {
    if (value) text<kChild>(value->text());
  }
  template <Name kChild, class Numbers>
  void numbers(const Numbers& values) const {
    text<kChild>(number_list_text(values));
  }
  void pose(const TransformExpr& expression, std::string_view relative_to = {}) const {
    static_assert(kWrites<"pose">);
    write_pose(xml_, expression, relative_to);
  }

  // Writes the described fields of a struct for which SDF has a child here.
  template <class Struct>
  void fields(const Struct& object) const {
    for_each_field<Struct>([&](const auto& field) {
      const auto value = field_text(field.of(object));
      if (value && is_written(kPlace.view(), field.name)) xml_.text_element(field.name, *value);
    });
  }
  // Write the properties of this place, or one of them. `find` gives the value of a property, or null.
  template <class Find>
  void properties(const Find& find) const {
    for_each_property(kPlace.view(), [&](const Child& child) { property(child, find); });
  }
  template <Name kChild, class Find>
  void property(const Find& find) const {
    static_assert(kWrites<kChild> && find_child(kPlace.view(), kChild.view())->property.has_value());
    property(*find_child(kPlace.view(), kChild.view()), find);
  }

 private:
  template <Name kChild>
  static constexpr bool kWrites = is_written(kPlace.view(), kChild.view());

  template <class Find>
  void property(const Child& child, const Find& find) const {
    if (child.writing == Writing::unwritten) return;
    if (const GazeboValue* value = find(*child.property)) xml_.text_element(child.name, gazebo_text(*value));
  }

  XmlWriter& xml_;
  XmlScope scope_;
};

}  // namespace romas::sdf
