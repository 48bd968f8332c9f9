// The macros of a document, their calls, and the blocks that calls give.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "frontend/xacro/expander/documents.h"
#include "frontend/xacro/expander/macro.h"
#include "frontend/xacro/expander/properties.h"
#include "frontend/xacro/expander/text_reader.h"

namespace romas::xacro {

class Expander;

class Macros {
 public:
  // `expander` expands what macros and blocks contain.
  Macros(Expansion& run, const Documents& documents, TextReader& texts, Properties& properties,
         Expander& expander)
      : run_(run), documents_(documents), texts_(texts), properties_(properties), expander_(expander) {}

  // Reads <xacro:macro>.
  void macro(const XmlElement& child, Scope& scope);
  // `name`: behind "xacro:".
  void call(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out);
  // blocks.cpp
  void insert_block(const XmlElement& child, Scope& scope, XmlElement& out);
  // Macros that the file defines and nothing calls.
  std::vector<const Macro*> uncalled_macros(FileId file) const;

 private:
  struct Call;
  bool take_arguments(Call& call);
  bool take_blocks(Call& call);
  bool take_defaults(Call& call);
  // Adds a parameter to the trace, with the text that gave `value`.
  void trace_symbol(Property& property, std::string_view name, const XmlText& text, const Value& value,
                    Scope& scope);
  void trace_forwarded(const MacroParameter& parameter, const Call& call, Property& property,
                       const Value& value);
  void record_call(const XmlElement& child, const Macro& macro);
  void report_unknown_macro(const XmlElement& child, std::string_view name, const Scope& scope);
  void insert_copies(const Block& block, bool content_only, const SourceStep& step, XmlElement& out);

  Expansion& run_;
  const Documents& documents_;
  TextReader& texts_;
  Properties& properties_;
  Expander& expander_;
  std::deque<Macro> macros_;
};

}  // namespace romas::xacro
