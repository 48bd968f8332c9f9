// The program as far as it is written: its lines, what is remarked about it, and what it must not keep.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xacro/structure/draft.h"

namespace romas::xacro {

// Facts that earlier attempts have found. An owner is a macro, an element or a property of the document.
struct Unkept {
  const std::set<const void*>& owners;  // that are written out
  const std::map<const void*, std::string>& reasons;

  bool contains(const void* owner) const { return owners.contains(owner); }
  std::string why(const void* owner) const;
};

class Program {
 public:
  Program(const Trace& traced, const Structure::CoreForm& form, Unkept known)
      : trace(traced), core_form(form), unkept(known) {}

  const Trace& trace;
  const Structure::CoreForm& core_form;
  const Unkept unkept;
  WrittenStructure result;
  Draft* draft = nullptr;  // null: values outside of robot and modules
  std::vector<ProgramLine> globals;
  std::vector<Draft::Named> global_values;
  std::map<const void*, std::vector<std::string_view>> comments;  // of macros and values

  // A line of the draft, indented.
  void line(std::string text);
  void comment(std::string_view text);
  void remark(SourceRange place, std::string message);
  // The values and assertions that the next statement needs.
  void add_what_it_needs();
  // Statements, indented. The lines of raw texts stay as they are.
  void add_statements(std::string_view text);
  // The same; a material that the draft has already is left out.
  void core_lines(std::string_view printed);
  std::vector<ProgramLine> comment_lines(const void* about) const;
};

}  // namespace romas::xacro
