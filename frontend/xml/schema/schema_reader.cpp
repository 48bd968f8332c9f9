#include "frontend/xml/schema/schema_reader.h"

#include <algorithm>

#include "frontend/xml/reader/write_xml.h"
#include "support/process/stop.h"

namespace romas {

namespace {

// Whether the model cannot represent the presence of such an element while it is empty.
bool leaves_no_trace(Slot slot) { return slot == Slot::hardware || slot == Slot::camera_image; }

bool is_empty(const XmlElement& element) {
  return element.attributes.empty() && element.children.empty() && element.comments.empty();
}

// Whether an element has the attribute without which it does nothing.
bool does_something(const XmlElement& element, const ElementRow& row) {
  return row.decisive.empty() || element.attribute(row.decisive) != nullptr;
}

// Text escaped for XML, for content that is kept as source text.
std::string escape_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '\r': out += "&#13;"; break;
      default: out.push_back(c);
    }
  }
  return out;
}

// The row of an attribute whose name has a colon; null if it is none.
const AttributeRow* prefixed_attribute(const XmlAttribute& attribute, const ElementRow& row) {
  const AttributeRow* known = row.attribute(attribute.local_name());
  if (known == nullptr || attribute.prefix().empty()) return known;
  return known->dialect && attribute.prefix() != "xmlns" ? known : nullptr;
}

std::string version_text(FormatVersion version) { return concat(version / 10, '.', version % 10); }

}  // namespace

std::string SchemaReader::describe(const XmlElement& element, const Place& place) const {
  if (subject_kind_.empty()) return concat('<', element.name, '>');
  const std::string subject = concat(subject_kind_, subject_name_.empty() ? "" : " ",
                                     subject_name_.empty() ? std::string() : quote(subject_name_));
  return place.slot == Slot::self ? subject : concat('<', element.name, "> in ", subject);
}

std::vector<KnownChild> SchemaReader::open(const XmlElement& element, const ElementRow& row,
                                           const Place& place) {
  stop_point();
  check_attributes(element, row, place);
  std::vector<KnownChild> known;
  std::vector<LayoutItem> items;
  if (element.children.empty() && element.comments.empty() && row.children.empty()) {  // as most are
    check_text(element, row, place, items);
    record_order(row, place, std::move(items), false);
    return known;
  }
  known.reserve(element.children.size());
  items.reserve(element.children.size() + element.comments.size());
  SlotCounts counts{};
  std::vector<const XmlElement*> unknown;
  bool has_hidden = false;
  auto comment = element.comments.begin();
  for (std::size_t i = 0; i <= element.children.size(); ++i) {
    for (; comment != element.comments.end() && comment->before <= i; ++comment)
      items.push_back(keep_comment(*comment, place));
    if (i == element.children.size()) break;
    const XmlElement& child = element.children[i];
    const ChildRow* child_row = match(child, row);
    if (child_row == nullptr) {
      if (is_unknown_element(child, row, element.name)) unknown.push_back(&child);
      items.push_back(keep_element(child, place));
    } else if (SlotCount& count = counts[static_cast<std::size_t>(child_row->slot)];
               !admit(child, *child_row, element, count)) {
      items.push_back(keep_element(child, place));
    } else if (!does_something(child, *child_row->row)) {
      count = {1, &child};
      if (keeps_idle(child, *child_row, element, row)) items.push_back(keep_element(child, place));
    } else {
      if (count.count == 0) count.first = &child;
      const std::size_t index = count.count++;
      known.push_back({&child, child_row, child_place(place, child_row->slot, index), index});
      items.push_back(
          {LayoutItem::Kind::slot, EntityKind::link, child_row->slot, static_cast<std::uint32_t>(index)});
      has_hidden = has_hidden || (leaves_no_trace(child_row->slot) && is_empty(child));
      remember_prefix(child, known.back().place);
    }
  }
  check_text(element, row, place, items);
  check_missing(element, row, place, counts, report_unknown_elements(element, row, place, counts, unknown));
  record_order(row, place, std::move(items), has_hidden);
  return known;
}

