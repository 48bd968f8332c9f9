#include "frontend/sdf/include_params.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/format/sdf.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

constexpr std::string_view kElementId = "element_id";
constexpr std::string_view kAction = "action";
constexpr std::string_view kColons = "::";

enum class Action : unsigned char { add, modify, remove, replace };
constexpr std::array<std::string_view, 4> kActions = {"add", "modify", "remove", "replace"};

// Attributes that SDF has, by the name of the element.
struct Attributes {
  std::string_view element, names;
};
constexpr Attributes kAttributes[] = {
    {"model", "name canonical_link placement_frame"},
    {"link", "name"},
    {"joint", "name type"},
    {"frame", "name attached_to"},
    {"pose", "relative_to degrees rotation_format"},
    {"inertial", "auto"},
    {"visual", "name"},
    {"collision", "name"},
    {"xyz", "expressed_in"},
    {"mimic", "joint axis"},
    {"sensor", "name type"},
    {"camera", "name"},
    {"light", "name type"},
    {"plugin", "name filename"},
    {"gripper", "name"},
    {"battery", "name"},
    {"projector", "name"},
    {"particle_emitter", "name type"},
};

std::optional<std::string_view> attribute_word(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = element.attribute(attribute);
  return found == nullptr ? std::nullopt : std::optional(trim(found->value.text));
}

bool is_place(std::string_view name) {
  return std::any_of(std::begin(kChildren), std::end(kChildren),
                     [&](const Child& child) { return child.parent == name; });
}

// Anything may be a child of parts whose content the table does not have (sensors, lights, plugins).
bool may_hold(std::string_view parent, std::string_view child) {
  const std::string_view place = parent == "axis2" ? "axis" : parent;
  return !is_place(place) || find_child(place, child) != nullptr || !prefix_part(child).empty();
}

// The child of a name in an element; without one the first of this kind.
XmlElement* find_part(XmlElement& parent, const XmlElement& wanted) {
  const auto name = attribute_word(wanted, "name");
  for (XmlElement& child : parent.children)
    if (child.name == wanted.name && (!name || attribute_word(child, "name") == name)) return &child;
  return nullptr;
}

// An element and the one that holds it.
struct Found {
  XmlElement* parent = nullptr;
  XmlElement* element = nullptr;
};

// The element at a path of names below `model`. `kind`: what it must be; empty: anything.
Found find_by_id(XmlElement& model, std::string_view id, std::string_view kind) {
  XmlElement* at = &model;
  while (true) {
    XmlElement* next = nullptr;
    std::size_t longest = 0;
    for (XmlElement& child : at->children) {
      const std::string_view name = attribute_word(child, "name").value_or(std::string_view());
      if (name.empty() || !id.starts_with(name)) continue;
      if (id.size() == name.size()) {
        if (kind.empty() || child.name == kind) return {at, &child};
        continue;
      }
      if (id.substr(name.size()).starts_with(kColons) && name.size() > longest) {
        next = &child;
        longest = name.size();
      }
    }
    if (next == nullptr) return {};
    id.remove_prefix(longest + kColons.size());
    at = next;
    at->expanded = true;  // it will not say what its bytes say
  }
}

