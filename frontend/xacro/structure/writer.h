// Writes what an expansion did as a program of the language: macros as modules, properties and arguments as
// values, conditions as conditions. Everything else is written out at its place, with a remark.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/xacro/structure.h"
#include "frontend/xacro/structure/fragment.h"
#include "frontend/xacro/structure/translate.h"

namespace romas::xacro {

// One thing of the document in all instances that share a piece of the program.
using Group = std::vector<const TraceNode*>;

// Files of data whose values are written out, each with the reason.
struct UnreadData {
  std::map<std::string, std::string> files;  // by canonical path
  std::optional<std::string> all;
};

class StructureWriter : private Places {
 public:
  StructureWriter(const Trace& trace, const Structure::CoreForm& core_form,
                  const Structure::IsBuiltIn& is_built_in, const std::set<const void*>& written_out,
                  const std::map<const void*, std::string>& reasons, Dimensions& dimensions,
                  const FrontendContext& context, std::string folder, const UnreadData& unread)
      : trace_(trace),
        sources_(context.sources),
        options_(context.options),
        folder_(std::move(folder)),
        unread_(unread),
        core_form_(core_form),
        is_built_in_(is_built_in),
        written_out_(written_out),
        reasons_(reasons),
        dimensions_(dimensions),
        printer_(
            dimensions, [this](const std::string& value) { return name_text(value); }, this) {}

  WrittenStructure write();

 private:
  using Line = WrittenStructure::Line;
  // The tags around the parts that are written: those of a link, joint or <gazebo>. Empty: the robot.
  struct Shell {
    std::string open, close;
    bool in_robot() const { return !close.ends_with("link>") && !close.ends_with("joint>"); }
    bool is_fixed() const { return open.find(" type=\"fixed\"") != std::string::npos; }
    friend bool operator==(const Shell&, const Shell&) = default;
  };
  // A robot or module that is being written.
  struct Frame {
    std::vector<const TraceNode*> calls;  // of a module: its instances
    std::map<const void*, std::string> declared;
    std::set<const void*> used;
    struct Handed {  // what a call hands over beside its parameters
      std::string name, key;
      bool link = false;
      const void* identity = nullptr;                // for what it measures
      std::map<const TraceNode*, TracedText> texts;  // by call
    };
    std::vector<Handed> handed;
    struct Given {  // a block whose statements calls give
      std::string name;
      std::size_t block = 0;
      bool content_only = false;
      Shell within;  // where it is inserted
    };
    std::vector<Given> given;
    bool function = false;
    Shell within;
    std::size_t head = 0;   // the line of the link or joint whose parts are being written
    std::string head_name;  // its name as the program writes it; empty: nothing can be said behind it
    int head_depth = 0;     // of its parts
    std::string behind;     // what is said of it behind it
    std::set<std::string> materials;
    std::map<const XmlElement*, std::string> guards;         // conditions that were decided, as assertions
    std::vector<std::string> holding;                        // what the conditions around say
    std::vector<std::pair<std::string, std::string>> texts;  // values that the next statement names
    std::size_t named_texts = 0;
    std::vector<std::string> assertions;  // in front of it, where they are about one way of a condition
    struct Named {
      std::string name, text;
      const void* owner = nullptr;
    };
    std::vector<Named> values;  // that are named at its begin
    std::vector<Line> lines;
    int depth = 1;
    const void* owner = nullptr;
  };
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
    Frame frame;
    bool function = false;
    std::map<std::pair<FileId, std::uint32_t>, FunctionValue> texts;  // by the first byte of the text
    std::vector<std::pair<const void*, FunctionValue>> properties;    // by definition
    std::set<const XmlElement*> decided;  // conditions in it that hold for these values
  };

