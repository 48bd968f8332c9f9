#include "backends/xml/element_printer.h"

#include <algorithm>

namespace romas {

ElementPrinter::ElementPrinter(const Model& model, bool as_read) : model_(model), as_read_(as_read) {
  for (std::uint32_t i = 0; i < model.extensions.size(); ++i) {
    Foreign& foreign = foreign_[model.extensions[i].owner];
    (model.extensions[i].kind == Extension::Kind::attribute ? foreign.attributes : foreign.elements)
        .push_back(i);
  }
}

std::string ElementPrinter::name_at(const Place& place, std::string_view name) const {
  if (!as_read_ || model_.layout.prefixed_names.empty()) return std::string(name);
  const auto found = model_.layout.prefixed_names.find(place);
  if (found == model_.layout.prefixed_names.end()) return std::string(name);
  for (const std::string& written : found->second)
    if (written.size() > name.size() && written.ends_with(name) &&
        written[written.size() - name.size() - 1] == ':')
      return written;
  return std::string(name);
}

const std::vector<LayoutItem>* ElementPrinter::order_at(const Place& place) const {
  if (!as_read_) return nullptr;
  const auto found = model_.layout.children.find(place);
  return found == model_.layout.children.end() ? nullptr : &found->second;
}

void ElementPrinter::begin(std::string_view name, const Place& place) { xml_.begin(name_at(place, name)); }

void ElementPrinter::attribute(std::string_view name, const std::optional<std::string>& value) {
  if (value) xml_.attribute(name, *value);
}

void ElementPrinter::attribute(std::string_view name, const std::optional<Number>& value) {
  if (value) attribute(name, *value);
}

void ElementPrinter::foreign_attributes(const Place& place) {
  const auto found = foreign_.find(place);
  if (found == foreign_.end()) return;
  for (const std::uint32_t index : found->second.attributes) {
    const Extension& extension = model_.extensions[index];
    if (xml_.has_attribute(extension.name))
      repeated_.push_back(index);
    else
      xml_.attribute(extension.name, extension.text);
  }
}

void ElementPrinter::print_extension(std::uint32_t index) { xml_.verbatim(model_.extensions[index].text); }

void ElementPrinter::children(const Place& place, const Children& children, const PrintChild& print) {
  std::vector<bool> printed(children.size(), false);
  std::vector<std::uint32_t> printed_foreign;
  if (const std::vector<LayoutItem>* order = order_at(place)) {
    for (const LayoutItem& item : *order) {
      if (item.kind == LayoutItem::Kind::extension) printed_foreign.push_back(item.index);
      print_item(item, place, children, printed, print);
    }
  }
  for (std::size_t i = 0; i < children.size(); ++i)
    if (!printed[i] && !children[i].hidden)
      print(children[i], child_place(place, children[i].slot, children[i].index));
  print_foreign_rest(place, std::move(printed_foreign));
}

void ElementPrinter::print_foreign_rest(const Place& place, std::vector<std::uint32_t> printed) {
  const auto foreign = foreign_.find(place);
  if (foreign == foreign_.end()) return;
  std::sort(printed.begin(), printed.end());
  for (const std::uint32_t index : foreign->second.elements)
    if (!std::binary_search(printed.begin(), printed.end(), index)) print_extension(index);
}

void ElementPrinter::print_item(const LayoutItem& item, const Place& place, const Children& children,
                                std::vector<bool>& done, const PrintChild& print) {
  if (item.kind == LayoutItem::Kind::comment) {
    xml_.comment(model_.layout.comments[item.index]);
  } else if (item.kind == LayoutItem::Kind::extension) {
    if (item.index < model_.extensions.size()) print_extension(item.index);
  } else if (item.kind == LayoutItem::Kind::slot) {
    // Children of one slot are adjacent, so that an index counts from the first of them.
    const auto same_slot = [&](const Child& child) { return child.slot == item.slot; };
    const auto first = std::find_if(children.begin(), children.end(), same_slot);
    const auto at = static_cast<std::size_t>(first - children.begin()) + item.index;
    if (at >= children.size() || children[at].slot != item.slot || done[at]) return;
    done[at] = true;
    print(children[at], child_place(place, item.slot, item.index));
  }
}

void ElementPrinter::finish(const Place& place, std::string_view text) {
  foreign_attributes(place);
  if (!text.empty()) xml_.text(text);
  children(place, {}, {});
  xml_.end();
}

void ElementPrinter::text_element(std::string_view name, std::string_view text, const Place& place) {
  begin(name, place);
  finish(place, text);
}

}  // namespace romas
