// The common part of printing all elements of a Model in the words of URDF: the order of the source, its
// comments, and foreign content at its place.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backends/xml/field_printer.h"
#include "ir/model/child_place.h"
#include "ir/model/model.h"

namespace romas {

class ElementPrinter {
 public:
  // A child of an element. Children are in the canonical order.
  struct Child {
    Slot slot;
    std::uint32_t index = 0;
    bool hidden = false;  // printed only where the source had it
  };
  using Children = std::vector<Child>;
  using PrintChild = std::function<void(const Child& child, const Place& place)>;

  // `as_read`: the model was read from what is printed, in whose order, comments, prefixes and signs of zeros
  // it is printed again. The model must outlive the printer.
  ElementPrinter(const Model& model, bool as_read);

  const Model& model() const { return model_; }
  XmlWriter& xml() { return xml_; }
  // Foreign attributes, as indices of Model::extensions, that were left out because their elements have one
  // of the name already.
  const std::vector<std::uint32_t>& repeated_attributes() const { return repeated_; }

  void begin(std::string_view name, const Place& place);
  void end() { xml_.end(); }
  // Whether the model has foreign attributes or elements at the place.
  bool has_foreign(const Place& place) const { return foreign_.contains(place); }
  // Behind the element's own attributes.
  void foreign_attributes(const Place& place);
  // Prints what the element at `place` holds: in the order of the source if it is known, else as listed.
  // Foreign elements that the order does not list come last.
  void children(const Place& place, const Children& children, const PrintChild& print);
  // The rest of an element without known children, and its end: its text, and what is foreign in it.
  void finish(const Place& place, std::string_view text = {});
  // An element with a text.
  void text_element(std::string_view name, std::string_view text, const Place& place);

  void attribute(std::string_view name, std::string_view value) { xml_.attribute(name, value); }
  void attribute(std::string_view name, const std::optional<std::string>& value);
  void attribute(std::string_view name, const std::optional<Number>& value);
  void attribute(std::string_view name, const Number& value) { xml_.attribute(name, text_of(value)); }
  template <class Numbers>
  void list_attribute(std::string_view name, const Numbers& values) {
    xml_.attribute(name, number_list_text(values, zero_sign()));
  }

 protected:
  // Foreign attributes and elements of one place, as indices of Model::extensions.
  struct Foreign {
    std::vector<std::uint32_t> attributes, elements;
  };

  void print_item(const LayoutItem& item, const Place& place, const Children& children,
                  std::vector<bool>& done, const PrintChild& print);
  // Prints the foreign content that the order of the source did not list. `printed`: the extensions that it
  // did, in any order.
  void print_foreign_rest(const Place& place, std::vector<std::uint32_t> printed);
  // The name with the prefix that it has in the source.
  std::string name_at(const Place& place, std::string_view name) const;
  // The order of the source; null if it is the canonical one, or is not to be kept.
  const std::vector<LayoutItem>* order_at(const Place& place) const;
  ZeroSign zero_sign() const { return as_read_ ? ZeroSign::kept : ZeroSign::dropped; }
  std::string text_of(const Number& value) const { return number_text(value, zero_sign()); }

  const Model& model_;
  const bool as_read_;
  XmlWriter xml_;

 private:
  void print_extension(std::uint32_t index);

  std::unordered_map<Place, Foreign, PlaceHash> foreign_;
  std::vector<std::uint32_t> repeated_;
};

}  // namespace romas