// Reports a child that does nothing, and whether it is kept: because it holds something, or because another
// of its kind, which does not count, would count without it.
bool SchemaReader::keeps_idle(const XmlElement& child, const ChildRow& child_row, const XmlElement& parent,
                              const ElementRow& row) {
  report(Rule::texture_empty, child.start_tag,
         concat("this <", child.name, "> names no file and has no effect; remove it, or write ",
                child_row.row->decisive, "=\"…\""));
  const std::size_t extensions = model_.extensions.size();
  check_attributes(child, *child_row.row, {});
  model_.extensions.resize(extensions);  // they stand in the element
  const auto alike = std::count_if(parent.children.begin(), parent.children.end(), [&](const auto& other) {
    const ChildRow* found = match(other, row);
    return found != nullptr && found->slot == child_row.slot;
  });
  return !is_empty(child) || alike > 1;
}

const ChildRow* SchemaReader::match(const XmlElement& child, const ElementRow& row) const {
  const std::string_view prefix = child.prefix();
  if (prefix.empty()) return row.child(child.name);
  if (is_xacro(prefix)) return nullptr;
  const ChildRow* found = row.child(child.local_name());
  return found != nullptr && found->dialect ? found : nullptr;
}

// Whether a known child may stand here once more; reports it if not.
bool SchemaReader::admit(const XmlElement& child, const ChildRow& row, const XmlElement& parent,
                         const SlotCount& seen) {
  check_version(child, row);
  if (row.occurs == Occurs::many || seen.count == 0) return true;
  const std::string_view first = seen.first->name;
  const std::string what = first == child.name ? concat("a second <", child.name, ">")
                                               : concat("<", child.name, "> besides <", first, ">");
  report(Rule::repeated_element, child.start_tag,
         concat(what, " in <", parent.name, ">; only the first is used"))
      .note(seen.first->start_tag, "the first is here");
  return false;
}

void SchemaReader::check_version(const XmlElement& element, const ChildRow& row) {
  if (row.since > kFirstVersion && element.prefix().empty())
    check_version(element.name_range, row.since, concat("<", element.name, ">"));
}

void SchemaReader::check_version(SourceRange range, FormatVersion since, const std::string& what) {
  const std::string needed = concat(what, " needs version ", version_text(since));
  if (!version_)
    report(Rule::unportable_feature, range,
           concat(needed, ", but the file gives none; readers of 1.0 skip or misread it"));
  else if (*version_ < since)
    report(Rule::version_feature, range, concat(needed, ", but the file says ", version_text(*version_)));
}

void SchemaReader::remember_prefix(const XmlElement& element, const Place& place) {
  if (!element.prefix().empty()) model_.layout.prefixed_names[place].emplace_back(element.name);
}

void SchemaReader::check_missing(const XmlElement& element, const ElementRow& row, const Place& place,
                                 const SlotCounts& counts, const std::vector<std::string_view>& meant) {
  std::string choices;
  for (const ChildRow& child : row.children) {
    if (counts[static_cast<std::size_t>(child.slot)].count > 0) continue;
    if (std::ranges::find(meant, child.name) != meant.end()) {
      if (child.occurs == Occurs::choice) return;
      continue;
    }
    if (child.occurs == Occurs::choice) {
      if (!child.dialect) choices += concat(choices.empty() ? "<" : ", <", child.name, ">");
    } else if (child.occurs == Occurs::required) {
      report(Rule::missing_element, element.start_tag,
             concat(describe(element, place), " has no <", child.name, ">"));
    }
  }
  if (!choices.empty())
    report(Rule::missing_element, element.start_tag,
           concat(describe(element, place), " has none of ", choices));
}

// --- attributes --------------------------------------------------------------------------------------------

