// Expands a xacro document: one pass, depth first, in reading order. Every element of the result keeps the
// place where it was written, and the chain of calls, includes and insertions that led there.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xacro/expander/documents.h"
#include "frontend/xacro/expander/expansion.h"
#include "frontend/xacro/expander/macro.h"
#include "frontend/xacro/expander/scope.h"
#include "frontend/xacro/expander/substitutions.h"
#include "frontend/xacro/expander/text_reader.h"
#include "frontend/xacro/expander/trace.h"

namespace romas::xacro {

class Expander : private PropertyReader, private Host {
 public:
  // `trace`: what the expansion does is added to it; null: nobody asks.
  Expander(FrontendContext& context, FileId main, Trace* trace = nullptr);
  ~Expander() override;
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;

  // The expanded document; nothing if the main file is malformed. Everything else that is wrong is reported
  // and left out.
  std::optional<Documents::Document> expand();
  // After that: macros that the main file defines, for a file that calls none of them.
  std::vector<const Macro*> uncalled_macros() const;

 private:
  using Element = const XmlElement&;

  // expander.cpp: what stands in the document
  void content(Element source, Scope& scope, XmlElement& out);
  void item(Element child, Scope& scope, XmlElement& out);
  void item(Element child, std::string_view name, Scope& scope, XmlElement& out);
  void plain_element(Element child, std::string_view name, Scope& scope, XmlElement& out);
  void add_attributes(Element source, Scope& scope, XmlElement& out);
  void add_text(const XmlText& text, Scope& scope, XmlElement& out);
  void add_comment(const XmlComment& comment, bool evaluated, Scope& scope, XmlElement& out);
  void set_attribute(XmlElement& out, const XmlAttribute& attribute) const;
  void import_namespaces(Element source, XmlElement& out);
  XmlElement open_element(Element source, std::string_view name);
  void finish_text(XmlElement& out, Element source);
  bool enter(Element at);  // one level deeper; false, and reported, beyond the limits
  void leave() { --depth_; }
  // Adds a parameter to the trace, with the text that gave `value`.
  void trace_symbol(Property& property, std::string_view name, const XmlText& text, const Value& value,
                    Scope& scope);
  TracedText traced_text(const XmlText& text, Scope& scope, const Value& value) {
    return trace_->text(text, scope, run_.templates, value);
  }

  // expander_words.cpp: the words of xacro
  void condition(Element child, bool wanted, Scope& scope, XmlElement& out);
  void argument(Element child, Scope& scope);
  void trace_argument(const XmlAttribute& name, const XmlText* otherwise, Scope& scope);
  void computed_element(Element child, Scope& scope, XmlElement& out);
  void computed_attribute(Element child, Scope& scope, XmlElement& out);
  void include(Element child, Scope& scope, XmlElement& out);
  void include_file(const std::string& path, Element child, bool optional, Scope& scope, XmlElement& out);
  bool is_open(const std::string& path, const std::string& identity, Element child);
  // An attribute that a word needs; null, and reported, if it is missing.
  const XmlAttribute* required(Element child, std::string_view name);
  void check_attributes(Element child, std::string_view word);
  void warn_unused_arguments(FileId main);
  void note_unused(const Scope& global);

  // expander_properties.cpp
  void property(Element child, Scope& scope);
  void define_property(Element child, std::string_view name, const XmlText& value, Scope& scope);
  void define_block(Element child, std::string_view name, Scope& scope);
  void trace_property(Property& property, std::string_view name, Element child, Scope& scope);
  Scope* target_scope(Element child, Scope& scope, std::string_view name);
  std::optional<bool> flag(Element child, std::string_view name, bool otherwise, Scope& scope);
  bool evaluate(std::string_view name, Property& property, Scope& scope) override;
  void report_cycle(std::string_view name, const Property& property);

  // expander_macros.cpp
  void macro(Element child, Scope& scope);
  void call(Element child, std::string_view name, Scope& scope, XmlElement& out);
  void record_call(Element child, const Macro& macro);
  struct Call;
  bool take_arguments(Call& call);
  bool take_blocks(Call& call);
  bool take_defaults(Call& call);
  void trace_forwarded(const MacroParameter& parameter, const Call& call, Property& property,
                       const Value& value);
  void report_unknown_macro(Element child, std::string_view name, const Scope& scope);
  void insert_block(Element child, Scope& scope, XmlElement& out);
  void insert_copies(const Block& block, bool content_only, const SourceStep& step, XmlElement& out);

  // expander_host.cpp: what functions in expressions ask
  Result load_yaml(const std::string& name) override;
  Result arg(const std::string& name) override;
  std::string abs_filename(const std::string& name) override;
  void say(Message kind, const std::string& text, bool with_location) override;
  void deprecated(std::string_view name, std::string_view instead) override;

  Expansion run_;
  FileId main_;
  Trace* trace_;
  Documents documents_;
  Substitutions substitutions_;
  TextReader texts_;
  std::deque<Macro> macros_;
  struct Evaluated {
    std::string_view name;
    const Property* property;
  };
  std::vector<Evaluated> evaluating_;  // lazy properties that need each other, the outermost first
  std::size_t depth_ = 0;              // of calls, includes and insertions
  std::size_t output_depth_ = 0;       // of elements
};

}  // namespace romas::xacro