  // writer_bodies.cpp: what stands side by side; conditions are in writer_conditions.cpp
  void body(const std::vector<Group>& groups);
  std::vector<Group> children_of(const Group& group);
  void item(const Group& group);
  void condition(const Group& group, const Group* other);
  void branch(const Group& group, const Group& taken, std::string holding);
  static std::string negated(const std::string& condition) { return concat("not (", condition, ")"); }
  std::string condition_text(const Term& term, const TraceNode& node);
  static Term condition_term(const Term& term, const TraceNode& node);
  std::optional<Term> when_defined(const TraceNode& definition);
  std::optional<Term> chosen_property(const Symbol& symbol);
  void comment(std::string_view text);
  void element(const Group& group);
  void print_element(const Group& group, bool constant);
  void core_lines(std::string_view printed);
  void value(const TraceNode& node);
  void stray_text(const Group& group);
  void pin(const TracedText& text);
  static void add_statements(std::string_view text, int depth, const void* owner, std::vector<Line>& lines);
  void line(std::string text);
  void remark(SourceRange place, std::string message);
  void guard(const TraceNode& condition);

  // writer_parts.cpp: links and joints part by part
  enum class Pieces : std::uint8_t { none, blocks, others };
  Pieces pieces_of(const Group& group) const;
  bool insert_values(const Group& group);
  void print_in_pieces(const Group& group);
  void print_part(const Group& group);
  std::string part_of(const std::string& printed, std::string& behind);
  void insertion(const Group& group);
  void give(const Group& group, const Frame::Given& given);
  bool write_each_way(const Group& group);
  bool write_each_truth(const Group& group);
  std::vector<TracedText> differing_truth(const Group& group);
  static bool decides_differently(const Group& group);
  void hand_what_all_have(const Group& group);

  // writer_modules.cpp: macros
  void call(const Group& group);
  Module& module_of(const Macro& macro);
  void refuse(const Macro& macro, Module& module, const std::string& why, SourceRange place,
              std::size_t remarks);
  void write_module(const Macro& macro, Module& module);
  std::string arguments(const Group& group, Module& module);
  std::vector<Line> module_lines(const Module& module, const Macro& macro);
  std::vector<Line> comment_lines(const void* about) const;
  static std::map<std::string, const void*> guards_of(const Frame& frame);
  void find_calls(const TraceNode& node, const Shell& within);
  static Shell shell_of(const TraceNode& element);
  std::string handed_link(const Group& group, const Frame::Handed& handed);

  // writer_functions.cpp: macros that give values, as functions; writer_properties.cpp: what they set
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
  static bool gives_values_alone(const Group& calls);
  std::optional<Term> function_value(const Group& group, const std::vector<const TracedText*>& texts);
  std::optional<std::string> function_text(const Group& group, const std::vector<const TracedText*>& texts,
                                           Fragment& fragment);
  std::optional<Term> property_value(const Symbol& symbol);
  const TraceNode* inner_call_of(const TraceNode& node) const;
  std::string named_value(std::string_view wanted, const std::string& text, const void* owner);
  std::string call_text(const Group& calls, Module& function);

  // writer_robot.cpp: the whole program
  std::string robot_name();
  void robot_properties();
  void add_pins();
  void drop_unused_modules(const Frame& robot);
  std::string why_half(const TraceNode& call) const;

  // writer_values.cpp: names and values
  std::string name_text(const std::string& value, std::string_view wanted = "text");
  Term property_term(const Symbol& symbol);
  Term value_term(const TracedText& text, bool path = false);
  void add_what_it_needs();
  std::string folder_of(FileId file) const override;
  std::string package(const std::string& name) const override;
  std::string from_program(const std::string& folder) const;
  Term resolve(const Symbol& symbol);
  bool is_global(const Symbol& symbol);
  static bool is_set_by_macro(const Symbol& symbol);
  void expect_read(const Symbol& symbol) const;
  std::string_view units_of_data(SourceRange place) const;
  void declare_global(const Symbol& symbol);
  std::string identifier(std::string_view wanted, std::set<std::string>& taken);
  std::string value_text(const Term& term, const void* key);

