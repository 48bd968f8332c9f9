// <xacro:include>: files whose content stands in the place of the element.
#pragma once

#include <string>

#include "frontend/xacro/expander/documents.h"
#include "frontend/xacro/expander/scope.h"
#include "frontend/xacro/expander/text_reader.h"

namespace romas::xacro {

class Expander;

class Includes {
 public:
  // `expander` expands what the files contain.
  Includes(Expansion& run, Documents& documents, TextReader& texts, Expander& expander)
      : run_(run), documents_(documents), texts_(texts), expander_(expander) {}

  void include(const XmlElement& child, Scope& scope, XmlElement& out);

 private:
  void include_file(const std::string& path, const XmlElement& child, bool optional, Scope& scope,
                    XmlElement& out);
  bool is_open(const std::string& path, const std::string& identity, const XmlElement& child);

  Expansion& run_;
  Documents& documents_;
  TextReader& texts_;
  Expander& expander_;
};

}  // namespace romas::xacro
