// Expands a xacro document: one pass, depth first, in reading order. Every element of the result keeps the
// place where it was written, and the chain of calls, includes and insertions that led there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/xacro/expander/document_host.h"
#include "frontend/xacro/expander/includes.h"
#include "frontend/xacro/expander/macros.h"
#include "frontend/xacro/expander/properties.h"
#include "frontend/xacro/expander/substitutions.h"
#include "frontend/xacro/expander/trace.h"

namespace romas::xacro {

// Walks through the document. Each word of xacro is read by the part that it belongs to.
class Expander {
 public:
  // `trace`: what the expansion does is added to it; null: nobody asks.
  Expander(FrontendContext& context, FileId main, Trace* trace = nullptr);
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;

  // The expanded document; nothing if the main file is malformed. Everything else that is wrong is reported
  // and left out.
  std::optional<Documents::Document> expand();
  // After that: macros that the main file defines, for a file that calls none of them.
  std::vector<const Macro*> uncalled_macros() const { return macros_.uncalled_macros(main_); }

  // Expands the content of an element into `out`.
  void content(const XmlElement& source, Scope& scope, XmlElement& out);
  void add_attributes(const XmlElement& source, Scope& scope, XmlElement& out);
  // Prefixes that a macro or an included file declares are declared where its content goes.
  void import_namespaces(const XmlElement& source, XmlElement& out);

 private:
  // expander.cpp: what stands in the document
  void item(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out);
  void add_text(const XmlText& text, Scope& scope, XmlElement& out);
  void add_comment(const XmlComment& comment, bool evaluated, Scope& scope, XmlElement& out);
  void condition(const XmlElement& child, bool wanted, Scope& scope, XmlElement& out);
  void argument(const XmlElement& child, Scope& scope);
  void trace_argument(const XmlAttribute& name, const XmlText* otherwise, Scope& scope);
  void warn_unused_arguments(FileId main);
  void note_unused(const Scope& global);

  // expander_elements.cpp: elements of the result
  XmlElement open_element(const XmlElement& source, std::string_view name);
  void plain_element(const XmlElement& child, std::string_view name, Scope& scope, XmlElement& out);
  void computed_element(const XmlElement& child, Scope& scope, XmlElement& out);
  void computed_attribute(const XmlElement& child, Scope& scope, XmlElement& out);
  void set_attribute(XmlElement& out, const XmlAttribute& attribute) const;
  void finish_text(XmlElement& out, const XmlElement& source);

  Expansion run_;
  FileId main_;
  Documents documents_;
  Substitutions substitutions_;
  DocumentHost host_;
  TextReader texts_;
  Properties properties_;
  Includes includes_;
  Macros macros_;
  std::size_t output_depth_ = 0;  // of elements
};

}  // namespace romas::xacro