class Params {
 public:
  Params(XmlElement& model, DiagnosticEngine& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  bool apply(XmlElement& params) {
    for (XmlElement& change : params.children) apply_change(change);
    return good_;
  }

 private:
  DiagnosticBuilder fail(Rule rule, SourceRange place, std::string message) {
    good_ = false;
    return diagnostics_.report(rule, place, std::move(message));
  }

  // Nothing if there is no such action, which is reported.
  std::optional<Action> action_of(const XmlElement& change) {
    const auto word = attribute_word(change, kAction);
    const auto* found = std::find(kActions.begin(), kActions.end(), word.value_or(std::string_view()));
    if (found != kActions.end()) return static_cast<Action>(found - kActions.begin());
    if (word)
      fail(Rule::bad_value, change.attribute(kAction)->value.range,
           concat("the action ", quote(*word), " is not one of add, modify, remove, replace"));
    else
      fail(Rule::missing_attribute, change.start_tag,
           concat("<", change.name, "> needs an action: add, modify, remove or replace"));
    return std::nullopt;
  }

  void apply_change(XmlElement& change) {
    const auto id = attribute_word(change, kElementId);
    if (!id) {
      fail(Rule::missing_attribute, change.start_tag,
           concat("<", change.name, "> needs an element_id that names the element of the model to change"));
      return;
    }
    if (id->ends_with(kColons)) {
      fail(Rule::bad_value, change.attribute(kElementId)->value.range,
           concat(quote(*id), " has no name after its last '::'"));
      return;
    }
    const bool of_children = change.attribute(kAction) == nullptr;
    const auto action = of_children ? std::nullopt : action_of(change);
    if (!of_children && !action) return;
    if (action == Action::add) return add(change, *id);
    const Found found = find_by_id(model_, *id, change.name);
    if (found.element == nullptr) {
      fail(Rule::missing_element, change.attribute(kElementId)->value.range,
           concat("the included model has no <", change.name, "> ", quote(*id)));
      return;
    }
    if (of_children) {
      found.element->expanded = true;
      for (XmlElement& part : change.children) apply_to_child(part, *found.element);
    } else if (*action == Action::modify) {
      modify(change, *found.element);
    } else if (*action == Action::remove) {
      remove(change, *found.parent, *found.element);
    } else {
      replace(change, *found.element);
    }
  }

  void add(XmlElement& change, std::string_view id) {
    const auto name = attribute_word(change, "name");
    if (!name || name->empty()) {
      fail(Rule::missing_attribute, change.start_tag,
           concat("<", change.name, "> is to be added, but has no name"));
      return;
    }
    XmlElement* parent = id.empty() ? &model_ : find_by_id(model_, id, {}).element;
    if (parent == nullptr) {
      fail(Rule::missing_element, change.attribute(kElementId)->value.range,
           concat("the included model has no ", quote(id), " to which <", change.name, "> could be added"));
      return;
    }
    const auto* there = find_part(*parent, change);
    if (there != nullptr && change.name != "plugin") {
      fail(Rule::duplicate_name, change.start_tag,
           concat("the included model already has a <", change.name, "> ", quote(*name), " there"))
          .note(there->start_tag, "it is here");
      return;
    }
    if (!check_place(change, *parent)) return;
    strip(change);
    parent->expanded = true;
    parent->children.push_back(std::move(change));
  }

  bool check_place(const XmlElement& part, const XmlElement& parent) {
    if (may_hold(parent.name, part.name)) return true;
    fail(Rule::bad_value, part.name_range,
         concat("<", parent.name, "> has no element <", part.name, "> in SDF"));
    return false;
  }

  static void strip(XmlElement& element) {
    std::erase_if(element.attributes, [](const XmlAttribute& attribute) {
      return attribute.name == kElementId || attribute.name == kAction;
    });
  }

  void apply_to_child(XmlElement& change, XmlElement& parent) {
    const auto action = action_of(change);
    if (!action) return;
    if (*action == Action::add) {
      if (!check_place(change, parent)) return;
      strip(change);
      parent.children.push_back(std::move(change));
      return;
    }
    XmlElement* part = find_part(parent, change);
    // A name may be the new one.
    if (part == nullptr && *action == Action::modify) part = find_child_element(parent, change.name);
    if (part == nullptr) {
      missing(change, parent);
    } else if (*action == Action::modify) {
      modify(change, *part);
    } else if (*action == Action::remove) {
      remove(change, parent, *part);
    } else if (check_place(change, parent)) {
      replace(change, *part);
    }
  }

  void missing(const XmlElement& change, const XmlElement& parent) {
    const auto name = attribute_word(change, "name");
    fail(Rule::missing_element, change.start_tag,
         concat("<", parent.name, "> of the included model has no <", change.name, ">",
                name ? concat(" ", quote(*name)) : std::string()))
        .note(parent.start_tag, "it is here");
  }

  void replace(XmlElement& change, XmlElement& element) {
    if (element.attribute("name") != nullptr && change.attribute("name") == nullptr) {
      fail(Rule::missing_attribute, change.start_tag,
           concat("<", change.name, "> replaces a named element, but has no name"));
      return;
    }
    strip(change);
    element = std::move(change);
  }

  // Without children the element itself goes, else those that are named.
  void remove(const XmlElement& change, XmlElement& parent, XmlElement& element) {
    const auto erase = [](XmlElement& from, const XmlElement* what) {
      from.children.erase(from.children.begin() + (what - from.children.data()));
    };
    if (change.children.empty() && change.text.text.empty()) return erase(parent, &element);
    for (const XmlElement& part : change.children) {
      if (const XmlElement* found = find_part(element, part))
        erase(element, found);
      else
        missing(part, element);
    }
  }

  void modify_attributes(const XmlElement& change, XmlElement& element) {
    for (const XmlAttribute& attribute : change.attributes) {
      if (attribute.name == kElementId || attribute.name == kAction) continue;
      const auto* row = std::find_if(std::begin(kAttributes), std::end(kAttributes),
                                     [&](const Attributes& each) { return each.element == element.name; });
      const auto words = row == std::end(kAttributes) ? std::vector<Token>() : split_words(row->names);
      const bool known = element.attribute(attribute.name) != nullptr || !attribute.prefix().empty() ||
                         std::any_of(words.begin(), words.end(),
                                     [&](const Token& word) { return word.text == attribute.name; });
      if (!known) {
        fail(Rule::bad_value, attribute.range,
             concat("<", element.name, "> has no attribute ", quote(attribute.name), " in SDF"));
        continue;
      }
      const auto at = std::find_if(element.attributes.begin(), element.attributes.end(),
                                   [&](const XmlAttribute& each) { return each.name == attribute.name; });
      if (at == element.attributes.end())
        element.attributes.push_back(attribute);
      else
        *at = attribute;
    }
  }

  // The reader of XML bounds the depth.
  void modify(XmlElement& change, XmlElement& element) {  // NOLINT(misc-no-recursion)
    modify_attributes(change, element);
    element.expanded = true;  // it no longer says what its bytes say
    if (!change.text.text.empty()) {
      element.text = change.text;
      return;
    }
    for (XmlElement& part : change.children) {
      XmlElement* found = find_part(element, part);
      if (found == nullptr) found = find_child_element(element, part.name);
      if (found == nullptr) {
        missing(part, element);
      } else if (!part.children.empty() || !part.text.text.empty()) {
        modify(part, *found);
      } else if (found->children.empty() && !part.attributes.empty()) {
        found->text = {};  // without a value it gets its default
        modify_attributes(part, *found);
      } else if (found->children.empty()) {
        // The default is that of an element that is not there.
        element.children.erase(element.children.begin() + (found - element.children.data()));
      } else {
        diagnostics_.report(Rule::feature_dropped, part.start_tag,
                            concat("<", part.name, "> is empty, so it modifies nothing"));
      }
    }
  }

  XmlElement& model_;
  DiagnosticEngine& diagnostics_;
  bool good_ = true;
};

}  // namespace

bool change_by_params(XmlElement& params, XmlElement& model, DiagnosticEngine& diagnostics) {
  return Params(model, diagnostics).apply(params);
}

}  // namespace romas::sdf
