// <gazebo>: properties that the model knows are typed, everything else is kept as it stands.
#include <algorithm>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/foreign_element.h"
#include "frontend/xml/schema/unknown_element.h"
#include "frontend/xml/words/gazebo_words.h"

namespace romas::urdf {

namespace {

std::optional<bool> parse_boolean(std::string_view text) {
  const std::string lower = to_lower(text);
  if (lower == "true" || lower == "1" || lower == "yes") return true;
  if (lower == "false" || lower == "0" || lower == "no") return false;
  return std::nullopt;
}

// <mu1>0.2</mu1> or <mu1 value="0.2"/> and nothing more.
bool is_plain_property(const XmlElement& element) {
  if (!element.children.empty() || !element.comments.empty()) return false;
  if (element.attributes.empty()) return true;
  return element.attributes.size() == 1 && element.attributes.front().name == "value" &&
         element.text.text.empty();
}

constexpr std::string_view kPropertyNames[] = {
#define GAZEBO_PROPERTY(enumerator, name, scope, type) name,
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
};

// Reads a <gazebo> element.
class GazeboReader {
 public:
  explicit GazeboReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_gazebo(const XmlElement& element) {
    Gazebo gazebo;
    gazebo.range = element.range;
    gazebo.reference = schema_.text(element, "reference");
    gazebo.reference_range = schema_.value_range(element, "reference");
    schema_.set_subject("gazebo",
                        gazebo.reference ? std::string_view(*gazebo.reference) : std::string_view());
    const Place place = entity_place(EntityKind::gazebo, model_.gazebos.size());
    schema_.check_attributes(element, kGazebo, place);
    std::vector<LayoutItem> items;
    auto comment = element.comments.begin();
    for (std::size_t i = 0; i <= element.children.size(); ++i) {
      for (; comment != element.comments.end() && comment->before <= i; ++comment)
        items.push_back(schema_.keep_comment(*comment, place));
      if (i < element.children.size()) read_gazebo_child(element.children[i], place, gazebo, items);
    }
    schema_.check_text(element, kGazebo, place, items);
    const auto rank = [](const LayoutItem& item) {
      return item.kind == LayoutItem::Kind::slot ? 0 : item.kind == LayoutItem::Kind::extension ? 1 : 2;
    };
    const bool has_comment =
        std::any_of(items.begin(), items.end(), [&](const LayoutItem& i) { return rank(i) == 2; });
    const auto in_order = [&](const LayoutItem& a, const LayoutItem& b) { return rank(a) < rank(b); };
    if (has_comment || !std::is_sorted(items.begin(), items.end(), in_order))
      model_.layout.children[place] = std::move(items);
    in_.place_entity(EntityKind::gazebo, model_.gazebos.size());
    model_.gazebos.push_back(std::move(gazebo));
  }

 private:
  void read_gazebo_child(const XmlElement& child, const Place& place, Gazebo& gazebo,
                         std::vector<LayoutItem>& items) {
    const GazeboPropertyInfo* info = find_gazebo_property(child.name);
    if (info == nullptr || !is_plain_property(child)) {
      report_other_case(child);
      find_controls(child, "gazebo");
      check_gazebo_words(child, gazebo.reference ? "link" : "model", schema_.diagnostics());
      const LayoutItem item = schema_.keep_element(child, place);
      if (keeps_tree(child.name))
        model_.extensions[item.index].tree = std::make_shared<const ForeignElement>(to_foreign(child));
      items.push_back(item);
      return;
    }
    GazeboValue value;
    value.property = info->property;
    value.range = child.range;
    value.is_attribute = !child.attributes.empty();
    const XmlText& text = value.is_attribute ? child.attributes.front().value : child.text;
    if (!read_gazebo_value(text, *info, value)) return;
    items.push_back({LayoutItem::Kind::slot, EntityKind::gazebo, Slot::gazebo_property,
                     static_cast<std::uint32_t>(gazebo.values.size())});
    gazebo.values.push_back(std::move(value));
  }

  void find_controls(const XmlElement& element, std::string_view parent) {  // NOLINT(misc-no-recursion)
    if (element.name == "ros2_control") return report_misplaced_control(in_, element, parent);
    for (const XmlElement& child : element.children) find_controls(child, element.name);
  }

  // A property in other capitals, which Gazebo does not read.
  void report_other_case(const XmlElement& child) {
    if (find_gazebo_property(child.name) != nullptr) return;
    for (const std::string_view known : kPropertyNames)
      if (to_lower(known) == to_lower(child.name))
        report_unknown_element(schema_.diagnostics(), child,
                               concat("Gazebo has no property <", child.name, ">"), known);
  }

  bool read_gazebo_value(const XmlText& text, const GazeboPropertyInfo& info, GazeboValue& value) {
    if (schema_.check_unexpanded(text)) return false;
    switch (info.type) {
      case GazeboType::number: {
        const auto number = schema_.number(text, info.name);
        if (number) value.value = *number;
        return number.has_value();
      }
      case GazeboType::vector3: {
        const auto vector = schema_.vector3(text, info.name);
        if (vector) value.value = *vector;
        return vector.has_value();
      }
      case GazeboType::boolean: {
        const auto boolean = parse_boolean(trim(text.text));
        if (boolean) value.value = *boolean;
        if (!boolean)
          schema_.report(Rule::bad_value, text.range,
                         concat("<", info.name, "> takes true or false, not ", quote(text.text)));
        value.spelling = text.text;
        return boolean.has_value();
      }
      case GazeboType::text: value.value = std::string(text.text); return true;
    }
    return false;
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
};

}  // namespace

void read_gazebo(UrdfReading& in, const XmlElement& element) { GazeboReader(in).read_gazebo(element); }

}  // namespace romas::urdf