void SchemaReader::check_attributes(const XmlElement& element, const ElementRow& row, const Place& place) {
  std::vector<const XmlAttribute*> unknown;
  for (const XmlAttribute& attribute : element.attributes) {
    // No name of a row has a prefix.
    const AttributeRow* known = row.attribute(attribute.name);
    if (known == nullptr) known = prefixed_attribute(attribute, row);
    if (known != nullptr) {
      check_known_attribute(element, attribute, *known, place);
      if (known->type == XmlValueType::text) check_mark(attribute);
    } else {
      if (is_unknown_attribute(element, attribute, row)) unknown.push_back(&attribute);
      keep_attribute(attribute, place);
    }
    check_unexpanded(attribute.value);
  }
  const std::vector<std::string_view> meant = report_unknown_attributes(element, row, place, unknown);
  for (const AttributeRow& known : row.attributes)
    if (known.required && attribute(element, known.name) == nullptr &&
        std::ranges::find(meant, known.name) == meant.end())
      report(Rule::missing_attribute, element.start_tag,
             concat(describe(element, place), " has no attribute '", known.name, "'"));
}

void SchemaReader::check_known_attribute(const XmlElement& element, const XmlAttribute& attribute,
                                         const AttributeRow& row, const Place& place) {
  if (!attribute.prefix().empty()) {
    model_.layout.prefixed_names[place].emplace_back(attribute.name);
  } else if (row.since > kFirstVersion) {
    check_version(attribute.name_range, row.since, concat("'", attribute.name, "' in <", element.name, ">"));
  }
}

void SchemaReader::keep_attribute(const XmlAttribute& attribute, const Place& place) {
  add_extension({place, Extension::Kind::attribute, std::string(attribute.name),
                 std::string(attribute.value.text), attribute.range});
}

// --- content that is kept as written -----------------------------------------------------------------------

LayoutItem SchemaReader::keep_element(const XmlElement& element, const Place& place) {
  // The source has no text of an expanded element, so this is written from the tree.
  return add_extension(
      {place, Extension::Kind::element, std::string(element.name),
       element.expanded ? write_xml(element) : normalize_line_ends(sources_.text(element.range)),
       element.range});
}

LayoutItem SchemaReader::keep_comment(const XmlComment& comment, const Place& place) {
  if (comment.instruction) {
    const std::string_view target = comment.text.substr(0, comment.text.find_first_of(" \t\r\n"));
    return add_extension({place, Extension::Kind::element, concat('?', target),
                          normalize_line_ends(sources_.text(comment.range)), comment.range});
  }
  auto& comments = model_.layout.comments;
  comments.push_back(normalize_line_ends(comment.text));
  return {LayoutItem::Kind::comment, EntityKind::robot, Slot::self,
          static_cast<std::uint32_t>(comments.size() - 1)};
}

void SchemaReader::check_text(const XmlElement& element, const ElementRow& row, const Place& place,
                              std::vector<LayoutItem>& items) {
  if (element.text.text.empty()) return;
  check_unexpanded(element.text);
  if (row.text) return;
  if (!row.open) {
    report_text(element, row);
  }
  items.push_back(add_extension(
      {place, Extension::Kind::element, "", escape_text(element.text.text), element.text.range}));
}

LayoutItem SchemaReader::add_extension(Extension extension) {
  model_.extensions.push_back(std::move(extension));
  return {LayoutItem::Kind::extension, EntityKind::robot, Slot::self,
          static_cast<std::uint32_t>(model_.extensions.size() - 1)};
}

// Records the order of the children unless it is canonical: known children in the order of the rows, then
// extensions.
void SchemaReader::record_order(const ElementRow& row, const Place& place, std::vector<LayoutItem> items,
                                bool has_hidden) {
  if (items.empty() && !has_hidden) return;
  const auto rank = [&](const LayoutItem& item) -> std::ptrdiff_t {
    if (item.kind != LayoutItem::Kind::slot) return static_cast<std::ptrdiff_t>(row.children.size());
    return std::find_if(row.children.begin(), row.children.end(),
                        [&](const ChildRow& c) { return c.slot == item.slot; }) -
           row.children.begin();
  };
  const auto out_of_order = [&](const LayoutItem& a, const LayoutItem& b) { return rank(a) > rank(b); };
  const bool has_comment = std::any_of(
      items.begin(), items.end(), [](const LayoutItem& i) { return i.kind == LayoutItem::Kind::comment; });
  if (!has_comment && !has_hidden &&
      std::adjacent_find(items.begin(), items.end(), out_of_order) == items.end())
    return;
  model_.layout.children[place] = std::move(items);
}

}  // namespace romas
