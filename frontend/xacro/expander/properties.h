// The properties of a document: values that are evaluated when they are needed, and blocks.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/xacro/expander/expansion.h"
#include "frontend/xacro/expander/scope.h"
#include "frontend/xacro/expander/text_reader.h"

namespace romas::xacro {

class Properties : public PropertyReader {
 public:
  Properties(Expansion& run, TextReader& texts) : run_(run), texts_(texts) {}

  // Reads <xacro:property>.
  void property(const XmlElement& child, Scope& scope);
  bool evaluate(std::string_view name, Property& property, Scope& scope) override;

 private:
  void define_property(const XmlElement& child, std::string_view name, const XmlText& value, Scope& scope);
  void define_block(const XmlElement& child, std::string_view name, Scope& scope);
  void trace_property(Property& property, std::string_view name, const XmlElement& child, Scope& scope);
  Scope* target_scope(const XmlElement& child, Scope& scope, std::string_view name);
  std::optional<bool> flag(const XmlElement& child, std::string_view name, bool otherwise, Scope& scope);
  void report_cycle(std::string_view name, const Property& property);

  Expansion& run_;
  TextReader& texts_;
  struct Evaluated {
    std::string_view name;
    const Property* property;
  };
  std::vector<Evaluated> evaluating_;  // lazy properties that need each other, the outermost first
};

}  // namespace romas::xacro