  // writer_elements.cpp: elements with holes; what calls hand over for them is in writer_handed.cpp
  std::string element_xml(const Group& group, Fragment& fragment, bool constant);
  std::string tag_xml(const Group& group, Fragment& fragment, bool constant);
  std::string attribute_text(const std::vector<const TracedText*>& texts, Fragment& fragment, bool constant);
  std::string truth_attribute(const std::vector<const TracedText*>& texts, Fragment& fragment);
  std::vector<std::string_view> attribute_names_of(const Group& group, bool handed);
  TracedText text_of(const TraceNode& node, std::string_view name);
  Frame::Handed& hand(const std::string& key, const void* identity, const std::vector<TracedText>& texts);
  std::string handed_text(const std::string& key, const void* identity, const std::vector<TracedText>& texts,
                          Fragment& fragment);
  std::string block_name(const TraceNode& node) const;
  bool makes_link(const TraceNode& instance, const std::string& name);
  void refer_to_joint(const std::string& name, const std::string& written, Fragment& fragment);
  std::string hand_value_on(const Symbol& symbol);
  std::string hand_link_on(const std::vector<const TracedText*>& texts);
  std::string link_text(const Group& group, const std::vector<const TracedText*>& texts, Fragment& fragment,
                        bool constant);
  // Returns the content of all nodes, place by place. Throws NotKept with the reason `why` if they differ.
  std::vector<Group> contents_of(const Group& group, const std::string& why);
  std::vector<const TraceNode*> content_of(const TraceNode& node, std::vector<const TraceNode*>* comments);
  void add_content(const TraceNode& node, std::vector<const TraceNode*>& out,
                   std::vector<const TraceNode*>* comments);
  void add_insertion(const TraceNode& node, std::vector<const TraceNode*>& out,
                     std::vector<const TraceNode*>* comments);
  const TraceNode* instance_of(const TraceNode* node) const;
  const TraceNode* instance_of_content(const TraceNode* node) const;

  const Trace& trace_;
  const SourceManager& sources_;
  const FrontendOptions& options_;
  std::string folder_;  // of the program
  const UnreadData& unread_;
  const Structure::CoreForm& core_form_;
  const Structure::IsBuiltIn& is_built_in_;
  const std::set<const void*>& written_out_;
  const std::map<const void*, std::string>& reasons_;
  Dimensions& dimensions_;
  TermPrinter printer_;
  WrittenStructure result_;
  Frame* frame_ = nullptr;
  std::vector<Line> globals_;
  std::vector<Frame::Named> global_values_;
  std::map<const void*, const Symbol*> pinned_;  // arguments whose values are written out
  std::map<const void*, std::pair<std::string, const void*>> global_names_;  // and the definition that has it
  std::set<std::string> taken_;
  std::map<const void*, const Symbol*> named_;  // what has a name, by its definition
  std::map<const XmlElement*, Module> modules_;
  std::vector<const XmlElement*> module_order_;
  std::map<const XmlElement*, std::vector<const TraceNode*>> calls_;  // whole links and joints, or parts
  std::map<const TraceNode*, Shell> shells_;                          // where these calls stand
  std::map<const XmlElement*, std::vector<const TraceNode*>> inner_calls_;  // deeper inside of elements
  std::map<const XmlElement*, const TraceNode*> half_calls_;                // inside of elements
  std::set<const XmlElement*> open_conditions_;
  std::set<const void*> choosing_;  // properties whose conditions are being written
  std::map<const TraceNode*, std::map<std::string, std::string>> links_;  // that instances make
  std::map<std::string, std::string> joint_types_;                        // of the whole robot
  std::map<const void*, std::vector<std::string_view>> comments_;         // of macros and values
  std::size_t depth_ = 0;
  std::set<std::pair<FileId, std::uint32_t>> decided_truths_;  // texts whose values conditions around say
  bool plain_truths_ = false;  // truth values are written out, for elements that take none as texts
};

}  // namespace romas::xacro
