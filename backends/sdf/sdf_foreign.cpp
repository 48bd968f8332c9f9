// Elements of SDF in <gazebo> elements. libsdformat copies them into the link or robot that the element is
// about, and so does this writer wherever SDF has such a child; the rest is reported.
#include <algorithm>
#include <utility>

#include "backends/sdf/sdf_document.h"
#include "backends/sdf/shape_additions.h"
#include "ir/format/sdf_words.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

// visit(extension): the elements in one <gazebo> element, but for those that other functions write.
template <class Visit>
void for_each_foreign(const Document& document, std::uint32_t gazebo, Visit&& visit) {
  for (const Extension* extension :
       document.model.extensions_at({EntityKind::gazebo, Slot::self, 0, gazebo, 0}))
    if (extension->kind == Extension::Kind::element) visit(*extension);
}

// Returns the property of the model that says the same as a child that is read: it would be written twice.
// Null if there is none.
const GazeboValue* same_property(const Child& child, const FindProperty<LinkId>& find) {
  if (child.property) return find(*child.property);
  return child.name == "velocity_decay" ? find(GazeboProperty::damping_factor) : nullptr;
}

// A child that becomes properties of the link when it is read, so that it can be copied.
bool is_property_of_link(const Child& child) {
  return child.property.has_value() || child.name == "velocity_decay";
}

// The first word, in an element or below it, that is none of those that SDF has there.
std::string unknown_word(const ForeignElement& element,
                         std::string_view parent) {  // NOLINT(misc-no-recursion)
  const auto is_unknown = [](std::string_view words, std::string_view text) {
    return !words.empty() && !text.empty() && !is_one_of(words, text);
  };
  for (const auto& [name, value] : element.attributes)
    if (is_unknown(words_of_attribute(element.name, name), trim(value))) return value;
  if (element.children.empty() && is_unknown(words_of_text(parent, element.name), trim(element.text)))
    return element.text;
  for (const ForeignElement& child : element.children)
    if (std::string word = unknown_word(child, element.name); !word.empty()) return word;
  return {};
}
std::string unknown_word(const Extension& extension) {
  return extension.tree == nullptr ? std::string() : unknown_word(*extension.tree, "link");
}

class LinkChildren {
 public:
  LinkChildren(Document& document, LinkId link)
      : document_(document), name_(document.model.link(link).name), link_(link), find_{document, link} {}

  void write(const Extension& extension) {
    if (is_gazebo_sensor(extension) || shape_kind(extension) || is_material(extension))
      return;  // written elsewhere
    const Child* child = find_child("link", extension.name);
    if (child != nullptr && child->reading == Reading::kept) {
      if (const auto word = unknown_word(extension); !word.empty())
        document_.lost(extension.range, concat("<", extension.name, "> of link '", name_, "' has the word '",
                                               word, "', which SDF does not know"));
      else
        document_.xml.verbatim(extension.text);
    } else if (child != nullptr && is_property_of_link(*child)) {
      write_property(*child, extension);
    } else {
      document_.lost(extension.range, concat("<", extension.name, "> of the <gazebo> element of link '",
                                             name_, "' is not translated to SDF"));
    }
  }

 private:
  void write_property(const Child& child, const Extension& extension) {
    const bool again = std::find(written_.begin(), written_.end(), child.name) != written_.end();
    if (again || same_property(child, find_) != nullptr) {
      document_.lost(extension.range, concat("<", extension.name, "> is given twice for link '", name_,
                                             "'; only the first value is used"));
      return;
    }
    written_.push_back(child.name);
    document_.xml.verbatim(extension.text);
    const GazeboProperty property = child.property.value_or(GazeboProperty::damping_factor);
    document_.context.changes.allow_at(extension.range);
    document_.context.changes.allow(EntityKind::gazebo, document_.names.links[link_.index()],
                                    gazebo_property_info(property).name);
  }

  Document& document_;
  const std::string& name_;
  const LinkId link_;
  const FindProperty<LinkId> find_;
  std::vector<std::string_view> written_;
};

// Whether SDF reads a text as true or false.
bool is_boolean(std::string_view text) {
  const std::string word = to_lower(trim(text));
  return word == "true" || word == "false" || word == "1" || word == "0";
}

// Every link without a value of its own takes that of the robot when the output is read.
void write_self_collide(Document& document, const Extension& extension) {
  const std::size_t begin = extension.text.find('>') + 1, end = extension.text.rfind("</");
  if (end == std::string::npos || !is_boolean(std::string_view(extension.text).substr(begin, end - begin)))
    return document.lost(extension.range, "<self_collide> takes true or false; it is left out");
  document.xml.verbatim(extension.text);
  document.context.changes.allow_at(extension.range);
  for (const std::string& link : document.names.links)
    document.context.changes.allow(EntityKind::gazebo, link,
                                   gazebo_property_info(GazeboProperty::self_collide).name);
}

}  // namespace

void write_copy(XmlWriter& xml, const ForeignElement& element) {  // NOLINT(misc-no-recursion)
  const XmlScope scope(xml, element.name);
  for (const auto& [name, value] : element.attributes) xml.attribute(name, value);
  if (element.children.empty()) {
    if (!element.text.empty()) xml.text(element.text);
    return;
  }
  for (const ForeignElement& child : element.children) write_copy(xml, child);
}

void write_foreign(Document& document, LinkId link) {
  LinkChildren children(document, link);
  for (const std::uint32_t i : document.attached.gazebos(link))
    for_each_foreign(document, i, [&](const Extension& extension) { children.write(extension); });
}

void report_foreign(const Document& document, JointId joint) {
  for (const std::uint32_t i : document.attached.gazebos(joint))
    for_each_foreign(document, i, [&](const Extension& extension) {
      if (!is_gazebo_sensor(extension))
        document.lost(extension.range,
                      concat("<", extension.name, "> of the <gazebo> element of joint '",
                             document.model.joint(joint).name, "' is not translated to SDF"));
    });
}

namespace {

// A gearbox, whose links have the same names in the output.
bool is_gearbox_of(const Document& document, const Extension& extension) {
  if (extension.name != "joint" || extension.tree == nullptr) return false;
  const ForeignElement& joint = *extension.tree;
  const bool is_gearbox =
      std::find(joint.attributes.begin(), joint.attributes.end(),
                std::pair<std::string, std::string>("type", "gearbox")) != joint.attributes.end();
  const auto names_link = [&](const ForeignElement& child) {
    if (child.name != "parent" && child.name != "child" && child.name != "gearbox_reference_body")
      return true;
    const LinkId link = document.model.find_link(trim(child.text));
    return link && document.names.links[link.index()] == trim(child.text);
  };
  return is_gearbox && std::all_of(joint.children.begin(), joint.children.end(), names_link);
}

}  // namespace

void write_foreign_of_robot(Document& document, std::uint32_t gazebo) {
  bool collides = false;
  for_each_foreign(document, gazebo, [&](const Extension& extension) {
    const Child* child = find_child("model", extension.name);
    if ((child != nullptr && child->reading == Reading::kept) || is_gearbox_of(document, extension)) {
      document.xml.verbatim(extension.text);
    } else if (extension.name == "self_collide" && !std::exchange(collides, true)) {
      write_self_collide(document, extension);
    } else {
      document.lost(
          extension.range,
          concat("<", extension.name, "> in a <gazebo> element without reference is not translated to SDF"));
    }
  });
}

}  // namespace romas::sdf
