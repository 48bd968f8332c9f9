// Parts of foreign formats that the model does not represent, and the places that they belong to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/language/lower/session.h"
#include "ir/model/entity.h"

namespace romas::language {

class Extensions {
 public:
  // The references must outlive this.
  Extensions(SourceManager& sources, DiagnosticEngine& diagnostics, Model& model)
      : sources_(sources), diagnostics_(diagnostics), model_(model) {}

  // The owner of an extension, as it is written: it may be defined after the extension.
  struct Owner {
    EntityKind kind = EntityKind::robot;
    std::optional<Binding> name;  // the full one
    long long index = 0;
    SourceRange range;
    Place place;
  };
  void add(Extension extension, Owner owner);
  // Adds an extension whose owner stands in front of it.
  void add_placed(Extension extension);

  std::size_t count() const { return written_.size(); }
  // Removes the extensions from `first` on whose owners are gone, by full names.
  void forget(std::size_t first, const std::map<std::string, SourceRange>& gone);
  // Puts extensions without a known owner aside while `edit` gives entities other numbers.
  void edit_entities(const std::function<void()>& edit);
  // Finds the owners in the complete model. Extensions of used robots have theirs already.
  void resolve();

 private:
  struct Written : Owner {
    std::size_t at = 0;  // in Model::extensions
  };
  void take_whose_words();
  void check_repeated_attributes();
  void read_foreign_tree(Extension& extension);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.report(rule, range, std::move(message));
  }

  SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  Model& model_;
  std::vector<Written> written_;
  bool has_placed_ = false;
};

// Removes the marked elements. Elements beyond the end of `marked` stay.
template <class Element>
void erase_marked(std::vector<Element>& elements, const std::vector<bool>& marked) {
  std::size_t at = 0;
  std::erase_if(elements, [&](const Element& /*element*/) {
    const std::size_t i = at++;
    return i < marked.size() && marked[i];
  });
}

}  // namespace romas::language
