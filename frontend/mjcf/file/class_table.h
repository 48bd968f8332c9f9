// Default classes: what an element has without saying it.
//
// A class has attributes for each kind of element, and those of the class around it where it has none itself.
// All actuators are one kind. The attributes of a class point at the class, seen from the element that has
// them (support/sources/expansions.h): a finding about a value points at where it is written, with a note at
// the user.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/schema_reader.h"
#include "support/sources/expansions.h"

namespace romas::mjcf {

struct DefaultClass {
  std::string name;
  SourceRange range;
  std::map<std::string_view, std::vector<XmlAttribute>> attributes;  // by the kind of element
  Expansions* expansions = nullptr;
  // Lists of its elements that were completed from it.
  mutable std::list<std::string> completed;
  // By the place of an element: that it has values of the class.
  mutable std::map<std::pair<FileId, std::uint32_t>, const SourceStep*> uses;
};

class ClassTable {
 public:
  ClassTable();
  // Reads a <default> at the top of a file. Several join.
  void add(const XmlElement& element, SchemaReader& schema);

  const DefaultClass& main() const { return *classes_.front(); }
  const DefaultClass* find(std::string_view name) const;
  std::vector<std::string> names() const;

  // The element with the attributes of its class in front of its own, and without its children. Its own count
  // where both are there; of the ways to say an orientation, each counts alone. A list that may be shorter
  // (friction, solref, gear, …) is completed from the class. The class must outlive the element.
  static XmlElement effective(const XmlElement& element, const DefaultClass& its_class);
  static XmlElement effective(const XmlElement& element, const DefaultClass& its_class,
                              std::string_view kind);

 private:
  void read(const XmlElement& element, DefaultClass& into, SchemaReader& schema);
  DefaultClass* open(const XmlElement& element, const DefaultClass& around, SchemaReader& schema);

  std::vector<std::unique_ptr<DefaultClass>> classes_;  // the first is the outermost
  std::map<std::string, DefaultClass*, std::less<>> by_name_;
};

}  // namespace romas::mjcf
