// The macros of the document as modules and functions of the program.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/xacro/structure/fragment.h"
#include "frontend/xacro/structure/program.h"

namespace romas::xacro {

struct Writers;

// A macro that makes links, joints or their parts is a module. One that makes values is a function.
class Modules {
 public:
  explicit Modules(Writers& all);

  // Writes the call of a macro.
  void call(const Group& group);
  // The lines of all modules that the robot or another module calls.
  std::vector<ProgramLine> lines(const Draft& robot);
  // Counts the macros, and says why some are no modules.
  void remark_unkept();
  // Notes a call inside of an element that is written.
  void note_half_call(const TraceNode& call) { half_calls_.emplace(call.macro->element, &call); }

  // The text of an attribute or element that a function gives; nothing if no function makes its element.
  std::optional<std::string> function_text(const Group& group, const std::vector<const TracedText*>& texts,
                                           Fragment& fragment);
  // Returns the value of a property that a call has set for those around it. Returns nothing if it cannot be
  // the value of a function.
  std::optional<Term> property_value(const Symbol& symbol);
  // Whether a macro does nothing but set properties of those around its calls.
  static bool gives_values_alone(const Group& calls);

 private:
  // The value that a function gives for a text of its macro, or for a property that the macro sets.
  struct FunctionValue {
    std::string member;         // of the record that the function gives; empty: the value itself
    const void* key = nullptr;  // for what it measures
    std::string text;
  };
  struct Module {
    std::string name;
    bool kept = false;
    bool complete = false;
    bool recursive = false;
    Draft frame;
    bool function = false;
    std::map<std::pair<FileId, std::uint32_t>, FunctionValue> texts;  // by the first byte of the text
    std::vector<std::pair<const void*, FunctionValue>> properties;    // by definition
    std::set<const XmlElement*> decided;  // conditions in it that hold for these values
  };

  // modules.cpp
  void find_calls(const TraceNode& node, const Shell& within);
  Module& module_of(const Macro& macro);
  void write_as(const Macro& macro, Module& module, const std::function<void(std::size_t remarks)>& write);
  void write_module(const Macro& macro, Module& module);
  void refuse(const Macro& macro, Module& module, const std::string& why, SourceRange place,
              std::size_t remarks);
  std::string arguments(const Group& group, Module& module);
  std::string handed_link(const Group& group, const Draft::Handed& handed);
  // The value that a call gives a parameter; null: it gives none.
  static const Symbol* parameter_of(const TraceNode& call, const void* definition);

  // module_lines.cpp
  std::vector<ProgramLine> module_lines(const Module& module, const Macro& macro);
  void drop_unused_modules(const Draft& robot);
  std::string why_half(const TraceNode& call) const;

  // functions.cpp
  void find_inner_calls(const TraceNode& node);
  Module* function_of(const Macro& macro);
  void write_function(const Macro& macro, Module& function, Group calls);
  enum class Written : std::uint8_t { computed, numbers, all };  // which texts of a macro are values
  void add_texts(const Group& group, Module& function, Written written);
  void add_text(const Group& group, const std::vector<TracedText>& texts, std::string_view name,
                const void* key, Module& function, Written written);
  void add_properties(Module& function);
  void name_members(Module& function);
  static std::string function_body(const Module& function);
  std::optional<Term> function_value(const Group& group, const std::vector<const TracedText*>& texts);
  const TraceNode* inner_call_of(const TraceNode& node) const;
  std::string call_text(const Group& calls, Module& function);

  Writers& all_;
  Program& program_;
  std::map<const XmlElement*, Module> modules_;
  std::vector<const XmlElement*> module_order_;
  std::map<const XmlElement*, std::vector<const TraceNode*>> calls_;  // whole links and joints, or parts
  std::map<const TraceNode*, Shell> shells_;                          // where these calls stand
  std::map<const XmlElement*, std::vector<const TraceNode*>> inner_calls_;  // deeper inside of elements
  std::map<const XmlElement*, const TraceNode*> half_calls_;                // inside of elements
};

}  // namespace romas::xacro
